package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.LivePage;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.tool.Asker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Puts the model's questions below the text and lets the keyboard answer them. Asked by the thread
/// of the prompt, answered by the thread that reads the keys; stopping the prompt withdraws them.
final class LiveAsker implements Asker {
  private static final long LOOK_MILLIS = 50;

  private final LivePage page;
  private final DisplayOptions look;
  private final AskTiming timing;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();

  private @Nullable Open open;

  /// Questions that wait.
  private static final class Open {
    final QuestionDialog dialog;
    final CountDownLatch done = new CountDownLatch(1);
    long since;

    Open(QuestionDialog dialog, long since) {
      this.dialog = dialog;
      this.since = since;
    }
  }

  LiveAsker(LivePage page, DisplayOptions look, AskTiming timing, LongSupplier nanos) {
    this.page = page;
    this.look = look;
    this.timing = timing;
    this.nanos = nanos;
  }

  @Override
  public Optional<List<Reply>> ask(List<Question> questions) throws InterruptedException {
    var asked = new Open(new QuestionDialog(questions), nanos.getAsLong());
    set(asked);
    if (timing.rings()) {
      page.ring();
    }
    try {
      show(asked);
      while (!asked.done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (left(asked) <= 0) {
          return told(questions, asked.dialog.timedOut());
        }
        show(asked);
      }
      return told(questions, asked.dialog.replies());
    } finally {
      set(null);
      page.question("");
    }
  }

  private void set(@Nullable Open next) {
    lock.lock();
    try {
      open = next;
    } finally {
      lock.unlock();
    }
  }

  /// Nanoseconds until the questions answer themselves.
  private long left(Open asked) {
    long patience = timing.patience().toNanos();
    lock.lock();
    try {
      return patience == 0 || asked.dialog.typing()
          ? Long.MAX_VALUE
          : patience - (nanos.getAsLong() - asked.since);
    } finally {
      lock.unlock();
    }
  }

  /// Whether questions wait for keys.
  boolean waiting() {
    lock.lock();
    try {
      return open != null;
    } finally {
      lock.unlock();
    }
  }

  /// Takes a key. Answers false when it means nothing to the questions.
  boolean key(Key key) {
    Open asked;
    boolean taken;
    lock.lock();
    try {
      asked = open;
      if (asked == null) {
        return false;
      }
      taken = asked.dialog.key(key);
      asked.since = nanos.getAsLong();
      if (asked.dialog.progress() == QuestionDialog.Progress.DONE) {
        asked.done.countDown();
      }
    } finally {
      lock.unlock();
    }
    show(asked);
    return taken;
  }

  private void show(Open asked) {
    var lines = new ArrayList<String>();
    long left = left(asked);
    lock.lock();
    try {
      if (open == null || asked.dialog.progress() == QuestionDialog.Progress.DONE) {
        return;
      }
      String mark = look.palette().paint(Style.WARNING, "?") + " ";
      lines.add(
          mark
              + look.palette()
                  .paint(Style.BOLD, SafeText.line(asked.dialog.title(), 500, look.glyphs())));
      for (QuestionDialog.Row row : asked.dialog.shown()) {
        String text = row.mark() + SafeText.line(row.text(), 300, look.glyphs());
        lines.add(
            row.current()
                ? look.palette().paint(Style.ACCENT, look.glyphs().person + " " + text)
                : "  " + text);
      }
      String time =
          left == Long.MAX_VALUE ? "" : " (in " + (left / 1_000_000_000L + 1) + " s the default)";
      lines.add(look.palette().paint(Style.DIM, asked.dialog.keys() + time));
    } finally {
      lock.unlock();
    }
    page.question(String.join("\n", lines));
  }

  private Optional<List<Reply>> told(List<Question> questions, List<Reply> replies) {
    page.freshLine();
    for (int i = 0; i < questions.size(); i++) {
      page.line(AskText.answered(questions.get(i), replies.get(i), look));
    }
    return Optional.of(replies);
  }
}

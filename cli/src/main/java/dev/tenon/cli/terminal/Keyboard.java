package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.KeyDecoder;
import dev.tenon.cli.terminal.render.LivePage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The keyboard while the model works: keys answer an open question, stop the work, or become a
/// message that steers it. A thread of its own reads them from [#start] to [#stop].
final class Keyboard {
  private static final long POLL_MILLIS = 40;

  /// Someone who is typing does not mean to answer a question that pops up under their fingers: an
  /// answer is a key of its own, with a pause before and after it.
  private static final long PAUSE = Duration.ofMillis(500).toNanos();

  private static final long ALONE_MILLIS = 150;

  private final KeyDecoder keys;
  private final LivePage page;
  private final LiveApprover approver;
  private final LiveAsker asker;
  private final Interrupts interrupts;
  private final LongSupplier nanos;
  private final Runnable suspend;

  private final TypeAhead draft = new TypeAhead();
  private final List<String> queued = new ArrayList<>();
  private volatile boolean open;
  private long lastTyped;
  private @Nullable Thread thread;

  Keyboard(
      KeyDecoder keys,
      LivePage page,
      LiveApprover approver,
      LiveAsker asker,
      Interrupts interrupts,
      LongSupplier nanos,
      Runnable suspend) {
    this.keys = keys;
    this.page = page;
    this.approver = approver;
    this.asker = asker;
    this.interrupts = interrupts;
    this.nanos = nanos;
    this.suspend = suspend;
  }

  void start(Console.Work work) {
    draft.clear();
    lastTyped = nanos.getAsLong() - PAUSE;
    synchronized (queued) {
      queued.clear();
    }
    open = true;
    thread = Thread.ofPlatform().daemon().name("keyboard").start(() -> listen(work));
  }

  /// No more keys are read when this returns. Answers what was typed and not sent.
  String stop() {
    open = false;
    Thread reading = thread;
    boolean interrupted = false;
    while (reading != null && reading.isAlive()) {
      try {
        reading.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return draft.text();
  }

  /// The model has seen this message.
  void heard(String message) {
    synchronized (queued) {
      queued.remove(message);
      page.queued(queued);
    }
  }

  private void listen(Console.Work work) {
    try {
      while (open) {
        Optional<Key> key = keys.next(POLL_MILLIS);
        if (key.isPresent()) {
          handle(key.get(), work);
        }
      }
    } catch (IOException gone) {
      work.leave();
    }
  }

  private void handle(Key key, Console.Work work) throws IOException {
    boolean typing = !draft.text().isEmpty() || nanos.getAsLong() - lastTyped < PAUSE;
    if (!typing && asker.waiting() && asker.key(key)) {
      return;
    }
    switch (key) {
      case Key.Typed typed -> typed(typed.text(), work);
      case Key.Pasted pasted -> write(pasted.text());
      case Key.Chord chord -> {
        if (chord.modifier() == Key.Modifier.CONTROL && chord.letter() == 'j') {
          edit(() -> draft.add("\n"));
        }
      }
      case Key.Special ignored -> {}
      case Key.Modified modified -> {
        if (modified.key() == Key.Named.ENTER) {
          edit(() -> draft.add("\n"));
        } else if (modified.key() == Key.Named.BACKSPACE) {
          edit(draft::eraseWord);
        }
      }
      case Key.Named named -> {
        switch (named) {
          case ENTER -> send(work);
          case BACKSPACE -> edit(draft::backspace);
          case ERASE_WORD -> edit(draft::eraseWord);
          case ERASE_ALL -> edit(draft::clear);
          case ESCAPE -> stop(work);
          case INTERRUPT -> interrupt(work);
          case SUSPEND -> suspend.run();
          case GONE -> {
            open = false;
            work.leave();
          }
          case UP, DOWN, LEFT, RIGHT, HOME, END, PAGE_UP, PAGE_DOWN, TAB, DELETE, OTHER -> {}
        }
      }
    }
  }

  private void typed(String text, Console.Work work) throws IOException {
    if (!approver.waiting() || nanos.getAsLong() - lastTyped < PAUSE) {
      write(text);
      return;
    }
    Optional<Key> more = keys.next(ALONE_MILLIS);
    if (more.isEmpty()) {
      approver.answer(text);
    } else {
      write(text);
      handle(more.get(), work);
    }
  }

  private void write(String text) {
    lastTyped = nanos.getAsLong();
    edit(() -> draft.add(text));
  }

  private void edit(Runnable change) {
    change.run();
    page.draft(draft.text());
  }

  private void send(Console.Work work) {
    String text = draft.text().strip();
    if (text.isEmpty()) {
      return;
    }
    if (approver.waiting()) {
      if (approver.answer(text)) {
        edit(draft::clear);
      }
      return;
    }
    edit(draft::clear);
    lastTyped = nanos.getAsLong() - PAUSE;
    synchronized (queued) {
      queued.add(text);
      page.queued(queued);
    }
    work.say(text);
  }

  void interrupt(Console.Work work) {
    switch (interrupts.whileWorking()) {
      case LEAVE -> work.leave();
      case STOP, CLEAR, HINT -> stop(work);
    }
  }

  private void stop(Console.Work work) {
    page.stopping();
    work.stop();
  }
}

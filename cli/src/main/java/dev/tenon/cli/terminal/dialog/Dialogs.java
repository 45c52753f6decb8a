package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Shows one dialog after the other and decides which keys are for it. Nothing that a person types
/// for somebody else answers a question:
///
/// - Letters and what is pasted are for the editor. While there is something in it, all keys are,
///   until an arrow or Tab turns to the question.
/// - A digit only marks a choice; Enter answers. If letters follow, the digit belongs to them.
/// - Nothing answers within [#SETTLE] of the dialog's appearance or of the last key for the editor,
///   or together with other keys in one go, as a program or a paste types them.
///
/// Asked by threads of a prompt, which wait; keys come from the thread of the keyboard. Stopping
/// the prompt withdraws its question.
public final class Dialogs {
  /// A person needs this long to see what has appeared under their fingers.
  public static final Duration SETTLE = Duration.ofMillis(300);

  /// No hand presses two keys within this time.
  private static final Duration BURST = Duration.ofMillis(20);

  private static final long SECOND = 1000;
  private static final Key SPACE = new Key.Typed(" ");

  private final LongSupplier nanos;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final ReentrantLock lock = new ReentrantLock();

  /// What was typed for a choice and may turn out to be text.
  private final StringBuilder digits = new StringBuilder();

  private final StringBuilder released = new StringBuilder();
  private volatile Runnable changed = () -> {};

  private @Nullable Open open;

  /// Whether the person has turned to the dialog although there is something in the editor.
  private boolean pointed;

  private long shownAt;
  private long lastForOthers;
  private long lastKey;
  private long lastTaken;

  private record Open(Dialog dialog, CountDownLatch done) {}

  public Dialogs(LongSupplier nanos) {
    this.nanos = nanos;
    this.lastForOthers = nanos.getAsLong() - SETTLE.toNanos();
    this.lastKey = lastForOthers;
    this.lastTaken = lastForOthers;
  }

  /// What is told when the screen has to show something else.
  public void onChange(Runnable frame) {
    changed = frame;
  }

  /// Shows a dialog and waits until it is answered.
  public void show(Dialog dialog) throws InterruptedException {
    show(dialog, Optional::empty);
  }

  /// Shows a dialog and waits until it is answered, or until its time is over.
  ///
  /// @param left how long it still waits; nothing if for ever, or for now
  /// @return false if nobody answered in time
  public boolean show(Dialog dialog, Supplier<Optional<Duration>> left)
      throws InterruptedException {
    turn.lockInterruptibly();
    try {
      var asked = new Open(dialog, new CountDownLatch(1));
      set(asked);
      try {
        return waited(asked, left);
      } finally {
        set(null);
      }
    } finally {
      turn.unlock();
    }
  }

  private boolean waited(Open asked, Supplier<Optional<Duration>> left)
      throws InterruptedException {
    while (true) {
      Optional<Duration> time = left.get();
      long millis = time.map(Duration::toMillis).orElse(SECOND);
      if (time.isPresent() && millis <= 0) {
        return false;
      }
      if (asked.done.await(Math.min(millis, SECOND), TimeUnit.MILLISECONDS)) {
        return true;
      }
      if (time.isPresent()) {
        changed.run();
      }
    }
  }

  private void set(@Nullable Open next) {
    lock.lock();
    try {
      open = next;
      shownAt = nanos.getAsLong();
      pointed = false;
      digits.setLength(0);
    } finally {
      lock.unlock();
    }
    changed.run();
  }

  public boolean waiting() {
    return current().isPresent();
  }

  /// The dialog that is shown now.
  public Optional<Dialog> current() {
    lock.lock();
    try {
      return Optional.ofNullable(open).map(Open::dialog);
    } finally {
      lock.unlock();
    }
  }

  /// What to show, if there is a dialog.
  public <T> Optional<T> view(Function<Dialog, T> drawing) {
    lock.lock();
    try {
      return open == null ? Optional.empty() : Optional.of(drawing.apply(open.dialog));
    } finally {
      lock.unlock();
    }
  }

  /// One key, whoever it is for.
  ///
  /// @param draft whether there is something in the editor
  /// @return whether the dialog took it; otherwise it is for the editor, after what [#released()]
  ///   gives
  public boolean press(Key key, boolean draft) {
    boolean taken;
    lock.lock();
    try {
      taken = open != null && take(open, key, draft);
      lastKey = nanos.getAsLong();
      if (taken) {
        lastTaken = lastKey;
      } else {
        lastForOthers = lastKey;
      }
    } finally {
      lock.unlock();
    }
    if (taken) {
      changed.run();
    }
    return taken;
  }

  /// When the last key came that a dialog took, by the clock that was given.
  public long lastKey() {
    lock.lock();
    try {
      return lastTaken;
    } finally {
      lock.unlock();
    }
  }

  /// Digits that were taken for a choice and turned out to be the beginning of a text. Only once.
  public String released() {
    lock.lock();
    try {
      String text = released.toString();
      released.setLength(0);
      return text;
    } finally {
      lock.unlock();
    }
  }

  private boolean take(Open asked, Key key, boolean draft) {
    if (asked.dialog.typing()) {
      return !isForProgram(key) && step(asked, key);
    }
    boolean mine = pointed || !draft;
    boolean turns = isTurn(key);
    pointed |= turns;
    if (!mine) {
      // The first Tab only turns to the question.
      return key == Key.Named.TAB || (turns && step(asked, key));
    }
    if (key instanceof Key.Typed typed && isDigit(typed.text())) {
      digits.append(typed.text());
      pointed = true;
      step(asked, key);
      return true;
    }
    if (key == Key.Named.ENTER && !settled()) {
      // Nobody has read the question yet; nothing is lost with this key.
      return true;
    }
    boolean chooses = key.equals(SPACE) && digits.isEmpty() && settled();
    if (!isText(key) || chooses) {
      boolean taken = (key != Key.Named.ESCAPE || settled()) && step(asked, key);
      if (taken) {
        digits.setLength(0);
      }
      if (taken || !chooses) {
        return taken;
      }
    }
    // Somebody writes to the model; what looked like a choice is part of it.
    pointed = false;
    released.append(digits);
    digits.setLength(0);
    return false;
  }

  private boolean step(Open asked, Key key) {
    Dialog.Step step = asked.dialog.press(key);
    if (step == Dialog.Step.DONE) {
      asked.done.countDown();
      open = null;
    }
    return step != Dialog.Step.UNKNOWN;
  }

  /// Whether an answer can be meant.
  private boolean settled() {
    long now = nanos.getAsLong();
    return now - shownAt >= SETTLE.toNanos()
        && now - lastForOthers >= SETTLE.toNanos()
        && now - lastKey >= BURST.toNanos();
  }

  private static boolean isTurn(Key key) {
    return key == Key.Named.UP
        || key == Key.Named.DOWN
        || key == Key.Named.PAGE_UP
        || key == Key.Named.PAGE_DOWN
        || key == Key.Named.TAB;
  }

  private static boolean isForProgram(Key key) {
    return key == Key.Named.INTERRUPT || key == Key.Named.SUSPEND || key == Key.Named.GONE;
  }

  private static boolean isDigit(String text) {
    return text.length() == 1 && text.charAt(0) >= '1' && text.charAt(0) <= '9';
  }

  private static boolean isText(Key key) {
    return key instanceof Key.Typed || key instanceof Key.Pasted;
  }
}

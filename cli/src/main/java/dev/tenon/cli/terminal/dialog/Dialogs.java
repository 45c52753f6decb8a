package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
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
/// - A dialog takes no key before it has been on the screen for [#SETTLE] without any key: one that
///   appears under typing fingers, or under a key that is held down, waits until they rest. Text
///   goes to the editor meanwhile, other keys mean nothing.
/// - Letters and what is pasted are for the editor, and put the mark back on the safest answer;
///   only a question that wants words gets them as such an answer, which Enter gives. While there
///   is something in the editor all keys are for that, until Tab turns to the question.
/// - A digit only marks a choice; Enter answers. If text follows, another digit too, the digit
///   belongs to it.
/// - An Enter that follows another soon answers once it is plain that no key is held down.
/// - What comes in one go, as a program or a terminal without bracketed paste types it, is text and
///   answers nothing.
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
  private final TypedChoice digits = new TypedChoice();

  private final StringBuilder released = new StringBuilder();
  private final StringBuilder unsent = new StringBuilder();
  private volatile Runnable changed = () -> {};

  private @Nullable Open open;
  private final KeyRepeat repeat;

  /// Whether the person has turned to the dialog although there is something in the editor.
  private boolean pointed;

  /// Whether the keys have rested since the dialog appeared.
  private boolean ready;

  /// Since when the keys rest in front of the dialog.
  private long quietSince;

  /// How many things hide the dialog at present.
  private int covers;

  private long shownAt;
  private long lastKey;

  /// Whether a key has come since the dialog was made: then somebody is there.
  private boolean touched;

  /// Whether the terminal is gone, so that no key comes any more.
  private volatile boolean gone;

  private record Open(Dialog dialog, CountDownLatch done) {}

  public Dialogs(LongSupplier nanos) {
    this.nanos = nanos;
    this.repeat = new KeyRepeat(nanos);
    this.lastKey = nanos.getAsLong() - SETTLE.toNanos();
    this.shownAt = lastKey;
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
        closeIfGone();
        return waited(asked, left);
      } catch (InterruptedException withdrawn) {
        if (asked.done.getCount() > 0) {
          keep(dialog);
        }
        throw withdrawn;
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
      repeat.forget();
      touched = false;
      appears();
      digits.clear();
    } finally {
      lock.unlock();
    }
    changed.run();
  }

  /// What was written at a question that nobody waits for any more is not lost.
  private void keep(Dialog dialog) {
    lock.lock();
    try {
      String written = dialog.unsent().strip();
      unsent.append(unsent.isEmpty() || written.isEmpty() ? "" : "\n").append(written);
    } finally {
      lock.unlock();
    }
  }

  /// What was written at questions that were withdrawn, for the editor. Only once.
  public String unsent() {
    return taken(unsent);
  }

  private String taken(StringBuilder from) {
    lock.lock();
    try {
      String text = from.toString();
      from.setLength(0);
      return text;
    } finally {
      lock.unlock();
    }
  }

  /// A question that nobody has read yet is on the screen from now on.
  private void appears() {
    shownAt = nanos.getAsLong();
    pointed = false;
    disturbed();
  }

  private void disturbed() {
    ready = false;
    quietSince = nanos.getAsLong();
  }

  /// Something hides the dialog from now on, such as a menu or another program at the terminal.
  public void cover() {
    lock.lock();
    try {
      repeat.forget();
      covers++;
    } finally {
      lock.unlock();
    }
  }

  /// What hid the dialog has gone: the person sees it as if it had just appeared.
  public void uncover() {
    lock.lock();
    try {
      covers--;
      appears();
    } finally {
      lock.unlock();
    }
  }

  /// A key went to what hides the dialog.
  public void hidden(Key key) {
    lock.lock();
    try {
      repeat.came(key);
    } finally {
      lock.unlock();
    }
  }

  /// A key went to somebody else without the dialog being asked.
  public void passed(Key key) {
    lock.lock();
    try {
      lastKey = nanos.getAsLong();
      repeat.came(key);
      touched = true;
      disturbed();
    } finally {
      lock.unlock();
    }
  }

  public boolean waiting() {
    return current().isPresent();
  }

  /// Whether a dialog is open that only another key ends: none that is answered and about to go, or
  /// whose Enter is put off.
  public boolean waitsForKeys() {
    lock.lock();
    try {
      return open != null && open.done.getCount() > 0 && !repeat.waits();
    } finally {
      lock.unlock();
    }
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
  ///
  /// @param draft whether there is something in the editor
  public <T> Optional<T> view(boolean draft, Function<Dialog, T> drawing) {
    lock.lock();
    try {
      if (open == null) {
        return Optional.empty();
      }
      open.dialog.attended(pointed || !draft);
      return Optional.of(drawing.apply(open.dialog));
    } finally {
      lock.unlock();
    }
  }

  /// One key, whoever it is for.
  ///
  /// @param draft whether there is something in the editor
  /// @return whether the dialog took it; otherwise it is for the editor, in both cases after what
  ///   [#released()] gives
  public boolean press(Key key, boolean draft) {
    boolean taken;
    lock.lock();
    try {
      long now = nanos.getAsLong();
      ready |= now - quietSince >= SETTLE.toNanos();
      boolean burst = now - lastKey < BURST.toNanos();
      Open asked = open;
      boolean again = repeat.mayBe();
      boolean held = repeat.came(key);
      ready &= !held;
      taken = asked != null && take(asked, key, draft, burst, again);
      if (asked != null && asked.dialog.swallowsText()) {
        released.setLength(0);
        taken |= isText(key);
      }
      lastKey = now;
      touched = true;
      if (!taken || !ready) {
        disturbed();
      }
    } finally {
      lock.unlock();
    }
    if (taken) {
      changed.run();
    }
    return taken;
  }

  /// The terminal is gone: what only a key could answer is not answered any more.
  public void gone() {
    gone = true;
    closeIfGone();
  }

  private void closeIfGone() {
    lock.lock();
    try {
      Open asked = open;
      if (gone && asked != null && asked.dialog.closesWith(Key.Named.GONE)) {
        step(asked, Key.Named.GONE);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Since when the dialog has been on the screen with nobody there, by the clock that was given;
  /// nothing while it is hidden, and after the first key.
  public OptionalLong untouchedSince() {
    lock.lock();
    try {
      return covers > 0 || touched ? OptionalLong.empty() : OptionalLong.of(shownAt);
    } finally {
      lock.unlock();
    }
  }

  /// Digits that were taken for a choice and turned out to be the beginning of a text. Only once.
  public String released() {
    return taken(released);
  }

  /// @param again whether an Enter may be a repeat of the one before
  private boolean take(Open asked, Key key, boolean draft, boolean burst, boolean again) {
    if (isForProgram(key)) {
      return asked.dialog.closesWith(key) && step(asked, key);
    }
    if (asked.dialog.typing()) {
      if (key == Key.Named.ENTER && nanos.getAsLong() - shownAt < SETTLE.toNanos()) {
        // It was hidden a moment ago.
        return true;
      }
      // A line end within a text that comes in one go is a blank of it.
      return step(asked, burst && key == Key.Named.ENTER ? SPACE : key);
    }
    if (isText(key)) {
      return chosen(asked, key, draft, burst);
    }
    if (burst && key == Key.Named.ENTER && (draft || !digits.isEmpty())) {
      // The end of a pasted line sends nothing and answers nothing.
      released.append(digits).append('\n');
      setBack(asked);
      return true;
    }
    if (!pointed && draft) {
      // Tab only turns to the question, unless it belongs to what is being typed: then the Enter
      // that sends the draft would answer. Reading it harms nobody.
      pointed = ready && key == Key.Named.TAB;
      return pointed || (ready && isPage(key) && step(asked, key));
    }
    if (!ready || (burst && key == Key.Named.ENTER)) {
      // Nobody has read the question yet; nothing is lost with this key.
      return key == Key.Named.ENTER || isArrow(key) || isPage(key) || key == Key.Named.TAB;
    }
    if (again && key == Key.Named.ENTER) {
      repeat.putOff();
      Thread.startVirtualThread(() -> answerLater(asked));
      return true;
    }
    boolean taken = step(asked, key);
    if (taken) {
      digits.clear();
    }
    return taken;
  }

  /// Gives the Enter that was put off to the dialog, unless another key comes.
  private void answerLater(Open asked) {
    try {
      for (Duration left = putOff(asked); !left.isZero(); left = putOff(asked)) {
        Thread.sleep(left);
      }
    } catch (InterruptedException leaving) {
      // Nobody interrupts this thread; without it the question stays open.
      Thread.currentThread().interrupt();
    }
  }

  /// How long the Enter still waits; nothing once it is given, or not meant any more.
  private Duration putOff(Open asked) {
    lock.lock();
    try {
      if (!repeat.waits() || !asked.equals(open)) {
        return Duration.ZERO;
      }
      Duration left = repeat.left();
      if (!left.isZero()) {
        return left;
      }
      repeat.forget();
      step(asked, Key.Named.ENTER);
      digits.clear();
    } finally {
      lock.unlock();
    }
    changed.run();
    return Duration.ZERO;
  }

  /// A digit or a blank that chooses; everything else is text for the model, and what looked like a
  /// choice is part of it.
  private boolean chosen(Open asked, Key key, boolean draft, boolean burst) {
    boolean attended = ready && (pointed || !draft);
    boolean rested = nanos.getAsLong() - lastKey >= SETTLE.toNanos();
    if (attended && !burst && digits.goesOn(key, rested) && step(asked, key)) {
      digits.took(key);
      return true;
    }
    if (attended && digits.ticked()) {
      // It was the beginning of a text.
      step(asked, SPACE);
    }
    if (attended && asked.dialog.begin(digits + text(key))) {
      digits.clear();
      return true;
    }
    released.append(digits);
    setBack(asked);
    return false;
  }

  static String text(Key key) {
    return switch (key) {
      case Key.Typed typed -> typed.text();
      case Key.Pasted pasted -> pasted.text();
      default -> "";
    };
  }

  /// Somebody writes to the model: nothing that was marked is meant.
  private void setBack(Open asked) {
    digits.clear();
    pointed = false;
    ready = false;
    asked.dialog.unmark();
  }

  private boolean step(Open asked, Key key) {
    Dialog.Step step = asked.dialog.press(key);
    switch (step) {
      case DONE -> {
        if (isForProgram(key)) {
          keep(asked.dialog);
        }
        asked.done.countDown();
        open = null;
      }
      case NEXT -> {
        appears();
        pointed = true;
      }
      case STAY, UNKNOWN -> {}
    }
    return step != Dialog.Step.UNKNOWN;
  }

  private static boolean isArrow(Key key) {
    return key == Key.Named.UP
        || key == Key.Named.DOWN
        || key == Key.Named.LEFT
        || key == Key.Named.RIGHT;
  }

  private static boolean isPage(Key key) {
    return key == Key.Named.PAGE_UP || key == Key.Named.PAGE_DOWN;
  }

  private static boolean isForProgram(Key key) {
    return key == Key.Named.INTERRUPT || key == Key.Named.SUSPEND || key == Key.Named.GONE;
  }

  private static boolean isText(Key key) {
    return key instanceof Key.Typed || key instanceof Key.Pasted;
  }
}

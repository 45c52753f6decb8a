package dev.tenon.cli.terminal.screen;

import java.util.function.BooleanSupplier;

/// Has the terminal say behind each frame how wide it was when it read it. tmux breaks its rows
/// anew some time before it tells a program that the window has changed: only its own word says
/// whether a frame met the rows it was made for. A frame waits for the word on the one before it,
/// for a moment; who does not answer is soon not asked any more. Guarded by whoever has it.
final class WidthWitness {
  /// Where the cursor is at the right edge. Not the question for the size: tmux before 3.4 answers
  /// it with columns and rows exchanged.
  private static final String QUESTION = "\0337\033[9999C\033[6n\0338";

  private static final long PATIENCE_NANOS = 250_000_000;
  private static final int MOST_UNANSWERED = 3;

  /// So long after it got narrower a terminal says so at the latest.
  private static final long TOLD_NANOS = 1_000_000_000;

  private BooleanSupplier wanted = () -> false;
  private boolean paused;

  /// The width that the frame was made for of which nothing is known yet; 0 if there is none.
  private int open;

  private long asked;

  /// Answers for which nobody waits any more.
  private int late;

  private int unanswered;

  /// How wide the terminal is by its own word, while it still tells programs another width; 0 when
  /// both are one.
  private int narrower;

  private int stillTold;
  private long narrowed;

  void askWhile(BooleanSupplier condition) {
    wanted = condition;
  }

  /// What goes behind a frame that was made for this width.
  String question(int width, long now) {
    if (paused || open != 0 || unanswered >= MOST_UNANSWERED || !wanted.getAsBoolean()) {
      return "";
    }
    open = width;
    asked = now;
    return QUESTION;
  }

  /// How long the next frame waits for an answer.
  long left(long now) {
    if (open == 0) {
      return 0;
    }
    long left = asked + PATIENCE_NANOS - now;
    if (left <= 0) {
      open = 0;
      late++;
      unanswered++;
      return 0;
    }
    return left;
  }

  /// An answer has come. Answers the width of the frame it is about, or 0 if that is of no interest
  /// any more.
  int answered() {
    if (late > 0) {
      late--;
      return 0;
    }
    int made = open;
    open = 0;
    unanswered = 0;
    return made;
  }

  /// The terminal is this wide, and a frame was made for the width that it still tells programs.
  void narrowed(int width, int told, long now) {
    narrower = width;
    stillTold = told;
    narrowed = now;
  }

  /// How wide the terminal is that tells this width.
  int width(int told, long now) {
    if (told != stillTold || now - narrowed > TOLD_NANOS) {
      narrower = 0;
    }
    return narrower > 0 ? narrower : told;
  }

  boolean isOpen() {
    return open != 0;
  }

  /// Nothing is asked until [#goOn()]: something else gets the terminal.
  void pause() {
    paused = true;
  }

  void goOn() {
    paused = false;
    open = 0;
  }
}

package dev.tenon.core.permission.command;

/// How much work judging may cost, counted in steps and not in time, so that the same line is
/// judged in the same way on every machine. Not thread-safe.
public final class Effort {
  /// Lines that are longer are asked about unread.
  public static final int MOST_CHARACTERS = 10 * 1024;

  private final int most;
  private int spent;

  public Effort(int most) {
    this.most = most;
  }

  /// Counts steps that are about to be done; false when they are too many.
  public boolean spend(int steps) {
    spent = Math.min(most + 1, spent + Math.min(steps, most + 1));
    return spent <= most;
  }

  /// Takes note that something is too much work, whatever is left.
  public void exhaust() {
    spent = most + 1;
  }

  /// Whether something was left undone.
  public boolean exhausted() {
    return spent > most;
  }

  /// The steps so far.
  public int spent() {
    return spent;
  }
}

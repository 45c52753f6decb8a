package dev.tenon.core.edit;

import org.jspecify.annotations.Nullable;

/// A property that has to hold for random cases. A failure names the seed and the smallest size at
/// which that seed still fails; `-Dseed=N` runs that one alone.
public final class Property {
  private static final int LARGEST = 40;

  private Property() {}

  /// Throws when the property does not hold for the case.
  @FunctionalInterface
  public interface Check {
    void run(Randoms randoms) throws Exception;
  }

  public static void holds(int cases, Check check) {
    Long only = Long.getLong("seed");
    long first = only == null ? 1 : only;
    long last = only == null ? cases : only;
    for (long seed = first; seed <= last; seed++) {
      int size = 1 + (int) (seed % LARGEST);
      Throwable failure = failure(check, seed, size);
      if (failure != null) {
        throw shrunk(check, seed, size, failure);
      }
    }
  }

  private static AssertionError shrunk(Check check, long seed, int size, Throwable failure) {
    for (int smaller = 0; smaller < size; smaller++) {
      Throwable simpler = failure(check, seed, smaller);
      if (simpler != null) {
        return error(seed, smaller, simpler);
      }
    }
    return error(seed, size, failure);
  }

  private static AssertionError error(long seed, int size, Throwable failure) {
    String where = "seed " + seed + ", size " + size + " (run it alone with -Dseed=" + seed + ")";
    return new AssertionError(where + ": " + failure, failure);
  }

  private static @Nullable Throwable failure(Check check, long seed, int size) {
    try {
      check.run(new Randoms(seed, size));
      return null;
    } catch (Exception | AssertionError failed) {
      return failed;
    }
  }
}

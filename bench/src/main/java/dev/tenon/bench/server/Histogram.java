package dev.tenon.bench.server;

/// Counts of durations, exact to 3 % from a microsecond to minutes, in a fixed amount of memory.
/// Not safe for several threads.
final class Histogram {
  private static final int STEP_BITS = 5;
  private static final int STEPS = 1 << STEP_BITS;

  private final long[] counts = new long[(Long.SIZE - STEP_BITS + 1) * STEPS];
  private long count;
  private long largest;

  void add(long nanos) {
    long micros = Math.max(0, nanos / 1_000);
    counts[index(micros)]++;
    count++;
    largest = Math.max(largest, nanos);
  }

  /// Small numbers have a counter each; of each larger power of two there are so many steps.
  private static int index(long value) {
    if (value < STEPS) {
      return (int) value;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - STEP_BITS;
    return (shift + 1) * STEPS + (int) (value >>> shift) - STEPS;
  }

  /// The largest value that has this index.
  private static long value(int index) {
    if (index < STEPS) {
      return index;
    }
    int shift = index / STEPS - 1;
    return ((index % STEPS + STEPS + 1L) << shift) - 1;
  }

  long count() {
    return count;
  }

  double largestMillis() {
    return largest / 1e6;
  }

  /// The value in milliseconds that this part of all values does not exceed.
  double millis(double part) {
    if (count == 0) {
      throw new IllegalStateException("nothing was measured");
    }
    long rank = Math.max(1, (long) Math.ceil(count * part));
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return value(i) / 1e3;
      }
    }
    throw new IllegalStateException("the counts do not add up");
  }
}

package dev.tenon.bench.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Measurements of one thing, in the order in which they were made. Not safe for several threads.
public final class Sample {
  private final List<Double> values = new ArrayList<>();

  public void add(double value) {
    values.add(value);
  }

  public void clear() {
    values.clear();
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public int size() {
    return values.size();
  }

  public double min() {
    return Collections.min(values);
  }

  public double max() {
    return Collections.max(values);
  }

  public double median() {
    List<Double> sorted = sorted();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /// The value that nine of ten do not exceed.
  public double p90() {
    List<Double> sorted = sorted();
    return sorted.get((int) Math.ceil(sorted.size() * 0.9) - 1);
  }

  private List<Double> sorted() {
    if (values.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    return values.stream().sorted().toList();
  }
}

package dev.tenon.bench.choices;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The times of several variants of one thing that took turns, in milliseconds.
final class Turns {
  private final List<Sample> samples = new ArrayList<>();

  Turns(int variants) {
    for (int i = 0; i < variants; i++) {
      samples.add(new Sample());
    }
  }

  void add(int variant, double millis) {
    samples.get(variant).add(millis);
  }

  double median(int variant) {
    return samples.get(variant).median();
  }

  /// The median, and how far the runs lie apart.
  String shown(int variant) {
    Sample sample = samples.get(variant);
    return String.format(
        Locale.ROOT,
        "%s (%s–%s)",
        Report.number(sample.median()),
        Report.number(sample.min()),
        Report.number(sample.max()));
  }

  /// How many times as long the one variant takes as the other.
  String ratio(int slow, int fast) {
    return Report.number(median(slow) / median(fast));
  }
}

package dev.tenon.bench.rules;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.MicroBench;
import dev.tenon.bench.measure.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What stream rules cost a stream of 5,000 deltas a second.
public final class RulesReport {
  private RulesReport() {}

  /// @param log where JMH writes what it has to say
  public static Report run(Path log) {
    var machine = new Machine();
    Map<String, Double> micros = MicroBench.run(RulesReport.class.getPackageName(), log);
    var report = new Report().heading("Stream rules");
    machine.describe(report);
    report.paragraph(
        "JMH, one warm JVM each, average times of an answer of "
            + Watching.DELTAS
            + " deltas of 12 characters, half prose and half the arguments of a call, under rules"
            + " of which none matches. Without rules nothing of this runs.");
    var rows = new ArrayList<List<String>>();
    for (String count : List.of("1", "10", "100")) {
      double deltas = micros.getOrDefault("Watching.deltas(" + count + ")", Double.NaN);
      double whole = micros.getOrDefault("Watching.answer(" + count + ")", Double.NaN);
      rows.add(
          List.of(
              count,
              Report.number(deltas / Watching.DELTAS * 1000),
              Report.number(deltas / 1e4),
              Report.number(Math.max(0, whole - deltas) / 1e3)));
    }
    return report.table(
        List.of(
            "rules",
            "one delta, ns",
            "of a stream at 5,000 deltas a second, %",
            "reading the rules, once, ms"),
        rows);
  }
}

package dev.tenon.bench.choices;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.process.Runner;
import java.io.IOException;
import java.nio.file.Path;

/// Runs the comparisons of this room.
public final class ChoicesReport {
  private ChoicesReport() {}

  /// @param scratch an empty folder with room for 300 MB
  public static Report run(Path scratch) throws IOException, InterruptedException {
    var machine = new Machine();
    var runner = new Runner(scratch);
    var report = new Report().heading("What is written by hand");
    var body = new Report();
    new ColdStarts(scratch, runner).describe(body);
    new SearchFilters(scratch, runner).describe(body);
    new GlobMatching().describe(body);
    new IgnoreReading(scratch).describe(body);
    machine.describe(report);
    return report.append(body);
  }
}

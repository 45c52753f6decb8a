package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import java.io.IOException;
import java.nio.file.Path;

/// Runs the benchmarks of this room and says what the numbers mean.
public final class ShellReport {
  private ShellReport() {}

  /// @param scratch an empty folder with room for 3 GB
  public static Report run(Path scratch) throws IOException, InterruptedException {
    var machine = new Machine();
    var report = new Report().heading("The shell");
    var parts = new Report();
    new Starting(scratch, 300).describe(parts);
    new Liveness(scratch, 60).describe(parts);
    new Walls(scratch, 200).describe(parts);
    new Hooking(scratch, 200).describe(parts);
    new Scanning(scratch, 50_000, 20).describe(parts);
    new RepositorySearch(scratch, 50_000, 40).describe(parts);
    new Flood(scratch, 1L << 30).describe(parts);
    machine.describe(report);
    return report.append(parts);
  }
}

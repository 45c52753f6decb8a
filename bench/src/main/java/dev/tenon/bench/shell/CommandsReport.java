package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// What stands around a command, and what commands of the program take in a new process: short
/// enough to be run before and after a change.
public final class CommandsReport {
  private CommandsReport() {}

  /// @param scratch an empty folder
  /// @param before the launcher of another build to compare with
  public static Report run(Path launcher, Optional<Path> before, Path scratch, int rounds)
      throws IOException, InterruptedException {
    var machine = new Machine();
    var report = new Report().heading("Commands");
    var parts = new Report();
    new FirstCalls(launcher, before, scratch, rounds).describe(parts);
    new Walls(scratch, 60).describe(parts);
    new Hooking(scratch, 100).describe(parts);
    new Scanning(scratch, 5_000, 20).describe(parts);
    new RepositorySearch(scratch, 20_000, 20).describe(parts);
    new Judging(20).describe(parts);
    machine.describe(report);
    return report.append(parts);
  }
}

package dev.tenon.bench.server;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Runs the benchmarks of this room and says what the numbers mean.
public final class ServerReport {
  private ServerReport() {}

  /// @param scratch an empty folder with room for 200 MB
  public static Report run(Path launcher, Path scratch) throws IOException, InterruptedException {
    var machine = new Machine();
    var report = new Report().heading("The agent server");
    var parts = new Report();
    new Polling(folder(scratch, "polling"), 100, 3, Duration.ofSeconds(4)).describe(parts);
    new Streaming(folder(scratch, "streaming"), 500, 100, 30).describe(parts);
    new Reviewing(folder(scratch, "reviewing"), 1_000, 5).describe(parts);
    new Storing(folder(scratch, "storing"), 3_000).describe(parts);
    new Growth(folder(scratch, "growth"), 2_000).describe(parts);
    new Starting(launcher, folder(scratch, "starting"), 10_000).describe(parts);
    machine.describe(report);
    return report.append(parts);
  }

  private static Path folder(Path scratch, String name) throws IOException {
    return Files.createDirectories(scratch.resolve(name));
  }
}

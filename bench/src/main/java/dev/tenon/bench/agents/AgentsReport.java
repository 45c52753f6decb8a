package dev.tenon.bench.agents;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import java.io.IOException;
import java.nio.file.Path;

/// What helpers, layers, evidence, and agents, skills and commands from files cost.
public final class AgentsReport {
  private static final int FILES = 50_000;
  private static final int DISCOVERED = 500;

  private AgentsReport() {}

  /// @param scratch an empty folder
  public static Report run(Path launcher, Path scratch, int runs)
      throws IOException, InterruptedException {
    var machine = new Machine();
    var parts = new Report();
    try {
      new Helping(scratch, Math.max(runs, 20)).describe(parts);
      new Proving(scratch, FILES, runs).describe(parts);
      new Layering(scratch, FILES, runs).describe(parts);
      new Discovering(launcher, scratch, DISCOVERED, runs).describe(parts);
    } catch (IOException | InterruptedException | RuntimeException problem) {
      throw problem;
    } catch (Exception problem) {
      throw new IOException(problem);
    }
    var report = new Report().heading("Agents");
    machine.describe(report);
    return report.append(parts);
  }
}

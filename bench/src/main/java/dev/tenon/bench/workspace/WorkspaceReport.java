package dev.tenon.bench.workspace;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.MicroBench;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.process.Runner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the benchmarks of this room and says what the numbers mean.
public final class WorkspaceReport {
  private WorkspaceReport() {}

  /// @param scratch an empty folder with room for 2 GB
  /// @param log where JMH writes what it has to say
  public static Report run(Path launcher, Path scratch, Path log)
      throws IOException, InterruptedException {
    var machine = new Machine();
    Map<String, Double> micros = MicroBench.run(Patching.class.getName(), log);
    var runner = new Runner(scratch);
    var report = new Report().heading("The workspace");
    machine.describe(report);
    edits(report, micros);
    new HugeFile(launcher, scratch, runner).describe(report);
    new Searching(scratch, runner).describe(report);
    return report;
  }

  private static void edits(Report report, Map<String, Double> micros) {
    var rows = new ArrayList<List<String>>();
    for (String size : List.of("10000x20", "20x1")) {
      int split = size.indexOf('x');
      String what =
          size.substring(split + 1) + " hunks on " + size.substring(0, split) + " lines: ";
      for (String where : List.of("memory", "disk")) {
        String parameters = "(" + size + "," + where + ")";
        rows.add(
            List.of(
                what + (where.equals("disk") ? "on the disk" : "in memory"),
                millis(micros.get("Patching.plan" + parameters)),
                millis(micros.get("Patching.planAndCommit" + parameters))));
      }
    }
    report
        .heading("Edits")
        .paragraph(
            "`safe_patch`, warm, ms. The commit verifies hashes, writes, journals and syncs; in"
                + " memory (`/dev/shm`) syncing costs nothing. Aims: planning and committing 20"
                + " hunks on 10,000 lines under 5 ms, a journal entry without syncing under 1 ms.")
        .table(List.of("patch", "plan", "plan and commit"), rows);
  }

  private static String millis(@Nullable Double micros) {
    return micros == null ? "–" : Report.number(micros / 1e3);
  }
}

package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/// A command that prints a lot: how fast that is taken, and in how much memory.
final class Flood {
  private static final double SPEED = 300;
  private static final double HEAP = 64;
  private static final int RUNS = 3;

  private final Path scratch;
  private final long bytes;

  Flood(Path scratch, long bytes) {
    this.scratch = scratch;
    this.bytes = bytes;
  }

  /// What one run took.
  ///
  /// @param heap megabytes of heap at its highest over what was in use before
  record Run(double megabytesPerSecond, double heap, long shown) {}

  void describe(Report report) throws IOException {
    var rows = new ArrayList<List<String>>();
    double slowest = Double.MAX_VALUE;
    double most = 0;
    for (Kind kind : Kind.values()) {
      Run best = run(kind);
      for (int i = 1; i < RUNS; i++) {
        Run again = run(kind);
        best = again.megabytesPerSecond > best.megabytesPerSecond ? again : best;
      }
      slowest = Math.min(slowest, best.megabytesPerSecond);
      most = Math.max(most, best.heap);
      rows.add(
          List.of(
              kind.label,
              Report.number(best.megabytesPerSecond),
              Report.number(best.heap),
              Report.number(best.shown / 1e6)));
    }
    report
        .heading("Much output")
        .paragraph(
            (bytes >> 20)
                + " MB, the best of "
                + RUNS
                + ". Heap is what the heap held at most over what it held before, garbage"
                + " included; shown is what a face got while it ran. Aims: over "
                + (int) SPEED
                + " MB/s: "
                + Report.verdict(-slowest, -SPEED)
                + "; under "
                + (int) HEAP
                + " MB more heap: "
                + Report.verdict(most, HEAP)
                + ".")
        .table(List.of("output", "MB/s", "heap, MB", "shown, MB"), rows);
  }

  /// What is printed, and where it goes.
  enum Kind {
    KEPT("zeros, kept in an artifact", "head -c %d /dev/zero"),
    LINES(
        "lines of `yes`, kept in an artifact", "yes 'a line of text, not too short' | head -c %d"),
    DROPPED("zeros, only the ends kept", "head -c %d /dev/zero");

    private final String label;
    private final String line;

    Kind(String label, String line) {
      this.label = label;
      this.line = line;
    }
  }

  Run run(Kind kind) throws IOException {
    var shown = new AtomicLong();
    var limits = new Artifacts.Limits(2L << 30, 1, 0, Duration.ofDays(1));
    Path artifacts = scratch.resolve("artifacts");
    var setup =
        kind == Kind.DROPPED
            ? Shell.Setup.DEFAULT
            : Shell.Setup.DEFAULT.spillingTo(new Artifacts(artifacts, limits));
    try (var shell = new Shell(setup)) {
      var command =
          new Shell.Command(
              String.format(Locale.ROOT, kind.line, bytes), scratch, Duration.ofMinutes(5));
      System.gc();
      long before = 0;
      for (MemoryPoolMXBean pool : heap()) {
        before += pool.getUsage().getUsed();
        pool.resetPeakUsage();
      }
      long start = System.nanoTime();
      Shell.Finished finished = shell.run(command, text -> shown.addAndGet(text.length()));
      double seconds = (System.nanoTime() - start) / 1e9;
      long peak = 0;
      for (MemoryPoolMXBean pool : heap()) {
        peak += pool.getPeakUsage().getUsed();
      }
      if (finished.bytes() != bytes || finished.exitCode() != 0) {
        throw new IllegalStateException("the command did not do it: " + finished.exitCode());
      }
      if (finished.artifact().isPresent()) {
        Files.delete(finished.artifact().get());
      }
      return new Run(bytes / seconds / 1e6, (peak - before) / 1e6, shown.get());
    }
  }

  private static List<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }
}

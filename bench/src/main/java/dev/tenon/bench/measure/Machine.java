package dev.tenon.bench.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/// The machine that a measurement is made on, and what others did on it meanwhile: made at the
/// beginning of the measurement, asked at its end. A tenth of the processors in other hands is the
/// most at which medians still say something.
public final class Machine {
  private static final double QUIET = 0.1;

  /// The kernel counts in ticks of 10 ms.
  private static final long TICK_NANOS = 10_000_000;

  private final double loadBefore = load();
  private final long begin = System.nanoTime();
  private final long busyBefore = busyNanos();
  private final long ownBefore = ownNanos();

  /// One line of facts, and a warning when others were at work.
  public Report describe(Report report) {
    double others = othersShare();
    report.paragraph(
        String.format(
            Locale.ROOT,
            "%s %s, %s, %d cores, JDK %s; load average before %.2f, after %.2f; other programs took"
                + " %s of the processors.",
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            processor(),
            cores(),
            Runtime.version(),
            loadBefore,
            load(),
            others < 0 ? "an unknown part" : Math.round(100 * others) + " %"));
    return others >= 0 && others <= QUIET
        ? report
        : report.paragraph(
            "**The machine was busy with other work: read the ratios, not the numbers.**");
  }

  /// How much of all processors neither we nor our children used; negative where nobody tells.
  private double othersShare() {
    long busy = busyNanos() - busyBefore;
    long own = ownNanos() - ownBefore;
    long all = (System.nanoTime() - begin) * cores();
    return busyBefore < 0 ? -1 : Math.max(0, busy - own) / (double) all;
  }

  private static long busyNanos() {
    String[] columns = firstLine(Path.of("/proc/stat"), "cpu ").strip().split(" +", -1);
    if (columns.length < 9) {
      return -1;
    }
    // user, nice, system, idle, waiting for disks, interrupts (two columns), stolen by other guests
    long ticks = 0;
    for (int i : new int[] {1, 2, 3, 6, 7, 8}) {
      ticks += Long.parseLong(columns[i]);
    }
    return ticks * TICK_NANOS;
  }

  private static long ownNanos() {
    return ChildTime.nanos()
        + ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static String processor() {
    String line = firstLine(Path.of("/proc/cpuinfo"), "model name");
    return line.isEmpty()
        ? System.getProperty("os.arch")
        : line.substring(line.indexOf(':') + 1).strip();
  }

  /// The first line that begins so, or nothing: only Linux has these files.
  private static String firstLine(Path file, String beginning) {
    try {
      for (String line : Files.readAllLines(file)) {
        if (line.startsWith(beginning)) {
          return line;
        }
      }
    } catch (IOException absent) {
      return "";
    }
    return "";
  }
}

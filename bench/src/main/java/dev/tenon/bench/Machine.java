package dev.tenon.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// The machine that a measurement was made on, and whether it had something else to do: a load of
/// three quarters of a processor each is the most at which a median still says something.
public final class Machine {
  private static final double QUIET = 0.75;

  private final double before = load();

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /// Whether another program disturbs a measurement that begins now.
  public boolean isQuiet() {
    return before <= QUIET * cores();
  }

  /// One line of facts, and a warning when the machine was busy before the measurement.
  public Report describe(Report report) {
    report.paragraph(
        String.format(
            Locale.ROOT,
            "%s %s, %s, %d cores, JDK %s; load average before %.2f, after %.2f.",
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            processor(),
            cores(),
            Runtime.version(),
            before,
            load()));
    return isQuiet()
        ? report
        : report.paragraph(
            "**The machine was busy with other work: read the ratios, not the numbers.**");
  }

  private static String processor() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException unknown) {
      // Only Linux tells it there.
    }
    return System.getProperty("os.arch");
  }
}

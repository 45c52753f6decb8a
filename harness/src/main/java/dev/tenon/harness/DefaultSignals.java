package dev.tenon.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Lets a program that a test starts get the signals that the test sends. Whoever runs the tests
/// may ignore some (`nohup ./verify &`); what ignores a signal hands that down to all it starts,
/// and neither a JVM nor a shell takes it back.
public final class DefaultSignals {
  private static final int HUP = 1;
  private static final int INT = 2;
  private static final int QUIT = 3;
  private static final Path STATUS = Path.of("/proc/self/status");

  private DefaultSignals() {}

  /// The command line with which a program gets interrupts and hang-ups again. It stays one
  /// process, with the number that the process has at its start.
  public static List<String> of(List<String> command) {
    if (!ignored()) {
      return command;
    }
    var line = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,QUIT"));
    line.addAll(command);
    return line;
  }

  private static boolean ignored() {
    try {
      return Files.exists(STATUS) && ignored(Files.readString(STATUS));
    } catch (IOException unknown) {
      return false;
    }
  }

  static boolean ignored(String status) {
    for (String line : status.split("\n", -1)) {
      if (line.startsWith("SigIgn:")) {
        long mask = Long.parseUnsignedLong(line.substring(7).strip(), 16);
        return (mask & (bit(HUP) | bit(INT) | bit(QUIT))) != 0;
      }
    }
    return false;
  }

  private static long bit(int signal) {
    return 1L << (signal - 1);
  }
}

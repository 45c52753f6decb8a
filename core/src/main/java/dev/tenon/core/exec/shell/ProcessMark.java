package dev.tenon.core.exec.shell;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Makes the number by which the processes of one command are known. It is set as their limit of
/// file locks, a limit that Linux inherits to every child, shows in `/proc/PID/limits`, lets nobody
/// raise again, and otherwise ignores; so a process keeps it whatever it does to its environment,
/// its session or its parents. It is also in the environment, for where the limit cannot be set.
public final class ProcessMark {
  /// The variable with the marks of all the shells around a process.
  static final String VARIABLE = "TENON_MARK";

  private static final long LARGEST = Long.MAX_VALUE;

  private static long ceiling;

  private ProcessMark() {}

  /// A number that nobody can guess, and that is low enough to be set inside another shell.
  static synchronized String next() throws IOException {
    if (ceiling == 0) {
      ceiling = ceiling();
    }
    long floor = ceiling / 2;
    return Long.toString(floor + Math.floorMod(random(), ceiling - floor - 1));
  }

  /// Whether this program itself was started by a command of a shell of ours, however far above. A
  /// command that is not root cannot take the mark off.
  public static boolean isOnUs() {
    return ceiling() != LARGEST || System.getenv(VARIABLE) != null;
  }

  private static long random() throws IOException {
    // Not SecureRandom, which takes longer to load than a command takes to run.
    try (var source = new FileInputStream("/dev/urandom")) {
      byte[] bytes = source.readNBytes(Long.BYTES);
      return ByteBuffer.wrap(bytes).getLong();
    }
  }

  private static long ceiling() {
    try {
      String limits = Files.readString(Path.of("/proc/self/limits"), StandardCharsets.US_ASCII);
      int at = limits.indexOf("Max file locks");
      int end = limits.indexOf("locks", at + "Max file locks".length());
      if (at < 0 || end < 0) {
        return LARGEST;
      }
      String hard = limits.substring(at, end).strip();
      hard = hard.substring(hard.lastIndexOf(' ') + 1);
      return hard.equals("unlimited") ? LARGEST : Math.max(4, Long.parseLong(hard));
    } catch (IOException | NumberFormatException notLinux) {
      return LARGEST;
    }
  }
}

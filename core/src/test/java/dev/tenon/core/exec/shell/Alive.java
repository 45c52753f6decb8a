package dev.tenon.core.exec.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Looks at processes from the outside, for tests.
public final class Alive {
  private Alive() {}

  /// Waits until each process whose number stands in one of these files is gone.
  public static void awaitGone(Path... files) throws IOException {
    for (Path file : files) {
      for (String line : Files.readAllLines(file)) {
        long pid = Long.parseLong(line.strip());
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(() -> assertThat(isAlive(pid)).describedAs("process %s", pid).isFalse());
      }
    }
  }

  /// Waits until the file holds this many numbers of processes.
  public static void awaitNumbers(Path file, int count) {
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(
            () ->
                Files.readAllLines(file).size() >= count && Files.readString(file).endsWith("\n"));
  }

  public static boolean isAlive(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state != 'Z' && state != 'X';
    } catch (IOException gone) {
      return false;
    }
  }

  /// The command lines of all processes in which this text occurs.
  public static List<String> with(String text) throws IOException {
    var found = new ArrayList<String>();
    try (var files = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : files) {
        try {
          String line = Files.readString(each.resolve("cmdline")).replace('\0', ' ');
          if (line.contains(text) && isAlive(Long.parseLong(each.getFileName().toString()))) {
            found.add(line);
          }
        } catch (IOException gone) {
          // It ended while we looked.
        }
      }
    }
    return found;
  }
}

package dev.tenon.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A folder that commands behind a wall see as it is, wherever the build itself lies: `/tmp` and
/// its like are empty and their own. Closing deletes it.
public record VisibleFolder(Path path) implements AutoCloseable {
  private static final List<String> EMPTIED = List.of("/tmp", "/var/tmp", "/run", "/dev");

  public static VisibleFolder create(String prefix) throws IOException {
    Path target = Files.createDirectories(Path.of("target").toAbsolutePath()).toRealPath();
    boolean temporary = EMPTIED.stream().anyMatch(target::startsWith);
    Path parent = temporary ? Path.of(System.getProperty("user.home")) : target;
    return new VisibleFolder(Files.createTempDirectory(parent, prefix).toRealPath());
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}

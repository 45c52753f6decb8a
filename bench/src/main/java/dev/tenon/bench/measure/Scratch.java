package dev.tenon.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders that live as long as a measurement.
public final class Scratch {
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private Scratch() {}

  /// A new folder on a file system in memory, if the machine has one: there, what `fsync` costs
  /// does not hide what the code costs.
  public static Path inMemory(String name) throws IOException {
    return Files.isWritable(IN_MEMORY)
        ? Files.createTempDirectory(IN_MEMORY, name)
        : Files.createTempDirectory(name);
  }

  public static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}

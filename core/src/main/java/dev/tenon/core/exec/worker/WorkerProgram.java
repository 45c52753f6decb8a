package dev.tenon.core.exec.worker;

import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Reach;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a worker is started: which classes, which cache, how much memory. The classes that only
/// workers need are on no class path but this one.
///
/// @param classPath entries of the class path
/// @param main the class that serves tasks
/// @param cache the AOT cache that was made for exactly this class path, if there is one
/// @param memory the most megabytes of heap
public record WorkerProgram(List<Path> classPath, String main, @Nullable Path cache, int memory) {
  /// A class path that takes the place of the distribution's, for embedders and tests.
  public static final String CLASS_PATH = "tenon.worker.classpath";

  private static final String MAIN = "dev.tenon.worker.WorkerMain";
  private static final int MEMORY = 512;

  public WorkerProgram {
    classPath = List.copyOf(classPath);
  }

  public static WorkerProgram of(List<Path> classPath) {
    return new WorkerProgram(classPath, MAIN, null, MEMORY);
  }

  /// The worker of the running program: that of [#CLASS_PATH], or of its distribution. Empty when
  /// it has neither, as in an application that embeds Tenon.
  public static Optional<WorkerProgram> find() {
    String given = System.getProperty(CLASS_PATH);
    if (given != null) {
      var entries = new ArrayList<Path>();
      for (String entry : given.split(File.pathSeparator, -1)) {
        if (!entry.isEmpty()) {
          entries.add(Path.of(entry));
        }
      }
      return entries.isEmpty() ? Optional.empty() : Optional.of(of(entries));
    }
    String dist = System.getProperty("tenon.dist");
    return dist == null ? Optional.empty() : in(Path.of(dist));
  }

  /// The worker of a distribution: `worker/class-path` has its entries, one a line, seen from the
  /// distribution.
  static Optional<WorkerProgram> in(Path dist) {
    try {
      var entries = new ArrayList<Path>();
      for (String line : Files.readAllLines(dist.resolve("worker/class-path"))) {
        if (!line.isBlank()) {
          entries.add(dist.resolve(line.strip()));
        }
      }
      Path cache = dist.resolve("worker.aot");
      return entries.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new WorkerProgram(entries, MAIN, Files.exists(cache) ? cache : null, MEMORY));
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  public WorkerProgram serving(String mainClass) {
    return new WorkerProgram(classPath, mainClass, cache, memory);
  }

  public WorkerProgram withMemory(int megabytes) {
    return new WorkerProgram(classPath, main, cache, megabytes);
  }

  /// All that a worker reads to start. It has to be visible to it, wherever it lies.
  public List<Path> files() {
    var files = new ArrayList<Path>();
    files.add(Path.of(System.getProperty("java.home")));
    for (Path entry : classPath) {
      if (Files.exists(entry)) {
        files.add(entry);
      }
    }
    if (cache != null) {
      files.add(cache);
    }
    return files;
  }

  /// The command line. Nothing but answers may come to its standard output, it ends when memory
  /// does, and a crash leaves no file anywhere.
  Program program() {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.add("-Xmx" + memory + "m");
    if (cache != null) {
      command.add("-XX:AOTCache=" + cache);
    }
    command.add("-cp");
    var path = new StringBuilder();
    for (Path entry : classPath) {
      path.append(path.isEmpty() ? "" : File.pathSeparator).append(entry);
    }
    command.add(path.toString());
    command.add(main);
    return new Program(command, Path.of("/"), Map.of(), Reach.SECLUDED);
  }

  private static final List<String> OPTIONS =
      List.of(
          "-Xlog:disable",
          "-Xlog:all=warning:stderr",
          "-XX:+DisplayVMOutputToStderr",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:ErrorFile=/dev/null",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:-UsePerfData",
          "-XX:+UseSerialGC",
          "-Xms16m",
          "--enable-native-access=ALL-UNNAMED",
          "-Dfile.encoding=UTF-8");
}

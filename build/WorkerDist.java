import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The part of the distribution that workers are started from: the folder `worker` has the jars
/// that the program itself does not have, and `worker/class-path` the whole class path of a worker,
/// one entry a line, seen from the distribution. What the program has, too, is not there twice.
/// `worker/requests` is what a worker was asked in training, for the caches of a package.
final class WorkerDist {
  /// What `core.exec.worker.WorkerProgram` starts, with what decides whether a cache fits.
  private static final String MAIN = "dev.tenon.worker.WorkerMain";

  private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx512m");

  /// What a worker is asked in training; it ends with its input.
  private static final String REQUESTS =
      """
      {"jsonrpc":"2.0","id":1,"method":"tokens.count","params":{"encoding":"o200k_base","texts":["Größe: {}"]}}
      {"jsonrpc":"2.0","id":2,"method":"settle"}
      {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}
      {"jsonrpc":"2.0","id":3,"method":"unknown"}
      """;

  /// The worker's own jar first.
  private final List<Path> jars;

  private final Set<String> shared;

  /// @param jar the worker's own; beside it lies `class-path` with those that it needs
  /// @param program the jars of the program
  WorkerDist(Path jar, List<Path> program) throws IOException {
    String needed = Files.readString(jar.resolveSibling("class-path")).strip();
    jars =
        Stream.concat(
                Stream.of(jar),
                Stream.of(needed.split(File.pathSeparator))
                    .map(Path::of)
                    .sorted((a, b) -> a.getFileName().compareTo(b.getFileName())))
            .toList();
    shared =
        program.stream().map(each -> each.getFileName().toString()).collect(Collectors.toSet());
  }

  /// Those that only workers need.
  List<Path> own() {
    return jars.stream().filter(jar -> !isShared(jar)).toList();
  }

  private boolean isShared(Path jar) {
    return shared.contains(jar.getFileName().toString());
  }

  Path target(Path dist, Path jar) {
    return dist.resolve(isShared(jar) ? "lib" : "worker").resolve(jar.getFileName());
  }

  boolean isIn(Path dist) {
    return Files.exists(dist.resolve("worker/class-path"))
        && Files.exists(dist.resolve("worker/requests"))
        && own().stream().allMatch(jar -> Files.exists(target(dist, jar)));
  }

  /// @param isOurs which jars are to be made plain code of
  void copy(Path dist, PlainCode plain, Predicate<Path> isOurs) throws IOException {
    Files.createDirectories(dist.resolve("worker"));
    for (Path jar : own()) {
      if (isOurs.test(jar)) {
        plain.rewrite(jar, target(dist, jar));
      } else {
        Files.copy(jar, target(dist, jar), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    Files.writeString(
        dist.resolve("worker/class-path"),
        jars.stream()
            .map(jar -> dist.relativize(target(dist, jar)) + "\n")
            .collect(Collectors.joining()));
  }

  /// What a worker reads while it is recorded.
  Path requests(Path dist) throws IOException {
    return Files.writeString(dist.resolve("worker/requests"), REQUESTS);
  }

  /// The options and arguments of a worker's JVM.
  List<String> arguments(Path dist, List<String> cacheOptions) {
    var arguments = new ArrayList<>(OPTIONS);
    arguments.addAll(cacheOptions);
    arguments.add("-cp");
    arguments.add(
        jars.stream()
            .map(jar -> target(dist, jar).toString())
            .collect(Collectors.joining(File.pathSeparator)));
    arguments.add(MAIN);
    return arguments;
  }
}

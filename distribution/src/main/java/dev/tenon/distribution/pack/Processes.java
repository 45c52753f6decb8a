package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs the programs that a package is made with.
final class Processes {
  /// A folder in which nothing of a package is found by a relative path.
  static final Path ELSEWHERE = Path.of("/");

  private static final int SECONDS = 180;

  private Processes() {}

  /// Runs a command to its end and answers its standard output.
  ///
  /// @param log where its errors go, and its output too
  static String run(Path folder, Path log, List<String> command)
      throws IOException, InterruptedException, PackException {
    return run(folder, log, command, Path.of("/dev/null"));
  }

  /// The same for a command that reads a file as its standard input.
  static String run(Path folder, Path log, List<String> command, Path input)
      throws IOException, InterruptedException, PackException {
    Path output = Files.createTempFile("tenon-package-", ".out");
    try {
      var builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(input.toFile())
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
      // What is made must not depend on whose machine it is made on: the JVM's options, the locale
      // and the time zone of its user would get into it.
      builder.environment().keySet().retainAll(List.of("PATH", "HOME", "TMPDIR"));
      builder.environment().putAll(Map.of("LC_ALL", "C.UTF-8", "TZ", "UTC"));
      Process process = builder.start();
      boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      if (!ended || process.exitValue() != 0) {
        throw new PackException(
            command.getFirst()
                + (ended ? " ended with " + process.exitValue() : " did not end")
                + "; see "
                + log);
      }
      return Files.readString(output);
    } finally {
      Files.delete(output);
    }
  }
}

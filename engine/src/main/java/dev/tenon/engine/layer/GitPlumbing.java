package dev.tenon.engine.layer;

import dev.tenon.core.exec.shell.Confinement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs git's plumbing in a repository: no hook, no signing, no file watcher, no editor, no
/// question, and nothing of the person's index.
final class GitPlumbing {
  private static final int SECONDS = 120;

  private final Path directory;
  private final Map<String, String> environment;
  private final Confinement view;

  /// @param environment more of it, such as another index
  GitPlumbing(Path directory, Map<String, String> environment) {
    this(directory, environment, Confinement.none());
  }

  /// @param view in which it sees the files
  GitPlumbing(Path directory, Map<String, String> environment, Confinement view) {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
    this.view = view;
  }

  /// Whether a command succeeds.
  boolean succeeds(String... words) throws InterruptedException {
    try {
      run(words);
      return true;
    } catch (IOException failed) {
      return false;
    }
  }

  /// The output of a command that has to succeed, without its last line end.
  String run(String... words) throws IOException, InterruptedException {
    String out = new String(bytes(new byte[0], words), StandardCharsets.UTF_8);
    return out.endsWith("\n") ? out.substring(0, out.length() - 1) : out;
  }

  /// The same with something to read.
  String feed(byte[] input, String... words) throws IOException, InterruptedException {
    return new String(bytes(input, words), StandardCharsets.UTF_8).strip();
  }

  byte[] bytes(byte[] input, String... words) throws IOException, InterruptedException {
    var line =
        new ArrayList<>(
            List.of(
                "git",
                "-c",
                "core.hooksPath=/dev/null",
                "-c",
                "core.fsmonitor=false",
                "-c",
                "commit.gpgSign=false",
                "-c",
                "gc.auto=0",
                "-c",
                "maintenance.auto=false"));
    line.addAll(List.of(words));
    var builder = new ProcessBuilder(view.wrap(line, directory)).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().put("GIT_OPTIONAL_LOCKS", "0");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().putAll(environment);
    Process process = builder.start();
    var problems = new ByteArrayOutputStream();
    Thread errors =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    process.getErrorStream().transferTo(problems);
                  } catch (IOException closed) {
                    // The process is gone; its exit code tells.
                  }
                });
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (OutputStream in = process.getOutputStream()) {
                    in.write(input);
                  } catch (IOException closed) {
                    // It did not want to read; its exit code tells.
                  }
                });
    Thread clock =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                      process.destroyForcibly();
                    }
                  } catch (InterruptedException inTime) {
                    // It has ended.
                  }
                });
    try {
      byte[] out = process.getInputStream().readAllBytes();
      int code = process.waitFor();
      errors.join();
      if (code != 0) {
        String why = problems.toString(StandardCharsets.UTF_8).strip();
        throw new IOException("git " + words[0] + " failed (" + code + "): " + why);
      }
      return out;
    } finally {
      clock.interrupt();
      writer.interrupt();
      process.destroyForcibly();
    }
  }
}

package dev.tenon.cli;

import dev.tenon.harness.DefaultSignals;
import dev.tenon.testkit.ModelServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// The built program as a process, with an environment of its own.
final class Program {
  static final Path LAUNCHER = Path.of(System.getProperty("tenon.launcher"));

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();

  /// How a run ended.
  record Run(int exitCode, String output, String errors) {}

  /// @param folder the project it runs in; its state lies beside it
  Program(Path folder) {
    this.folder = folder;
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", folder.resolveSibling("home").toString());
    environment.put("TENON_HOME", folder.resolveSibling("state").toString());
    environment.put("TENON_NO_BUILD", "1");
    environment.put("TERM", "dumb");
  }

  /// The program in a project, with a model on loopback.
  static Program against(ModelServer server, Path project, String key) {
    return new Program(project)
        .with("ANTHROPIC_API_KEY", key)
        .with("ANTHROPIC_BASE_URL", server.url().toString());
  }

  Program with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Run run(String... words) throws IOException, InterruptedException {
    return run(new byte[0], words);
  }

  /// Runs it by another program.
  Run run(List<String> prefix, String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(prefix);
    command.add(LAUNCHER.toString());
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(DefaultSignals.of(command)).directory(folder.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    return finish(process, reading(process.getInputStream()), reading(process.getErrorStream()));
  }

  Run run(byte[] input, String... words) throws IOException, InterruptedException {
    Process process = start(words);
    var output = reading(process.getInputStream());
    var errors = reading(process.getErrorStream());
    try (OutputStream in = process.getOutputStream()) {
      in.write(input);
    } catch (IOException notWanted) {
      // It ended, or refused its input, before it had read all of it.
    }
    return finish(process, output, errors);
  }

  /// Starts it with its standard input left open.
  Process start(String... words) throws IOException {
    var command = new ArrayList<String>();
    command.add(LAUNCHER.toString());
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(DefaultSignals.of(command)).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  /// Starts it at a pseudo terminal of its own, which is all of its streams.
  ///
  /// @param redirection what a shell makes of its streams, such as `2>file`
  Process startAtTerminal(String redirection, String... words) throws IOException {
    var line = new StringBuilder(quoted(LAUNCHER.toString()));
    for (String word : words) {
      line.append(' ').append(quoted(word));
    }
    line.append(' ').append(redirection);
    var command = List.of("script", "-qec", line.toString(), "/dev/null");
    var builder = new ProcessBuilder(DefaultSignals.of(command)).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  /// What it sends to a pseudo terminal at which somebody types this.
  String atTerminal(String typed, String redirection, String... words)
      throws IOException, InterruptedException {
    Process process = startAtTerminal(redirection, words);
    var output = reading(process.getInputStream());
    try (OutputStream in = process.getOutputStream()) {
      in.write(typed.getBytes(StandardCharsets.UTF_8));
    } catch (IOException notWanted) {
      // It ended before it had read all of it.
    }
    // The terminal shows the end of its input like this.
    return finish(process, output, reading(process.getErrorStream()))
        .output()
        .replace("^D\b\b", "");
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  static CompletableFuture<String> reading(java.io.InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException broken) {
            throw new java.io.UncheckedIOException(broken);
          }
        });
  }

  static Run finish(
      Process process, CompletableFuture<String> output, CompletableFuture<String> errors)
      throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("it did not end");
    }
    try {
      return new Run(process.exitValue(), output.get(), errors.get());
    } catch (ExecutionException broken) {
      throw new AssertionError(broken);
    }
  }
}

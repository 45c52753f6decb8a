package dev.tenon.core.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Runs a real program as the oracle of a test.
public record Program(Path folder, Map<String, String> environment) {

  /// What a run gave back.
  public record Result(int code, String out) {}

  /// Git without the user's own configuration.
  public static Program git(Path folder) {
    return new Program(
        folder,
        Map.of(
            "GIT_CONFIG_GLOBAL", "/dev/null",
            "GIT_CONFIG_NOSYSTEM", "1",
            "XDG_CONFIG_HOME", "/nonexistent"));
  }

  public Result run(String... command) throws IOException, InterruptedException {
    return run(List.of(command));
  }

  public Result run(List<String> command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), out);
  }
}

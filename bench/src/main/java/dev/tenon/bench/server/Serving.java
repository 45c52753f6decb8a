package dev.tenon.bench.server;

import dev.tenon.bench.process.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The built program as a server that has answered once.
final class Serving implements AutoCloseable {
  static final String TOKEN = ServerTrial.TOKEN;

  final int port;
  final Proc proc;

  /// From the start of the process to its first answer.
  final double millis;

  private final Process process;

  private Serving(Process process, int port, double millis) {
    this.process = process;
    this.port = port;
    this.millis = millis;
    this.proc = new Proc(process.pid());
  }

  static Serving start(Path launcher, Path project, Path home)
      throws IOException, InterruptedException {
    Files.createDirectories(home);
    Path script = home.resolve("script.json");
    Files.writeString(script, "{\"steps\":[{\"text\":\"Done.\"}]}");
    var builder =
        new ProcessBuilder(
                List.of(
                    launcher.toString(), "serve", "--port", "0", "--model", "scripted:" + script))
            .directory(project.toFile())
            .redirectError(home.resolve("serve.err").toFile());
    builder.environment().clear();
    builder.environment().put("PATH", Program.path());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("TENON_HOME", home.toString());
    builder.environment().put("TENON_NO_BUILD", "1");
    builder.environment().put("TENON_TOKEN", TOKEN);
    long begin = System.nanoTime();
    Process process = builder.start();
    try {
      var out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine();
      if (line == null || !line.startsWith("listening on ")) {
        throw new IOException(
            "the program did not start: " + Files.readString(home.resolve("serve.err")));
      }
      int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1).strip());
      try (var first = new Pollers(port, TOKEN, List.of("/api/agent/sessions?limit=20&cursor="))) {
        first.once();
      }
      return new Serving(process, port, (System.nanoTime() - begin) / 1e6);
    } catch (IOException | RuntimeException failed) {
      process.destroyForcibly().waitFor();
      throw failed;
    }
  }

  Api api() {
    return new Api(port, TOKEN);
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new IOException("the program did not end");
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

package dev.tenon.bench.server;

import dev.tenon.bench.process.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A [ServerTrial] that runs, with the options that the launcher gives a server.
final class TrialProcess implements AutoCloseable {
  /// As in the launcher; the AOT cache is for start-up, which is measured with the program itself.
  static final List<String> OPTIONS =
      List.of(
          "-XX:-UsePerfData",
          "-XX:+UseSerialGC",
          "-Xms16m",
          "-XX:MaxNewSize=16m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=30",
          "-XX:-ShrinkHeapInSteps",
          "-XX:TrimNativeHeapInterval=5000");

  final int port;
  final int barePort;
  final Proc proc;
  private final Process process;
  private final Path errors;

  private TrialProcess(Process process, Path errors, int port, int barePort) {
    this.process = process;
    this.errors = errors;
    this.port = port;
    this.barePort = barePort;
    this.proc = new Proc(process.pid());
  }

  /// @param folder for its project and its state
  /// @param running how many jobs may run at the same time
  static TrialProcess start(Path folder, int running) throws IOException {
    Path project = Files.createDirectories(folder.resolve("project"));
    for (int i = 0; i < 20; i++) {
      Path file = project.resolve("notes/small/file" + i + ".md");
      Files.createDirectories(file.getParent());
      Files.writeString(file, "A note.\n");
    }
    var command =
        new ArrayList<>(
            Program.java(
                ServerTrial.class,
                project.toRealPath().toString(),
                folder.resolve("state").toString(),
                Integer.toString(running)));
    command.addAll(1, OPTIONS);
    command.add(1, "--enable-native-access=ALL-UNNAMED");
    Path errors = folder.resolve("server.err");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    BufferedReader out =
        new BufferedReader(
            new java.io.InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null || !line.startsWith("ready ")) {
      process.destroyForcibly();
      throw new IOException("the server did not start: " + Files.readString(errors));
    }
    String[] words = line.split(" ", -1);
    return new TrialProcess(
        process, errors, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }

  Api api() {
    return new Api(port, ServerTrial.TOKEN);
  }

  /// Megabytes of heap in use after a collection.
  double heap() throws IOException, InterruptedException {
    try (Api bare = new Api(barePort, ServerTrial.TOKEN)) {
      return Long.parseLong(bare.get("/heap")) / 1e6;
    }
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new IOException("the server did not end");
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "the server ended with " + process.exitValue() + ": " + Files.readString(errors));
    }
  }
}

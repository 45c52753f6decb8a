package dev.tenon.distribution;

import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import dev.tenon.testkit.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// One training run of an AOT cache. The models are servers in this process, so that nothing of
/// them gets into the cache; what is recorded is the process it starts.
///
/// `AotTraining KIND COMMAND…`: the command is a JVM that records, up to its class path;
/// [TrainedCommands] and its arguments are added. Exits as that process does.
public final class AotTraining {
  private static final List<String> KINDS_WITH_SERVERS = List.of("short", "session");

  private AotTraining() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tenon-training-");
    int code;
    try (var plain = ModelServer.start().answering(AotTraining::answer);
        var secured = ModelServer.start(Settings.DEFAULT.tls()).answering(AotTraining::answer)) {
      Path project = project(folder);
      if (KINDS_WITH_SERVERS.contains(arguments[0])) {
        KnownServer.prepare(project);
      }
      var command = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
      command.add(TrainedCommands.class.getName());
      command.add(arguments[0]);
      command.add(project.toString());
      command.add(plain.url());
      command.add(secured.url());
      command.add(secured.certificate().toString());
      code = new ProcessBuilder(command).inheritIO().start().waitFor();
      for (ModelServer server : List.of(plain, secured)) {
        server.problems().forEach(problem -> System.err.println("training: " + problem));
        server.rejections().forEach(rejected -> System.err.println("training: " + rejected));
      }
    } finally {
      delete(folder);
    }
    System.exit(code);
  }

  private static Path project(Path folder) throws IOException {
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\ntwo\n");
    Files.writeString(project.resolve("AGENTS.md"), "Be brief.\n");
    Files.writeString(project.resolve("Makefile"), "all:\n");
    return project;
  }

  /// A word on each wire; on Anthropic's, tools run first.
  static Answer answer(Received request) {
    if (request.wire() != Wire.ANTHROPIC) {
      return Reply.text("Done.");
    }
    if (request.turn() > 0) {
      return Reply.text("Done. ".repeat(20)).chunk(6);
    }
    if (request.text().contains(TrainedCommands.TOOLS)) {
      return Reply.toolCall("t0", "more_tools", "{\"query\":\"number 7\"}");
    }
    Reply calls =
        Reply.toolCall("t0", "read_file", "{\"path\":\"a.txt\"}")
            .thenToolCall("t1", "list_files", "{\"path\":\".\"}");
    return request.text().contains(TrainedCommands.CHECK)
        ? calls
            .thenToolCall("t2", "write_file", "{\"path\":\"c.txt\",\"content\":\"c\"}")
            .thenToolCall("t3", "bash", "{\"command\":\"true\"}")
        : calls;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException stuck) {
                  throw new UncheckedIOException(stuck);
                }
              });
    }
  }
}

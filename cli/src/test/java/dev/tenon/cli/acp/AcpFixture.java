package dev.tenon.cli.acp;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A project, a home and scripted models for tests of `tenon acp`.
final class AcpFixture {
  final Path folder;
  final Path project;
  final Path home;

  AcpFixture(Path temporary) throws IOException {
    folder = temporary.toRealPath();
    project = Files.createDirectory(folder.resolve("project"));
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(project.resolve("a.txt"), "one\ntwo\nthree\n");
  }

  Map<String, String> environment() {
    return Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH"));
  }

  /// Starts the program with a scripted model and says hello.
  EditorClient client(String mode, Json.Obj capabilities, String... steps)
      throws IOException, InterruptedException {
    Path script = folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [" + String.join(",", steps) + "]}");
    var client =
        new EditorClient(
            environment(),
            "acp",
            "--root=" + project,
            "--model=scripted:" + script,
            "--permission-mode=" + mode);
    client.call("initialize", hello(capabilities));
    return client;
  }

  static Json.Obj hello(Json.Obj capabilities) {
    return Json.object()
        .put("protocolVersion", 1)
        .put("clientCapabilities", capabilities)
        .object("clientInfo", info -> info.put("name", "test").put("version", "1"))
        .build();
  }

  /// A client that shows everything.
  static Json.Obj shows() {
    return Json.object()
        .object(
            "session",
            session -> session.put("notices", Json.Obj.EMPTY).put("compaction", Json.Obj.EMPTY))
        .build();
  }

  /// A client whose files are open.
  static Json.Obj files() {
    return Json.object()
        .object("fs", fs -> fs.put("readTextFile", true).put("writeTextFile", true))
        .build();
  }

  Json.Obj place() {
    return Json.object().put("cwd", project.toString()).array("mcpServers", List.of()).build();
  }

  String open(EditorClient client) throws IOException, InterruptedException {
    String id = client.call("session/new", place()).string("sessionId", "");
    client.awaitMessage(
        "the commands",
        message ->
            message.objectOrEmpty("params").string("sessionId", "").equals(id)
                && message.compact().contains("available_commands_update"));
    return id;
  }

  static Json.Obj session(String id) {
    return Json.object().put("sessionId", id).build();
  }

  static Json.Obj prompt(String session, String text) {
    return Json.object()
        .put("sessionId", session)
        .array("prompt", List.of(Json.object().put("type", "text").put("text", text).build()))
        .build();
  }

  static String says(String text) {
    return Json.object().put("text", text).build().compact();
  }

  static String calls(String tool, Json.Obj arguments) {
    Json.Obj call = Json.object().put("name", tool).put("arguments", arguments).build();
    return Json.object().array("calls", List.of(call)).build().compact();
  }

  static Json.Obj arguments(String... pairs) {
    var arguments = Json.object();
    for (int i = 0; i < pairs.length; i += 2) {
      arguments.put(pairs[i], pairs[i + 1]);
    }
    return arguments.build();
  }
}

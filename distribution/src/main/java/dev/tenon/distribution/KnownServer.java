package dev.tenon.distribution;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A server of the Model Context Protocol with twenty tools, as a program; and a user's folder in
/// which such servers are configured, known and let in, so that a start with them can be trained.
final class KnownServer {
  private static final int TOOLS = 20;

  private KnownServer() {}

  /// The folder of that user.
  static Path home(Path project) {
    return project.resolveSibling("home-with-servers");
  }

  /// Makes it, with the program itself.
  static void prepare(Path project) throws IOException {
    Path home = Files.createDirectories(home(project));
    String java = ProcessHandle.current().info().command().orElse("java");
    var settings = new StringBuilder("retry:\n  maxRetries: 3\nmcp:\n  servers:\n");
    List<String> names = List.of("first", "second");
    for (String name : names) {
      List<String> words =
          List.of("-cp", System.getProperty("java.class.path"), KnownServer.class.getName(), name);
      Json.Obj entry = Json.object().put("command", java).put("args", Json.strings(words)).build();
      settings.append("    ").append(name).append(": ").append(entry.compact()).append('\n');
    }
    Files.writeString(home.resolve("config.yml"), settings);
    for (String name : names) {
      var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      var streams =
          new Streams(
              new ByteArrayInputStream(new byte[0]),
              nowhere,
              System.err,
              new Streams.Tty(false, false, false));
      Map<String, String> environment = Map.of("TENON_HOME", home.toString());
      int code =
          Main.run(
              streams, environment, "mcp", "trust", name, "--yes", "--root=" + project.toString());
      if (code != 0) {
        throw new IOException("the server " + name + " could not be let in");
      }
    }
  }

  public static void main(String[] arguments) throws IOException, JsonException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Json.Obj message = Json.parseObject(line);
      if (message.has("id")) {
        var answer = Json.object().put("jsonrpc", "2.0").put("id", message.get("id"));
        Json.Obj result = result(message.string("method", ""), arguments[0]);
        if (result == null) {
          answer.put(
              "error", Json.object().put("code", -32601).put("message", "not known").build());
        } else {
          answer.put("result", result);
        }
        out.println(answer.build().compact());
      }
    }
  }

  private static Json.@Nullable Obj result(String method, String name) {
    return switch (method) {
      case "initialize" ->
          Json.object()
              .put("protocolVersion", "2025-06-18")
              .put("capabilities", Json.object().put("tools", Json.Obj.EMPTY).build())
              .put("serverInfo", Json.object().put("name", name).put("version", "1").build())
              .put("instructions", "Use it.")
              .build();
      case "tools/list" -> {
        var tools = new ArrayList<Json.Obj>();
        for (int i = 0; i < TOOLS; i++) {
          tools.add(
              Json.object()
                  .put("name", name + "_" + i)
                  .put("description", "Does number " + i + ".")
                  .put("inputSchema", Json.object().put("type", "object").build())
                  .build());
        }
        yield Json.object().array("tools", tools).build();
      }
      default -> null;
    };
  }
}

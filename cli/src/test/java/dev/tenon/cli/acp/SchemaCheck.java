package dev.tenon.cli.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.harness.NodePeers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Holds everything that the clients of a class say and hear against the schema that the protocol's
/// own library ships. What the agent refuses need not fit.
final class SchemaCheck implements BeforeAllCallback, AfterAllCallback {
  private static final List<Json.Obj> SAID = new ArrayList<>();

  /// @param program which client it was
  /// @param from `agent` or `client`
  static void said(int program, String from, Json.Obj message) {
    add(Json.object().put("program", program).put("from", from).put("message", message).build());
  }

  /// This client does not keep to the schema there, on purpose.
  ///
  /// @param what a method, or `answer to` one
  static void misspeaks(int program, String what) {
    add(Json.object().put("program", program).put("misspeaks", what).build());
  }

  private static void add(Json.Obj line) {
    synchronized (SAID) {
      SAID.add(line);
    }
  }

  private static List<Json.Obj> taken() {
    synchronized (SAID) {
      List<Json.Obj> taken = List.copyOf(SAID);
      SAID.clear();
      return taken;
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    taken();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    List<Json.Obj> said = taken();
    if (said.isEmpty()) {
      return;
    }
    Path script = NodePeers.folder().resolve("acp-schema.mjs");
    Path file = Files.createTempFile("acp", ".jsonl");
    try {
      Files.write(file, said.stream().map(Json::compact).toList());
      Process process =
          new ProcessBuilder("node", script.toString(), file.toString())
              .redirectErrorStream(true)
              .start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(out).isZero();
      Json.Obj result = Json.parseObject(out.strip());
      assertThat(result.number("count", 0)).isEqualTo(said.size());
      assertThat(result.objects("wrong")).as("messages that do not fit the schema").isEmpty();
    } finally {
      Files.delete(file);
    }
  }
}

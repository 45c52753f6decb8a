package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelEventJson;
import dev.tenon.providers.Providers;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Streams as vendors send them, byte by byte, and the events that they must give: for everything
/// that the vendors do and the loopback server does not.
class FixtureTest {
  private static final Path FOLDER = Path.of("src/test/resources/fixtures");

  static Stream<Path> fixtures() throws IOException {
    try (var files = Files.list(FOLDER)) {
      return files.filter(f -> !f.toString().endsWith(".json")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void givesTheGoldenEvents(Path fixture) throws IOException, InterruptedException {
    String name = fixture.getFileName().toString();
    WireKind kind = kind(name);
    String type = kind == WireKind.OLLAMA ? "application/x-ndjson" : "text/event-stream";
    try (var server = ModelServer.start(Settings.DEFAULT.lenient());
        var transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE)) {
      server.reply(new Fault.Raw(200, Map.of("content-type", type), Files.readString(fixture)));
      Model model =
          Providers.open(Endpoint.of("test", kind, server.uri(), null), "model", transport);

      Attempt attempt = Attempt.run(model, Fixtures.ask("x"));

      var events = new ArrayList<Json>();
      boolean failed = false;
      for (ModelEvent event : attempt.events()) {
        events.add(ModelEventJson.toJson(event));
        failed |= event instanceof ModelEvent.Failed;
      }
      Json.Obj all =
          Json.object()
              .array("events", events)
              .put("message", failed ? null : MessageJson.toJson(attempt.message()))
              .build();
      Golden.check(FOLDER.resolve(name.substring(0, name.lastIndexOf('.')) + ".json"), all);
    }
  }

  private static WireKind kind(String name) {
    return switch (name.substring(0, name.indexOf('-'))) {
      case "anthropic" -> WireKind.ANTHROPIC;
      case "responses" -> WireKind.OPENAI_RESPONSES;
      case "chat" -> WireKind.OPENAI_CHAT;
      case "gemini" -> WireKind.GEMINI;
      case "ollama" -> WireKind.OLLAMA;
      default -> throw new AssertionError("whose is " + name + "?");
    };
  }

  @org.junit.jupiter.api.Test
  void everyGoldenFileHasItsFixture() throws IOException {
    try (var files = Files.list(FOLDER)) {
      long golden = files.filter(f -> f.toString().endsWith(".json")).count();
      assertThat(golden).isEqualTo(fixtures().count());
    }
  }
}

package dev.tenon.providers.wire;

import static dev.tenon.providers.wire.Fixtures.ask;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Request;
import dev.tenon.providers.Providers;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A wire and a server that speaks its vendor's protocol: the ground of [WireContract].
abstract class WireTrial {
  static final String KEY = "secret-key-of-the-test-0123456789";
  static final Duration SOON = Duration.ofSeconds(5);

  /// Long enough for a loaded machine, short enough for a test.
  static final HttpSettings PATIENT =
      new HttpSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          Duration.ofSeconds(20));

  final WireKind kind;
  final String modelId;
  ModelServer server;
  Transport transport;

  WireTrial(WireKind kind, String modelId) {
    this.kind = kind;
    this.modelId = modelId;
  }

  @BeforeEach
  void start() {
    RequestForm.forget();
    server = ModelServer.start(Settings.DEFAULT.key(KEY));
    transport = new Transport(PATIENT, Proxies.NONE);
  }

  @AfterEach
  void stop() {
    transport.close();
    server.close();
  }

  String name() {
    return "test/" + modelId;
  }

  Model model() {
    return model(transport, server.uri(), KEY);
  }

  Model model(Transport over, URI base, String key) {
    return Providers.open(endpoint(base, key), modelId, over);
  }

  Endpoint endpoint(URI base, String key) {
    Credential.Style style =
        switch (kind) {
          case ANTHROPIC -> Credential.Style.X_API_KEY;
          case GEMINI -> Credential.Style.GOOGLE;
          case OPENAI_RESPONSES, OPENAI_CHAT, OLLAMA -> Credential.Style.BEARER;
        };
    var credential = new Credential(style, "TEST_API_KEY", key);
    return new Endpoint("test", kind, base, credential, Map.of(), Map.of(), null, quirks());
  }

  Set<Quirk> quirks() {
    return Set.of();
  }

  Attempt run(Request request) throws InterruptedException {
    return Attempt.run(model(), request);
  }

  /// Whether the vendor sends arguments as text that may be no JSON.
  boolean argumentsAreText() {
    return true;
  }

  boolean hasRefusals() {
    return true;
  }

  boolean hasSignatures() {
    return true;
  }

  ModelException fails(Kind expected) throws InterruptedException {
    ModelException failure = fails();
    assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(expected);
    return failure;
  }

  ModelException fails() throws InterruptedException {
    Attempt attempt = run(ask("x"));
    checkEnding(attempt);
    return attempt.failure();
  }

  /// Exactly one end, and it is the failure that was thrown.
  static void checkEnding(Attempt attempt) {
    List<ModelEvent> ends =
        attempt.events().stream()
            .filter(e -> e instanceof ModelEvent.Failed || e instanceof ModelEvent.Done)
            .toList();
    assertThat(ends).containsExactly(new ModelEvent.Failed(attempt.failure()));
    assertThat(attempt.events().getLast()).isSameAs(ends.getFirst());
  }
}

package dev.tenon.providers.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.providers.Providers;
import dev.tenon.providers.wire.Credential;
import dev.tenon.providers.wire.Endpoint;
import dev.tenon.providers.wire.WireKind;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The stack around a real wire: what a real server does wrong is healed by the right layer.
class ResilienceOverWireTest {
  private static final String KEY = "secret-key-of-the-test-0123456789";
  private static final Request HELLO = Request.of("", List.of(Message.User.of("Hello")), List.of());

  private final FakeTime time = new FakeTime();
  private final List<ModelEvent> events = new ArrayList<>();
  private ModelServer server;
  private Transport transport;

  @BeforeEach
  void start() {
    server = ModelServer.start(Settings.DEFAULT.key(KEY));
    Duration patience = Duration.ofSeconds(20);
    transport =
        new Transport(
            new HttpSettings(Duration.ofSeconds(5), patience, patience, patience), Proxies.NONE);
  }

  @AfterEach
  void stop() {
    transport.close();
    server.close();
  }

  private Candidate candidate(String provider, URI base) {
    var credential = new Credential(Credential.Style.X_API_KEY, "TEST_API_KEY", KEY);
    var endpoint =
        new Endpoint(
            provider, WireKind.ANTHROPIC, base, credential, Map.of(), Map.of(), null, Set.of());
    return new Candidate(
        provider + "/claude-test", Providers.open(endpoint, "claude-test", transport));
  }

  private Model assemble(Candidate... candidates) {
    return Resilience.assemble(
        ResilienceSettings.DEFAULT, "main", List.of(candidates), time, () -> 0);
  }

  static Stream<Arguments> healed() {
    Reply reply = Reply.text("Hello from here").chunk(4);
    return Stream.of(
        Arguments.of("529", Fault.status(ErrorKind.OVERLOADED), "REQUEST", 500),
        Arguments.of("500", Fault.status(ErrorKind.SERVER), "REQUEST", 500),
        Arguments.of("429 with a delay", Fault.rateLimited(7), "REQUEST", 7000),
        Arguments.of("429 with a long delay", Fault.rateLimited(90), "TURN", 90_000),
        Arguments.of("reset before the answer", Fault.reset(), "REQUEST", 500),
        Arguments.of("cut before text", Fault.cutAfterVisible(reply, 0), "STREAM", 200),
        Arguments.of("cut after text", Fault.cutAfterVisible(reply, 2), "TURN", 2000),
        Arguments.of(
            "overloaded after text",
            Fault.errorEvent(reply, 2, ErrorKind.OVERLOADED),
            "TURN",
            2000),
        Arguments.of(
            "half a call",
            Fault.cutAfterVisible(
                Reply.toolCall("c", "read_file", "{\"path\":\"a/rather/long/name.txt\"}").chunk(4),
                2),
            "STREAM",
            200));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("healed")
  void aFaultIsHealedByItsLayer(String name, Answer fault, String scope, long pause)
      throws Exception {
    server.reply(fault, Reply.text("whole"));
    Message.Assistant answer = assemble(candidate("test", server.uri())).stream(HELLO, events::add);
    assertThat(answer.text()).isEqualTo("whole");
    assertThat(
            events.stream()
                .filter(ModelEvent.RetryScheduled.class::isInstance)
                .map(event -> ((ModelEvent.RetryScheduled) event).scope().name()))
        .containsExactly(scope);
    assertThat(time.millis()).containsExactly(pause);
    assertThat(server.modelRequests()).hasSize(2);
    server.assertClean();
  }

  @Test
  void aWrongKeyIsShownAtOnce() {
    server.reply(Fault.status(ErrorKind.AUTHENTICATION));
    assertThatThrownBy(
            () ->
                assemble(candidate("test", server.uri()), candidate("other", server.uri())).stream(
                    HELLO, events::add))
        .isInstanceOfSatisfying(
            ModelException.class,
            failure -> assertThat(failure.kind()).isEqualTo(ModelException.Kind.AUTHENTICATION));
    assertThat(server.modelRequests()).hasSize(1);
    assertThat(events.toString()).doesNotContain(KEY);
  }

  @Test
  void aServerThatDoesNotRunIsReplacedByTheNext() throws Exception {
    URI nobody;
    try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + closed.getLocalPort());
    }
    server.reply(Reply.text("from the second"));
    Message.Assistant answer =
        assemble(candidate("local", nobody), candidate("test", server.uri())).stream(
            HELLO, events::add);
    assertThat(answer.text()).isEqualTo("from the second");
    assertThat(events)
        .contains(
            new ModelEvent.FallbackApplied("local/claude-test", "test/claude-test", "main"),
            new ModelEvent.FallbackSucceeded("test/claude-test", "main"));
    assertThat(time.millis()).isEmpty();
  }

  @Test
  void theTransportTellsWhetherThereWasAConnection() {
    assertThat(RequestRetry.neverConnected(network(Failure.NO_CONNECTION, null))).isTrue();
    assertThat(RequestRetry.neverConnected(network(Failure.NO_ANSWER, new IOException("x"))))
        .isFalse();
  }

  private static ModelException network(Failure failure, Throwable cause) {
    return new ModelException(
        ModelException.Kind.NETWORK, "lost", null, new TransportException(failure, "lost", cause));
  }
}

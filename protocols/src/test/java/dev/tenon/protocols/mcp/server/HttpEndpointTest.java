package dev.tenon.protocols.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A question is put on the stream of its call, and does not wait for somebody who has gone.
class HttpEndpointTest {
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpEndpoint endpoint = endpoint(Duration.ofMinutes(5));

  @AfterEach
  void end() {
    endpoint.close();
  }

  private HttpEndpoint endpoint(Duration comingBack) {
    return new HttpEndpoint(new Asking(), new HttpSessions(comingBack));
  }

  /// Has one tool, which asks once and says what came of it.
  private final class Asking implements ServerOffer {
    @Override
    public Json.Obj info() {
      return Json.Obj.EMPTY;
    }

    @Override
    public String instructions() {
      return "";
    }

    @Override
    public List<Json.Obj> tools() {
      return List.of();
    }

    @Override
    public Json.Obj call(String tool, Json.Obj arguments, Caller caller)
        throws InterruptedException {
      try {
        heard.add(caller.elicit(Json.Obj.EMPTY).string("action", "none"));
      } catch (RpcException unanswered) {
        heard.add(String.valueOf(unanswered.getMessage()));
      }
      over.countDown();
      return Json.object().put("done", true).build();
    }

    @Override
    public List<Json.Obj> resources() {
      return List.of();
    }

    @Override
    public List<Json.Obj> templates() {
      return List.of();
    }

    @Override
    public List<Json.Obj> read(String uri) {
      return List.of();
    }

    @Override
    public List<Json.Obj> prompts() {
      return List.of();
    }

    @Override
    public Json.Obj prompt(String name, Json.Obj arguments) {
      return Json.Obj.EMPTY;
    }
  }

  /// Keeps the headers of the answer, and hands each event to whoever reads.
  private record Reader(
      Map<String, String> headers, HttpEndpoint.Events events, Queue<String> answers)
      implements HttpEndpoint.Response {
    @Override
    public void answer(int status, Map<String, String> more, @Nullable Json body) {
      headers.putAll(more);
      answers.add(status + (body == null ? "" : " " + body.compact()));
    }

    @Override
    public HttpEndpoint.Events events(Map<String, String> more) {
      return events;
    }
  }

  private Map<String, String> post(
      Map<String, String> headers, String body, HttpEndpoint.Events events)
      throws IOException, InterruptedException {
    Map<String, String> answered = new LinkedHashMap<>();
    endpoint.handle(
        new HttpEndpoint.Request("POST", headers::get, body),
        new Reader(answered, events, answers));
    return answered;
  }

  private Map<String, String> session() throws Exception {
    Map<String, String> answered =
        post(
            Map.of(),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-06-18\",\"capabilities\":{\"elicitation\":{}}}}",
            text -> {});
    return Map.of(
        HttpEndpoint.SESSION,
        answered.get(HttpEndpoint.SESSION),
        "Accept",
        "application/json, text/event-stream");
  }

  /// What was answered as a whole, with its status.
  private final Queue<String> answers = new ConcurrentLinkedQueue<>();

  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\"}}";

  private static String answer(String event) {
    String id = event.replaceFirst("(?s).*\"id\":\"(tenon-[0-9]+)\".*", "$1");
    return "{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"result\":{\"action\":\"accept\"}}";
  }

  @Test
  void whoeverGoesAwayIsNotWaitedFor() throws Exception {
    endpoint.close();
    endpoint = endpoint(Duration.ofMillis(50));
    Map<String, String> session = session();
    assertThatThrownBy(
            () ->
                post(
                    session,
                    CALL,
                    text -> {
                      throw new IOException("nobody reads");
                    }))
        .hasMessage("nobody reads");
    assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(heard)
        .containsExactly("the client went away without an answer to elicitation/create");
  }

  /// Who wants to cancel one of two of the same name would cancel either.
  @Test
  void anIdThatIsInUseIsRefusedAndTheFirstRequestGoesOn() throws Exception {
    Map<String, String> session = session();
    post(
        session,
        CALL,
        text -> {
          if (text.contains("elicitation/create")) {
            try {
              answers.clear();
              post(session, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}", none -> {});
              post(session, answer(text), none -> {});
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            }
          }
        });
    assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(heard).containsExactly("accept");
    assertThat(answers.element()).contains("-32600", "the id 2 is in use");
    answers.clear();
    post(session, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}", none -> {});
    assertThat(answers.element()).startsWith("200 ").contains("\"result\":{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "{}", "[1]"})
  void whatAsksWithoutANameIsRefused(String id) throws Exception {
    Map<String, String> session = session();
    String message = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/list\"}";
    for (String body : List.of(message, "[" + message + "]")) {
      answers.clear();
      post(session, body, none -> {});
      assertThat(answers.element()).startsWith("400 ").contains("-32600", "the id of a request");
    }
  }

  /// The stream may be cut while the person still looks at the form.
  @Test
  void anAnswerCountsThoughItsStreamIsGone() throws Exception {
    Map<String, String> session = session();
    var events = new ConcurrentLinkedQueue<String>();
    assertThatThrownBy(
            () ->
                post(
                    session,
                    CALL,
                    text -> {
                      events.add(text);
                      throw new IOException("cut");
                    }))
        .hasMessage("cut");
    post(session, answer(events.element()), text -> {});
    assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(heard).containsExactly("accept");
  }
}

package dev.tenon.protocols.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A call goes on only for whoever was given its name, with the same request, once for each
/// question; and never begins again because somebody brings a name that is none.
class SuspendedCallsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private SuspendedCalls calls = new SuspendedCalls(LONG);

  @AfterEach
  void end() {
    calls.close();
  }

  /// Asks two questions and writes down what it is answered.
  private Json.Obj work(SuspendedCalls.Asking asking) throws RpcException, InterruptedException {
    heard.add("began");
    for (String question : List.of("first", "second")) {
      Json.Obj answer = asking.ask("elicitation/create", Json.object().put("q", question).build());
      heard.add(question + " " + answer.string("action", ""));
    }
    return Json.object().put("done", true).build();
  }

  private Json.Obj call(Json.Obj params) throws RpcException, InterruptedException {
    return calls.call(params, told -> {}, this::work);
  }

  private static Json.Obj params(Json state, String argument, String action) {
    return Json.object()
        .put("name", "t")
        .object("arguments", arguments -> arguments.put("a", argument))
        .put("requestState", state)
        .object(
            "inputResponses",
            responses -> responses.put("question", Json.object().put("action", action).build()))
        .build();
  }

  private String begun() throws Exception {
    Json.Obj asked = call(params(null, "1", "none"));
    assertThat(asked.string("resultType")).isEqualTo("input_required");
    return asked.string("requestState", "");
  }

  @Test
  void eachQuestionHasANameOfItsOwnThatCountsOnce() throws Exception {
    String first = begun();
    Json.Obj next = call(params(Json.of(first), "1", "accept"));
    String second = next.string("requestState", "");
    assertThat(second).isNotEmpty().isNotEqualTo(first);
    assertThatThrownBy(() -> call(params(Json.of(first), "1", "accept")))
        .as("answered already")
        .isInstanceOf(RpcException.class);
    assertThat(call(params(Json.of(second), "1", "decline")).bool("done", false)).isTrue();
    assertThatThrownBy(() -> call(params(Json.of(second), "1", "accept")))
        .isInstanceOf(RpcException.class);
    assertThat(heard).containsExactly("began", "first accept", "second decline");
  }

  /// A forged name, one with one sign more, less or changed, and the right one for another request.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"x\"",
        "\"000000000000000000000000000000000000000000000000\"",
        "\"STATE0\"",
        "\" STATE\"",
        "\"CHANGED\"",
        "\"UPPER\"",
        "7",
        "true",
        "{\"state\":\"STATE\"}",
        "[\"STATE\"]",
      })
  void aForgedNameIsRefusedAndHarmsNobody(String forged) throws Exception {
    String state = begun();
    String changed = (state.charAt(0) == 'a' ? "b" : "a") + state.substring(1);
    Json name =
        Json.parse(
            forged
                .replace("CHANGED", changed)
                .replace("UPPER", "Z" + state.substring(1))
                .replace("STATE", state));
    assertThatThrownBy(() -> call(params(name, "1", "accept"))).isInstanceOf(RpcException.class);
    assertThatThrownBy(() -> call(params(Json.of(state), "2", "accept")))
        .hasMessageContaining("another call");
    assertThat(heard).as("it neither went on nor began again").containsExactly("began");
    call(params(Json.of(state), "1", "accept"));
    assertThat(heard).contains("first accept");
  }

  /// An answer that comes when the question is given up is not taken for one to the next.
  @Test
  void aLateAnswerIsNoneToTheNextQuestion() throws Exception {
    calls = new SuspendedCalls(Duration.ofMillis(1));
    var over = new CountDownLatch(1);
    Json.Obj asked =
        calls.call(
            params(null, "1", "none"),
            told -> {},
            asking -> {
              heard.add("first " + asking.ask("m", Json.Obj.EMPTY).string("action", ""));
              over.countDown();
              return work(asking);
            });
    assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
    Json state = Json.of(asked.string("requestState", ""));
    assertThatThrownBy(() -> call(params(state, "1", "accept")))
        .hasMessageContaining("waited too long");
    assertThat(heard).noneMatch(each -> each.contains("accept")).contains("first cancel");
  }

  /// A question may be given up before its client could hear of it; its name is none then, though
  /// the call already asks something else.
  @Test
  void aQuestionThatNobodyWaitsForHasNoName() throws Exception {
    calls = new SuspendedCalls(Duration.ZERO);
    for (int i = 0; i < 500; i++) {
      var over = new CountDownLatch(1);
      Json.Obj asked =
          calls.call(
              params(null, "1", "none"),
              told -> {},
              asking -> {
                asking.ask("m", Json.Obj.EMPTY);
                over.countDown();
                return Json.object().put("done", true).build();
              });
      assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
      Json state = Json.of(asked.string("requestState", ""));
      assertThatThrownBy(() -> call(params(state, "1", "accept")))
          .hasMessageContaining("waited too long");
    }
  }
}

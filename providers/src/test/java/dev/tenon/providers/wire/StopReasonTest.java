package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What the vendors' words for the end of an answer mean on every wire.
class StopReasonTest {
  private static SloppyServer server;

  @BeforeAll
  static void start() {
    server = new SloppyServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /// What is in the answer.
  private enum Content {
    CALLS,
    TEXT,
    NOTHING
  }

  /// The good stream with this content and this word at its end.
  private static WireStream ended(WireKind kind, Content content, String word) {
    return WireStream.good(kind)
        .each(
            frame -> {
              String text = frame.compact();
              boolean call =
                  text.contains("tool_use\",\"id")
                      || text.contains("partial_json")
                      || text.contains("function");
              boolean end = text.matches(".*(\"tool_calls\"}|message_delta|STOP|done_reason).*");
              boolean last = text.contains("response.completed");
              if (end || last) {
                return last ? incomplete(frame, word) : Fixtures.json(replaced(text, word));
              }
              boolean kept =
                  switch (content) {
                    case CALLS -> true;
                    case TEXT -> !call;
                    case NOTHING -> text.contains("message_st") || text.contains("\"usage\":{");
                  };
              return kept ? frame : null;
            });
  }

  private static String replaced(String text, String word) {
    String quoted = Json.of(word).compact();
    return text.replaceAll(
        "(\"(?:finish_reason|stop_reason|finishReason|done_reason)\":)\"[^\"]*\"", "$1" + quoted);
  }

  private static Json.Obj incomplete(Json.Obj frame, String word) {
    Json.Obj response =
        frame
            .objectOrEmpty("response")
            .with("status", Json.of("incomplete"))
            .with("incomplete_details", Json.object().put("reason", word).build());
    return frame.with("response", response);
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownReasonEndsTheTurnByWhatIsThere(WireKind kind) throws InterruptedException {
    String word = kind == WireKind.GEMINI ? "FUNCTION_CALL" : "brand_new_reason";

    Attempt calls = server.send(ended(kind, Content.CALLS, word));
    assertThat(calls.message().stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(calls.message().calls()).hasSize(2);
    assertThat(server.notes())
        .containsExactly("test/model: unknown stop reason '" + word + "': the calls are run");

    Attempt text = server.send(ended(kind, Content.TEXT, word));
    assertThat(text.message().stopReason()).isEqualTo(StopReason.STOP);
    assertThat(text.message().text()).isEqualTo("Grüße, 世界 🌍");
    assertThat(server.notes())
        .containsExactly(
            "test/model: unknown stop reason '" + word + "': taken as the end of the answer");

    ModelException nothing = server.send(ended(kind, Content.NOTHING, word)).failure();
    assertThat(nothing.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(nothing).hasMessageContaining(word).hasMessageContaining("nothing in it");
  }

  static Stream<Arguments> words() {
    var refusals =
        List.of(
            "refusal",
            "content_filter",
            "CONTENT_FILTER",
            "content-filter",
            "ContentFilter",
            "content_filtered",
            "SAFETY",
            "safety",
            "Safety",
            "IMAGE_SAFETY",
            "RECITATION",
            "recitation",
            "LANGUAGE",
            "BLOCKLIST",
            "PROHIBITED_CONTENT",
            "prohibitedContent",
            "SPII",
            "MODEL_ARMOR",
            "guardrail_intervened",
            "sensitive",
            "FINISH_REASON_SAFETY");
    var malformed =
        List.of(
            "MALFORMED_FUNCTION_CALL",
            "malformed_function_call",
            "malformed-tool-call",
            "UNEXPECTED_TOOL_CALL",
            "TOO_MANY_TOOL_CALLS",
            "MISSING_THOUGHT_SIGNATURE",
            "MALFORMED_RESPONSE");
    var lengths =
        List.of(
            "length",
            "LENGTH",
            "max_tokens",
            "MAX_TOKENS",
            "maxTokens",
            "max-tokens",
            "max_output_tokens",
            "model_length",
            "model_context_window_exceeded",
            "context_length_exceeded",
            "FINISH_REASON_MAX_TOKENS");
    var failures =
        List.of("error", "ERROR", "insufficient_system_resource", "network_error", "abort");
    var stops = List.of("stop", "STOP", "end_turn", "END-TURN", "stop_sequence", "eos", "Stop");
    var all = new ArrayList<Arguments>();
    for (WireKind kind : WireKind.values()) {
      refusals.forEach(word -> all.add(Arguments.of(kind, word, "REFUSAL")));
      malformed.forEach(word -> all.add(Arguments.of(kind, word, "MALFORMED")));
      failures.forEach(word -> all.add(Arguments.of(kind, word, "OVERLOADED")));
      lengths.forEach(word -> all.add(Arguments.of(kind, word, "LENGTH")));
      stops.forEach(word -> all.add(Arguments.of(kind, word, "STOP")));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}: {1} is {2}")
  @MethodSource("words")
  void aWordMeansTheSameHoweverItIsSpelled(WireKind kind, String word, String meaning)
      throws InterruptedException {
    Attempt attempt = server.send(ended(kind, Content.TEXT, word));

    boolean failed = !meaning.equals("LENGTH") && !meaning.equals("STOP");
    String found = failed ? attempt.failure().kind().name() : attempt.message().stopReason().name();
    assertThat(found).isEqualTo(meaning);
    assertThat(server.notes()).isEmpty();
  }

  /// Chat has an end mark of its own: an answer without a reason ends there, an empty one does not.
  @ParameterizedTest
  @EnumSource(names = "OPENAI_CHAT")
  void theEndMarkEndsAnAnswerWithoutReason(WireKind kind) throws InterruptedException {
    for (String none : List.of("", "null")) {
      Attempt attempt = server.send(ended(kind, Content.CALLS, none));
      assertThat(attempt.message().stopReason()).isEqualTo(StopReason.TOOL_USE);
      assertThat(server.notes()).containsExactly("test/model: no stop reason: the calls are run");
      assertThat(server.send(ended(kind, Content.NOTHING, none)).failure().kind())
          .isEqualTo(Kind.STREAM_CUT_EARLY);
    }
    WireStream cut = ended(kind, Content.TEXT, "").written(text -> text.replace("[DONE]", ""));
    assertThat(server.send(cut).failure().kind()).isEqualTo(Kind.STREAM_CUT_LATE);
  }

  /// A word for calls where there are none is no failure: the answer is what there is.
  @ParameterizedTest
  @EnumSource
  void aKnownReasonWithoutContentIsAnEmptyAnswer(WireKind kind) throws InterruptedException {
    Attempt attempt = server.send(ended(kind, Content.NOTHING, "stop"));
    assertThat(attempt.message().content()).isEmpty();
    assertThat(attempt.message().stopReason()).isEqualTo(StopReason.STOP);
  }

  /// The worse of two reasons counts: what was cut off is not whole because of a second end.
  @ParameterizedTest
  @EnumSource(names = {"ANTHROPIC", "OPENAI_CHAT", "GEMINI"})
  void aSecondReasonDoesNotHideTheFirst(WireKind kind) throws InterruptedException {
    WireStream first = ended(kind, Content.TEXT, "max_tokens");
    var frames = new ArrayList<Json.Obj>();
    for (Json.Obj frame : first.frames()) {
      frames.add(frame);
      if (frame.compact().contains("\"max_tokens\"")) {
        frames.add(Fixtures.json(replaced(frame.compact(), "stop")));
      }
    }
    assertThat(server.send(first.with(frames)).message().stopReason()).isEqualTo(StopReason.LENGTH);
  }
}

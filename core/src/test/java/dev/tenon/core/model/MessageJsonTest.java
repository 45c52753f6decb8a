package dev.tenon.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageJsonTest {

  @Test
  void randomMessagesSurviveTheRoundTripThroughText() throws JsonException {
    for (long seed = 0; seed < 2000; seed++) {
      Message message = new RandomMessages(seed).message();
      String text = MessageJson.toJson(message).compact();
      assertThat(MessageJson.message(Json.parse(text))).as("seed %d", seed).isEqualTo(message);
      assertThat(MessageJson.toJson(MessageJson.message(Json.parse(text))).compact())
          .as("seed %d", seed)
          .isEqualTo(text);
    }
  }

  @Test
  void randomRequestsSurviveTheRoundTripThroughText() throws JsonException {
    for (long seed = 0; seed < 500; seed++) {
      Request request = new RandomMessages(seed).request();
      String text = MessageJson.toJson(request).pretty();
      assertThat(MessageJson.request(Json.parse(text))).as("seed %d", seed).isEqualTo(request);
    }
  }

  @Test
  void randomEventsSurviveTheRoundTripThroughText() throws JsonException {
    for (long seed = 0; seed < 2000; seed++) {
      ModelEvent event = new RandomMessages(seed).event();
      String text = ModelEventJson.toJson(event).compact();
      ModelEvent read = ModelEventJson.event(JsonFields.of(Json.parse(text), ""));
      if (event instanceof ModelEvent.Failed failed) {
        ModelException other = ((ModelEvent.Failed) read).failure();
        assertThat(other.kind()).as("seed %d", seed).isEqualTo(failed.failure().kind());
        assertThat(other).as("seed %d", seed).hasMessage(failed.failure().getMessage());
        assertThat(other.retryAfter()).isEqualTo(failed.failure().retryAfter());
      } else {
        assertThat(read).as("seed %d", seed).isEqualTo(event);
      }
    }
  }

  @Test
  void theFormIsTheDocumentedOne() {
    var assistant =
        new Message.Assistant(
            List.of(
                new Part.Thinking("", "sealed"),
                new Part.Text("Hi"),
                Part.Call.of("c1", "read_file", Json.object().put("path", "a.txt").build())
                    .withProblem("no")),
            StopReason.TOOL_USE,
            new Usage(1, 2, 3, 4),
            "anthropic/claude-opus-4-6");
    assertThat(MessageJson.toJson(assistant).compact())
        .isEqualTo(
            """
            {"role":"assistant","model":"anthropic/claude-opus-4-6","stopReason":"tool_use",\
            "usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4},"content":[\
            {"type":"thinking","text":"","signature":"sealed"},{"type":"text","text":"Hi"},\
            {"type":"call","id":"c1","name":"read_file","arguments":{"path":"a.txt"},"problem":"no"}]}\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "{}|role: is missing",
        "{\"role\":7}|role: expected a string, was the number 7",
        "{\"role\":\"robot\"}|role: must be one of user, assistant, tool, was 'robot'",
        "{\"role\":\"user\",\"content\":{}}|content: expected a list, was an object",
        "{\"role\":\"user\",\"content\":[1]}|content[0]: expected an object, was the number 1",
        "{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}|content[0].text: is missing",
        "{\"role\":\"user\",\"content\":[{\"type\":\"thinking\",\"text\":\"\"}]}"
            + "|content[0].type: 'thinking' may not stand in content here",
        "{\"role\":\"assistant\",\"stopReason\":\"why\",\"content\":[]}"
            + "|stopReason: must be one of stop, length, tool_use, aborted, failed, was 'why'",
        "{\"role\":\"assistant\",\"stopReason\":\"stop\",\"usage\":{\"input\":-1},\"content\":[]}"
            + "|usage.input: must be 0 or more, was -1",
        "{\"role\":\"tool\",\"results\":[{\"type\":\"result\",\"callId\":\"a\",\"name\":\"b\","
            + "\"outcome\":\"ok\",\"envelope\":[]}]}"
            + "|results[0].envelope: expected an object, was a list",
      })
  void anErrorNamesTheMember(String text, String message) {
    assertThatThrownBy(() -> MessageJson.message(Json.parse(text)))
        .isInstanceOf(JsonException.class)
        .hasMessage(message);
  }

  @Test
  void aCallWithABrokenMemberNameStaysReadable() throws JsonException {
    Part call = Part.Call.of("c", "x", Json.object().put("a\ud83d", 1).put("\ude00b", 2).build());
    Part read = MessageJson.part(Json.parse(MessageJson.toJson(call).compact()));
    assertThat(((Part.Call) read).arguments().members().keySet())
        .containsExactly("a\ufffd", "\ufffdb");
  }

  @Test
  void aRequestNeedsRoomForItsAnswer() {
    String text =
        "{\"system\":\"\",\"messages\":[],\"tools\":[],\"maxOutputTokens\":0,\"effort\":\"low\"}";
    assertThatThrownBy(() -> MessageJson.request(Json.parse(text)))
        .hasMessage("maxOutputTokens: must be 1 or more, was 0");
  }
}

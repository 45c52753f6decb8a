package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Questions of the model: a form where the editor shows forms, otherwise one choice after another.
@ExtendWith(SchemaCheck.class)
class AcpAskTest {
  private static final String ONE =
      "{\"id\": \"a\", \"question\": \"Which?\", \"recommended\": 1, \"options\": [{\"label\":"
          + " \"x\"}, {\"label\": \"y\"}]}";
  private static final String SEVERAL =
      "{\"id\": \"b\", \"question\": \"What else?\", \"multi\": true, \"options\": [{\"label\":"
          + " \"p\"}, {\"label\": \"q\"}, {\"label\": \"r\"}]}";
  private static final String OPEN = "{\"id\": \"c\", \"question\": \"Why?\", \"options\": []}";

  @TempDir Path temporary;
  private AcpFixture fixture;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  private static Json.Obj forms() {
    return Json.object().object("elicitation", it -> it.put("form", Json.Obj.EMPTY)).build();
  }

  private static String ask(String... questions) {
    return "{\"calls\": [{\"name\": \"ask\", \"arguments\": {\"questions\": ["
        + String.join(",", questions)
        + "]}}]}";
  }

  private EditorClient client(Json.Obj can, String ask) throws Exception {
    return fixture.client("full", can, ask, AcpFixture.says("I see."));
  }

  /// What the model was told.
  private Json.Obj told(EditorClient client) throws Exception {
    String id = fixture.open(client);
    client.call("session/prompt", prompt(id, "Ask"));
    return client
        .awaitUpdate(
            "tool_call_update",
            update -> update.has("rawOutput") && !update.string("toolCallId", "").startsWith("q"))
        .objectOrEmpty("rawOutput");
  }

  private static List<Json.Obj> asked(EditorClient client, String method) {
    return client.messages().stream()
        .filter(message -> message.string("method", "").equals(method))
        .map(message -> message.objectOrEmpty("params"))
        .toList();
  }

  private static void answering(EditorClient client, String content) throws JsonException {
    Json.Obj answer =
        Json.object().put("action", "accept").put("content", Json.parse(content)).build();
    client.on("elicitation/create", params -> answer);
  }

  @Test
  void aFormTakesSeveralChoicesAndOwnWords() throws Exception {
    try (EditorClient client = client(forms(), ask(ONE, SEVERAL, OPEN))) {
      answering(
          client,
          "{\"q0\": \"y\", \"q1\": [\"r\", \"other\", \"p\"], \"q1own_words\": \"and s\", \"q2\":"
              + " \"Because.\"}");
      List<Json.Obj> results = told(client).objectOrEmpty("data").objects("results");
      assertThat(results)
          .extracting(
              each -> each.array("selected_options").toString() + each.string("custom_input", ""))
          .containsExactly("[\"y\"]", "[\"r\", \"p\"]and s", "[]Because.");
      Json.Obj fields =
          asked(client, "elicitation/create")
              .getFirst()
              .objectOrEmpty("requestedSchema")
              .objectOrEmpty("properties");
      assertThat(fields.objectOrEmpty("q0").string("default")).isEqualTo("y");
      assertThat(fields.objectOrEmpty("q1").string("type")).isEqualTo("array");
      assertThat(fields.objectOrEmpty("q2"))
          .isEqualTo(arguments("type", "string", "title", "Why?"));
      assertThat(fields.members()).containsOnlyKeys("q0", "q0own_words", "q1", "q1own_words", "q2");
    }
  }

  @Test
  void aFormThatIsDeclinedOrCancelledIsNoAnswer() throws Exception {
    for (String action : List.of("decline", "cancel")) {
      try (EditorClient client = client(forms(), ask(ONE))) {
        client.on(
            "elicitation/create",
            params ->
                Json.object()
                    .put("action", action)
                    .object("content", it -> it.put("q0", "x"))
                    .build());
        client.misspeaking("answer to elicitation/create");
        assertThat(told(client).objectOrEmpty("error").string("message"))
            .as(action)
            .contains("did not want to answer");
      }
    }
  }

  @Test
  void withoutFormsOneChoiceFollowsTheOther() throws Exception {
    try (EditorClient client = client(Json.Obj.EMPTY, ask(ONE, SEVERAL))) {
      client.choosing("option-1");
      List<Json.Obj> results = told(client).objectOrEmpty("data").objects("results");
      assertThat(results)
          .extracting(each -> each.array("selected_options").toString())
          .containsExactly("[\"y\"]", "[\"q\"]");
      List<Json.Obj> asked = asked(client, "session/request_permission");
      assertThat(asked).hasSize(2);
      assertThat(asked.getFirst().objects("options"))
          .extracting(each -> each.string("name"))
          .containsExactly("x", "y (recommended)", "None of these");
    }
  }

  @Test
  void noneOfTheseIsNoAnswerAndEndsTheQuestions() throws Exception {
    try (EditorClient client = client(Json.Obj.EMPTY, ask(ONE, SEVERAL)).choosing("none")) {
      assertThat(told(client).objectOrEmpty("error").string("message"))
          .contains("did not want to answer");
      assertThat(asked(client, "session/request_permission")).hasSize(1);
    }
  }

  @Test
  void aQuestionWithoutOptionsNeedsAForm() throws Exception {
    try (EditorClient client = client(Json.Obj.EMPTY, ask(ONE, OPEN)).choosing("option-0")) {
      assertThat(told(client).has("error")).isTrue();
      assertThat(asked(client, "session/request_permission")).isEmpty();
    }
  }
}

package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.tool.Asker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What servers can ask a person during a conversation, and what becomes of it.
class ConversationSideTest {
  private final List<String> asked = new ArrayList<>();
  private final List<String> opened = new ArrayList<>();

  private ConversationSide side(
      @Nullable Function<Asker.Question, String> person, @Nullable Sampling sampling) {
    Asker asker =
        questions -> {
          var replies = new ArrayList<Asker.Reply>();
          for (Asker.Question question : questions) {
            asked.add(question.text());
            String said = person == null ? "" : person.apply(question);
            boolean option = question.options().contains(said);
            replies.add(
                new Asker.Reply(
                    question.id(),
                    option ? List.of(said) : List.of(),
                    option ? "" : said,
                    Asker.By.PERSON));
          }
          return Optional.of(replies);
        };
    return new ConversationSide(
        "s", List.of(), () -> person == null ? null : asker, sampling, opened::add);
  }

  /// Takes what is not a no.
  private static String willing(Asker.Question question) {
    return question.options().isEmpty() ? "42" : question.options().getLast();
  }

  private static Json.Obj form(String properties) throws Exception {
    return Json.parseObject(
        "{\"message\":\"Tell me.\",\"requestedSchema\":{\"type\":\"object\",\"properties\":"
            + properties
            + "}}");
  }

  @Test
  void aFormIsFilledAndShownBeforeItGoes() throws Exception {
    Json.Obj answer =
        side(ConversationSideTest::willing, null)
            .elicit(form("{\"n\":{\"type\":\"integer\"},\"b\":{\"type\":\"boolean\"}}"));
    assertThat(answer.string("action")).isEqualTo("accept");
    assertThat(answer.objectOrEmpty("content").compact()).isEqualTo("{\"n\":42,\"b\":false}");
    assertThat(asked.getLast()).contains("This goes to the MCP server s", "n: 42\nb: false");
  }

  /// What the form suggests is suggested, whatever kind of field it is.
  @Test
  void defaultsOfEveryKindAreOffered() throws Exception {
    Json.Obj answer =
        side(
                question ->
                    question.options().contains("Send it")
                        ? "Send it"
                        : question.recommended() < 0
                            ? ""
                            : question.options().get(question.recommended()),
                null)
            .elicit(
                form(
                    "{\"yes\":{\"type\":\"boolean\",\"default\":true},"
                        + "\"no\":{\"type\":\"boolean\",\"default\":false},"
                        + "\"one\":{\"type\":\"string\",\"default\":\"g\",\"oneOf\":"
                        + "[{\"const\":\"r\",\"title\":\"Red\"},{\"const\":\"g\",\"title\":\"Green\"}]},"
                        + "\"several\":{\"type\":\"array\",\"default\":[\"x\",\"z\"],\"items\":"
                        + "{\"type\":\"string\",\"enum\":[\"x\",\"y\",\"z\"]}},"
                        + "\"n\":{\"type\":\"integer\",\"default\":3},"
                        + "\"t\":{\"type\":\"string\",\"default\":\"so\"}}"));
    assertThat(answer.objectOrEmpty("content").compact())
        .isEqualTo(
            "{\"yes\":true,\"no\":false,\"one\":\"g\",\"several\":[\"x\",\"z\"],\"n\":3,\"t\":\"so\"}");
    assertThat(asked).anyMatch(text -> text.contains("several (nothing chosen means x, z)"));
  }

  @Test
  void whoeverAsksForAPasswordIsDeclinedUnlessThePersonInsists() throws Exception {
    Json.Obj form = form("{\"password\":{\"type\":\"string\"}}");
    Json.Obj answer = side(question -> "No", null).elicit(form);
    assertThat(answer.string("action")).isEqualTo("decline");
    assertThat(asked).singleElement().asString().contains("asks for a password or key");
    assertThat(side(ConversationSideTest::willing, null).elicit(form).string("action"))
        .isEqualTo("accept");
  }

  @Test
  void anAddressIsOpenedAfterAYesAndNotBefore() throws Exception {
    Json.Obj form =
        Json.parseObject(
            "{\"mode\":\"url\",\"url\":\"https://a.example/x?y=z\",\"message\":\"m\"}");
    assertThat(side(question -> "No", null).elicit(form).string("action")).isEqualTo("decline");
    assertThat(opened).isEmpty();
    assertThat(asked.getFirst()).contains("https://a.example/x?y=z");
    assertThat(side(ConversationSideTest::willing, null).elicit(form).string("action"))
        .isEqualTo("accept");
    assertThat(opened).containsExactly("https://a.example/x?y=z");
    Json.Obj file = Json.parseObject("{\"mode\":\"url\",\"url\":\"file:///etc/passwd\"}");
    assertThat(side(ConversationSideTest::willing, null).elicit(file).string("action"))
        .isEqualTo("decline");
    assertThat(opened).hasSize(1);
  }

  @Test
  void aStormOfFormsEndsAndNobodyAnswersNobody() throws Exception {
    Json.Obj form = form("{}");
    ConversationSide side = side(ConversationSideTest::willing, null);
    for (int i = 0; i < 200; i++) {
      side.elicit(form);
    }
    assertThat(asked).hasSize(20);
    side.called();
    assertThat(side.elicit(form).string("action")).as("the next call").isEqualTo("accept");
    assertThat(side(null, null).elicit(form).string("action")).isEqualTo("decline");
  }

  @Test
  void theModelIsAskedTenTimesACallAfterThePersonHasSeenBoth() throws Exception {
    var steps = new ArrayList<Step>();
    for (int i = 0; i < 11; i++) {
      steps.add(Step.says("forty-two"));
    }
    var model = ScriptedModel.of(steps.toArray(Step[]::new));
    var sampling = new Sampling(() -> model, () -> "scripted");
    Json.Obj request =
        Json.parseObject(
            "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"what is"
                + " it\"}}],\"maxTokens\":100000}");
    ConversationSide side = side(ConversationSideTest::willing, sampling);
    for (int i = 0; i < 10; i++) {
      assertThat(side.sample(request).objectOrEmpty("content").string("text"))
          .isEqualTo("forty-two");
    }
    assertThat(asked).hasSize(20);
    assertThat(asked.get(0)).contains("what is it");
    assertThat(asked.get(1)).contains("forty-two");
    assertThatThrownBy(() -> side.sample(request))
        .isInstanceOf(RpcException.class)
        .hasMessageContaining("more than 10 questions");
    side.called();
    assertThat(side.sample(request).string("model")).isEqualTo("scripted");
    assertThatThrownBy(() -> side(question -> "No", sampling).sample(request))
        .hasMessageContaining("did not allow it");
    assertThatThrownBy(() -> side(null, sampling).sample(request))
        .hasMessageContaining("nobody is there");
  }

  /// What is chosen is that option, whatever its title would mean where somebody types it.
  @Test
  void aChoiceIsTheOptionThatWasShown() throws Exception {
    Json.Obj answer =
        side(
                question ->
                    question.options().contains("Send it")
                        ? "Send it"
                        : question.options().getFirst(),
                null)
            .elicit(
                form(
                    "{\"several\":{\"type\":\"array\",\"items\":{\"enum\":[\"a, b\",\"a\"]}},"
                        + "\"one\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"x\",\"title\":\"y\"},"
                        + "{\"const\":\"y\",\"title\":\"x\"}]}}"));
    assertThat(answer.objectOrEmpty("content").compact())
        .isEqualTo("{\"several\":[\"a, b\"],\"one\":\"x\"}");
  }

  /// No tools, no more tokens than are allowed, and whoever asked hears where an answer was cut.
  @Test
  void theModelIsAskedInBounds() throws Exception {
    var requests = new ArrayList<Request>();
    Model cut =
        (request, events) -> {
          requests.add(request);
          return new Message.Assistant(
              List.of(new Part.Text("and so")), StopReason.LENGTH, Usage.NONE, "m");
        };
    Json.Obj asking =
        Json.parseObject(
            "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"go"
                + " on\"}}],\"maxTokens\":100000,\"tools\":[{\"name\":\"t\"}]}");
    Json.Obj answer = new Sampling(() -> cut, () -> "m").answer(asking);
    assertThat(answer.string("stopReason")).isEqualTo("maxTokens");
    assertThat(requests.getFirst().maxOutputTokens()).isEqualTo(4_096);
    assertThat(requests.getFirst().tools()).isEmpty();
  }
}

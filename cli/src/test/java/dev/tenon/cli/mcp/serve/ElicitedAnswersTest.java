package dev.tenon.cli.mcp.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.base.Attendant;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.tool.Asker;
import dev.tenon.protocols.mcp.server.ServerOffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/// What the model asks becomes a form, and what is filled in an answer to it.
class ElicitedAnswersTest {
  private final List<Json.Obj> asked = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();
  private final Queue<String> answers = new ArrayDeque<>();

  private final class Person implements ServerOffer.Caller {
    @Override
    public void told(String message) {
      heard.add(message);
    }

    @Override
    public boolean elicits() {
      return true;
    }

    @Override
    public Json.Obj elicit(Json.Obj params) throws RpcException {
      asked.add(params);
      String answer = answers.remove();
      if (answer.isEmpty()) {
        throw new RpcException(RpcException.INTERNAL_ERROR, "the form was lost");
      }
      try {
        return Json.parseObject(answer);
      } catch (JsonException broken) {
        throw new AssertionError(broken);
      }
    }

    @Override
    public int depth() {
      return 0;
    }
  }

  private Asker asker() {
    Attendant attendant = ElicitedAnswers.of(new Person());
    return Objects.requireNonNull(attendant.asker());
  }

  private static final List<Asker.Question> QUESTIONS =
      List.of(
          new Asker.Question("one", "Which one?", List.of("red", "blue"), Asker.Choice.ONE, 1),
          new Asker.Question(
              "many", "Which ones?", List.of("a", "b", "c"), Asker.Choice.SEVERAL, -1),
          new Asker.Question("free", "What else?", List.of(), Asker.Choice.ONE, -1));

  @Test
  void eachQuestionIsAFormOfItsOwn() throws Exception {
    answers.add("{\"action\": \"accept\", \"content\": {\"decision\": \"red\"}}");
    answers.add(
        "{\"action\": \"accept\", \"content\": {\"decision\": [\"c\", \"a\", \"no option\", 7],"
            + " \"own\": \" and more \"}}");
    answers.add("{\"action\": \"accept\", \"content\": {\"own\": \"nothing\"}}");
    assertThat(asker().ask(QUESTIONS))
        .contains(
            List.of(
                new Asker.Reply("one", List.of("red"), "", Asker.By.PERSON),
                new Asker.Reply("many", List.of("c", "a"), "and more", Asker.By.PERSON),
                new Asker.Reply("free", List.of(), "nothing", Asker.By.PERSON)));
    assertThat(asked.stream().map(each -> each.string("message")))
        .containsExactly("Which one?", "Which ones?", "What else?");
    List<Json.Obj> forms =
        asked.stream()
            .map(each -> each.objectOrEmpty("requestedSchema").objectOrEmpty("properties"))
            .toList();
    assertThat(forms.get(0).objectOrEmpty("decision"))
        .isEqualTo(
            Json.parseObject(
                "{\"type\": \"string\", \"title\": \"Your choice\", \"enum\": [\"red\", \"blue\"],"
                    + " \"default\": \"blue\"}"));
    assertThat(forms.get(1).objectOrEmpty("decision"))
        .isEqualTo(
            Json.parseObject(
                "{\"type\": \"array\", \"title\": \"Your choices\", \"items\": {\"type\":"
                    + " \"string\", \"enum\": [\"a\", \"b\", \"c\"]}}"));
    assertThat(forms.get(2).members().keySet()).containsExactly("own");
  }

  /// Who does not want to answer one is not asked the others.
  @Test
  void aFormThatIsNotFilledInIsNoAnswer() throws Exception {
    for (String no : List.of("{\"action\": \"decline\"}", "{\"action\": \"cancel\"}", "{}", "")) {
      asked.clear();
      answers.add(no);
      assertThat(asker().ask(QUESTIONS)).as(no).isEmpty();
      assertThat(asked).hasSize(1);
    }
    assertThat(heard).containsExactly("the question could not be put: the form was lost");
  }
}

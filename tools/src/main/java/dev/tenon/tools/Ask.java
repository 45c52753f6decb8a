package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Asks the person something that only they can decide.
public final class Ask implements ConversationTool<Ask.Parameters> {
  private final @Nullable Asker asker;

  /// @param asker null where there is nobody to ask; then every call says so
  public Ask(@Nullable Asker asker) {
    this.asker = asker;
  }

  /// All that is asked at once.
  public record Parameters(@Doc("One or more questions.") List<Question> questions) {}

  /// One question.
  public record Question(
      @Doc("Name of the answer.") String id,
      @Doc("The question.") String question,
      @Doc("2-5 choices. The user can always type something else instead.") List<Option> options,
      @Doc(value = "Several may be chosen.", fallback = "false") boolean multi,
      @Doc("Index of the choice you would take.") @Nullable Integer recommended) {}

  /// One choice.
  public record Option(@Doc("Its text.") String label) {}

  @Override
  public String name() {
    return "ask";
  }

  @Override
  public String description() {
    return "Ask the user when a decision is theirs and the code cannot answer it. Not for"
        + " permission, and not for what you can find out.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.questions.size() == 1
        ? parameters.questions.getFirst().question
        : parameters.questions.size() + " questions";
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    List<Asker.Question> questions = checked(parameters.questions);
    if (asker == null) {
      throw new ToolException(
          ToolException.Code.FAILED,
          "nobody can be asked: this is not an interactive session",
          List.of(
              "Decide yourself, take the safest choice, and say in your answer what you took."));
    }
    Optional<List<Asker.Reply>> replies = asker.ask(questions);
    if (replies.isEmpty()) {
      throw new ToolException(
          ToolException.Code.CANCELLED,
          "the user did not want to answer",
          List.of("Go on without the answer, or say what you need."));
    }
    return result(questions, replies.get());
  }

  private static List<Asker.Question> checked(List<Question> questions) throws ToolException {
    if (questions.isEmpty()) {
      throw new ToolException(ToolException.Code.INVALID_ARGUMENT, "questions must not be empty");
    }
    var checked = new ArrayList<Asker.Question>();
    var ids = new HashSet<String>();
    for (Question question : questions) {
      if (question.question.isBlank()) {
        throw new ToolException(
            ToolException.Code.INVALID_ARGUMENT, "question '" + question.id + "' has no text");
      }
      if (!ids.add(question.id)) {
        throw new ToolException(
            ToolException.Code.INVALID_ARGUMENT,
            "two questions have the id '" + question.id + "'; give each its own");
      }
      checked.add(
          new Asker.Question(
              question.id,
              question.question,
              question.options.stream().map(Option::label).toList(),
              question.multi ? Asker.Choice.SEVERAL : Asker.Choice.ONE,
              question.recommended == null ? -1 : question.recommended));
    }
    return checked;
  }

  private static ToolResult result(List<Asker.Question> questions, List<Asker.Reply> replies) {
    var results = new ArrayList<Json>();
    var text = new StringBuilder(questions.size() == 1 ? "" : "User answers:");
    for (int i = 0; i < questions.size(); i++) {
      Asker.Reply reply = replies.get(i);
      results.add(json(questions.get(i), reply));
      if (questions.size() == 1) {
        text.append(single(reply));
      } else {
        text.append('\n').append(reply.id()).append(": ").append(brief(reply));
      }
    }
    Json.Obj facts =
        questions.size() == 1
            ? (Json.Obj) results.getFirst()
            : Json.object().put("results", Json.array(results)).build();
    return new ToolResult.Text(text.toString(), facts, "");
  }

  private static String single(Asker.Reply reply) {
    var lines = new ArrayList<String>();
    if (!reply.chosen().isEmpty()) {
      lines.add("User selected: " + String.join(", ", reply.chosen()));
    }
    if (!reply.own().isEmpty()) {
      lines.add("User provided custom input: " + reply.own());
    }
    if (lines.isEmpty()) {
      lines.add("User selected nothing.");
    }
    if (reply.by() == Asker.By.TIMEOUT) {
      lines.add("(Nobody answered in time; this is the default.)");
    }
    return String.join("\n", lines);
  }

  private static String brief(Asker.Reply reply) {
    var parts = new ArrayList<>(reply.chosen());
    if (!reply.own().isEmpty()) {
      parts.add("\"" + reply.own() + "\"");
    }
    return (parts.isEmpty() ? "(nothing)" : String.join(", ", parts))
        + (reply.by() == Asker.By.TIMEOUT ? " (by default: nobody answered in time)" : "");
  }

  private static Json.Obj json(Asker.Question question, Asker.Reply reply) {
    var json =
        Json.object()
            .put("id", question.id())
            .put("question", question.text())
            .put("options", Json.strings(question.options()))
            .put("multi", question.choice() == Asker.Choice.SEVERAL)
            .put("selected_options", Json.strings(reply.chosen()));
    if (!reply.own().isEmpty()) {
      json.put("custom_input", reply.own());
    }
    if (reply.by() == Asker.By.TIMEOUT) {
      json.put("timed_out", true);
    }
    return json.build();
  }
}

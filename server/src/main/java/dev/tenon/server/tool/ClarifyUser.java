package dev.tenon.server.tool;

import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks the person a question and waits for the answer.
public final class ClarifyUser implements ConversationTool<ClarifyUser.Parameters> {
  private static final int LONGEST = 4_000;
  private static final int MOST_CHOICES = 12;
  private static final int LONGEST_CHOICE = 200;

  private final Asking asking;

  public ClarifyUser(Asking asking) {
    this.asking = asking;
  }

  /// Whoever carries the question to the person.
  @FunctionalInterface
  public interface Asking {
    /// @param choices answers that are offered beside one's own words; may be empty
    String ask(String question, List<String> choices) throws InterruptedException;
  }

  /// The question.
  public record Parameters(
      @Doc("One question.") String question,
      @Doc(
              "A few short answers to choose from, where there are likely ones; the person may"
                  + " answer something else.")
          @Nullable List<String> choices) {}

  @Override
  public String name() {
    return "clarify_user";
  }

  @Override
  public String description() {
    return "Ask the person one question and wait for the answer. Ask only what you cannot find out;"
        + " the answer no_user_answer means: decide yourself.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.question;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    if (parameters.question.isBlank()) {
      throw new ToolException(ToolException.Code.INVALID_ARGUMENT, "the question is empty");
    }
    if (parameters.question.length() > LONGEST) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "the question has "
              + parameters.question.length()
              + " characters; ask with at most "
              + LONGEST);
    }
    return Answers.answer(asking.ask(parameters.question, choices(parameters)));
  }

  /// Each once, in the order of the model.
  private static List<String> choices(Parameters parameters) throws ToolException {
    var choices = new LinkedHashSet<String>();
    if (parameters.choices != null) {
      parameters.choices.forEach(each -> choices.add(each.strip()));
    }
    choices.remove("");
    if (choices.size() > MOST_CHOICES
        || choices.stream().anyMatch(each -> each.length() > LONGEST_CHOICE)) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "choices: at most "
              + MOST_CHOICES
              + " of at most "
              + LONGEST_CHOICE
              + " characters each; put the rest into the question");
    }
    return List.copyOf(choices);
  }
}

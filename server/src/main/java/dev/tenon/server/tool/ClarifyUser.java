package dev.tenon.server.tool;

import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;

/// Asks the person a question and waits for the answer.
public final class ClarifyUser implements ConversationTool<ClarifyUser.Parameters> {
  private static final int LONGEST = 4_000;

  private final Asking asking;

  public ClarifyUser(Asking asking) {
    this.asking = asking;
  }

  /// Whoever carries the question to the person.
  @FunctionalInterface
  public interface Asking {
    String ask(String question) throws InterruptedException;
  }

  /// The question.
  public record Parameters(@Doc("One question.") String question) {}

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
    return Answers.answer(asking.ask(parameters.question));
  }
}

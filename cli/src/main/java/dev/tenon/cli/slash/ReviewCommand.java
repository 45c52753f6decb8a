package dev.tenon.cli.slash;

import dev.tenon.cli.report.HunkReview;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.ApplyResult;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.util.Optional;

/// `/review`: decides about staged edits from within the conversation. What is refused, the model
/// gets to know with the next prompt.
public final class ReviewCommand {
  private final ProjectConversation conversation;
  private final StagedEditing staged;

  public ReviewCommand(ProjectConversation conversation, StagedEditing staged) {
    this.conversation = conversation;
    this.staged = staged;
  }

  public SlashCommand slash() {
    return SlashCommand.of(
        "review",
        "Decide about staged edits, hunk by hunk",
        (argument, context) -> review(context));
  }

  private void review(CommandContext context) throws CommandException, InterruptedException {
    if (HunkReview.pending(staged) == 0) {
      context.print("Nothing is staged.");
      return;
    }
    try {
      HunkReview.Outcome outcome = new HunkReview(staged, person(context)).run();
      outcome.applied().ifPresent(applied -> context.print(text(applied)));
      if (!outcome.rejected().isEmpty()) {
        conversation.tell(
            "[The user reviewed your edits and rejected these hunks; the files do not have them:\n"
                + String.join("\n", outcome.rejected())
                + "]");
      }
      conversation.project().keepStaged();
    } catch (IOException | CommitException | ReviewException | SetupException problem) {
      throw new CommandException(String.valueOf(problem.getMessage()));
    }
  }

  private static String text(ApplyResult applied) {
    var out = new StringBuilder();
    for (ApplyResult.File file : applied.files()) {
      if (file.applied() > 0) {
        out.append(out.isEmpty() ? "" : "\n");
        out.append("applied: ").append(SafeText.cell(file.path(), Page.Reach.LIVE));
        out.append(" (").append(file.applied()).append(file.applied() == 1 ? " hunk)" : " hunks)");
      }
    }
    return out.toString();
  }

  private static HunkReview.Person person(CommandContext context) {
    return new HunkReview.Person() {
      @Override
      public void show(String text) {
        context.print(text.stripTrailing());
      }

      @Override
      public Optional<String> ask(String question) throws InterruptedException {
        return context.ask(question);
      }
    };
  }
}

package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.review.LineReview;
import dev.tenon.cli.terminal.review.Rejection;
import dev.tenon.cli.terminal.review.ReviewCheck;
import dev.tenon.cli.terminal.review.ReviewModel;
import dev.tenon.cli.terminal.review.ReviewOutcome;
import dev.tenon.cli.terminal.review.ReviewRun;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.ReviewedCommands;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `/review`: decides about staged edits from within the conversation. What is refused, and why,
/// the model gets to know with the next prompt.
public final class ReviewCommand {
  private final StagedEditing staged;
  private final Consumer<String> model;
  private final Keeping keeping;
  private final DisplayOptions look;
  private final Map<String, String> environment;
  private final LongSupplier nanos;
  private final @Nullable Supplier<ReviewedCommands> commands;

  /// Keeps what is staged until the program is started again.
  public interface Keeping {
    void keep() throws SetupException;
  }

  /// @param model is told what was refused
  /// @param nanos a clock
  /// @param commands what checks run with, opened for one review; null where nothing can be run
  public ReviewCommand(
      StagedEditing staged,
      Consumer<String> model,
      Keeping keeping,
      DisplayOptions look,
      Map<String, String> environment,
      LongSupplier nanos,
      @Nullable Supplier<ReviewedCommands> commands) {
    this.commands = commands;
    this.staged = staged;
    this.model = model;
    this.keeping = keeping;
    this.look = look;
    this.environment = Map.copyOf(environment);
    this.nanos = nanos;
  }

  /// Of a conversation that writes at once: what waits is what of helpers' work did not fit, or
  /// what a conversation that stages has left.
  public static SlashCommand waiting(
      ProjectConversation conversation, DisplayOptions look, Map<String, String> environment) {
    return SlashCommand.of(
        "review",
        "Decide about staged edits",
        (argument, context) -> {
          Optional<StagedEditing> waiting;
          try {
            waiting = conversation.project().waiting().any();
          } catch (SetupException unreadable) {
            throw new CommandException(String.valueOf(unreadable.getMessage()));
          }
          if (waiting.isEmpty() || ReviewModel.waiting(waiting.get()) == 0) {
            context.print(
                "Nothing is staged here: edits are written at once, and /undo takes them back."
                    + " 'tenon --review' stages them.");
            return;
          }
          of(conversation, waiting.get(), look, environment).action().run(argument, context);
        });
  }

  /// Of a conversation whose edits are staged.
  public static SlashCommand of(
      ProjectConversation conversation,
      StagedEditing staged,
      DisplayOptions look,
      Map<String, String> environment) {
    Keeping keeping = conversation.project()::keepStaged;
    return new ReviewCommand(
            staged,
            conversation::tell,
            keeping,
            look,
            environment,
            System::nanoTime,
            conversation.project()::reviewedCommands)
        .slash();
  }

  public SlashCommand slash() {
    return SlashCommand.of(
        "review",
        "Decide about staged edits, hunk by hunk",
        (argument, context) -> review(context));
  }

  private void review(CommandContext context) throws CommandException, InterruptedException {
    if (ReviewModel.waiting(staged) == 0) {
      context.print("Nothing is staged.");
      return;
    }
    try (ReviewedCommands open = commands == null ? null : commands.get()) {
      var review = new ReviewModel(staged);
      ReviewCheck check = open == null ? null : new ReviewCheck(open.checks(), staged);
      ReviewOutcome outcome;
      if (context.hasScreen()) {
        var run = new ReviewRun(review, new Place(context), look, environment, nanos, check);
        outcome = run.run();
        if (!run.early().isBlank()) {
          context.prefill(run.early());
        }
      } else {
        outcome = new LineReview(review, new Person(context), environment, check).run();
      }
      context.print(
          String.join(
              "\n",
              outcome.lines(text -> SafeText.cell(text, Page.Reach.LIVE), "/review goes on.")));
      String told = Rejection.told(outcome.rejections());
      if (!told.isEmpty()) {
        model.accept(told);
      }
      keeping.keep();
    } catch (IOException | CommitException | SetupException problem) {
      throw new CommandException(IoFailure.told(problem));
    }
  }

  private record Place(CommandContext context) implements ReviewRun.Place {
    @Override
    public Menu.Step choose(Menu menu) throws InterruptedException {
      return context.choose(menu);
    }

    @Override
    public Optional<String> edit(String question, String text) throws InterruptedException {
      return context.edit(question, text);
    }

    @Override
    public <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException {
      return context.lend(program);
    }
  }

  private record Person(CommandContext context) implements LineReview.Person {
    @Override
    public void show(String text) {
      context.print(text.stripTrailing());
    }

    @Override
    public Optional<String> ask(String question) throws InterruptedException {
      return context.ask(question);
    }
  }
}

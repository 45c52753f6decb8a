package dev.tenon.engine.check;

import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.tools.recipe.RecipeRunner;
import dev.tenon.tools.recipe.RecipeTask;
import dev.tenon.tools.recipe.Recipes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Checks of one project before its staged hunks are accepted: whoever wants one has a command
/// judged ([#permit]), takes a trial of the staged edits, and runs the command on it. Safe for
/// several threads.
public final class ReviewChecks {
  /// By this name rules know it.
  private static final String TOOL = "bash";

  /// Linux takes 128 KB as one argument.
  private static final int MOST_BYTES = 120 * 1024;

  private final Path root;
  private final Shell shell;
  private final Policy policy;
  private final LastCheck last;
  private final Duration timeout;
  private final UnaryOperator<String> secrets;

  /// @param shell confined as every command
  /// @param policy judges for a person who has asked for the command
  /// @param state the project's own folder in Tenon's state
  /// @param timeout how long a check may take
  /// @param secrets takes out of a text what must not be kept
  public ReviewChecks(
      Path root,
      Shell shell,
      Policy policy,
      Path state,
      Duration timeout,
      UnaryOperator<String> secrets) {
    this.root = root;
    this.shell = shell;
    this.policy = policy;
    this.last = new LastCheck(state);
    this.timeout = timeout;
    this.secrets = secrets;
  }

  /// What may be run here.
  public CheckOffers offers() {
    var recipes = new ArrayList<CheckOffers.Recipe>();
    Recipes found = Recipes.of(root);
    for (RecipeRunner runner : found.runners()) {
      for (RecipeTask task : runner.tasks()) {
        String command =
            task.cwd().equals(".")
                ? task.command()
                : "cd '" + task.cwd().replace("'", "'\\''") + "' && " + task.command();
        recipes.add(new CheckOffers.Recipe(runner.id() + ":" + task.name(), command, task.doc()));
      }
    }
    var problems = new ArrayList<>(found.problems());
    return new CheckOffers(last.read(problems::add), recipes, problems);
  }

  /// A command that may run.
  public static final class Permit {
    private final String command;
    private final Reach reach;

    private Permit(String command, Reach reach) {
      this.command = command;
      this.reach = reach;
    }

    public String command() {
      return command;
    }
  }

  /// Judges a command as every command is judged; the person who wants it has said yes to it.
  public Permit permit(String wanted) throws CheckRefusedException {
    String command = wanted.strip();
    if (command.isEmpty()) {
      throw new CheckRefusedException(
          CheckRefusedException.Reason.INVALID, "the command of the check is empty");
    }
    if (command.indexOf('\0') >= 0
        || command.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      throw new CheckRefusedException(
          CheckRefusedException.Reason.INVALID,
          "the command of the check has a NUL character or more than "
              + MOST_BYTES
              + " bytes; write a script to a file and run that");
    }
    if (policy.decide(TOOL) instanceof Decision.Deny closed) {
      throw new CheckRefusedException(CheckRefusedException.Reason.DENIED, closed.reason());
    }
    return switch (policy.decide(TOOL, new Access.Execute(command))) {
      case Decision.Allow allow -> new Permit(command, allow.reach());
      case Decision.Ask ask ->
          throw new CheckRefusedException(
              CheckRefusedException.Reason.DENIED,
              "the check was not run: " + ask.reason() + "; " + ask.wayOut());
      case Decision.Deny deny ->
          throw new CheckRefusedException(CheckRefusedException.Reason.DENIED, deny.reason());
    };
  }

  /// Runs the command on the trial to its end and removes the trial. An interrupt of the thread
  /// cancels the command; it is used up by that.
  ///
  /// @param progress gets the output while it comes, as plain text in whole lines
  public CheckResult run(Permit permit, StagedEditing.Trial trial, Consumer<String> progress) {
    if (secrets.apply(permit.command).equals(permit.command)) {
      last.write(permit.command, told -> progress.accept(told + "\n"));
    }
    long began = System.nanoTime();
    try {
      var plain = new PlainOutput(progress);
      Shell.Finished finished =
          shell.runAside(
              new Shell.Command(permit.command, root, timeout)
                  .inside(trial.watch().view())
                  .reaching(permit.reach),
              plain::add);
      plain.finish();
      return result(finished);
    } catch (IOException refused) {
      return new CheckResult(
          CheckResult.Status.ERROR,
          -1,
          "",
          0,
          Duration.ofNanos(System.nanoTime() - began),
          String.valueOf(refused.getMessage()));
    } finally {
      trial.watch().finish();
    }
  }

  private static CheckResult result(Shell.Finished finished) {
    CheckResult.Status status =
        switch (finished.ending()) {
          case EXITED ->
              finished.exitCode() == 0 ? CheckResult.Status.PASSED : CheckResult.Status.FAILED;
          case TIMED_OUT -> CheckResult.Status.TIMED_OUT;
          case CANCELLED -> CheckResult.Status.CANCELLED;
        };
    return new CheckResult(
        status,
        finished.exitCode(),
        PlainOutput.plain(finished.output()),
        finished.bytes(),
        finished.took(),
        String.join("; ", finished.notes()));
  }
}

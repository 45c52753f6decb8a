package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.args.WorkCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.review.HunkText;
import dev.tenon.cli.terminal.review.LineReview;
import dev.tenon.cli.terminal.review.RefusalLog;
import dev.tenon.cli.terminal.review.ReviewCheck;
import dev.tenon.cli.terminal.review.ReviewModel;
import dev.tenon.cli.terminal.review.ReviewOutcome;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.ApplyResult;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.PinnedSelection;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.review.Selection;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.Project;
import dev.tenon.engine.ReviewedCommands;
import dev.tenon.engine.check.CheckRefusedException;
import dev.tenon.engine.check.CheckResult;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.problem.SetupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `tenon apply`: decides about what a run with `--review` has staged. At a terminal it shows the
/// review, on a screen or in lines; otherwise it lists, and applies what it is told to.
public final class ApplyCommand {
  private final StagedEditing editing;
  private final Project project;
  private final Configuration configuration;
  private final LaunchContext context;
  private final Arguments arguments;
  private final Streams streams;

  public ApplyCommand(
      Project project, Configuration configuration, LaunchContext context, Streams streams) {
    this.editing = project.staged().orElseThrow();
    this.project = project;
    this.configuration = configuration;
    this.context = context;
    this.arguments = context.arguments();
    this.streams = streams;
  }

  public int run() throws SetupException, InterruptedException {
    try {
      requireOneWish();
      List<String> checks = arguments.texts(WorkCommandLine.CHECK);
      if (!checks.isEmpty()) {
        return checked(checks);
      }
      int code = decide();
      project.keepStaged();
      return code;
    } catch (CheckRefusedException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    } catch (ReviewException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    } catch (CommitException conflict) {
      throw SetupException.failure(
          conflict.getMessage()
              + "; nothing was written. Run the prompt again, or drop what is"
              + " staged with 'tenon apply --none'");
    } catch (IOException broken) {
      throw SetupException.failure(IoFailure.named(broken));
    }
  }

  private void requireOneWish() throws SetupException {
    if (arguments.has(WorkCommandLine.CHECK) && arguments.has(TenonCommandLine.NONE)) {
      throw SetupException.usage(
          "--check applies what passes and --none drops it; give one of them");
    }
  }

  /// What came of one check.
  private record Checked(ReviewChecks.Permit permit, PinnedSelection pinned, CheckResult result) {
    String words() {
      return permit.command() + " " + result.words() + " with " + pinned.phrase();
    }

    Json.Obj toJson() {
      return Json.object()
          .put("command", permit.command())
          .put("status", result.status().label())
          .put("exit_code", result.exitCode() < 0 ? Json.Null.VALUE : Json.of(result.exitCode()))
          .put("pinned", pinned.phrase())
          .put("hunk_ids", Json.strings(pinned.hunks()))
          .put("millis", result.took().toMillis())
          .put("message", result.message())
          .put("output", result.output())
          .build();
    }
  }

  /// Runs the checks on the hunks that are named, or on all, and writes them if every one passes.
  /// Otherwise everything is as it was, what is staged included.
  private int checked(List<String> commands)
      throws IOException,
          CommitException,
          ReviewException,
          CheckRefusedException,
          SetupException,
          InterruptedException {
    Review review = editing.review();
    boolean json = arguments.has(TenonCommandLine.JSON);
    if (review.bundle().files().isEmpty()) {
      if (json) {
        streams.out().json(Json.object().put("check", Json.Null.VALUE).build().pretty());
      } else {
        streams.out().println("Nothing is staged.");
      }
      return 0;
    }
    if (arguments.operands().isEmpty()) {
      review.acceptAll();
    } else {
      review.accept(arguments.operands());
    }
    List<Checked> all = run(commands);
    Checked last = all.getLast();
    Optional<ApplyResult> applied =
        last.result.passed() ? Optional.of(new ReviewModel(editing).apply()) : Optional.empty();
    if (applied.isPresent()) {
      project.keepStaged();
    }
    if (json) {
      streams.out().json(report(all, applied).pretty());
    } else if (applied.isPresent()) {
      all.forEach(each -> streams.out().println(streams.out().cell(each.words())));
      new ReviewOutcome(applied, List.of(), 0, 0)
          .lines(streams.out()::cell, "")
          .forEach(streams.out()::println);
    } else {
      String why = last.result.message().isEmpty() ? "" : " (" + last.result.message() + ")";
      streams.err().note(last.words() + why + "; nothing was written, and all of it stays staged");
    }
    return applied.isPresent() ? 0 : 1;
  }

  /// Each on a view of its own, so that none sees what another left, up to the first that does not
  /// pass. All are judged before the first one runs.
  private List<Checked> run(List<String> commands)
      throws IOException, CheckRefusedException, SetupException, InterruptedException {
    var all = new ArrayList<Checked>();
    try (ReviewedCommands reviewed = project.reviewedCommands()) {
      var permits = new ArrayList<ReviewChecks.Permit>();
      for (String command : commands) {
        permits.add(reviewed.checks().permit(command));
      }
      for (ReviewChecks.Permit permit : permits) {
        StagedEditing.Trial trial = editing.trial(Selection.ACCEPTED);
        CheckResult result =
            reviewed
                .checks()
                .run(permit, trial, text -> text.lines().forEach(streams.err()::println));
        all.add(new Checked(permit, trial.pinned(), result));
        if (!result.passed()) {
          break;
        }
      }
    }
    return all;
  }

  /// @param all the checks that ran; the last one decided
  private static Json.Obj report(List<Checked> all, Optional<ApplyResult> applied) {
    return Json.object()
        .put("check", all.getLast().toJson())
        .array("checks", all.stream().<Json>map(Checked::toJson).toList())
        .putAll(
            applied
                .map(ApplyResult::toJson)
                .orElse(Json.object().array("applied_files", List.of()).build()))
        .build();
  }

  private int decide() throws IOException, CommitException, ReviewException, InterruptedException {
    Review review = editing.review();
    boolean json = arguments.has(TenonCommandLine.JSON);
    if (review.bundle().files().isEmpty()) {
      if (json) {
        list(review.bundle());
      } else {
        streams.out().println("Nothing is staged.");
      }
      return 0;
    }
    if (arguments.has(TenonCommandLine.NONE)) {
      review.rejectAll();
      var dropped = new ArrayList<String>();
      for (DiffBundle.FileDiff each : review.bundle().files()) {
        review.discard(each.path());
        dropped.add(each.path());
      }
      if (json) {
        streams
            .out()
            .json(Json.object().put("dropped_files", Json.strings(dropped)).build().pretty());
      } else {
        streams.out().println("Dropped everything that was staged.");
      }
      return 0;
    }
    if (arguments.has(TenonCommandLine.ALL)) {
      review.acceptAll();
      return applied();
    }
    List<String> hunks = arguments.operands();
    if (!hunks.isEmpty()) {
      review.accept(hunks);
      return applied();
    }
    if (streams.tty().in() && streams.tty().out()) {
      return atTerminal();
    }
    list(review.bundle());
    return 0;
  }

  private int atTerminal() throws IOException, CommitException, InterruptedException {
    if (ReviewModel.waiting(editing) == 0) {
      // All that is left was rejected.
      streams.out().println("Nothing is staged.");
      editing.review().apply(Review.Rest.PENDING);
      return 0;
    }
    // Whatever ends the program, what was decided is kept.
    var keeping = new Thread(this::keep, "keep-staged");
    Runtime.getRuntime().addShutdownHook(keeping);
    try (ReviewedCommands commands = project.reviewedCommands()) {
      var model = new ReviewModel(editing);
      var check = new ReviewCheck(commands.checks(), editing);
      Optional<ReviewOutcome> shown =
          ReviewAtTerminal.run(model, check, configuration, context, streams);
      told(
          shown.isPresent()
              ? shown.get()
              : new LineReview(model, person(), context.environment(), check).run());
      return 0;
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(keeping);
      } catch (IllegalStateException ending) {
        // The program ends by a signal; the hook does what is left to do.
      }
    }
  }

  private void keep() {
    try {
      project.keepStaged();
    } catch (SetupException refused) {
      streams.err().note(String.valueOf(refused.getMessage()));
    }
  }

  private int applied() throws IOException, CommitException {
    var model = new ReviewModel(editing);
    boolean any = model.count(Hunk.Status.ACCEPTED) > 0;
    if (arguments.has(TenonCommandLine.JSON)) {
      ApplyResult result = any ? model.apply() : new ApplyResult(List.of(), List.of());
      streams.out().json(result.toJson().pretty());
      return 0;
    }
    if (!any) {
      streams.out().println("Nothing was applied.");
      return 0;
    }
    new ReviewOutcome(Optional.of(model.apply()), List.of(), 0, 0)
        .lines(streams.out()::cell, "")
        .forEach(streams.out()::println);
    return 0;
  }

  private void told(ReviewOutcome outcome) throws IOException {
    String prompt = editing.currentPrompt().map(Checkpoint::id).orElse("");
    new RefusalLog(project.stateFolder()).add(prompt, outcome.rejections());
    outcome.lines(streams.out()::cell, "'tenon apply' goes on.").forEach(streams.out()::println);
  }

  private void list(DiffBundle bundle) {
    if (arguments.has(TenonCommandLine.JSON)) {
      var files = new ArrayList<Json>();
      bundle.files().forEach(each -> files.add(each.toJson()));
      streams.out().json(Json.object().array("files", files).build().pretty());
      return;
    }
    for (DiffBundle.FileDiff each : bundle.files()) {
      for (Hunk hunk : each.hunks()) {
        String doing = hunk.patch().isEmpty() ? HunkText.doing(hunk) : "";
        streams
            .out()
            .println("hunk " + hunk.id() + " of " + streams.out().cell(each.path()) + doing);
        streams.out().print(HunkText.body(hunk));
      }
    }
    streams.out().hint();
    streams
        .out()
        .println("Apply with 'tenon apply HUNK…', 'tenon apply --all', or drop with --none.");
  }

  private LineReview.Person person() {
    var in = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
    return new LineReview.Person() {
      @Override
      public void show(String text) {
        streams.out().println(text);
        streams.out().hint();
      }

      @Override
      public Optional<String> ask(String question) {
        streams.out().prompt(question);
        try {
          return Optional.ofNullable(in.readLine());
        } catch (IOException gone) {
          throw new UncheckedIOException(gone);
        }
      }
    };
  }
}

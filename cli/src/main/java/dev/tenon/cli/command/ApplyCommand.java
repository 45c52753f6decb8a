package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.HunkReview;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.ApplyResult;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.engine.Project;
import dev.tenon.engine.problem.SetupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `tenon apply`: decides about what a run with `--review` has staged. At a terminal it asks hunk
/// by hunk; otherwise it lists, and applies what it is told to.
public final class ApplyCommand {
  private final StagedEditing editing;
  private final Project project;
  private final Arguments arguments;
  private final Streams streams;

  public ApplyCommand(Project project, Arguments arguments, Streams streams) {
    this.editing = project.staged().orElseThrow();
    this.project = project;
    this.arguments = arguments;
    this.streams = streams;
  }

  public int run() throws SetupException, InterruptedException {
    try {
      int code = decide();
      project.keepStaged();
      return code;
    } catch (ReviewException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    } catch (CommitException conflict) {
      throw SetupException.failure(
          conflict.getMessage()
              + "; nothing was written. Run the prompt again, or drop what is"
              + " staged with 'tenon apply --none'");
    } catch (IOException broken) {
      throw SetupException.failure(String.valueOf(broken.getMessage()));
    }
  }

  private int decide() throws IOException, CommitException, ReviewException, InterruptedException {
    Review review = editing.review();
    if (review.bundle().files().isEmpty()) {
      streams.out().println("Nothing is staged.");
      return 0;
    }
    if (arguments.has(TenonCommandLine.NONE)) {
      review.rejectAll();
      for (DiffBundle.FileDiff each : review.bundle().files()) {
        review.discard(each.path());
      }
      streams.out().println("Dropped everything that was staged.");
      return 0;
    }
    if (arguments.has(TenonCommandLine.ALL)) {
      review.acceptAll();
      return told(new HunkReview(editing, person()).apply());
    }
    List<String> hunks = arguments.operands();
    if (!hunks.isEmpty()) {
      review.accept(hunks);
      return told(new HunkReview(editing, person()).apply());
    }
    if (streams.tty().in() && streams.tty().out()) {
      return told(new HunkReview(editing, person()).run().applied());
    }
    list(review.bundle());
    return 0;
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
        String doing = hunk.patch().isEmpty() ? HunkReview.doing(hunk) : "";
        streams
            .out()
            .println("hunk " + hunk.id() + " of " + streams.out().cell(each.path()) + doing);
        streams.out().print(HunkReview.body(hunk));
      }
    }
    streams.out().hint();
    streams
        .out()
        .println("Apply with 'tenon apply HUNK…', 'tenon apply --all', or drop with --none.");
  }

  private int told(Optional<ApplyResult> applied) {
    if (applied.isEmpty()) {
      streams.out().println("Nothing was applied.");
      return 0;
    }
    for (ApplyResult.File each : applied.get().files()) {
      if (each.applied() > 0) {
        streams.out().println(applied(each));
      }
    }
    return 0;
  }

  private String applied(ApplyResult.File file) {
    return "applied: "
        + streams.out().cell(file.path())
        + " ("
        + file.applied()
        + (file.applied() == 1 ? " hunk)" : " hunks)");
  }

  private HunkReview.Person person() {
    var in = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
    return new HunkReview.Person() {
      @Override
      public void show(String text) {
        streams.out().println(text);
        streams.out().hint();
      }

      @Override
      public Optional<String> ask(String question) {
        streams.out().print(question + " ");
        streams.out().flush();
        try {
          return Optional.ofNullable(in.readLine());
        } catch (IOException gone) {
          throw new UncheckedIOException(gone);
        }
      }
    };
  }
}

package dev.tenon.tools;

import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.LatestFileState;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.ShownLines;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.walk.GeneratedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What every edit tool does after its dialect: plan, ask for all files of the plan that the call
/// was not allowed yet, commit, and tell the model what the files are now, or what stood in the
/// way.
final class EditCommit {
  private EditCommit() {}

  /// A dialect with its input.
  @FunctionalInterface
  interface Dialect {
    Plan plan(EditSource source) throws PlanException;
  }

  /// Whether answers carry the state of the file.
  enum Latest {
    LEFT_OUT,
    INCLUDED
  }

  /// How often a plan is made anew because somebody else, such as a helper beside this one, has
  /// changed a file between plan and commit.
  private static final int MOST_PLANS = 3;

  static ToolResult run(Dialect dialect, String tool, ToolContext context, Latest latest)
      throws ToolException, InterruptedException {
    var by = new Attribution(Origin.AGENT, tool, context.callId());
    for (int plans = 1; ; plans++) {
      Plan plan = planned(dialect, context, latest);
      try {
        Commit committed = context.editing().commit(plan.transaction(), by);
        boolean staged = context.editing().where() == Effects.Where.STAGED;
        ShownLines shown = context.workspace().shownIfAny();
        if (shown != null) {
          know(plan, shown, context.workspace().sandbox());
        }
        return result(plan, committed, latest, staged ? "staged" : "wrote");
      } catch (CommitException refused) {
        if (plans == MOST_PLANS || !mayPlanAgain(refused, plan, context.permits())) {
          throw failure(refused);
        }
      } catch (IOException broken) {
        throw ToolException.of("committing the edit", broken);
      }
    }
  }

  /// A plan that may be committed.
  private static Plan planned(Dialect dialect, ToolContext context, Latest latest)
      throws ToolException, InterruptedException {
    Plan plan;
    try {
      plan = dialect.plan(context.editing());
    } catch (PlanException failed) {
      // The answer tells of the files, which the call may not have named as they are.
      context.permits().request(LookedAt.by(dialect, context.editing()));
      throw failure(failed.failure(), context, latest);
    }
    refuseGenerated(plan);
    context.permits().request(writes(plan), plan::diff);
    return plan;
  }

  /// The dialect verifies a new plan against what the files are now. What a person has agreed to,
  /// seeing it, is written as it was seen or not at all.
  private static boolean mayPlanAgain(CommitException refused, Plan plan, Permits permits) {
    return refused.kind() == CommitException.Kind.STALE
        && writes(plan).stream().noneMatch(permits::confirmed);
  }

  /// Remembers which files a dialect has looked at.
  private static final class LookedAt implements EditSource {
    private final EditSource source;
    private final Set<String> paths = new LinkedHashSet<>();

    private LookedAt(EditSource source) {
      this.source = source;
    }

    /// What it takes to be told of the files that a dialect looks at in vain: whoever is refused an
    /// edit is shown what to edit.
    private static List<Access> by(Dialect dialect, EditSource files) {
      var again = new LookedAt(files);
      try {
        dialect.plan(again);
      } catch (PlanException asBefore) {
        // It is the files that count.
      }
      var accesses = new ArrayList<Access>();
      for (String path : again.paths) {
        accesses.add(new Access.Read(path));
      }
      return accesses;
    }

    private FileState noted(FileState state) {
      paths.add(state.path());
      return state;
    }

    @Override
    public FileState current(String path) throws PlanException {
      return noted(source.current(path));
    }

    @Override
    public FileState whole(String path) throws PlanException {
      return noted(source.whole(path));
    }

    @Override
    public List<FileVersion> seen(String path) {
      return source.seen(path);
    }

    @Override
    public boolean knows(String path, String sha256) {
      return source.knows(path, sha256);
    }

    @Override
    public List<FileState.Existing> remembered(String path) {
      return source.remembered(path);
    }
  }

  /// All files that the plan changes. What was seen of them before it was made may have been less:
  /// a dialect understands more spellings than whoever glances at its input.
  private static List<Access> writes(Plan plan) {
    var writes = new ArrayList<Access>();
    for (FileChange file : plan.changes()) {
      writes.add(new Access.Write(file.path()));
      String target = file.target();
      if (target != null) {
        writes.add(new Access.Write(target));
      }
    }
    return writes;
  }

  /// The model knows what it has written, and where the lines are now that it knew.
  private static void know(Plan plan, ShownLines shown, PathSandbox sandbox) {
    for (FileChange file : plan.changes()) {
      try {
        Path real = sandbox.writable(file.path());
        if (file instanceof FileChange.Delete
            || (file instanceof FileChange.Bytes bytes && bytes.target() == null)) {
          shown.forget(real);
        } else if (!(file instanceof FileChange.Bytes)) {
          shown.edited(real, LineEdits.lines(file.before()), LineEdits.lines(file.text()));
        }
        String target = file.target();
        if (target != null) {
          shown.moved(real, sandbox.writable(target));
        }
      } catch (PathException goneMeanwhile) {
        // What is not noted as known has to be read again.
      }
    }
  }

  /// The answer to a failure shows the file, or parts of it, as it is now.
  private static void showed(Json.Obj state, Workspace workspace) {
    String path = state.string("file_path");
    if (path == null) {
      return;
    }
    try {
      Path real = workspace.sandbox().writable(path);
      workspace.shown().showed(real, 1, LineEdits.lines(state.string("content", "")));
      for (Json.Obj region : state.objects("regions")) {
        workspace
            .shown()
            .showed(
                real,
                region.number("start_line", 1),
                LineEdits.lines(region.string("content", "")));
      }
    } catch (PathException unusable) {
      // A file that cannot be used has not been shown.
    }
  }

  /// What a program writes is not edited by hand: the next run would undo it.
  private static void refuseGenerated(Plan plan) throws ToolException {
    for (FileChange file : plan.changes()) {
      if (file instanceof FileChange.Create) {
        continue;
      }
      Optional<String> reason = GeneratedFile.reason(file.path(), file.before());
      if (reason.isPresent()) {
        throw new ToolException(
            ToolException.Code.PERMISSION_DENIED,
            file.path() + " is not edited by hand: " + reason.get(),
            List.of("Change what it is made from and run its generator."));
      }
    }
  }

  private static ToolResult result(Plan plan, Commit committed, Latest latest, String done) {
    var files = new ArrayList<Json>();
    var summary = new StringBuilder();
    for (int i = 0; i < committed.files().size(); i++) {
      Commit.File file = committed.files().get(i);
      var facts = Json.object().put("path", file.path()).put("change_id", file.changeId());
      summary.append(summary.isEmpty() ? "" : "\n");
      if (file.version() == null) {
        summary.append("deleted ").append(file.path());
      } else {
        facts.put("version", file.version().version()).put("sha256", file.version().sha256());
        summary.append(done).append(' ').append(file.path());
        summary.append(" (version ").append(file.version().version()).append(')');
        if (latest == Latest.INCLUDED) {
          facts.put("latest_file_state", LatestFileState.of(file.version(), plan.changes().get(i)));
        }
      }
      files.add(facts.build());
    }
    plan.warnings().forEach(warning -> summary.append("\nwarning: ").append(warning));
    var facts = Json.object().array("files", files);
    if (!plan.warnings().isEmpty()) {
      facts.put("warnings", Json.strings(plan.warnings()));
    }
    return new ToolResult.Diff(summary.toString(), plan.diff(), facts.build());
  }

  private static ToolException failure(PlanFailure failure, ToolContext context, Latest latest) {
    ToolException.Code code =
        switch (failure.code()) {
          case NOT_FOUND -> ToolException.Code.NOT_FOUND;
          case EXISTS, STALE -> ToolException.Code.CONFLICT;
          case AMBIGUOUS, NO_MATCH, MALFORMED, INVALID, NO_CHANGE ->
              ToolException.Code.INVALID_ARGUMENT;
          case DENIED -> ToolException.Code.PERMISSION_DENIED;
          case INTERNAL -> ToolException.Code.INTERNAL;
        };
    Json.Obj details = failure.details();
    if (latest == Latest.INCLUDED) {
      Json.Obj state = LatestFileState.of(failure, context.editing());
      showed(state, context.workspace());
      details = details.with("latest_file_state", state);
    }
    return new ToolException(code, failure.text(), failure.suggestions(), details);
  }

  static ToolException failure(CommitException refused) {
    ToolException.Code code =
        switch (refused.kind()) {
          case STALE, LOST -> ToolException.Code.CONFLICT;
          case DENIED -> ToolException.Code.PERMISSION_DENIED;
          case UNWRITABLE -> ToolException.Code.INVALID_ARGUMENT;
          case IO -> ToolException.Code.IO_ERROR;
        };
    return new ToolException(
        code,
        String.valueOf(refused.getMessage()),
        code == ToolException.Code.CONFLICT
            ? List.of("Nothing was written. Read the file again and repeat the edit.")
            : List.of());
  }
}

package dev.tenon.tools.walk;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.ToolLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Three walks through the product whose classes are counted. Loaded by [TracingLoader], called by
/// name.
public final class Walks {
  private static final String EDIT = "{\"path\":\"a.txt\",\"old_text\":\"two\",\"new_text\":\"2\"}";

  private Walks() {}

  /// An edit from the model's call to the result that is shown.
  public static Set<String> edit(Path folder) throws Exception {
    Path root = project(folder);
    Workspace workspace = Workspace.open(root);
    Journal journal = ProjectJournal.open(folder.resolve("state"), workspace, "walk");
    ToolRunner runner = runner(workspace, new DirectEditing(workspace, journal));
    runner.beginPrompt("edit");
    PassedClasses.begin();
    call(runner, "edit_file", EDIT);
    Set<String> passed = PassedClasses.end();
    require(root, "one\n2\n");
    return passed;
  }

  /// Staged hunks from their bundle over the decision to the disk.
  public static Set<String> apply(Path folder) throws Exception {
    Path root = project(folder);
    Workspace workspace = Workspace.open(root);
    Journal journal = ProjectJournal.open(folder.resolve("state"), workspace, "walk");
    var editing = new StagedEditing(workspace, journal);
    ToolRunner runner = runner(workspace, editing);
    runner.beginPrompt("edit");
    call(runner, "edit_file", EDIT);
    PassedClasses.begin();
    Review review = editing.review();
    review.bundle();
    review.acceptAll();
    review.apply(Review.Rest.PENDING);
    Set<String> passed = PassedClasses.end();
    require(root, "one\n2\n");
    return passed;
  }

  /// A command that changes a file, and its undo.
  public static Set<String> bashAndUndo(Path folder) throws Exception {
    Path root = project(folder);
    Workspace workspace = Workspace.open(root);
    Journal journal = ProjectJournal.open(folder.resolve("state"), workspace, "walk");
    ToolRunner runner = runner(workspace, new DirectEditing(workspace, journal));
    runner.beginPrompt("run");
    PassedClasses.begin();
    call(runner, "bash", "{\"command\":\"echo three >> a.txt\"}");
    new Undo(journal).undoLatestPrompt();
    Set<String> passed = PassedClasses.end();
    require(root, "one\ntwo\n");
    return passed;
  }

  private static Path project(Path folder) throws Exception {
    Path root = Files.createDirectories(folder.resolve("project"));
    Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
    return root;
  }

  private static ToolRunner runner(Workspace workspace, Editing editing) {
    return new ToolRunner(
        BuiltinTools.everything(new Shell(Set.of()), ToolLimits.DEFAULT),
        workspace,
        editing,
        new ModePolicy(Mode.FULL),
        Approver.nobody(),
        OutputBound.DEFAULT);
  }

  private static void call(ToolRunner runner, String tool, String arguments) throws Exception {
    Part.Result result =
        runner.call(Part.Call.of("id", tool, Json.parseObject(arguments)), text -> {}).result();
    if (result.failed()) {
      throw new AssertionError(result.text());
    }
  }

  private static void require(Path root, String text) throws Exception {
    String found = Files.readString(root.resolve("a.txt"));
    if (!found.equals(text)) {
      throw new AssertionError("a.txt is " + found);
    }
  }
}

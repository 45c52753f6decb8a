package dev.tenon.tools;

import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.match.ExactEdit;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// Writes a whole file: into a temporary sibling first, then renamed over the target, so that a
/// full disk or a crash leaves the old file whole.
public final class WriteFile implements Tool<WriteFile.Parameters> {

  /// Which file, and all of its new text.
  public record Parameters(
      @Doc(
              value = "Workspace-relative path under the project root.",
              aliases = {"file_path", "file", "filename", "filepath"})
          String path,
      @Doc(
              value = "The whole new content.",
              aliases = {"text", "contents"})
          String content) {}

  @Override
  public String name() {
    return "write_file";
  }

  @Override
  public String description() {
    return "Create a file (with its folders), or replace the whole content of one you have read.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Write(parameters.path));
  }

  @Override
  public boolean plansWrites() {
    return true;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.path;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    return EditCommit.run(
        source -> plan(parameters, source), name(), context, EditCommit.Latest.LEFT_OUT);
  }

  private static Plan plan(Parameters parameters, EditSource source) throws PlanException {
    return switch (source.whole(parameters.path)) {
      case FileState.Missing missing ->
          new ExactEdit(missing.path(), "", parameters.content, ExactEdit.Occurrences.ONE)
              .plan(source);
      case FileState.Whole file -> {
        if (file.kind() == FileState.Kind.GUESSED_TEXT) {
          throw file.refused();
        }
        requireSeen(file, file.sha256(), source);
        yield Plan.of(FileChange.of(file, parameters.content), List.of());
      }
      case FileState.Existing file -> {
        requireSeen(file, file.sha256(), source);
        yield Plan.replacing(file, parameters.content);
      }
    };
  }

  private static void requireSeen(FileState file, String sha256, EditSource source)
      throws PlanException {
    if (!source.knows(file.path(), sha256)) {
      throw PlanFailure.of(
              PlanFailure.Code.STALE,
              file.path() + " exists, and you have not read it in its present state.")
          .now(file)
          .suggest("Read it first; then write it, or better edit only what has to change.")
          .exception();
    }
  }
}

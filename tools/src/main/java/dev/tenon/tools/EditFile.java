package dev.tenon.tools;

import dev.tenon.core.edit.match.ExactEdit;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// Replaces one text of a file by another: the dialect for most models.
public final class EditFile implements Tool<EditFile.Parameters> {

  /// Which text becomes which.
  public record Parameters(
      @Doc(
              value = "Workspace-relative path under the project root.",
              aliases = {"file_path", "file", "filename", "filepath"})
          String path,
      @Doc(
              value = "Text to replace, exactly as in the file; empty to create or append.",
              aliases = {"old_str", "old_string", "old"})
          String oldText,
      @Doc(
              value = "Text that takes its place.",
              aliases = {"new_str", "new_string", "new"})
          String newText,
      @Doc(value = "Replace every occurrence.", fallback = "false") boolean replaceAll) {}

  @Override
  public String name() {
    return "edit_file";
  }

  @Override
  public String description() {
    return "Replace a text that occurs once in a file (or every occurrence) by another. Read the"
        + " file first. An empty old_text creates a missing file or appends to an existing"
        + " one.";
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
    var edit =
        new ExactEdit(
            parameters.path,
            parameters.oldText,
            parameters.newText,
            parameters.replaceAll ? ExactEdit.Occurrences.ALL : ExactEdit.Occurrences.ONE);
    return EditCommit.run(edit::plan, name(), context, EditCommit.Latest.LEFT_OUT);
  }
}

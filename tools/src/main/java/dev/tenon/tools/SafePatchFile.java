package dev.tenon.tools;

import dev.tenon.core.edit.patch.SafePatch;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// Applies a unified diff to a file in a known state.
public final class SafePatchFile implements Tool<SafePatchFile.Parameters> {

  /// The diff and the state it was made for.
  public record Parameters(
      @Doc(
              value = "Workspace-relative path under the project root.",
              aliases = {"path", "file"})
          String filePath,
      @Doc(
              value = "Unified diff of the file; line numbers may be wrong, context lines not.",
              aliases = {"diff", "patch"})
          String unifiedDiff,
      @Doc(
              value =
                  "sha256 that came with the content you saw; that of no bytes creates the file.",
              aliases = {"base_sha256", "sha256"})
          String baseContentSha256) {}

  @Override
  public String name() {
    return "safe_patch";
  }

  @Override
  public String description() {
    return "Apply a unified diff to one file. Fails if the file is not in the state of"
        + " base_content_sha256. The answer has latest_file_state: go on from it, do not"
        + " read again.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Write(parameters.filePath));
  }

  @Override
  public boolean plansWrites() {
    return true;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.filePath;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    var patch =
        new SafePatch(parameters.filePath, parameters.unifiedDiff, parameters.baseContentSha256);
    return EditCommit.run(patch::plan, name(), context, EditCommit.Latest.INCLUDED);
  }
}

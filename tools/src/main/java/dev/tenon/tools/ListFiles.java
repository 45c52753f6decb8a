package dev.tenon.tools;

import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;

/// Lists a folder, or everything below it, in a stable order and without what git ignores.
public final class ListFiles extends SearchTool<ListFiles.Parameters> {
  public ListFiles(ToolLimits limits) {
    super(limits);
  }

  /// Which folder, and how deep.
  public record Parameters(
      @Doc(
              value = "Directory under the project root (use `.` for root).",
              fallback = ".",
              aliases = {"directory", "dir", "file_path"})
          String path,
      @Doc(value = "Also list what is in the folders below.", fallback = "false")
          boolean recursive) {}

  @Override
  public String name() {
    return "list_files";
  }

  @Override
  public String description() {
    return "List a folder; folders end with '/'. What git ignores is left out. At most "
        + limits.listEntries()
        + " entries.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  String path(Parameters parameters) {
    return parameters.path;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.path + (parameters.recursive ? " (recursive)" : "");
  }

  @Override
  String doing() {
    return "listing";
  }

  @Override
  ToolResult search(Parameters parameters, ToolContext context)
      throws ToolException, PathException, IOException, InterruptedException {
    ProjectView view = context.view();
    FileWalk.Depth depth = parameters.recursive ? FileWalk.Depth.ALL : FileWalk.Depth.ONE;
    return tree(
        parameters.path,
        view.walk(WalkOptions.DEFAULT)
            .list(folder(view, parameters.path), depth, limits.listEntries()),
        "only the first " + limits.listEntries() + " entries are shown; list a subfolder",
        "");
  }
}

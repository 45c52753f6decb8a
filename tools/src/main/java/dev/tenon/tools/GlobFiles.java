package dev.tenon.tools;

import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;

/// Finds files by a pattern of their paths.
public final class GlobFiles extends SearchTool<GlobFiles.Parameters> {
  public GlobFiles(ToolLimits limits) {
    super(limits);
  }

  /// Which paths, and where.
  public record Parameters(
      @Doc(
              value = "Such as `**/*.java` or `src/{a,b}/*.ts`.",
              aliases = {"glob"})
          String pattern,
      @Doc(
              value = "Folder to look in.",
              fallback = ".",
              aliases = {"directory", "dir"})
          String path) {}

  @Override
  public String name() {
    return "glob";
  }

  @Override
  public String description() {
    return "Find files whose path matches a pattern. What git ignores is left out. At most "
        + limits.listEntries()
        + " files.";
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
    return within(parameters.pattern, parameters.path);
  }

  @Override
  ToolResult search(Parameters parameters, ToolContext context)
      throws ToolException, PathException, IOException, InterruptedException {
    ProjectView view = context.view();
    folder(view, parameters.path);
    return tree(
        parameters.path,
        view.glob(parameters.pattern, parameters.path, limits.listEntries()),
        "only the first " + limits.listEntries() + " files are shown; narrow the pattern",
        "no file matches " + parameters.pattern);
  }
}

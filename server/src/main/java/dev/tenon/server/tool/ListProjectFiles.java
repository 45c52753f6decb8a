package dev.tenon.server.tool;

import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lists the files of the project.
public final class ListProjectFiles implements Tool<ListProjectFiles.Parameters> {
  private final FileLimits limits;

  public ListProjectFiles(FileLimits limits) {
    this.limits = limits;
  }

  /// Which files.
  public record Parameters(
      @Doc("How their paths begin.") @Nullable String prefix,
      @Doc(value = "What their paths match.", fallback = "**/*") String glob) {}

  @Override
  public String name() {
    return "list_files";
  }

  @Override
  public String description() {
    return "List the files of the project whose paths begin with a prefix and match a glob, at most"
        + " "
        + limits.listed()
        + "; what git ignores comes last.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Read("."));
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.prefix == null ? parameters.glob : parameters.prefix;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    try {
      return Answers.names(
          new ProjectFiles(
                  context.workspace(), context.editing(), limits, ProjectFiles.Audience.MODEL)
              .list(parameters.prefix == null ? "" : parameters.prefix, parameters.glob));
    } catch (PathException denied) {
      throw ToolException.of(denied);
    } catch (IOException problem) {
      throw ToolException.of("listing files", problem);
    }
  }
}

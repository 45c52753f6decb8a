package dev.tenon.server.tool;

import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.PathException;
import java.io.IOException;
import java.util.List;

/// Finds text in the project.
public final class SearchProject implements Tool<SearchProject.Parameters> {
  private final FileLimits limits;

  public SearchProject(FileLimits limits) {
    this.limits = limits;
  }

  /// What to look for, and where.
  public record Parameters(
      @Doc("The words to find.") String query,
      @Doc(value = "Which files.", fallback = "**/*") String glob,
      @Doc(value = "Most passages, at most 50.", fallback = "20") int limit) {}

  @Override
  public String name() {
    return "search_project";
  }

  @Override
  public String description() {
    return "Find text in the files of the project, whatever its case; answers passages with their"
        + " lines.";
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
    return parameters.query;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    if (parameters.query.isBlank()) {
      throw new ToolException(ToolException.Code.INVALID_ARGUMENT, "the query is empty");
    }
    try {
      return Facts.passages(
          new ProjectFiles(context.workspace(), context.editing(), limits)
              .search(parameters.query, parameters.glob, parameters.limit));
    } catch (PathException denied) {
      throw ToolException.of(denied);
    } catch (IOException problem) {
      throw ToolException.of("searching", problem);
    }
  }
}

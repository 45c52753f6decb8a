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

/// Finds text in the project.
public final class SearchProject implements Tool<SearchProject.Parameters> {
  private final FileLimits limits;

  public SearchProject(FileLimits limits) {
    this.limits = limits;
  }

  /// What to look for, and where.
  public record Parameters(
      @Doc("The text to find, one line.") String query,
      @Doc(value = "Which files.", fallback = "**/*") String glob,
      @Doc("Most passages.") @Nullable Integer limit) {}

  @Override
  public String name() {
    return "search_project";
  }

  @Override
  public String description() {
    return "Find text in the files of the project, whatever its case. Answers "
        + limits.searchDefault()
        + " passages, or up to "
        + limits.searchCap()
        + " with limit; what git ignores comes last.";
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
    try {
      return Answers.passages(
          new ProjectFiles(
                  context.workspace(), context.editing(), limits, ProjectFiles.Audience.MODEL)
              .search(
                  parameters.query,
                  parameters.glob,
                  parameters.limit == null ? 0 : parameters.limit));
    } catch (PathException denied) {
      throw ToolException.of(denied);
    } catch (IOException problem) {
      throw ToolException.of("searching", problem);
    }
  }
}

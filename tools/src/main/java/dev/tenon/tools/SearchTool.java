package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.FileWalk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What the tools that look for files below a path have in common. They see the project with what
/// is staged, and leave out what git ignores.
abstract sealed class SearchTool<P extends Record> implements Tool<P>
    permits GlobFiles, GrepFiles, ListFiles {
  final ToolLimits limits;

  SearchTool(ToolLimits limits) {
    this.limits = limits;
  }

  /// Where it looks, as the model gave it.
  abstract String path(P parameters);

  /// What it does, for the message about a disk that fails.
  String doing() {
    return "searching";
  }

  abstract ToolResult search(P parameters, ToolContext context)
      throws ToolException, PathException, IOException, InterruptedException;

  @Override
  public final List<Access> access(P parameters) {
    return List.of(new Access.Read(path(parameters)));
  }

  @Override
  public final ToolResult run(P parameters, ToolContext context)
      throws ToolException, InterruptedException {
    try {
      return search(parameters, context);
    } catch (PathException denied) {
      throw ToolException.of(denied);
    } catch (IOException problem) {
      throw ToolException.of(doing() + " " + path(parameters), problem);
    }
  }

  /// A title: what is looked for, and where unless that is everywhere.
  static String within(String what, String path) {
    return path.equals(".") ? what : what + " in " + path;
  }

  static Path folder(ProjectView view, String path)
      throws ToolException, PathException, IOException {
    Path folder = view.existing(path);
    if (!view.stat(folder).isFolder()) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          path + " is a file, not a folder",
          List.of("Use read_file to see what is in it."));
    }
    return folder;
  }

  /// The paths that were found.
  ///
  /// @param more what to tell when there are more of them
  /// @param none what to tell when there are none, empty for nothing
  static ToolResult tree(String path, FileWalk.Found found, String more, String none) {
    var facts = Json.object().put("count", found.paths().size());
    if (found.more() == FileWalk.More.MORE_EXIST) {
      facts.put("note", more);
    } else if (found.paths().isEmpty() && !none.isEmpty()) {
      facts.put("note", none);
    }
    return new ToolResult.Tree(path, found.paths(), facts.build());
  }
}

package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.FileWalk;
import dev.tenon.core.workspace.Glob;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.WalkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Finds files by a pattern of their paths.
public final class GlobFiles implements Tool<GlobFiles.Parameters> {
  private final ToolLimits limits;

  public GlobFiles(ToolLimits limits) {
    this.limits = limits;
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
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Read(parameters.path));
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.path.equals(".")
        ? parameters.pattern
        : parameters.pattern + " in " + parameters.path;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    try {
      Path folder = context.workspace().sandbox().existing(parameters.path);
      if (!Files.isDirectory(folder)) {
        throw new ToolException(
            ToolException.Code.INVALID_ARGUMENT, parameters.path + " is not a folder");
      }
      Glob glob = Glob.of(parameters.pattern);
      WalkOptions options =
          glob.mentions("node_modules")
              ? WalkOptions.DEFAULT.showing("node_modules").with(WalkOptions.Ignored.SHOW)
              : WalkOptions.DEFAULT;
      FileWalk.Found found =
          context.workspace().walk(options).find(folder, glob, limits.listEntries());
      var facts = Json.object().put("count", found.paths().size());
      if (found.more() == FileWalk.More.MORE_EXIST) {
        facts.put(
            "note",
            "only the first " + limits.listEntries() + " files are shown; narrow the pattern");
      } else if (found.paths().isEmpty()) {
        facts.put("note", "no file matches " + parameters.pattern);
      }
      String prefix =
          parameters.path.equals(".") ? "" : context.workspace().sandbox().relative(folder) + "/";
      return new ToolResult.Tree(
          parameters.path, found.paths().stream().map(prefix::concat).toList(), facts.build());
    } catch (PathException denied) {
      throw ToolException.of(denied);
    } catch (IOException problem) {
      throw ToolException.of("searching " + parameters.path, problem);
    }
  }
}

package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.FileStat;
import dev.tenon.core.workspace.FileWalk;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.WalkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Lists a folder, or everything below it, in a stable order and without what git ignores.
public final class ListFiles implements Tool<ListFiles.Parameters> {
  private final ToolLimits limits;

  public ListFiles(ToolLimits limits) {
    this.limits = limits;
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
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Read(parameters.path));
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.path + (parameters.recursive ? " (recursive)" : "");
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    Path folder;
    try {
      folder = context.workspace().sandbox().existing(parameters.path);
    } catch (PathException denied) {
      throw ToolException.of(denied);
    }
    if (!Files.isDirectory(folder)) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          parameters.path + " is a file, not a folder",
          List.of("Use read_file to see what is in it."));
    }
    FileWalk.Found found;
    try {
      found =
          context
              .workspace()
              .walk(WalkOptions.DEFAULT)
              .find(folder, new Everything(parameters.recursive), limits.listEntries());
    } catch (IOException problem) {
      throw ToolException.of("listing " + parameters.path, problem);
    }
    var facts = Json.object().put("count", found.paths().size());
    if (found.more() == FileWalk.More.MORE_EXIST) {
      facts.put(
          "note",
          "only the first " + limits.listEntries() + " entries are shown; list a subfolder");
    }
    return new ToolResult.Tree(parameters.path, marked(folder, found.paths()), facts.build());
  }

  private static List<String> marked(Path folder, List<String> paths) {
    var marked = new ArrayList<String>();
    for (String path : paths) {
      marked.add(
          Files.isDirectory(folder.resolve(path), LinkOption.NOFOLLOW_LINKS) ? path + "/" : path);
    }
    return marked;
  }

  /// Wants every entry; goes into folders only if asked to.
  private record Everything(boolean recursive) implements FileWalk.Filter {
    @Override
    public boolean wants(String path, FileStat.Kind kind) {
      return true;
    }

    @Override
    public boolean enters(String folder) {
      return recursive;
    }
  }
}

package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.PathException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Lists a folder, or the tree under it, in a stable order. Links are shown and not followed.
public final class ListFiles implements Tool<ListFiles.Parameters> {
  private static final Set<String> SKIPPED_TREES = Set.of(".git", "node_modules", "target");

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
    return "List a folder; folders end with '/'. At most "
        + limits.listEntries()
        + " entries. A recursive listing does not go into .git, node_modules and target.";
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
    var entries = new ArrayList<String>();
    boolean whole;
    try {
      whole = list(folder, "", parameters.recursive, entries);
    } catch (IOException problem) {
      throw ToolException.of("listing " + parameters.path, problem);
    }
    var facts = Json.object().put("count", entries.size());
    if (!whole) {
      facts.put(
          "note",
          "only the first " + limits.listEntries() + " entries are shown; list a subfolder");
    }
    return new ToolResult.Tree(parameters.path, entries, facts.build());
  }

  private boolean list(Path folder, String prefix, boolean recursive, List<String> entries)
      throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      for (Path entry : stream) {
        names.add(entry.getFileName().toString());
      }
    }
    names.sort(null);
    for (String name : names) {
      if (entries.size() >= limits.listEntries()) {
        return false;
      }
      Path entry = folder.resolve(name);
      boolean isFolder = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
      entries.add(prefix + name + (isFolder ? "/" : Files.isSymbolicLink(entry) ? "@" : ""));
      if (recursive
          && isFolder
          && !SKIPPED_TREES.contains(name)
          && !list(entry, prefix + name + "/", recursive, entries)) {
        return false;
      }
    }
    return true;
  }
}

package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Reads several files at once, named by paths or patterns.
public final class ReadManyFiles implements Tool<ReadManyFiles.Parameters> {
  private static final int MOST_FILES = 50;

  private final ToolLimits limits;
  private final Presentation presentation;

  public ReadManyFiles(ToolLimits limits, Presentation presentation) {
    this.limits = limits;
    this.presentation = presentation;
  }

  /// Which files.
  public record Parameters(
      @Doc(
              value = "Paths, with selectors as in read_file, or patterns such as `src/**/*.java`.",
              aliases = {"files", "patterns"})
          List<String> paths) {}

  @Override
  public String name() {
    return "read_many_files";
  }

  @Override
  public String description() {
    return "Read several files at once, at most "
        + MOST_FILES
        + " files and "
        + limits.readBytes() / 1024
        + " KB in all; the answer names what did not fit.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return parameters.paths.stream().<Access>map(Access.Read::new).toList();
  }

  @Override
  public String title(Parameters parameters) {
    return String.join(", ", parameters.paths);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    if (parameters.paths.isEmpty()) {
      throw new ToolException(ToolException.Code.INVALID_ARGUMENT, "paths must not be empty");
    }
    var text = new StringBuilder();
    var files = new ArrayList<Json>();
    var leftOut = new ArrayList<String>();
    for (String path : expanded(parameters.paths, context)) {
      int room = limits.readBytes() - text.length();
      if (files.size() >= MOST_FILES || room < 256) {
        leftOut.add(path);
        continue;
      }
      one(path, room, context, text, files);
    }
    var facts = Json.object().array("files", files);
    if (!leftOut.isEmpty()) {
      facts.put("left_out", Json.strings(leftOut));
      text.append("[did not fit, read them in another call: ")
          .append(String.join(", ", leftOut))
          .append("]\n");
    }
    return new ToolResult.Text(text.toString(), facts.build(), "Read fewer files at once.");
  }

  private void one(String path, int room, ToolContext context, StringBuilder text, List<Json> files)
      throws InterruptedException {
    text.append("=== ").append(path).append('\n');
    var facts = Json.object().put("path", path);
    try {
      ReadLimits most = ReadLimits.DEFAULT.withLines(limits.readLines()).withBytes(room);
      ReadResult read = context.view().read(path, most);
      ToolResult shown = presentation.present(read, context.workspace());
      text.append(shown.text());
      if (read instanceof ReadResult.Text lines) {
        facts.put("start_line", lines.first()).put("end_line", lines.last());
        lines
            .versionIfAny()
            .ifPresent(
                version -> facts.put("version", version.version()).put("sha256", version.sha256()));
      }
    } catch (PathException | IOException | ToolException problem) {
      String message = String.valueOf(problem.getMessage());
      text.append('[').append(message).append(']');
      facts.put("error", message);
    }
    if (text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
    files.add(facts.build());
  }

  /// The paths, with each pattern replaced by what it matches, every file once.
  private static Set<String> expanded(List<String> paths, ToolContext context)
      throws ToolException, InterruptedException {
    var all = new LinkedHashSet<String>();
    for (String path : paths) {
      if (!Glob.isPattern(path)) {
        all.add(path);
        continue;
      }
      try {
        Glob glob = Glob.of(path);
        FileWalk.Found found =
            context
                .view()
                .walk(WalkOptions.DEFAULT)
                .find(
                    context.workspace().root(),
                    (each, kind) -> kind == FileStat.Kind.FILE && glob.wants(each, kind),
                    1000);
        if (found.paths().isEmpty()) {
          throw new ToolException(ToolException.Code.NOT_FOUND, "no file matches " + path);
        }
        all.addAll(found.paths());
      } catch (PathException denied) {
        throw ToolException.of(denied);
      } catch (IOException problem) {
        throw ToolException.of("searching " + path, problem);
      }
    }
    return all;
  }
}

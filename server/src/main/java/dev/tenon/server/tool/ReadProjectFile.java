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

/// Reads lines of a file of the project.
public final class ReadProjectFile implements Tool<ReadProjectFile.Parameters> {
  private final FileLimits limits;

  public ReadProjectFile(FileLimits limits) {
    this.limits = limits;
  }

  /// Which lines of which file.
  public record Parameters(
      @Doc(
              value = "Path under the root.",
              aliases = {"path"})
          String filePath,
      @Doc(value = "First line, from 1.", fallback = "1") long startLine,
      @Doc(value = "Last line; 0 for as many as fit.", fallback = "0") long endLine,
      @Doc(value = "Most bytes.", fallback = "65536") int maxBytes) {}

  @Override
  public String name() {
    return "read_file";
  }

  @Override
  public String description() {
    return "Read lines of a text file. Answers at most 800 lines or 64 KB; read on with"
        + " start_line.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Read(parameters.filePath));
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.filePath;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    try {
      return Facts.lines(
          new ProjectFiles(context.workspace(), context.editing(), limits)
              .read(
                  parameters.filePath,
                  parameters.startLine,
                  parameters.endLine,
                  parameters.maxBytes));
    } catch (PathException denied) {
      throw ToolException.of(denied);
    } catch (IOException problem) {
      throw ToolException.of("reading " + parameters.filePath, problem);
    }
  }
}

package dev.tenon.server.tool;

import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads lines of a file of the project.
public final class ReadProjectFile implements Tool<ReadProjectFile.Parameters> {
  private final FileLimits limits;
  private final @Nullable AddressReader results;

  /// @param results what lies at addresses and is read like a file; null for nothing
  public ReadProjectFile(FileLimits limits, @Nullable AddressReader results) {
    this.limits = limits;
    this.results = results;
  }

  /// Which lines of which file.
  public record Parameters(
      @Doc(
              value = "Path under the root.",
              aliases = {"path"})
          String filePath,
      @Doc(value = "First line, from 1.", fallback = "1") long startLine,
      @Doc("Last line, included.") @Nullable Long endLine,
      @Doc("Most bytes.") @Nullable Integer maxBytes) {}

  @Override
  public String name() {
    return "read_file";
  }

  @Override
  public String description() {
    return "Read lines of a text file, at most "
        + limits.readLines()
        + " lines or "
        + limits.readBytes()
        + " bytes a call; or look at a picture (PNG, JPEG, GIF, WebP).";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return address(parameters).isPresent()
        ? List.of()
        : List.of(new Access.Read(parameters.filePath));
  }

  /// What stands behind the scheme of an address.
  private Optional<String> address(Parameters parameters) {
    String scheme = results == null ? "" : results.scheme() + "://";
    return results != null && parameters.filePath.startsWith(scheme)
        ? Optional.of(parameters.filePath.substring(scheme.length()))
        : Optional.empty();
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.filePath;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    var files =
        new ProjectFiles(
            context.workspace(), context.editing(), limits, ProjectFiles.Audience.MODEL);
    try {
      Optional<String> address = address(parameters);
      if (results != null && address.isPresent()) {
        try (InputStream bytes = results.open(address.get(), context.permits()).bytes()) {
          return Answers.lines(
              files.text(
                  parameters.filePath,
                  new String(bytes.readAllBytes(), StandardCharsets.UTF_8),
                  parameters.startLine,
                  parameters.endLine == null ? 0 : parameters.endLine));
        }
      }
      Optional<ToolResult.Picture> picture = Pictures.at(files, parameters.filePath);
      if (picture.isPresent()) {
        return picture.get();
      }
      return Answers.lines(
          files.read(
              parameters.filePath,
              parameters.startLine,
              parameters.endLine == null ? 0 : parameters.endLine,
              parameters.maxBytes == null ? 0 : parameters.maxBytes));
    } catch (PathException denied) {
      throw ToolException.of(denied);
    } catch (IOException problem) {
      throw ToolException.of("reading " + parameters.filePath, problem);
    }
  }
}

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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Writes a whole file: into a temporary sibling first, then renamed over the target, so that a
/// full disk or a crash leaves the old file whole.
public final class WriteFile implements Tool<WriteFile.Parameters> {

  /// Which file, and all of its new text.
  public record Parameters(
      @Doc(
              value = "Workspace-relative path under the project root.",
              aliases = {"file_path", "file", "filename", "filepath"})
          String path,
      @Doc(
              value = "The whole new content.",
              aliases = {"text", "contents"})
          String content) {}

  @Override
  public String name() {
    return "write_file";
  }

  @Override
  public String description() {
    return "Create a file (with its folders) or replace its whole content.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Write(parameters.path));
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.path;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    Path file;
    try {
      file = context.workspace().sandbox().writable(parameters.path);
    } catch (PathException denied) {
      throw ToolException.of(denied);
    }
    if (Files.isDirectory(file)) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, parameters.path + " is a folder");
    }
    byte[] bytes = parameters.content.getBytes(StandardCharsets.UTF_8);
    try {
      boolean existed = Files.exists(file);
      replace(file, bytes);
      String summary =
          (existed ? "wrote " : "created ") + parameters.path + " (" + bytes.length + " bytes)";
      return new ToolResult.Diff(
          summary,
          "",
          Json.object()
              .put("path", parameters.path)
              .put("bytes", bytes.length)
              .put("created", !existed)
              .build());
    } catch (IOException problem) {
      throw ToolException.of("writing " + parameters.path, problem);
    }
  }

  private static void replace(Path file, byte[] bytes) throws IOException {
    Path folder = file.getParent();
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, ".tenon-", ".tmp");
    try {
      Files.write(temporary, bytes);
      if (Files.exists(file)) {
        Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(file));
      } else {
        Files.setPosixFilePermissions(
            temporary, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}

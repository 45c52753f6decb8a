package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.PathException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a text file, or lines of it. The file is streamed: only what is shown is held.
public final class ReadFile implements Tool<ReadFile.Parameters> {
  private static final int SNIFF = 8192;

  private final ToolLimits limits;

  public ReadFile(ToolLimits limits) {
    this.limits = limits;
  }

  /// Which file, and which of its lines.
  public record Parameters(
      @Doc(
              value = "Workspace-relative path under the project root.",
              aliases = {"file_path", "file", "filename", "filepath"})
          String path,
      @Doc(
              value = "First line, from 1.",
              aliases = {"offset", "start"})
          @Nullable Integer startLine,
      @Doc(
              value = "Last line.",
              aliases = {"end"})
          @Nullable Integer endLine) {}

  @Override
  public String name() {
    return "read_file";
  }

  @Override
  public String description() {
    return "Read a text file, or some lines of it. At most "
        + limits.readLines()
        + " lines or "
        + limits.readBytes() / 1024
        + " KB a call; the answer tells how to get the rest.";
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
    if (parameters.startLine == null && parameters.endLine == null) {
      return parameters.path;
    }
    return parameters.path
        + ":"
        + (parameters.startLine == null ? 1 : parameters.startLine)
        + "-"
        + (parameters.endLine == null ? "" : parameters.endLine);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    int first = parameters.startLine == null ? 1 : parameters.startLine;
    int last = parameters.endLine == null ? Integer.MAX_VALUE : parameters.endLine;
    if (first < 1 || last < first) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "lines must be 1 or more and in order, were " + first + " to " + last);
    }
    Path file;
    try {
      file = context.workspace().sandbox().existing(parameters.path);
    } catch (PathException denied) {
      throw ToolException.of(denied);
    }
    if (Files.isDirectory(file)) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          parameters.path + " is a folder",
          List.of("Use list_files to see what is in it."));
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      refuseBinary(parameters.path, in);
      return lines(parameters.path, in, first, last);
    } catch (IOException problem) {
      throw ToolException.of("reading " + parameters.path, problem);
    }
  }

  private static void refuseBinary(String path, InputStream in) throws IOException, ToolException {
    in.mark(SNIFF);
    byte[] start = in.readNBytes(SNIFF);
    for (byte b : start) {
      if (b == 0) {
        throw new ToolException(
            ToolException.Code.INVALID_ARGUMENT, path + " is a binary file, not text");
      }
    }
    in.reset();
  }

  private ToolResult lines(String path, InputStream in, int first, int last)
      throws IOException, ToolException {
    var shown = new ByteArrayOutputStream();
    int line = 1;
    int lastShown = first - 1;
    String more = "";
    boolean lineHasBytes = false;
    for (int b = in.read(); b >= 0; b = in.read()) {
      lineHasBytes = true;
      if (line >= first && line <= last) {
        if (shown.size() >= limits.readBytes() || line - first >= limits.readLines()) {
          more = "more lines follow: read on with start_line=" + line;
          break;
        }
        shown.write(b);
        lastShown = line;
      } else if (line > last) {
        break;
      }
      if (b == '\n') {
        line++;
        lineHasBytes = false;
      }
    }
    int lines = lineHasBytes ? line : line - 1;
    if (lastShown < first && first > 1) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          path + " has only " + lines + " lines, asked from line " + first);
    }
    String content = shown.toString(StandardCharsets.UTF_8);
    var facts = Json.object().put("path", path).put("start_line", first).put("end_line", lastShown);
    if (!more.isEmpty()) {
      facts.put("note", more);
      content = content + (content.endsWith("\n") ? "" : "\n") + "[" + more + "]";
    }
    return new ToolResult.Text(content, facts.build(), "Read on with start_line.");
  }
}

package dev.tenon.server.job.run;

import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.record.ContextRow;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.tool.FileLimits;
import dev.tenon.server.tool.ProjectFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What the person laid beside an instruction, as the model sees it: each row in a frame that its
/// text cannot leave. A row without text is read from the project. The lines of files that are
/// shown can be edited without being read again.
final class ContextPrompt {
  private static final int MOST = 100;
  private static final Pattern END =
      Pattern.compile("<(\\s*/\\s*context)", Pattern.CASE_INSENSITIVE);

  private final LiveSession session;
  private final FileLimits limits;

  ContextPrompt(LiveSession session, FileLimits limits) {
    this.session = session;
    this.limits = limits;
  }

  private ProjectFiles files(ProjectFiles.Audience audience) {
    return new ProjectFiles(session.workspace(), session.editing(), limits, audience);
  }

  /// Refuses rows that cannot be shown.
  void check(List<ContextRow> rows) throws EngineException {
    if (rows.size() > MOST) {
      throw new EngineException(
          EngineException.Kind.INVALID,
          "invalid_context_row",
          "there are " + rows.size() + " context rows; at most " + MOST + " are possible");
    }
    for (ContextRow row : rows) {
      check(row);
    }
  }

  private void check(ContextRow row) throws EngineException {
    String path = row.filePath();
    if (row.content().length() > limits.readBytes()) {
      throw wrong(
          row, "its content is longer than " + limits.readBytes() + " bytes; select less of it");
    }
    if (path == null) {
      if (row.content().isBlank()) {
        throw wrong(row, "it has neither content nor a file_path");
      }
      return;
    }
    try {
      if (row.content().isEmpty()) {
        read(row, path, ProjectFiles.Audience.PERSON);
      } else {
        files(ProjectFiles.Audience.PERSON).place(path);
      }
    } catch (PathException | IOException unusable) {
      throw wrong(row, String.valueOf(unusable.getMessage()));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new EngineException(
          EngineException.Kind.BUSY, "stopping", "the server is about to end");
    }
  }

  private static EngineException wrong(ContextRow row, String why) {
    return new EngineException(
        EngineException.Kind.INVALID,
        "invalid_context_row",
        "context row " + row.id() + ": " + why);
  }

  private Json.Obj read(ContextRow row, String path, ProjectFiles.Audience audience)
      throws PathException, IOException, InterruptedException {
    return files(audience).read(path, Math.max(1, row.startLine()), row.endLine(), 0);
  }

  /// The instruction with the rows in front of it.
  Message.User prompt(String instruction, List<ContextRow> rows) throws InterruptedException {
    var parts = new ArrayList<Part.Input>();
    for (ContextRow row : rows) {
      parts.add(new Part.Text(frame(row)));
    }
    parts.add(new Part.Text(instruction));
    return new Message.User(parts);
  }

  private String frame(ContextRow row) throws InterruptedException {
    var out = new StringBuilder("<context id=\"").append(attribute(row.id()));
    out.append("\" kind=\"").append(JsonFields.word(row.kind())).append('"');
    if (row.filePath() != null) {
      out.append(" file_path=\"").append(attribute(row.filePath())).append('"');
    }
    if (row.startLine() > 0) {
      out.append(" lines=\"").append(row.startLine()).append('-').append(row.endLine()).append('"');
    }
    String body = END.matcher(body(row)).replaceAll("< $1");
    out.append(">\n").append(body).append(body.endsWith("\n") ? "" : "\n");
    return out.append("</context>").toString();
  }

  private String body(ContextRow row) throws InterruptedException {
    String path = row.filePath();
    if (path == null) {
      return row.content();
    }
    try {
      if (row.content().isEmpty()) {
        Json.Obj read = read(row, path, ProjectFiles.Audience.MODEL);
        boolean all =
            row.endLine() == 0
                ? !read.bool("truncated", false)
                : read.number("end_line", 0) >= row.endLine();
        String more = all ? "" : "[more follows]\n";
        return numbered(read.string("content", ""), read.number("start_line", 1)) + more;
      }
      boolean lines = row.startLine() > 0 || row.kind() == ContextRow.Kind.FILE;
      if (!lines) {
        return row.content();
      }
      long first = Math.max(1, row.startLine());
      Path real = files(ProjectFiles.Audience.MODEL).place(path);
      session.workspace().shown().showed(real, first, split(row.content()));
      return numbered(row.content(), first);
    } catch (PathException | IOException gone) {
      return "[cannot be shown any more: " + gone.getMessage() + "]";
    }
  }

  private static List<String> split(String content) {
    return LineEdits.lines(content.replace("\r\n", "\n"));
  }

  private static String numbered(String content, long first) {
    var out = new StringBuilder();
    long number = first;
    for (String line : split(content)) {
      out.append(number++).append('|').append(line).append('\n');
    }
    return out.toString();
  }

  private static String attribute(String value) {
    return value
        .replace('"', '\'')
        .replace('<', '(')
        .replace('>', ')')
        .replace('\n', ' ')
        .replace('\r', ' ');
  }
}

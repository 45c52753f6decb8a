package dev.tenon.engine.prompt;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.engine.template.TemplateText;
import dev.tenon.tools.MentionedFiles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Prompts that call a template by its name: `/review src/A.java`. Its commands run as the model's
/// would: judged, asked about, confined, bounded.
public final class TemplatePrompts {
  private static final long SECONDS = 30;
  private static final int LONGEST_SHOWN = 200;

  private TemplatePrompts() {}

  /// The template that a prompt calls, or null.
  public static @Nullable PromptTemplate called(String text, @Nullable PromptTemplates templates) {
    String line = text.strip();
    return templates == null || !line.startsWith("/") || line.length() < 2
        ? null
        : templates.find(name(line));
  }

  private static String name(String line) {
    int end = 1;
    while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
      end++;
    }
    return line.substring(1, end);
  }

  public static Message.User read(
      String text, PromptTemplate template, MentionedFiles files, ToolRunner tools)
      throws InterruptedException {
    String line = text.strip();
    String arguments = line.substring(1 + name(line).length()).strip();
    List<TemplateText.Piece> pieces =
        TemplateText.pieces(template.text(), template.syntax(), arguments);
    var whole = new StringBuilder();
    var said = new StringBuilder();
    int count = 0;
    for (TemplateText.Piece piece : pieces) {
      switch (piece) {
        case TemplateText.Piece.Said words -> {
          whole.append(words.text());
          said.append(words.text());
        }
        case TemplateText.Piece.Command command -> {
          count++;
          whole.append(output(command.line(), template.name() + "-" + count, tools));
          said.append(' ');
        }
      }
    }
    // Only what was written mentions files: an output is nobody's wish to read them.
    var parts = new ArrayList<>(files.read(said.toString()).content());
    parts.set(0, new Part.Text(whole.toString().strip()));
    return new Message.User(parts);
  }

  private static String output(String command, String id, ToolRunner tools)
      throws InterruptedException {
    var call =
        Part.Call.of(
            id, "bash", Json.object().put("command", command).put("timeout", SECONDS).build());
    return framed(command, tools.call(call, progress -> {}).result().text());
  }

  /// An output stands among the words of the person and must not pass for them, nor end its frame.
  private static String framed(String command, String output) {
    String line = command.replaceAll("\\s+", " ").replace('"', '\'');
    String shown = line.length() > LONGEST_SHOWN ? line.substring(0, LONGEST_SHOWN) + "…" : line;
    String text = output.strip();
    String end = text.indexOf('\n') < 0 ? "" : "\n";
    String held = shown + "\">" + end + text + end;
    return "<output command=\"" + held.replace("</output", "< /output") + "</output>";
  }
}

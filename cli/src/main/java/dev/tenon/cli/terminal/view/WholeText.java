package dev.tenon.cli.terminal.view;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.ReadableJson;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// All of a result for a person who opens it: what came of the call, and nothing that is for the
/// model or for programs alone. Not yet made harmless.
public final class WholeText {
  /// How what a server outside has answered begins for the model.
  private static final String FRAME = "[what the tool ";

  private static final Pattern REPORT =
      Pattern.compile(
          "<helper id=\"([^\"]*)\" agent=\"([^\"]*)\" state=\"([^\"]*)\">\n(.*?)</helper>",
          Pattern.DOTALL);

  /// What stands around the words of a helper in its report.
  private static final Pattern AROUND =
      Pattern.compile("\\[(problem|files changed|note|all of it:).*");

  private WholeText() {}

  /// Of a command that ran to its end.
  static String of(ToolResult.Command command) {
    String output = command.output().stripTrailing();
    var text = new StringBuilder(output.isEmpty() ? "(no output)" : output);
    if (command.exitCode() != 0) {
      text.append("\n(exit code ").append(command.exitCode()).append(')');
    }
    String folder = command.facts().string("folder", "");
    if (!folder.isEmpty()) {
      text.append("\n(in ").append(folder).append(')');
    }
    beside(command.facts()).forEach(line -> text.append("\n(").append(line).append(')'));
    return text.toString();
  }

  static String of(ToolResult.Facts facts) {
    return reported(facts.text());
  }

  static String of(ToolResult.Text text) {
    return answered(text.facts(), text.text());
  }

  /// A result that failed, or of which only the answer is left.
  static String of(Part.Result result) {
    return failed(result.envelope(), result.text());
  }

  /// The same from what a session has kept.
  ///
  /// @param envelope empty if only the text is left
  /// @param text as the model got it
  public static String kept(Json.Obj envelope, String text) {
    Json.Obj data = envelope.objectOrEmpty("data");
    if (data.string("output") != null && data.get("exit_code") instanceof Json.Num code) {
      return of(new ToolResult.Command(data.string("output", ""), (int) code.longValue(), data));
    }
    return envelope.has("error")
        ? failed(envelope, text)
        : answered(data, withoutDetails(reported(text)));
  }

  /// A text with the reports of helpers in it, which are framed for the model.
  private static String reported(String text) {
    return REPORT
        .matcher(text)
        .replaceAll(
            report ->
                Matcher.quoteReplacement(
                    report.group(1)
                        + " ("
                        + report.group(2)
                        + "), "
                        + report.group(3)
                        + "\n"
                        + words(report.group(4))));
  }

  private static String words(String body) {
    var before = new ArrayList<String>();
    var said = new ArrayList<String>();
    var behind = new ArrayList<String>();
    for (String line : body.lines().toList()) {
      if (!AROUND.matcher(line).matches()) {
        said.addAll(behind);
        behind.clear();
        said.add(line);
      } else if (said.isEmpty()) {
        before.add(line);
      } else {
        behind.add(line);
      }
    }
    String words = String.join("\n", said);
    var all = new ArrayList<String>(before);
    all.add(readable(words).orElse(words));
    all.addAll(behind);
    return String.join("\n", all);
  }

  private static String failed(Json.Obj envelope, String text) {
    Json.Obj error = envelope.objectOrEmpty("error");
    String said = String.join("\n", FailureWords.whole(error, text));
    List<String> beside = beside(error);
    return beside.isEmpty() ? said : said + "\n(" + String.join(")\n(", beside) + ")";
  }

  /// What a server outside has answered, without its frame, and JSON as lines to read.
  static String answered(Json.Obj facts, String text) {
    if (!facts.has("server") || !facts.has("tool")) {
      return text;
    }
    int end = text.indexOf('\n');
    String said = text.startsWith(FRAME) && end > 0 ? text.substring(end + 1) : text;
    return readable(said).orElse(said);
  }

  /// A text that is one JSON object or list, as lines to read; nothing for another text.
  static Optional<String> readable(String text) {
    String all = text.strip();
    if (!all.startsWith("{") && !all.startsWith("[")) {
      return Optional.empty();
    }
    try {
      return Optional.of(String.join("\n", ReadableJson.of(Json.parse(all))));
    } catch (JsonException other) {
      return Optional.empty();
    }
  }

  /// The text of a failure without the details for programs, which are its last line.
  static String withoutDetails(String text) {
    int last = text.stripTrailing().lastIndexOf('\n');
    if (last < 0 || !text.startsWith("{", last + 1)) {
      return text;
    }
    try {
      Json.parseObject(text.substring(last + 1).strip());
      return text.substring(0, last);
    } catch (JsonException other) {
      return text;
    }
  }

  /// What there is to say beside the output: what was done to files, and what a person may have to
  /// act on.
  private static List<String> beside(Json.Obj facts) {
    var lines = new ArrayList<String>();
    Json.Obj effects = facts.objectOrEmpty("effects");
    List<Json.Obj> files = effects.objects("files");
    long more = Math.max(0, effects.number("count", files.size()) - files.size());
    if (!files.isEmpty()) {
      lines.add(ResultView.names(files, more));
    }
    for (String name : new String[] {"notes", "warnings"}) {
      lines.addAll(ResultView.texts(facts, name));
    }
    return lines;
  }
}

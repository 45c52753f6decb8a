package dev.tenon.engine.template;

import dev.tenon.core.text.QuotedWords;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of a template in pieces. Words of the person are put in once, while it is read, and are
/// never looked at again; inside a command they are quoted for the shell, whatever quotes they
/// stand in. A command that wants one where no quotes hold is not run.
public final class TemplateText {
  private static final Pattern MARKDOWN_WORDS =
      Pattern.compile(
          "\\$ARGUMENTS|\\$\\{ARGUMENTS\\}|\\{\\{args\\}\\}|\\$@|\\$\\{@(?::(\\d{1,4}))?(?::(\\d{1,4}))?\\}"
              + "|\\$(\\d{1,2})|\\$\\{(\\d{1,2})\\}");
  private static final Pattern TOML_WORDS = Pattern.compile("\\{\\{args\\}\\}");

  private final PromptTemplate.Syntax syntax;
  private final String arguments;
  private final List<String> words;
  private final List<Piece> pieces = new ArrayList<>();
  private boolean placed;

  /// A part of the prompt.
  public sealed interface Piece {
    /// Text, with what files it mentions.
    record Said(String text) implements Piece {}

    /// A command whose output takes its place.
    record Command(String line) implements Piece {}
  }

  private TemplateText(PromptTemplate.Syntax syntax, String arguments) {
    this.syntax = syntax;
    this.arguments = arguments;
    this.words = QuotedWords.of(arguments);
  }

  /// @param arguments what the person wrote behind the name
  public static List<Piece> pieces(String text, PromptTemplate.Syntax syntax, String arguments) {
    var read = new TemplateText(syntax, arguments);
    read.split(text);
    if (!read.placed && !arguments.isEmpty()) {
      read.pieces.add(new Piece.Said("\n\n" + arguments));
    }
    return List.copyOf(read.pieces);
  }

  /// The commands in a text, as they are written.
  public static List<String> commands(String text, PromptTemplate.Syntax syntax) {
    var read = new TemplateText(syntax, "");
    var commands = new ArrayList<String>();
    int from = 0;
    for (int at = read.begin(text, 0); at >= 0; at = read.begin(text, from)) {
      int end = read.end(text, at + 2);
      if (end < 0) {
        break;
      }
      String command = text.substring(at + 2, end).strip();
      if (!command.isEmpty()) {
        commands.add(command);
      }
      from = end + 1;
    }
    return commands;
  }

  private void split(String text) {
    int from = 0;
    for (int at = begin(text, 0); at >= 0; at = begin(text, from)) {
      int end = end(text, at + 2);
      if (end < 0) {
        break;
      }
      said(text.substring(from, at));
      String command = text.substring(at + 2, end).strip();
      if (!command.isEmpty()) {
        pieces.add(command(command));
      }
      from = end + 1;
    }
    said(text.substring(from));
  }

  private void said(String text) {
    if (!text.isEmpty()) {
      pieces.add(new Piece.Said(filled(text)));
    }
  }

  /// Where the next command begins, or -1. A bang in the middle of a word begins none.
  private int begin(String text, int from) {
    String mark = syntax == PromptTemplate.Syntax.TOML ? "!{" : "!`";
    for (int at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1)) {
      if (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1))) {
        return at;
      }
    }
    return -1;
  }

  /// Where the command ends that begins here, or -1.
  private int end(String text, int from) {
    if (syntax == PromptTemplate.Syntax.MARKDOWN) {
      return text.indexOf('`', from);
    }
    int depth = 1;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth--;
        if (depth == 0) {
          return i;
        }
      }
    }
    return -1;
  }

  private Matcher words(String text) {
    Pattern pattern = syntax == PromptTemplate.Syntax.TOML ? TOML_WORDS : MARKDOWN_WORDS;
    return pattern.matcher(text);
  }

  private String filled(String text) {
    Matcher matcher = words(text);
    var out = new StringBuilder();
    while (matcher.find()) {
      placed = true;
      matcher.appendReplacement(out, Matcher.quoteReplacement(value(matcher, false)));
    }
    return matcher.appendTail(out).toString();
  }

  private Piece command(String line) {
    Matcher matcher = words(line);
    var out = new StringBuilder();
    while (matcher.find()) {
      placed = true;
      String word = value(matcher, true);
      String filled =
          switch (ShellPlace.of(line, matcher.start())) {
            case BARE -> word;
            // Out of the quotes and into them again.
            case SINGLE -> "'" + word + "'";
            case DOUBLE -> '"' + word + '"';
            case UNCERTAIN -> null;
          };
      if (filled == null) {
        return new Piece.Said(
            "[the command "
                + line
                + " is not run: "
                + matcher.group()
                + " stands where a word cannot be quoted (a here-document, backticks, ${…}, a"
                + " comment or behind 'case'); put it elsewhere]");
      }
      matcher.appendReplacement(out, Matcher.quoteReplacement(filled));
    }
    return new Piece.Command(matcher.appendTail(out).toString());
  }

  private String value(Matcher found, boolean quoted) {
    String sign = found.group();
    if (sign.endsWith("args}}") || sign.contains("ARGUMENTS")) {
      return quoted ? quote(arguments) : arguments;
    }
    String one = found.group(3) == null ? found.group(4) : found.group(3);
    if (one != null) {
      int number = Integer.parseInt(one);
      String word = number >= 1 && number <= words.size() ? words.get(number - 1) : "";
      return quoted ? quote(word) : word;
    }
    if (!quoted && found.group(1) == null) {
      return arguments;
    }
    int first = found.group(1) == null ? 1 : Math.max(1, Integer.parseInt(found.group(1)));
    int count = found.group(2) == null ? words.size() : Integer.parseInt(found.group(2));
    var chosen = new ArrayList<String>();
    for (int i = first; i <= words.size() && i < (long) first + count; i++) {
      chosen.add(quoted ? quote(words.get(i - 1)) : words.get(i - 1));
    }
    return String.join(" ", chosen);
  }

  /// One word for the shell, whatever is in it.
  static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}

package dev.tenon.cli.terminal.editor.text;

import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.tools.MentionedFiles;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What is made of pasted, dragged and foreign text before it becomes part of the editor's.
public final class PastedText {
  private static final int MOST_PATHS = 16;
  private static final int LONGEST_PATH = 4096;

  private PastedText() {}

  /// The text without sequences for a terminal, every other control and hidden character spelled
  /// out, line ends as `\n`. Nothing in it can be taken for a large paste of the editor.
  public static String clean(String text) {
    String lines = text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
    // The line end lets the last character go that waits for one after it.
    String safe = new SafeText().filter(lines + "\n");
    return safe.substring(0, safe.length() - 1);
  }

  /// A character that was typed: what is hidden is shown, not changed, since it may be part of one
  /// that comes in pieces.
  public static String typed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean half =
          Character.isSurrogate(c)
              && !(Character.isHighSurrogate(c)
                  ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                  : i > 0 && Character.isHighSurrogate(text.charAt(i - 1)));
      if (half || c == 0x7f || (c >= 0x80 && c < 0xa0) || (c < 0x20 && c != '\n' && c != '\t')) {
        return clean(text);
      }
    }
    return text;
  }

  /// Mentions of the pictures whose paths were pasted, if it is nothing but such paths.
  public static Optional<String> pictures(String text, Predicate<String> exists) {
    String line = text.strip();
    if (line.isEmpty() || line.length() > LONGEST_PATH || line.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    if (exists.test(line)) {
      // A name with blanks that nobody has quoted.
      return Optional.of(MentionedFiles.mention(line));
    }
    List<String> words = words(line);
    if (words.isEmpty() || words.size() > MOST_PATHS) {
      return Optional.empty();
    }
    var out = new StringBuilder();
    for (String word : words) {
      String path = path(word);
      if (path.isEmpty() || !exists.test(path)) {
        return Optional.empty();
      }
      out.append(out.isEmpty() ? "" : " ").append(MentionedFiles.mention(path));
    }
    return Optional.of(out.toString());
  }

  /// Words as a shell takes them apart: quotes, and blanks after a backslash. Nothing if a quote
  /// stays open.
  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    char quote = 0;
    boolean any = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\\' && i + 1 < line.length()) {
        word.append(line.charAt(++i));
      } else if ((c == '\'' || c == '"')) {
        quote = c;
        any = true;
      } else if (Character.isWhitespace(c)) {
        if (any) {
          words.add(word.toString());
        }
        word.setLength(0);
        any = false;
        continue;
      } else {
        word.append(c);
      }
      any = true;
    }
    if (any) {
      words.add(word.toString());
    }
    return quote == 0 ? words : List.of();
  }

  /// The path of a word, which may be an address of a file on this machine.
  private static String path(String word) {
    String rest =
        word.startsWith("file:///")
            ? word.substring(7)
            : word.startsWith("file://localhost/") ? word.substring(16) : "";
    if (rest.isEmpty()) {
      return word.startsWith("file:") ? "" : word;
    }
    return decoded(rest.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(byte[] escaped) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < escaped.length; i++) {
      int high = i + 2 < escaped.length ? Character.digit(escaped[i + 1], 16) : -1;
      int low = i + 2 < escaped.length ? Character.digit(escaped[i + 2], 16) : -1;
      if (escaped[i] == '%' && high >= 0 && low >= 0) {
        bytes.write(16 * high + low);
        i += 2;
      } else {
        bytes.write(escaped[i]);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

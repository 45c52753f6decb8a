package dev.tenon.core.edit.hashline;

import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The anchors of the hashline dialect: the number of a line and two letters made from its text, as
/// in `41th`. A reader shows lines as `41th|text`; an edit names lines by the part before the bar.
///
/// White space at the end of a line does not count. A line without letters and digits, such as a
/// closing brace, gets other letters on another line number, so that one brace cannot be taken for
/// the next.
public final class Anchors {
  /// Between an anchor and its line.
  public static final char BAR = '|';

  private static final int HASHES = 647;

  private Anchors() {}

  /// The two letters of a line.
  ///
  /// @param number its number, from 1
  static String hash(String line, int number) {
    int end = line.length();
    while (end > 0 && Character.isWhitespace(line.charAt(end - 1))) {
      end--;
    }
    boolean significant = false;
    int hash = 0x811C9DC5;
    for (int i = 0; i < end; i++) {
      char c = line.charAt(i);
      hash = (hash ^ c) * 0x01000193;
      significant |= isWordPart(line, i, c);
    }
    if (!significant) {
      hash = (hash ^ number) * 0x01000193;
    }
    int mixed = (hash ^ (hash >>> 15)) * 0x2C1B3C6D;
    int index = Math.floorMod(mixed ^ (mixed >>> 13), HASHES);
    return "" + (char) ('a' + index / 26) + (char) ('a' + index % 26);
  }

  private static boolean isWordPart(String line, int at, char c) {
    if (c < 128) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
    return Character.isLetterOrDigit(Character.isHighSurrogate(c) ? line.codePointAt(at) : c);
  }

  /// The anchor of a line, as in `41th`.
  public static String anchor(String line, int number) {
    return number + hash(line, number);
  }

  /// Lines as a reader shows them, each with its end.
  ///
  /// @param first the number of the first line
  public static String render(List<String> lines, int first) {
    var out = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      int number = first + i;
      String line = lines.get(i);
      out.append(number).append(hash(line, number)).append(BAR).append(line).append('\n');
    }
    return out.toString();
  }

  /// The text without anchors that were copied along with its lines; nothing when not every line
  /// that has any text begins with one.
  public static Optional<String> stripped(String text) {
    TextLines lines = TextLines.of(TextLines.lf(text));
    boolean any = false;
    var out = new ArrayList<String>();
    for (String line : lines.lines()) {
      int bar = barAfterAnchor(line);
      if (bar < 0 && !line.isBlank()) {
        return Optional.empty();
      }
      any |= bar >= 0;
      out.add(bar < 0 ? line : line.substring(bar + 1));
    }
    return any ? Optional.of(lines.with(out).text()) : Optional.empty();
  }

  private static int barAfterAnchor(String line) {
    int at = 0;
    while (at < line.length() && Character.isDigit(line.charAt(at))) {
      at++;
    }
    boolean anchored =
        at > 0
            && at + 2 < line.length()
            && isLetter(line.charAt(at))
            && isLetter(line.charAt(at + 1))
            && line.charAt(at + 2) == BAR;
    return anchored ? at + 2 : -1;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  /// A line that an edit names.
  record Anchor(int line, String hash) {

    /// Reads `41th`.
    static Optional<Anchor> parse(String token) {
      int letters = token.length() - 2;
      if (letters < 1
          || letters > 9
          || !isLetter(token.charAt(letters))
          || !isLetter(token.charAt(letters + 1))) {
        return Optional.empty();
      }
      int line = 0;
      for (int i = 0; i < letters; i++) {
        char c = token.charAt(i);
        if (c < '0' || c > '9') {
          return Optional.empty();
        }
        line = line * 10 + (c - '0');
      }
      return line == 0 ? Optional.empty() : Optional.of(new Anchor(line, token.substring(letters)));
    }

    boolean fits(List<String> lines) {
      return line <= lines.size() && hash.equals(Anchors.hash(lines.get(line - 1), line));
    }

    @Override
    public String toString() {
      return line + hash;
    }
  }
}

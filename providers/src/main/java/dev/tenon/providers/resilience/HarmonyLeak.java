package dev.tenon.providers.resilience;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the plain-text shadow of Harmony's routing header in the arguments of a tool call. The
/// marker is `to=functions.NAME`; alone it proves nothing, since documents and source code about
/// the protocol hold it too. So what stands around the marker is weighed, and two points make a
/// leak:
///
/// | sign | points |
/// | --- | --- |
/// | the body marker `code` after it | 2 |
/// | a channel word (`analysis`, `commentary`, …) right before it, stuck to code or junk | 2 |
/// | the same at the start of a line, or in running text | 1 |
/// | a glitch token before it, or the brackets `】【` | 2 |
/// | faked tool output (`code_output`) after it | 2 |
/// | a run of non-Latin letters next to it in Latin text | 1 |
/// | the same on both sides, or in two scripts | 2 |
/// | another marker in the same text | 1 |
///
/// A marker between quotation marks loses what a quotation would have too: the channel word, the
/// company of other markers, and a point each of `code` and the glitch token. One inside real
/// protocol tokens (`<|…|>`), which a leak never has, counts by its junk alone.
final class HarmonyLeak {
  private static final String MARKER = "to=functions.";
  private static final int ENOUGH = 2;

  /// How far around a marker its signs are looked for.
  private static final int NEAR = 40;

  /// How close to the marker a non-Latin run has to be.
  private static final int ADJACENT = 12;

  private static final int OUTPUT_WINDOW = 200;

  /// So much Latin text has to come before, to call a run of other letters out of place.
  private static final int MIN_LATIN = 20;

  /// So much of the text before a marker tells which script it is written in.
  private static final int CONTEXT = 2000;

  /// A quotation that does not end within so many letters is none.
  private static final int LONGEST_QUOTATION = 60;

  private static final List<String> CHANNELS =
      List.of("analysis", "assistant", "commentary", "user", "final");
  private static final List<String> GLITCHES =
      List.of("Japgolly", "Jsii_commentary", "Jsii", "changedFiles", "RTLU");
  private static final String OPENING = "\"'`“‘«„";
  private static final String CLOSING = "\"'`”’»“";

  private final String text;
  private final int markers;

  private HarmonyLeak(String text, int markers) {
    this.text = text;
    this.markers = markers;
  }

  /// The leaked text with a little of what is around it, if there is a leak.
  static Optional<String> in(Json arguments) {
    if (arguments instanceof Json.Str string) {
      return in(string.value());
    }
    if (arguments instanceof Json.Arr array) {
      return first(array.items());
    }
    if (arguments instanceof Json.Obj object) {
      List<Json> all = new ArrayList<>();
      object.members().keySet().forEach(name -> all.add(Json.of(name)));
      all.addAll(object.members().values());
      return first(all);
    }
    return Optional.empty();
  }

  private static Optional<String> first(List<Json> values) {
    for (Json value : values) {
      Optional<String> found = in(value);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  static Optional<String> in(String text) {
    List<Integer> found = new ArrayList<>();
    for (int at = text.indexOf(MARKER); at >= 0; at = text.indexOf(MARKER, at + 1)) {
      if (nameEnd(text, at) > at + MARKER.length()) {
        found.add(at);
      }
    }
    var leak = new HarmonyLeak(text, found.size());
    for (int at : found) {
      if (leak.points(at) >= ENOUGH) {
        return Optional.of(leak.excerpt(at));
      }
    }
    return Optional.empty();
  }

  private int points(int at) {
    int end = nameEnd(text, at);
    int start = withChannel(at);
    boolean quoted = quoted(start, end) || quoted(at, end);
    boolean tokens = amongTokens(start, end);
    int points = brackets(start) + output(end) + otherScript(start, end);
    if (!tokens) {
      points += Math.max(0, body(end) - (quoted ? 1 : 0));
      points += Math.max(0, glitch(start, at) - (quoted ? 1 : 0));
      if (!quoted) {
        points += start < at ? channel(start) : 0;
        points += markers > 1 ? 1 : 0;
      }
    }
    return points;
  }

  private static int nameEnd(String text, int at) {
    int end = at + MARKER.length();
    while (end < text.length() && isNameLetter(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isNameLetter(char c) {
    return isLatinLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  private static boolean isLatinLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /// Where the channel word begins that stands right before the marker; the marker itself without.
  private int withChannel(int at) {
    int end = at;
    while (end > 0 && at - end < 3 && text.charAt(end - 1) == ' ') {
      end--;
    }
    for (String channel : CHANNELS) {
      int start = end - channel.length();
      if (start >= 0
          && text.startsWith(channel, start)
          && (start == 0 || !isLatinLetterOrDigit(text.charAt(start - 1)))) {
        return start;
      }
    }
    return at;
  }

  /// The channel word is stuck to something, or else stands where a sentence or a list has it too.
  private int channel(int start) {
    if (start == 0 || text.charAt(start - 1) == '\n') {
      return 1;
    }
    char before = text.charAt(start - 1);
    if (before == ' ' || before == '\t') {
      char word = start < 2 ? '\n' : text.charAt(start - 2);
      boolean sentence =
          Character.isLetterOrDigit(word)
              || Character.isWhitespace(word)
              || ",.:-*".indexOf(word) >= 0;
      return sentence ? 1 : 2;
    }
    return before == '(' || before == '[' ? 1 : 2;
  }

  private int body(int end) {
    int at = end;
    while (at < text.length() && at - end < 3 && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    boolean word =
        at > end
            && text.startsWith("code", at)
            && (at + 4 == text.length() || !isNameLetter(text.charAt(at + 4)) || dotted(at + 4));
    return word ? 2 : 0;
  }

  /// A full stop that ends a sentence is no part of a word.
  private boolean dotted(int at) {
    return text.charAt(at) == '.'
        && (at + 1 == text.length() || !isLatinLetterOrDigit(text.charAt(at + 1)));
  }

  private int glitch(int start, int marker) {
    return endsWithGlitch(start) || endsWithGlitch(marker) ? 2 : 0;
  }

  private boolean endsWithGlitch(int end) {
    int at = end;
    while (at > 0 && end - at < 3 && !Character.isLetterOrDigit(text.charAt(at - 1))) {
      at--;
    }
    for (String glitch : GLITCHES) {
      if (at >= glitch.length() && text.startsWith(glitch, at - glitch.length())) {
        return true;
      }
    }
    return false;
  }

  private int brackets(int start) {
    return text.substring(Math.max(0, start - NEAR), start).contains("】【") ? 2 : 0;
  }

  private int output(int end) {
    int to = Math.min(text.length(), end + OUTPUT_WINDOW);
    return text.indexOf("code_output", end, to) >= 0 ? 2 : 0;
  }

  /// Letters of another script right before or after the marker, in text that is Latin up to there.
  private int otherScript(int start, int end) {
    int from = start;
    while (from > 0 && start - from < NEAR && !isPlain(text.charAt(from - 1))) {
      from--;
    }
    boolean before = hasRun(Math.max(0, start - ADJACENT), start);
    boolean after = hasRun(end, Math.min(text.length(), end + ADJACENT + 5));
    if ((!before && !after) || !latinUpTo(before ? from : start)) {
      return 0;
    }
    return (before && after) || scripts(start, end) > 1 ? 2 : 1;
  }

  private static boolean isPlain(char c) {
    return c < 0x80 && c != ' ';
  }

  private boolean hasRun(int from, int to) {
    int run = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      run =
          isOther(c) || (run > 0 && Character.getType(c) == Character.NON_SPACING_MARK)
              ? run + 1
              : 0;
      if (run >= 2) {
        return true;
      }
    }
    return false;
  }

  private long scripts(int start, int end) {
    String around =
        text.substring(Math.max(0, start - NEAR), start)
            + text.substring(end, Math.min(text.length(), end + NEAR));
    return around
        .chars()
        .filter(c -> isOther((char) c))
        .mapToObj(Character.UnicodeScript::of)
        .distinct()
        .count();
  }

  private boolean latinUpTo(int to) {
    int latin = 0;
    int other = 0;
    for (int i = Math.max(0, to - CONTEXT); i < to; i++) {
      char c = text.charAt(i);
      if (isOther(c)) {
        other++;
      } else if (Character.isLetter(c)) {
        latin++;
      }
    }
    return latin >= MIN_LATIN && other * 50 <= latin;
  }

  private static boolean isOther(char c) {
    if (c < 0x250 || !Character.isLetter(c)) {
      return false;
    }
    return switch (Character.UnicodeScript.of(c)) {
      case LATIN, COMMON, INHERITED, UNKNOWN -> false;
      default -> true;
    };
  }

  /// Whether a quotation begins right here and ends soon, on the same line.
  private boolean quoted(int start, int end) {
    int mark = start == 0 ? -1 : OPENING.indexOf(text.charAt(start - 1));
    if (mark < 0) {
      return false;
    }
    int to = Math.min(text.length(), end + LONGEST_QUOTATION);
    for (int i = end; i < to && text.charAt(i) != '\n'; i++) {
      if (CLOSING.indexOf(text.charAt(i)) == mark) {
        return true;
      }
    }
    return false;
  }

  private boolean amongTokens(int start, int end) {
    return text.substring(Math.max(0, start - NEAR), start).contains("|>")
        || text.startsWith("<|", end)
        || text.startsWith(" <|", end);
  }

  private String excerpt(int at) {
    int from = Math.max(0, at - 20);
    int to = Math.min(text.length(), nameEnd(text, at) + 10);
    return Json.of(text.substring(from, to)).compact();
  }
}

package dev.tenon.core.edit;

import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Random texts and choices for properties. All of it depends on the seed and the size alone.
public final class Randoms {
  private static final String[] COMMON = {
    "", "}", "{", "  return x;", "    });", "import java.util.List;", "a", "\t", "ä", "end"
  };

  private final Random random;
  private final int size;

  public Randoms(long seed, int size) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.size = size;
  }

  /// How large cases may be: small for the first cases and when a failure is being shrunk.
  public int size() {
    return size;
  }

  /// From zero, the bound not included; zero when the bound is.
  public int below(int bound) {
    return bound <= 0 ? 0 : random.nextInt(bound);
  }

  /// Both included.
  public int between(int first, int last) {
    return first + below(last - first + 1);
  }

  public boolean once(int outOf) {
    return random.nextInt(outOf) == 0;
  }

  public <T> T oneOf(List<T> items) {
    return items.get(below(items.size()));
  }

  /// Line ends apart, any characters that a text file may hold; lines repeat often.
  public String line() {
    if (once(2)) {
      return COMMON[below(COMMON.length)];
    }
    return word(12);
  }

  /// A line that occurs nowhere else in all likelihood.
  public String freshLine() {
    return "fresh " + Long.toString(random.nextLong() >>> 8, 36) + word(4);
  }

  private String word(int most) {
    var out = new StringBuilder();
    int length = below(most);
    for (int i = 0; i < length; i++) {
      out.appendCodePoint(
          switch (below(15)) {
            case 0 -> ' ';
            case 1 -> '\t';
            case 2 -> 0x1F600 + below(60);
            case 3 -> 0x4E00 + below(2000);
            case 4 -> 0x0300 + below(60);
            case 5 -> 0x2028;
            case 6 -> "\\\"'+-@*|#»«≔§".charAt(below(13));
            case 7 -> '\f';
            case 8 -> i < length - 1 ? '\r' : 'z';
            default -> 'a' + below(26);
          });
    }
    return out.toString();
  }

  public List<String> lines(int most) {
    var lines = new ArrayList<String>();
    int count = below(Math.min(most, size) + 1);
    for (int i = 0; i < count; i++) {
      lines.add(line());
    }
    return lines;
  }

  /// Lines with their ends; sometimes the last one has none.
  public String text(int mostLines) {
    String text = String.join("\n", lines(mostLines));
    return text.isEmpty() || once(4) ? text : text + "\n";
  }

  /// The text with some lines replaced, inserted and deleted, and perhaps another end.
  public String edited(String text, int mostEdits) {
    var lines = new ArrayList<>(TextLines.split(text));
    int edits = 1 + below(mostEdits);
    for (int i = 0; i < edits; i++) {
      int at = below(lines.size() + 1);
      int gone = Math.min(lines.size() - at, below(3));
      lines.subList(at, at + gone).clear();
      lines.addAll(at, lines(3));
    }
    boolean ended = once(6) ? once(2) : text.endsWith("\n");
    String joined = String.join("\n", lines);
    return joined.isEmpty() ? (lines.isEmpty() ? "" : "\n") : ended ? joined + "\n" : joined;
  }
}

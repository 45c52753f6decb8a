package dev.tenon.core.edit.match;

import org.jspecify.annotations.Nullable;

/// How alike two lines have to be to count as the same, from strict to lax. Each level forgives
/// what the ones before it do.
public enum Likeness {
  EXACT("nothing"),
  TRAILING_SPACE("white space at the end of lines"),
  INDENTATION("indentation"),
  SPACING("spaces inside lines"),
  PUNCTUATION("quotes, dashes or special spaces");

  private final String difference;

  Likeness(String difference) {
    this.difference = difference;
  }

  /// In what lines differ that are alike at this level and at none before it.
  public String difference() {
    return difference;
  }

  public boolean same(String one, String other) {
    return one.equals(other) || normal(one).equals(normal(other));
  }

  /// The strictest level at which the lines are the same.
  static @Nullable Likeness of(String one, String other) {
    for (Likeness level : values()) {
      if (level.same(one, other)) {
        return level;
      }
    }
    return null;
  }

  /// The form that all lines share which are alike at this level.
  String normal(String line) {
    return switch (this) {
      case EXACT -> line;
      case TRAILING_SPACE -> line.stripTrailing();
      case INDENTATION -> line.strip();
      case SPACING -> spaced(line);
      case PUNCTUATION -> spaced(plain(line));
    };
  }

  private static String spaced(String line) {
    var out = new StringBuilder(line.length());
    boolean gap = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (Character.isWhitespace(c)) {
        gap = !out.isEmpty();
        continue;
      }
      if (gap) {
        out.append(' ');
        gap = false;
      }
      out.append(c);
    }
    return out.toString();
  }

  private static String plain(String line) {
    int i = 0;
    while (i < line.length() && line.charAt(i) < 128) {
      i++;
    }
    if (i == line.length()) {
      return line;
    }
    var out = new StringBuilder(line.length());
    for (i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      switch (c) {
        case '\u2018', '\u2019', '\u201A', '\u201B', '\u2032' -> out.append('\'');
        case '\u201C', '\u201D', '\u201E', '\u201F', '\u2033' -> out.append('"');
        case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212' ->
            out.append('-');
        case '\u00A0', '\u2007', '\u202F' -> out.append(' ');
        case '\u200B', '\u2060', '\uFEFF' -> {}
        case '\u2026' -> out.append("...");
        default -> out.append(c);
      }
    }
    return out.toString();
  }
}

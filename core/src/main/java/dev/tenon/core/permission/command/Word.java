package dev.tenon.core.permission.command;

/// A word of a command line after quoting is undone. What only the shell will know stands in the
/// text as a mark: [#ANYTHING], [#STAR], [#ONE].
///
/// @param text the word with its marks
/// @param splitting whether an expansion outside of quotes may turn it into several words, or none
/// @param quoted whether any of it was quoted: then it is no keyword, and a heredoc it ends is
///   taken as it is
/// @param home whether its first mark stands at its beginning for `$HOME`
/// @param source the word as it is written, if it has marks; empty when nobody needs it
public record Word(String text, boolean splitting, boolean quoted, boolean home, String source) {
  /// An expansion: any text at all.
  public static final char ANYTHING = '\uE001';

  /// A `*` of the shell: any text without a slash.
  public static final char STAR = '\uE002';

  /// A `?` or a bracket of the shell: one character that is no slash.
  public static final char ONE = '\uE003';

  /// A `~` that the shell will expand to the home folder.
  public static final char HOME = '\uE004';

  public Word(String text, boolean splitting, boolean quoted) {
    this(text, splitting, quoted, false, "");
  }

  /// The same word, with how it is written.
  Word written(String written) {
    return new Word(text, splitting, quoted, home, written);
  }

  static Word of(String text) {
    return new Word(text, false, false);
  }

  /// A text that nobody expands, whatever is in it.
  public static Word ofText(String text) {
    return new Word(text, false, true);
  }

  static boolean isMark(char c) {
    return c >= '\uE000' && c <= '\uE00F';
  }

  /// Whether it is known to the last character.
  public boolean constant() {
    for (int i = 0; i < text.length(); i++) {
      if (isMark(text.charAt(i)) && text.charAt(i) != HOME) {
        return false;
      }
    }
    return !splitting;
  }

  /// Whether anything could come out of it, as opposed to names of files.
  public boolean unknown() {
    return splitting || text.indexOf(ANYTHING) >= 0;
  }

  public boolean is(String other) {
    return text.equals(other) && !splitting;
  }

  public boolean startsWith(String start) {
    return text.startsWith(start);
  }

  /// The word as people can read it.
  public String shown() {
    return shown(text);
  }

  static String shown(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case ANYTHING -> out.append('…');
        case STAR -> out.append('*');
        case ONE -> out.append('?');
        case HOME -> out.append('~');
        default -> out.append(c);
      }
    }
    return out.toString();
  }
}

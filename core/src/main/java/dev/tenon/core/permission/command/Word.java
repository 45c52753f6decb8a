package dev.tenon.core.permission.command;

import dev.tenon.core.permission.program.Argument;
import java.util.ArrayList;
import java.util.List;

/// A word of a command line after quoting is undone. What only the shell will know stands in the
/// text as a mark: [#ANYTHING], [#STAR], [#ONE].
///
/// @param text the word with its marks
/// @param splitting whether an expansion outside of quotes may turn it into several words, or none
/// @param quoted whether any of it was quoted: then it is no keyword, and a heredoc it ends is
///   taken as it is
/// @param home whether its first mark stands at its beginning for `$HOME`
/// @param values all that it can come to, each of them one word, where that is known though the
///   text has marks; empty where it is not
/// @param source the word as it is written, if it has marks; empty when nobody needs it
public record Word(
    String text, boolean splitting, boolean quoted, boolean home, List<Word> values, String source)
    implements Argument<Word> {
  private static final int MOST_VARIANTS = 32;

  /// An expansion: any text at all.
  public static final char ANYTHING = '\uE001';

  /// A `*` of the shell: any text without a slash.
  public static final char STAR = '\uE002';

  /// A `?` or a bracket of the shell: one character that is no slash.
  public static final char ONE = '\uE003';

  /// A `~` that the shell will expand to the home folder.
  public static final char HOME = '\uE004';

  public Word {
    values = List.copyOf(values);
  }

  public Word(String text, boolean splitting, boolean quoted) {
    this(text, splitting, quoted, false, List.of(), "");
  }

  /// The same word, with all that it can come to.
  Word comingTo(List<Word> all) {
    return new Word(text, splitting, quoted, home, all, source);
  }

  /// The same word, with how it is written.
  Word written(String written) {
    return new Word(text, splitting, quoted, home, values, written);
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
  @Override
  public boolean constant() {
    for (int i = 0; i < text.length(); i++) {
      if (isMark(text.charAt(i)) && text.charAt(i) != HOME) {
        return false;
      }
    }
    return !splitting;
  }

  /// Whether anything could come out of it, as opposed to names of files.
  @Override
  public boolean unknown() {
    return splitting || text.indexOf(ANYTHING) >= 0;
  }

  @Override
  public boolean open() {
    return !text.isEmpty() && isMark(text.charAt(0)) && text.charAt(0) != HOME;
  }

  @Override
  public boolean many() {
    return text.indexOf(STAR) >= 0 || text.indexOf(ONE) >= 0;
  }

  @Override
  public Word from(int place) {
    return new Word(text.substring(place), splitting, quoted);
  }

  @Override
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

  /// Each combination of what the words can come to, or the words as they are where that is not
  /// known or too much.
  public static List<List<Word>> variants(List<Word> words) {
    List<List<Word>> all = List.of(List.of());
    boolean any = false;
    for (Word word : words) {
      any |= !word.values().isEmpty();
    }
    if (!any) {
      return List.of(words);
    }
    for (Word word : words) {
      List<Word> values = word.values().isEmpty() ? List.of(word) : word.values();
      if (all.size() * values.size() > MOST_VARIANTS) {
        return List.of(words);
      }
      var next = new ArrayList<List<Word>>();
      for (List<Word> start : all) {
        for (Word value : values) {
          var variant = new ArrayList<>(start);
          variant.add(value);
          next.add(variant);
        }
      }
      all = next;
    }
    return all;
  }
}

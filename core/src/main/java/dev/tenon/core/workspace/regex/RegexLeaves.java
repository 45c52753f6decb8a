package dev.tenon.core.workspace.regex;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Single characters of an expression as bytes of UTF-8, see [RegexTree].
record RegexLeaves(LetterCase letters, MatchSpan span) {
  static final ByteSet ASCII = ByteSet.NON_ASCII.not();
  static final ByteSet LETTERS = ByteSet.range('a', 'z').or(ByteSet.range('A', 'Z'));
  private static final ByteSet DIGITS = ByteSet.range('0', '9');
  private static final ByteSet WORD = DIGITS.or(LETTERS).with('_');
  private static final ByteSet SPACE = ByteSet.range('\t', '\r').with(' ');

  /// The ASCII part of a class such as `\d`; beyond ASCII all of them have members.
  static @Nullable ByteSet shorthand(char kind) {
    return switch (kind) {
      case 'd' -> DIGITS;
      case 'D' -> ASCII.and(DIGITS.not());
      case 'w' -> WORD;
      case 'W' -> ASCII.and(WORD.not());
      case 's' -> SPACE;
      case 'S' -> ASCII.and(SPACE.not());
      default -> null;
    };
  }

  RegexTree character(int character) {
    boolean anyCase = letters == LetterCase.ANY_CASE;
    if (character >= 128) {
      // Letters beyond ASCII can be cases of those in it, as the long s is.
      return anyCase ? orBeyondAscii(LETTERS) : bytes(character);
    }
    if (character == '\n') {
      // Files may have CRLF, patterns speak of LF.
      return new RegexTree.Sequence(
          List.of(
              new RegexTree.Repeat(new RegexTree.One(ByteSet.of('\r')), 0, 1),
              new RegexTree.One(ByteSet.of('\n'))));
    }
    ByteSet set = ByteSet.of(character);
    if (!anyCase) {
      return new RegexTree.One(set);
    }
    // The Kelvin sign and the long s are cases of k and s.
    boolean far = "kKsS".indexOf(character) >= 0;
    return far ? orBeyondAscii(set.anyCase()) : new RegexTree.One(set.anyCase());
  }

  private static RegexTree bytes(int character) {
    var bytes = new ArrayList<RegexTree>();
    for (byte value : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
      bytes.add(new RegexTree.One(ByteSet.of(value & 0xFF)));
    }
    return new RegexTree.Sequence(bytes);
  }

  /// Any character; a line end only if a match may reach over it.
  RegexTree any() {
    return orBeyondAscii(ASCII);
  }

  RegexTree orBeyondAscii(ByteSet set) {
    ByteSet inSpan = span == MatchSpan.LINE ? set.without('\n') : set;
    return new RegexTree.Choice(
        List.of(new RegexTree.One(inSpan.and(ASCII)), RegexTree.BEYOND_ASCII));
  }
}

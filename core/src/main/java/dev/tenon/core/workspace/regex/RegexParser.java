package dev.tenon.core.workspace.regex;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Reads a regular expression into a [RegexTree]. What it does not know it does not guess: then
/// there is no tree, and every line has to be tried.
public final class RegexParser {
  /// Longer repetitions are coarsened, so that the automaton stays small.
  private static final int MOST_REPEATED = 8;

  private final String source;
  private final MatchSpan span;
  private boolean anyCase;
  private int at;

  private RegexParser(String source, LetterCase letters, MatchSpan span) {
    this.source = source;
    this.span = span;
    this.anyCase = letters == LetterCase.ANY_CASE;
  }

  /// The tree, or null for an expression with something unknown in it.
  static @Nullable public RegexTree parse(String regex, LetterCase letters, MatchSpan span) {
    var parser = new RegexParser(regex, letters, span);
    try {
      RegexTree tree = parser.choice();
      return parser.at == regex.length() ? tree : null;
    } catch (Unknown notOurs) {
      return null;
    }
  }

  /// The tree of a literal text.
  public static RegexTree literal(String text, LetterCase letters) {
    var parser = new RegexParser("", letters, MatchSpan.LINE);
    var parts = new ArrayList<RegexTree>();
    text.codePoints().forEach(character -> parts.add(parser.leaves().character(character)));
    return new RegexTree.Sequence(parts);
  }

  /// Something that this parser leaves to the real engine.
  private static final class Unknown extends Exception {
    private static final long serialVersionUID = 1L;

    Unknown() {
      super(null, null, false, false);
    }
  }

  private RegexTree choice() throws Unknown {
    var parts = new ArrayList<RegexTree>();
    parts.add(sequence());
    while (is('|')) {
      at++;
      parts.add(sequence());
    }
    return parts.size() == 1 ? parts.getFirst() : new RegexTree.Choice(parts);
  }

  private RegexTree sequence() throws Unknown {
    var parts = new ArrayList<RegexTree>();
    while (at < source.length() && !is('|') && !is(')')) {
      parts.add(repeated(atom()));
    }
    return parts.size() == 1 ? parts.getFirst() : new RegexTree.Sequence(parts);
  }

  private RegexTree repeated(RegexTree atom) throws Unknown {
    RegexTree tree = atom;
    while (at < source.length()) {
      int least;
      int most;
      switch (source.charAt(at)) {
        case '*' -> {
          least = 0;
          most = RegexTree.Repeat.ENDLESS;
        }
        case '+' -> {
          least = 1;
          most = RegexTree.Repeat.ENDLESS;
        }
        case '?' -> {
          least = 0;
          most = 1;
        }
        case '{' -> {
          int close = source.indexOf('}', at);
          String[] counts = source.substring(at + 1, close).split(",", -1);
          least = Integer.parseInt(counts[0]);
          most =
              counts.length == 1
                  ? least
                  : counts[1].isEmpty() ? RegexTree.Repeat.ENDLESS : Integer.parseInt(counts[1]);
          at = close;
        }
        default -> {
          return tree;
        }
      }
      at++;
      if (is('?') || is('+')) {
        at++;
      }
      tree =
          new RegexTree.Repeat(
              tree,
              Math.min(least, MOST_REPEATED),
              most > MOST_REPEATED ? RegexTree.Repeat.ENDLESS : most);
    }
    return tree;
  }

  private RegexTree atom() throws Unknown {
    return switch (source.charAt(at)) {
      case '(' -> group();
      case '[' -> new CharacterSet().parse();
      case '\\' -> escape();
      case '^', '$' -> {
        at++;
        yield RegexTree.EMPTY;
      }
      case '.' -> {
        at++;
        yield leaves().any();
      }
      case '*', '+', '?' -> throw new Unknown();
      default -> {
        int character = source.codePointAt(at);
        at += Character.charCount(character);
        yield leaves().character(character);
      }
    };
  }

  private RegexTree group() throws Unknown {
    at++;
    boolean outerCase = anyCase;
    boolean looksAround = false;
    if (is('?')) {
      at++;
      if (source.startsWith("P<", at)) {
        at++;
      }
      boolean behind = source.startsWith("<=", at) || source.startsWith("<!", at);
      if (is('=') || is('!') || behind) {
        looksAround = true;
        at += behind ? 2 : 1;
      } else if (is('<')) {
        at = source.indexOf('>', at) + 1;
      } else if (is('>') || is(':')) {
        at++;
      } else if (flags()) {
        return RegexTree.EMPTY;
      }
    }
    RegexTree inner = choice();
    if (!is(')')) {
      throw new Unknown();
    }
    at++;
    anyCase = outerCase;
    return looksAround ? RegexTree.EMPTY : inner;
  }

  /// Reads flags; true if they hold for the rest of the group around them.
  private boolean flags() throws Unknown {
    boolean on = true;
    while (at < source.length()) {
      switch (source.charAt(at++)) {
        case '-' -> on = false;
        case 'i' -> anyCase = on;
        case 's', 'm' -> {}
        case ':' -> {
          return false;
        }
        case ')' -> {
          return true;
        }
        default -> throw new Unknown();
      }
    }
    throw new Unknown();
  }

  private RegexTree escape() throws Unknown {
    if (source.startsWith("\\Q", at)) {
      int end = source.indexOf("\\E", at);
      String text = source.substring(at + 2, end < 0 ? source.length() : end);
      at = end < 0 ? source.length() : end + 2;
      var parts = new ArrayList<RegexTree>();
      text.codePoints().forEach(character -> parts.add(leaves().character(character)));
      return new RegexTree.Sequence(parts);
    }
    char kind = at + 1 < source.length() ? source.charAt(at + 1) : ' ';
    if ("bBAzZG<>".indexOf(kind) >= 0) {
      at += 2;
      // Since JDK 9 there is \b{g} too.
      if (is('{')) {
        throw new Unknown();
      }
      return RegexTree.EMPTY;
    }
    if (kind >= '1' && kind <= '9') {
      at += 2;
      return new RegexTree.Repeat(leaves().any(), 0, RegexTree.Repeat.ENDLESS);
    }
    ByteSet set = RegexLeaves.shorthand(kind);
    if (set != null) {
      at += 2;
      return leaves().orBeyondAscii(set);
    }
    return leaves().character(escapedCharacter());
  }

  private int escapedCharacter() throws Unknown {
    int start = at + 1;
    if (start >= source.length()) {
      throw new Unknown();
    }
    char kind = source.charAt(start);
    at = start + 1;
    return switch (kind) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'f' -> '\f';
      case 'a' -> 7;
      case 'e' -> 27;
      case 'x', 'u', 'U' -> hex(kind == 'x' ? 2 : 4);
      default -> {
        boolean letterOrDigit = kind < 128 && (Character.isLetter(kind) || Character.isDigit(kind));
        if (letterOrDigit) {
          throw new Unknown();
        }
        at = start;
        int character = source.codePointAt(at);
        at += Character.charCount(character);
        yield character;
      }
    };
  }

  private int hex(int digits) throws Unknown {
    int end = at + digits;
    int from = at;
    if (is('{')) {
      from = at + 1;
      end = source.indexOf('}', at);
      at = end + 1;
    } else {
      at = end;
    }
    try {
      return Integer.parseInt(source.substring(from, end), 16);
    } catch (NumberFormatException | StringIndexOutOfBoundsException malformed) {
      throw new Unknown();
    }
  }

  private RegexLeaves leaves() {
    return new RegexLeaves(anyCase ? LetterCase.ANY_CASE : LetterCase.EXACT, span);
  }

  private boolean is(char c) {
    return at < source.length() && source.charAt(at) == c;
  }

  /// A set in brackets. Nested sets and intersections count as any character.
  private final class CharacterSet {
    private ByteSet set = ByteSet.NONE;
    private boolean beyond;
    private boolean coarse;

    RegexTree parse() throws Unknown {
      at++;
      boolean negated = is('^');
      if (negated) {
        at++;
      }
      for (int first = at; at == first || !is(']'); ) {
        if (at >= source.length()) {
          throw new Unknown();
        }
        item();
      }
      at++;
      if (coarse) {
        return leaves().any();
      }
      if (negated) {
        return leaves().orBeyondAscii(set.not().and(RegexLeaves.ASCII));
      }
      if (anyCase) {
        set = beyond ? set.or(RegexLeaves.LETTERS) : set.anyCase();
        beyond |= set.contains('k') || set.contains('s');
      }
      return beyond ? leaves().orBeyondAscii(set) : new RegexTree.One(set);
    }

    private void item() throws Unknown {
      if (is('[')) {
        nested();
        return;
      }
      if (source.startsWith("&&", at) || source.startsWith("--", at)) {
        coarse = true;
      }
      int first = member();
      if (first < 0 || !is('-') || at + 1 >= source.length() || source.charAt(at + 1) == ']') {
        return;
      }
      at++;
      if (is('[')) {
        throw new Unknown();
      }
      int last = member();
      if (last < first) {
        throw new Unknown();
      }
      set = set.or(ByteSet.range(first, Math.min(last, 127)));
      beyond |= last >= 128;
    }

    /// Adds one member; its value, or -1 for a class.
    private int member() throws Unknown {
      int character;
      if (is('\\')) {
        char kind = at + 1 < source.length() ? source.charAt(at + 1) : ' ';
        ByteSet known = RegexLeaves.shorthand(kind);
        if (known != null) {
          at += 2;
          set = set.or(known);
          beyond = true;
          return -1;
        }
        if (kind == 'p' || kind == 'P' || kind == 'h' || kind == 'v' || kind == 'b') {
          throw new Unknown();
        }
        character = escapedCharacter();
      } else {
        character = source.codePointAt(at);
        at += Character.charCount(character);
      }
      if (character >= 128) {
        beyond = true;
      } else {
        set = set.with(character);
      }
      return character;
    }

    /// Skips a set in the set.
    private void nested() throws Unknown {
      coarse = true;
      int depth = 0;
      do {
        if (at >= source.length()) {
          throw new Unknown();
        }
        char c = source.charAt(at++);
        if (c == '\\') {
          at++;
        } else if (c == '[') {
          depth++;
        } else if (c == ']') {
          depth--;
        }
      } while (depth > 0);
    }
  }
}

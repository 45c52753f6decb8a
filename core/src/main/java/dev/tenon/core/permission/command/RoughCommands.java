package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;

/// A rough reading of a text that could not be parsed: what might be commands in it, so that rules
/// against them are not escaped by breaking the grammar.
final class RoughCommands {
  private static final int MOST = 200;

  private RoughCommands() {}

  static List<SimpleCommand> in(String text) {
    var all = new ArrayList<SimpleCommand>();
    pieces(text, all);
    String decoded = decoded(text);
    if (!decoded.equals(text)) {
      pieces(decoded, all);
    }
    return all;
  }

  /// The text with what `$'…'` stands for in its place.
  private static String decoded(String text) {
    var out = new StringBuilder();
    int from = 0;
    for (int at = text.indexOf("$'"); at >= 0; at = text.indexOf("$'", from)) {
      out.append(text, from, at);
      var in = new Cursor(text);
      in.at = at + 2;
      try {
        out.append(AnsiQuote.read(in));
        from = in.at;
      } catch (SyntaxException open) {
        out.append("$'");
        from = at + 2;
      }
    }
    return out.append(text, from, text.length()).toString();
  }

  private static void pieces(String text, List<SimpleCommand> all) {
    int start = 0;
    for (int i = 0; i <= text.length() && all.size() < MOST; i++) {
      boolean cut = i == text.length() || ";&|\n(){}`$<>".indexOf(text.charAt(i)) >= 0;
      if (cut) {
        boolean redirected = start > 0 && "<>".indexOf(text.charAt(start - 1)) >= 0;
        add(text.substring(start, i), redirected, all);
        start = i + 1;
      }
    }
  }

  private static void add(String piece, boolean redirected, List<SimpleCommand> all) {
    var words = new ArrayList<Word>();
    var word = new StringBuilder();
    for (int i = 0; i <= piece.length(); i++) {
      char c = i == piece.length() ? ' ' : piece.charAt(i);
      if (c == ' ' || c == '\t') {
        if (!word.isEmpty()) {
          words.add(word(word.toString()));
        }
        word.setLength(0);
      } else if (c != '"' && c != '\'' && c != '\\' && !Word.isMark(c)) {
        word.append(c);
      }
    }
    // A word alone may be a file that code of another language opens.
    if (words.size() == 1 || (redirected && !words.isEmpty())) {
      SimpleCommand.Redirect.Kind kind =
          redirected ? SimpleCommand.Redirect.Kind.BOTH : SimpleCommand.Redirect.Kind.READ;
      var redirect = new SimpleCommand.Redirect(kind, words.getFirst());
      all.add(new SimpleCommand(List.of(), List.of(), List.of(redirect)));
    }
    // A keyword or a variable may stand in front of the command.
    for (int i = 0; i < Math.min(words.size(), 4); i++) {
      all.add(SimpleCommand.of(words.subList(i, words.size())));
    }
  }

  private static Word word(String text) {
    boolean home = text.equals("~") || text.startsWith("~/");
    return Word.of(home ? Word.HOME + text.substring(1) : text);
  }
}

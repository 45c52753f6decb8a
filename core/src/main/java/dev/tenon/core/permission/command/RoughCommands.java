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
    int start = 0;
    for (int i = 0; i <= text.length() && all.size() < MOST; i++) {
      boolean cut = i == text.length() || ";&|\n(){}`$<>".indexOf(text.charAt(i)) >= 0;
      if (cut) {
        add(text.substring(start, i), all);
        start = i + 1;
      }
    }
    return all;
  }

  private static void add(String piece, List<SimpleCommand> all) {
    var words = new ArrayList<Word>();
    var word = new StringBuilder();
    for (int i = 0; i <= piece.length(); i++) {
      char c = i == piece.length() ? ' ' : piece.charAt(i);
      if (c == ' ' || c == '\t') {
        if (!word.isEmpty()) {
          words.add(Word.of(word.toString()));
        }
        word.setLength(0);
      } else if (c != '"' && c != '\'' && c != '\\' && !Word.isMark(c)) {
        word.append(c);
      }
    }
    // A keyword or a variable may stand in front of the command.
    for (int i = 0; i < Math.min(words.size(), 4); i++) {
      all.add(SimpleCommand.of(words.subList(i, words.size())));
    }
  }
}

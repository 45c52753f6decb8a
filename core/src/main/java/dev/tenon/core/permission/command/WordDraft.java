package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A word in the making.
final class WordDraft {
  private static final int MOST_VALUES = 16;

  final StringBuilder text = new StringBuilder();
  boolean splitting;
  boolean quoted;

  /// Whether it begins with `$HOME`.
  boolean home;

  /// Whether nothing can be said of it any more.
  boolean fog;

  /// What the marks at some places can come to.
  private final Map<Integer, List<Word>> known = new HashMap<>();

  /// Says what the mark that is put next can come to.
  void comesTo(List<Word> values) {
    known.put(text.length(), values);
  }

  Word done() {
    return new Word(
            fog ? String.valueOf(Word.ANYTHING) : text.toString(),
            splitting,
            quoted,
            home && !fog,
            List.of())
        .comingTo(known.isEmpty() || fog ? List.of() : values());
  }

  /// All that it can come to, if each of its marks is known.
  private List<Word> values() {
    List<String> all = List.of("");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      List<Word> values = known.getOrDefault(i, List.of());
      if (values.isEmpty() && Word.isMark(c)) {
        return List.of();
      }
      var next = new ArrayList<String>();
      for (String start : all) {
        if (values.isEmpty()) {
          next.add(start + c);
        }
        for (Word value : values) {
          next.add(start + value.text());
        }
      }
      if (next.size() > MOST_VALUES) {
        return List.of();
      }
      all = next;
    }
    var words = new ArrayList<Word>();
    for (String each : all) {
      words.add(new Word(each, false, true));
    }
    return words;
  }
}

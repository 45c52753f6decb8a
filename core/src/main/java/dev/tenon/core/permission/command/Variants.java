package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;

/// The words of a command with all that they can come to.
final class Variants {
  private static final int MOST = 32;

  private Variants() {}

  /// Each combination of what the words can come to, or the words as they are where that is not
  /// known or too much.
  static List<List<Word>> of(List<Word> words) {
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
      if (all.size() * values.size() > MOST) {
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

package dev.tenon.core.permission.command;

import java.util.List;

/// A program's words read as options and operands, in the way of GNU programs: long names may be
/// cut short, letters may be bundled.
record Options(List<Word> words) {

  /// Whether an option of this name is given, perhaps cut short, perhaps with a value.
  boolean has(String longName) {
    for (int i = 1; i < words.size(); i++) {
      String text = words.get(i).text();
      if (ends(i)) {
        return false;
      }
      if (text.startsWith("--") && text.length() > 2) {
        int equals = text.indexOf('=');
        String given = equals < 0 ? text : text.substring(0, equals);
        if (longName.startsWith(given)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether a letter is given, alone or in a bundle.
  boolean has(char letter) {
    for (int i = 1; i < words.size(); i++) {
      String text = words.get(i).text();
      if (ends(i)) {
        return false;
      }
      if (isBundle(text) && text.indexOf(letter) > 0) {
        return true;
      }
    }
    return false;
  }

  /// Whether the options end here for certain: behind another option it may be that one's value.
  private boolean ends(int at) {
    return words.get(at).is("--") && (at == 1 || !isOption(words.get(at - 1)));
  }

  /// Whether a word may turn out to be an option, since a name of a file can begin with a dash.
  boolean mayBeMore() {
    for (int i = 1; i < words.size() && !ends(i); i++) {
      if (words.get(i).open() && words.get(i).many()) {
        return true;
      }
    }
    return false;
  }

  boolean hasAny(String letters) {
    for (int i = 0; i < letters.length(); i++) {
      if (has(letters.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  boolean hasAny(List<String> longNames) {
    for (String name : longNames) {
      if (has(name)) {
        return true;
      }
    }
    return false;
  }

  static boolean isBundle(String text) {
    return text.length() > 1 && text.charAt(0) == '-' && text.charAt(1) != '-';
  }

  static boolean isOption(Word word) {
    return word.text().length() > 1 && word.text().charAt(0) == '-';
  }

  /// The first word that is no option, from a place on; the number of words when there is none.
  ///
  /// @param valued letters and long names whose value is the next word
  int operand(int from, String letters, List<String> valued) {
    int at = from;
    while (at < words.size()) {
      Word word = words.get(at);
      String text = word.text();
      if (text.equals("--")) {
        return at + 1;
      }
      if (!isOption(word)) {
        return at;
      }
      boolean takes =
          isBundle(text)
              ? letters.indexOf(text.charAt(text.length() - 1)) >= 0
              : valued.contains(text);
      at += takes ? 2 : 1;
    }
    return words.size();
  }
}

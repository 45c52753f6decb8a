package dev.tenon.core.permission.program;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Commands of the shell itself: names of variables in their words can hold commands.
final class BuiltinReading {
  private static final Grammar READ = Grammar.of("text -rs -d: -n: -N: -t: -p: -u:");
  private static final Grammar COMMAND = Grammar.of("free stops text -vVp");
  private static final Set<String> SETTINGS =
      Set.of("pipefail", "errexit", "nounset", "noglob", "xtrace", "noclobber");

  private BuiltinReading() {}

  /// `test` and `[`: behind `-v` and `-R` stands a name, whose subscript is evaluated.
  static boolean test(List<? extends Argument<?>> words) {
    for (int i = 1; i < words.size(); i++) {
      Argument<?> word = words.get(i);
      if (word.splitting()) {
        return false;
      }
      boolean mayBeOption = word.open() || word.text().startsWith("-");
      boolean names = word.is("-v") || word.is("-R") || (!word.constant() && mayBeOption);
      Argument<?> next = i + 1 < words.size() ? words.get(i + 1) : null;
      if (names && next != null && (!next.constant() || next.text().indexOf('[') >= 0)) {
        return false;
      }
      if (word.many() && word.open()) {
        return false;
      }
    }
    return true;
  }

  /// `%n` and `-v` set variables.
  static boolean printf(List<? extends Argument<?>> words) {
    int at = words.size() > 1 && words.get(1).is("--") ? 2 : 1;
    if (words.size() <= at || !words.get(at).constant()) {
      return false;
    }
    String format = words.get(at).text();
    if (at == 1 && format.startsWith("-")) {
      return false;
    }
    for (int i = format.indexOf('%'); i >= 0; i = format.indexOf('%', i + 1)) {
      int end = i + 1;
      while (end < format.length() && "#0- +'*.123456789hlLjzt".indexOf(format.charAt(end)) >= 0) {
        end++;
      }
      if (end < format.length() && format.charAt(end) == 'n') {
        return false;
      }
      i = Math.max(i, end < format.length() && format.charAt(end) == '%' ? end : i);
    }
    return true;
  }

  static <W extends Argument<W>> boolean read(List<W> words) {
    Optional<Arguments<W>> read = Arguments.read(READ, words);
    if (read.isEmpty()) {
      return false;
    }
    for (W name : read.get().operands()) {
      if (!name.constant() || !isName(name.text())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isName(String text) {
    boolean name = !text.isEmpty() && !Character.isDigit(text.charAt(0));
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      name &= c == '_' || (c < 128 && Character.isLetterOrDigit(c));
    }
    return name;
  }

  /// Only what makes a script stop early, or tell more.
  static boolean set(List<? extends Argument<?>> words) {
    for (int i = 1; i < words.size(); i++) {
      String text = words.get(i).text();
      if (!words.get(i).constant() || text.length() < 2 || "+-".indexOf(text.charAt(0)) < 0) {
        return false;
      }
      for (int j = 1; j < text.length(); j++) {
        if ("eufxCo".indexOf(text.charAt(j)) < 0) {
          return false;
        }
      }
      if (text.indexOf('o') > 0) {
        i++;
        if (text.indexOf('o') < text.length() - 1
            || i >= words.size()
            || !words.get(i).constant()
            || !SETTINGS.contains(words.get(i).text())) {
          return false;
        }
      }
    }
    return words.size() > 1;
  }

  /// `command -v`, which tells what a name stands for.
  static <W extends Argument<W>> boolean command(List<W> words) {
    Optional<Arguments<W>> read = Arguments.read(COMMAND, words);
    return read.isPresent() && (read.get().has("v") || read.get().has("V"));
  }
}

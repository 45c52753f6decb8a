package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A command prefix of a rule: `git status` matches that command with any arguments. A `*` stands
/// for anything within a word, and `test:*` for `test` and all that begins with `test:`. Words are
/// quoted as in a shell. With `=` in front it allows these words and no more. Immutable.
final class CommandPattern {
  private static final char ANY = Word.STAR;

  /// Further words are not looked at, and may be the ones that are meant.
  private static final int MOST_WORDS = 500;

  /// Whether a command is meant; unknown words may make it so.
  enum Match {
    NO,
    MAYBE,
    YES
  }

  private final List<String> words;
  private final boolean exact;

  private CommandPattern(List<String> words, boolean exact) {
    this.words = words;
    this.exact = exact;
  }

  static CommandPattern of(String given) throws RuleException {
    boolean exact = given.startsWith("=");
    String pattern = exact ? given.substring(1) : given;
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (quote == '\'' && c != quote) {
        word.append(c);
      } else if (quote != 0 && c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
        inWord = true;
      } else if (c == '\\' && i + 1 < pattern.length()) {
        word.append(pattern.charAt(++i));
        inWord = true;
      } else if (quote == 0 && (c == ' ' || c == '\t')) {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
          inWord = false;
        }
      } else {
        word.append(quote == 0 && c == '*' ? ANY : c);
        inWord = true;
      }
    }
    if (quote != 0) {
      throw new RuleException("'" + pattern + "' has a quote that is not closed");
    }
    if (inWord) {
      words.add(word.toString());
    }
    // A star of its own at the end says what a prefix means anyway.
    while (!exact && words.size() > 1 && words.getLast().equals(String.valueOf(ANY))) {
      words.removeLast();
    }
    if (words.isEmpty()) {
      throw new RuleException("'" + given + "' names no command");
    }
    return new CommandPattern(List.copyOf(words), exact);
  }

  /// The program that is meant with all its arguments, `*` for anything; empty when the rule speaks
  /// of some of its arguments only.
  Optional<String> program() {
    if (words.size() != 1) {
      return Optional.empty();
    }
    String word = words.getFirst().replace(ANY, '*');
    return Optional.of(word.endsWith(":*") ? word.substring(0, word.length() - 2) : word);
  }

  /// How a command's words are written in a rule.
  static String written(List<String> words) {
    var out = new StringBuilder();
    for (String word : words) {
      out.append(out.isEmpty() ? "" : " ");
      boolean plain = !word.isEmpty() && !(out.isEmpty() && word.charAt(0) == '=');
      for (int i = 0; i < word.length(); i++) {
        char c = word.charAt(i);
        plain &= c > ' ' && "'\"\\*()".indexOf(c) < 0;
      }
      out.append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    return out.toString();
  }

  /// How a rule is written that means these words and no more.
  static String exactly(List<String> words) {
    return "=" + written(words);
  }

  /// Whether the command begins with exactly these words. An unknown word matches nothing.
  boolean allows(List<Word> command) {
    if (command.size() < words.size() || (exact && command.size() > words.size())) {
      return false;
    }
    for (int i = 0; i < words.size(); i++) {
      Word word = command.get(i);
      if (!word.constant() || !fits(words.get(i), word.text(), i == words.size() - 1)) {
        return false;
      }
    }
    return true;
  }

  /// Whether the command is meant, however its options are placed and its program is spelled.
  Match meets(List<Word> command) {
    if (command.isEmpty()) {
      return Match.NO;
    }
    Word first = command.getFirst();
    if (!first.constant()) {
      return Match.MAYBE;
    }
    String pattern = words.getFirst();
    String name =
        pattern.indexOf('/') >= 0
            ? first.text()
            : first.text().substring(first.text().lastIndexOf('/') + 1);
    boolean last = words.size() == 1;
    if (!fits(pattern.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT), last)) {
      return Match.NO;
    }
    boolean many = command.size() > MOST_WORDS;
    Match match =
        rest(1, many ? command.subList(0, MOST_WORDS) : command, 1, new Match[words.size() + 1][]);
    return many && match == Match.NO && words.size() > 1 ? Match.MAYBE : match;
  }

  /// Looks for the remaining words in order. Options may stand between them, each perhaps with a
  /// value of its own; the rule's own options may stand anywhere.
  ///
  /// @param known what was found before: each place is looked at once
  private Match rest(int at, List<Word> command, int from, Match[][] known) {
    if (at == words.size()) {
      return Match.YES;
    }
    if (known[at] == null) {
      known[at] = new Match[command.size() + 1];
    }
    Match before = known[at][from];
    if (before == null) {
      before = look(at, command, from, known);
      known[at][from] = before;
    }
    return before;
  }

  private Match look(int at, List<Word> command, int from, Match[][] known) {
    String wanted = words.get(at);
    if (wanted.length() > 1 && wanted.charAt(0) == '-') {
      Match option = option(wanted, command);
      return option == Match.NO ? Match.NO : weaker(option, rest(at + 1, command, from, known));
    }
    boolean last = at == words.size() - 1;
    boolean afterOption = false;
    Match best = Match.NO;
    for (int i = from; i < command.size(); i++) {
      Word word = command.get(i);
      if (word.unknown() || !word.constant()) {
        best = Match.MAYBE;
      } else if (fits(wanted, word.text(), last)) {
        Match found = rest(at + 1, command, i + 1, known);
        if (found == Match.YES) {
          return Match.YES;
        }
        best = found == Match.MAYBE ? found : best;
      }
      boolean isOption = word.startsWith("-") || word.unknown();
      if (!isOption && !afterOption) {
        return best;
      }
      afterOption = isOption;
    }
    return best;
  }

  private static Match weaker(Match one, Match other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Match option(String wanted, List<Word> command) {
    boolean unknown = false;
    var letters = new StringBuilder();
    for (Word word : command.subList(1, command.size())) {
      unknown |= word.unknown();
      String text = word.text();
      boolean same = text.equals(wanted) || text.startsWith(wanted + "=");
      if (same || (wanted.indexOf(ANY) >= 0 && wildcard(wanted, 0, text, 0))) {
        return Match.YES;
      }
      boolean abbreviated = text.length() > 3 && text.startsWith("--") && wanted.startsWith(text);
      if (abbreviated) {
        return Match.YES;
      }
      if (text.length() > 1 && text.charAt(0) == '-' && text.charAt(1) != '-') {
        letters.append(text, 1, text.length());
      }
    }
    // A star at the end leaves the letters in front of it.
    int end = wanted.indexOf(ANY) == wanted.length() - 1 ? wanted.length() - 1 : wanted.length();
    boolean all = !wanted.startsWith("--") && end > 1;
    for (int i = 1; all && i < end; i++) {
      all = letters.indexOf(wanted.substring(i, i + 1)) >= 0;
    }
    return all ? Match.YES : unknown ? Match.MAYBE : Match.NO;
  }

  private static boolean fits(String pattern, String word, boolean last) {
    int end = pattern.length();
    if (last && end > 2 && pattern.charAt(end - 1) == ANY && pattern.charAt(end - 2) == ':') {
      return wildcard(pattern.substring(0, end - 2), 0, word, 0) || wildcard(pattern, 0, word, 0);
    }
    return wildcard(pattern, 0, word, 0);
  }

  private static boolean wildcard(String pattern, int p, String word, int w) {
    int star = -1;
    int back = 0;
    int i = p;
    int j = w;
    while (j < word.length()) {
      if (i < pattern.length() && pattern.charAt(i) == ANY) {
        star = i++;
        back = j;
      } else if (i < pattern.length() && pattern.charAt(i) == word.charAt(j)) {
        i++;
        j++;
      } else if (star >= 0) {
        i = star + 1;
        j = ++back;
      } else {
        return false;
      }
    }
    while (i < pattern.length() && pattern.charAt(i) == ANY) {
      i++;
    }
    return i == pattern.length();
  }
}

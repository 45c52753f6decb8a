package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Effort;
import dev.tenon.core.permission.command.Word;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The folders in which a part of a command line may run, after all the `cd` before it. A path
/// counts as inside only if it is so from each of them, and as denied if it is so from any.
final class WorkingFolders {
  private static final int MOST = 6;

  /// What looking up one path costs, in steps of [Effort].
  private static final int LOOK_UP = 40;

  /// No system opens longer paths.
  private static final int LONGEST_PATH = 4096;

  private static final int MOST_NAMES = 256;

  private final ProtectedPaths paths;
  private final List<Path> folders = new ArrayList<>();
  private final Map<String, Optional<List<Path>>> known = new HashMap<>();

  /// What rules say to words, for the folders that are possible now.
  private final Map<Question, Optional<Rule>> answers = new HashMap<>();

  private record Question(Verdict effect, String tool, Rules.Use use, String text, boolean maybe) {}

  private final Effort effort;
  private boolean anywhere;

  /// Whether `~` is something else than it was, because the line sets `HOME`.
  private boolean homeMoved;

  WorkingFolders(ProtectedPaths paths, String start, Effort effort) {
    this.paths = paths;
    this.effort = effort;
    Optional<List<Path>> spellings = paths.spellings(paths.start(), start);
    if (spellings.isPresent()) {
      folders.add(spellings.get().getLast());
    } else {
      anywhere = true;
    }
  }

  /// The folder in which the line begins, if a project says where that is.
  @Nullable String start() {
    return anywhere || paths.roots().isEmpty() ? null : folders.getFirst().toString();
  }

  /// Takes note of a variable that is set.
  void assigned(String name) {
    if (name.equals("HOME")) {
      homeMoved = true;
      answers.clear();
    }
  }

  /// Takes note of a change of folder.
  void follow(Call call) {
    switch (call.program()) {
      case "cd" -> change(call.words());
      case "pushd", "popd" -> lost();
      case "export", "declare", "typeset", "readonly", "local", "read" -> {
        for (Word word : call.words()) {
          if (word.startsWith("HOME=") || word.is("HOME")) {
            assigned("HOME");
          }
        }
      }
      default -> {}
    }
  }

  /// From here on it may be anywhere.
  private void lost() {
    if (!anywhere) {
      anywhere = true;
      answers.clear();
    }
  }

  private void change(List<Word> words) {
    if (anywhere) {
      return;
    }
    Word target =
        words.size() == 1 ? new Word(String.valueOf(Word.HOME), false, false) : words.getLast();
    Optional<List<Path>> spellings = each(target);
    if (!target.constant() || target.is("-") || words.size() > 2 || spellings.isEmpty()) {
      lost();
      return;
    }
    for (Path each : spellings.get()) {
      if (!folders.contains(each)) {
        folders.add(each);
        known.clear();
        answers.clear();
      }
    }
    if (folders.size() > MOST) {
      lost();
    }
  }

  /// All that a word without wildcards may name; nothing when that cannot be known.
  Optional<List<Path>> spellings(Word word) {
    boolean absolute = word.startsWith("/") || word.startsWith(String.valueOf(Word.HOME));
    return word.constant() && !strange(word) && (absolute || !anywhere)
        ? each(word)
        : Optional.empty();
  }

  /// Whether it begins at a home folder that nobody knows.
  private boolean strange(Word word) {
    return homeMoved && word.startsWith(String.valueOf(Word.HOME));
  }

  /// Looking a path up costs system calls, and each word is asked about several times.
  private Optional<List<Path>> each(Word word) {
    Optional<List<Path>> before = known.get(word.text());
    if (before == null) {
      before = lookUp(word);
      known.put(word.text(), before);
    }
    return before;
  }

  private Optional<List<Path>> lookUp(Word word) {
    String text = expanded(word.text());
    var all = new ArrayList<Path>();
    if (text.length() > LONGEST_PATH) {
      return Optional.empty();
    }
    if (names(text) > MOST_NAMES) {
      effort.exhaust();
      return Optional.empty();
    }
    for (Path folder : folders.isEmpty() ? List.of(paths.start()) : folders) {
      if (!effort.spend(LOOK_UP + 8 * names(text))) {
        return Optional.empty();
      }
      Optional<List<Path>> spellings = paths.spellings(folder, text);
      if (spellings.isEmpty()) {
        return Optional.empty();
      }
      all.addAll(spellings.get());
    }
    return Optional.of(all);
  }

  private static int names(String path) {
    int names = 1;
    for (int i = 0; i < path.length(); i++) {
      names += path.charAt(i) == '/' ? 1 : 0;
    }
    return names;
  }

  private String expanded(String text) {
    return text.replace(String.valueOf(Word.HOME), paths.userHome().toString());
  }

  boolean inside(Word word) {
    if (isSink(word.text())) {
      return true;
    }
    Optional<List<Path>> spellings = spellings(word);
    return spellings.isPresent() && paths.inside(spellings.get());
  }

  /// Whether a word, if it names a file at all, may name one outside of the roots.
  boolean leadsOutside(Word word) {
    String text = word.text();
    if (isSink(text) || text.startsWith("/dev/fd/")) {
      return false;
    }
    int equals = text.startsWith("-") ? text.indexOf('=') : -1;
    if (equals > 0 && equals + 1 < text.length()) {
      return leadsOutside(new Word(text.substring(equals + 1), false, true));
    }
    int wild = wildcard(text);
    if (wild >= 0) {
      int slash = text.lastIndexOf('/', wild);
      boolean climbs = text.indexOf("..", wild) >= 0;
      String fixed = slash < 0 ? "." : slash == 0 ? "/" : text.substring(0, slash);
      return climbs || leadsOutside(new Word(fixed, false, true));
    }
    Optional<List<Path>> spellings = spellings(word);
    if (spellings.isEmpty()) {
      return true;
    }
    if (paths.inside(spellings.get())) {
      return false;
    }
    // What is not there now may be there when the command runs.
    boolean named = text.startsWith("/") || text.indexOf(Word.HOME) >= 0 || text.contains("..");
    for (Path each : spellings.get()) {
      named |= Files.exists(each, LinkOption.NOFOLLOW_LINKS);
    }
    return named;
  }

  private static int wildcard(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == Word.STAR || c == Word.ONE || c == Word.ANYTHING) {
        return i;
      }
    }
    return -1;
  }

  /// The rule that surely speaks of what a word names.
  Optional<Rule> rule(Rules rules, Verdict effect, String tool, Rules.Use use, Word word) {
    if (!word.constant() || word.text().isEmpty() || !rules.anyForPaths(effect, tool, use)) {
      return Optional.empty();
    }
    var question = new Question(effect, tool, use, word.text(), false);
    Optional<Rule> before = answers.get(question);
    if (before == null) {
      Optional<List<Path>> spellings = each(word);
      boolean known =
          spellings.isPresent()
              && effort.spend(2 + 2 * spellings.get().size() * rules.all().size());
      before =
          known ? rules.path(effect, tool, use, spellings.orElseThrow()) : Optional.<Rule>empty();
      answers.put(question, before);
    }
    return before;
  }

  /// The rule that may speak of what a word comes to name.
  Optional<Rule> mayMeet(Rules rules, Verdict effect, String tool, Rules.Use use, Word word) {
    boolean relative = !word.startsWith("/") && !word.startsWith(String.valueOf(Word.HOME));
    if ((word.constant() && !(anywhere && relative) && !strange(word))
        || !rules.anyForPaths(effect, tool, use)) {
      return Optional.empty();
    }
    var question = new Question(effect, tool, use, word.text(), true);
    Optional<Rule> before = answers.get(question);
    if (before == null) {
      boolean cheap = effort.spend(8 + word.text().length() * rules.all().size());
      before = cheap ? overlap(rules, effect, tool, use, word) : Optional.<Rule>empty();
      answers.put(question, before);
    }
    return before;
  }

  private Optional<Rule> overlap(
      Rules rules, Verdict effect, String tool, Rules.Use use, Word word) {
    String text = strange(word) ? Word.ANYTHING + word.text().substring(1) : expanded(word.text());
    if (text.startsWith("/") || text.startsWith(String.valueOf(Word.ANYTHING))) {
      return rules.mayMeet(effect, tool, use, text);
    }
    if (anywhere) {
      return rules.mayMeet(effect, tool, use, "/" + Word.ANYTHING + text);
    }
    for (Path folder : folders) {
      Optional<Rule> rule = rules.mayMeet(effect, tool, use, folder + "/" + text);
      if (rule.isPresent()) {
        return rule;
      }
    }
    return Optional.empty();
  }

  /// Files of the system that swallow or hand on, and keep nothing.
  static boolean isSink(String text) {
    return switch (text) {
      case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/zero", "/dev/tty" -> true;
      default -> text.startsWith("/dev/fd/") && text.indexOf("..") < 0;
    };
  }

  /// The host behind bash's `/dev/tcp/HOST/PORT`.
  static @Nullable String socketHost(String text) {
    if (!text.startsWith("/dev/tcp/") && !text.startsWith("/dev/udp/")) {
      return null;
    }
    int end = text.indexOf('/', 9);
    return text.substring(9, end < 0 ? text.length() : end);
  }

  /// The host of an address in a word.
  static @Nullable String host(String text) {
    int scheme = text.indexOf("://");
    if (scheme >= 0) {
      int start = scheme + 3;
      int end = start;
      while (end < text.length() && "/?#\"' )".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      String authority = text.substring(start, end);
      return authority.substring(authority.lastIndexOf('@') + 1);
    }
    int at = text.indexOf('@');
    if (at > 0 && (text.indexOf('/') < 0 || text.indexOf(':') > at)) {
      int colon = text.indexOf(':', at);
      return text.substring(at + 1, colon < 0 ? text.length() : colon);
    }
    return text.startsWith("/dev/tcp/") ? socketHost(text) : plainHost(text);
  }

  /// A word that has the form of a host, as programs without addresses take it.
  private static @Nullable String plainHost(String text) {
    boolean dot = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      dot |= c == '.';
      if (!(Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == ':')) {
        int slash = c == '/' ? i : -1;
        return dot && slash > 0 ? text.substring(0, slash) : null;
      }
    }
    return text.isEmpty() ? null : text;
  }

  /// Whether a word names a file on another machine.
  static boolean remote(String text) {
    int colon = text.indexOf(':');
    int slash = text.indexOf('/');
    return colon > 0 && (slash < 0 || colon < slash);
  }
}

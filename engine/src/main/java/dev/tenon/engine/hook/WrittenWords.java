package dev.tenon.engine.hook;

import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Calls;
import dev.tenon.core.permission.command.FileUses;
import dev.tenon.core.permission.command.Script;
import dev.tenon.core.permission.command.SimpleCommand;
import dev.tenon.core.permission.command.Word;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a command line names only to write it, or to ask whether it is there: the content of such
/// files does not decide what the command does. Whatever is not understood does not count, so that
/// a name stands for a file that is run or read unless all is known of it.
final class WrittenWords {
  private static final int DEEPEST = 8;
  private static final Set<String> TESTS = Set.of("test", "[");

  /// What uses variables that no word of the line shows.
  private static final Set<String> LEAKING = Set.of("eval", "source", ".", "trap", "set");

  /// Where programs may not be what they are called.
  private static final Pattern RENAMING =
      Pattern.compile("\\(\\s*\\)|\\bfunction\\b|\\balias\\b|\\bPATH=");

  private static final Pattern BRACKETS =
      Pattern.compile("\\[\\[\\s+(?:!\\s+)?-[a-zA-Z]\\s+(\\S+)\\s+]]");

  /// Programs that take patterns, and neither expand them nor run anything.
  private static final Set<String> MATCHING = Set.of("grep", "egrep", "fgrep", "jq", "tr");

  /// A `sed` that replaces, and runs nothing.
  private static final Pattern REPLACING =
      Pattern.compile("s([/|#,:@!])(?:(?!\\1).)*\\1(?:(?!\\1).)*\\1[gpiIM0-9]*");

  /// What stands before the parenthesis of a branch of `case`.
  private static final Pattern BRANCH =
      Pattern.compile(
          "(?:\\bcase\\s+\\S+\\s+in|;;)\\s*\\(?"
              + "([^\\s()|;&$`]+(?:\\s*\\|\\s*[^\\s()|;&$`]+)*)\\s*\\)");

  private static final Pattern COMPARISON = Pattern.compile("\\[\\[\\s[^;\\n`()]*?\\s]]");

  private final String line;
  private final boolean renames;
  private boolean leaks;
  private final List<Word> written = new ArrayList<>();
  private final List<Word> tested = new ArrayList<>();
  private final List<String> patterns = new ArrayList<>();
  private final Map<String, List<Word>> assigned = new LinkedHashMap<>();

  /// @param line as a shell reads it
  WrittenWords(String line) {
    this.line = line;
    this.renames = RENAMING.matcher(line).find();
    Script script = Script.of(line);
    this.leaks = script.problem().isPresent();
    add(script.commands(), 0);
  }

  private void add(List<SimpleCommand> commands, int depth) {
    if (depth > DEEPEST) {
      return;
    }
    for (SimpleCommand each : commands) {
      for (SimpleCommand.Redirect redirect : each.redirects()) {
        if (redirect.kind() == SimpleCommand.Redirect.Kind.WRITE) {
          written.add(redirect.target());
        }
      }
      leaks |= LEAKING.contains(each.name());
      // A group or a loop has redirects, but no words.
      if (each.words().isEmpty()) {
        for (SimpleCommand.Assignment one : each.assignments()) {
          assigned.computeIfAbsent(one.name(), name -> new ArrayList<>()).add(one.value());
        }
        continue;
      }
      Call call = Calls.of(each, depth);
      if (!renames && isOfTheSystem(each.name())) {
        written.addAll(FileUses.written(call));
        if (TESTS.contains(each.name())) {
          tested.addAll(each.words().subList(1, each.words().size()));
        }
        addPatterns(each);
      }
      // One text may be read in several ways, and counts once.
      var seen = new HashSet<List<Object>>();
      for (SimpleCommand inner : call.inner()) {
        if (seen.add(List.of(inner.words(), inner.redirects(), inner.assignments()))) {
          add(List.of(inner), depth + 1);
        }
      }
    }
  }

  private void addPatterns(SimpleCommand command) {
    boolean matching = MATCHING.contains(command.name());
    if (matching || command.name().equals("sed")) {
      for (Word word : command.words()) {
        String text = word.text();
        if (word.quoted() && word.constant() && (matching || REPLACING.matcher(text).matches())) {
          patterns.add(text);
        }
      }
    }
  }

  /// The line without what looks like a pattern of file names and is none: expressions of programs
  /// that take some, branches of `case`, comparisons.
  String withoutExpressions() {
    String rest = line;
    for (String text : patterns) {
      int at = text.isEmpty() ? -1 : rest.indexOf(text);
      rest = at < 0 ? rest : rest.substring(0, at) + " " + rest.substring(at + text.length());
    }
    if (leaks) {
      return rest;
    }
    return COMPARISON.matcher(BRANCH.matcher(rest).replaceAll(" ")).replaceAll(" ");
  }

  private static boolean isOfTheSystem(String program) {
    return program.indexOf('/') < 0
        || program.startsWith("/bin/")
        || program.startsWith("/usr/bin/");
  }

  /// The words, without quotes; of each as many as stand in the line.
  List<String> texts() {
    var texts = new ArrayList<String>();
    for (Word word : harmless()) {
      texts.add(word.text());
    }
    Matcher brackets = BRACKETS.matcher(line);
    while (brackets.find()) {
      texts.add(brackets.group(1).replaceAll("[\"']", ""));
    }
    assigned.forEach(
        (name, values) -> {
          if (!leaks && values.size() + uses(name) == count(mention(name), line)) {
            values.forEach(value -> texts.add(value.text()));
          }
        });
    return texts;
  }

  private List<Word> harmless() {
    var words = new ArrayList<>(written);
    words.addAll(tested);
    return words;
  }

  /// How often the variable stands where only a name is wanted.
  private int uses(String name) {
    Pattern use = Pattern.compile("\\$\\{?" + name + "(?!\\w)");
    int uses = 0;
    for (Word word : harmless()) {
      // What is substituted runs by itself.
      boolean plain = !word.source().contains("$(") && !word.source().contains("`");
      uses += plain ? count(use, word.source()) : 0;
    }
    Matcher brackets = BRACKETS.matcher(line);
    while (brackets.find()) {
      uses += count(use, brackets.group(1));
    }
    Pattern folder =
        Pattern.compile("mkdir\\s+-p\\s+\"?\\$\\(dirname\\s+\"?\\$\\{?" + name + "}?\"?\\)");
    return uses + (renames ? 0 : count(folder, line));
  }

  /// Any mention of a variable; a letter of an option is none.
  private static Pattern mention(String name) {
    return Pattern.compile("(?<![\\w./-])" + name + "(?!\\w)");
  }

  private static int count(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    int count = 0;
    while (matcher.find()) {
      count++;
    }
    return count;
  }

  /// The files that it writes, as far as they are known.
  Set<Path> files(Path root) {
    var files = new LinkedHashSet<Path>();
    for (Word word : written) {
      for (Word one : word.values().isEmpty() ? List.of(word) : word.values()) {
        try {
          Path file = root.resolve(one.text()).normalize();
          if (one.constant() && file.startsWith(root) && !file.equals(root)) {
            files.add(file);
          }
        } catch (InvalidPathException none) {
          // Nobody can write it either.
        }
      }
    }
    return files;
  }
}

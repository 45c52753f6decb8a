package dev.tenon.core.rule;

import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.regex.LooseRegex;
import dev.tenon.core.workspace.walk.Glob;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Reads rules from the Markdown files of folders. Of two rules with one name the first is used.
/// What is wrong with a file is told with its line and the way out, and stops nothing else.
public final class RuleFiles {
  private static final int MOST_FILES = 500;
  private static final long LARGEST = 64 * 1024;
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "description",
          "condition",
          "scope",
          "globs",
          "interruptMode",
          "contextMode",
          "repeatMode",
          "repeatGap",
          "alwaysApply");

  private final RulePolicy policy;
  private final FrontMatter.Yaml yaml;
  private final Map<String, StreamRule> rules = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  /// @param policy what holds for rules that do not say otherwise
  /// @param yaml reads the heads of the files
  public RuleFiles(RulePolicy policy, FrontMatter.Yaml yaml) {
    this.policy = policy;
    this.yaml = yaml;
  }

  /// The files of a folder as they are at one moment: by name, with their text.
  ///
  /// @param shown how messages call the folder
  public record Folder(String shown, Map<String, String> texts, List<String> problems) {

    /// Reads the folder; one that does not exist is empty.
    public static Folder read(Path folder, String shown) {
      var texts = new TreeMap<String, String>();
      var problems = new ArrayList<String>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.md")) {
        for (Path file : files) {
          String name = file.getFileName().toString();
          if (texts.size() >= MOST_FILES) {
            problems.add(shown + " has more than " + MOST_FILES + " rules; the rest is left out");
            break;
          }
          try {
            if (Files.size(file) > LARGEST) {
              problems.add(shown + "/" + name + " is larger than 64 KB; make the rule shorter");
            } else if (Files.isRegularFile(file)) {
              texts.put(name, Files.readString(file, StandardCharsets.UTF_8));
            }
          } catch (CharacterCodingException notText) {
            problems.add(shown + "/" + name + " is not UTF-8 text; save it as UTF-8");
          } catch (IOException unreadable) {
            problems.add(shown + "/" + name + " cannot be read: " + unreadable.getMessage());
          }
        }
      } catch (NoSuchFileException | NotDirectoryException none) {
        return new Folder(shown, Map.of(), List.of());
      } catch (IOException unreadable) {
        problems.add(shown + " cannot be read: " + unreadable.getMessage());
      }
      return new Folder(
          shown, Collections.unmodifiableMap(texts), Collections.unmodifiableList(problems));
    }

    /// Changes with every byte of every rule; for consent.
    public String sha256() {
      var all = new StringBuilder();
      texts.forEach(
          (name, text) ->
              all.append(name).append('\0').append(text.length()).append('\0').append(text));
      return Sha256.of(all.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /// Adds the rules of a folder, after those that are there already.
  public RuleFiles add(Folder folder) {
    return add(folder, "");
  }

  /// The same with something before the name of each, such as `plugin:`.
  public RuleFiles add(Folder folder, String prefix) {
    problems.addAll(folder.problems());
    folder.texts().forEach((name, text) -> add(folder.shown() + "/" + name, name, text, prefix));
    return this;
  }

  public List<StreamRule> rules() {
    return List.copyOf(rules.values());
  }

  /// What is wrong with the files, one line each.
  public List<String> problems() {
    return List.copyOf(problems);
  }

  private void add(String shown, String fileName, String text, String prefix) {
    try {
      rule(shown, fileName, FrontMatter.parse(text, yaml), prefix);
    } catch (FrontMatter.Problem wrong) {
      problem(shown, wrong.line(), String.valueOf(wrong.getMessage()));
    }
  }

  private void rule(String shown, String fileName, FrontMatter file, String prefix)
      throws FrontMatter.Problem {
    for (Map.Entry<String, FrontMatter.Entry> entry : file.entries().entrySet()) {
      if (!KEYS.contains(entry.getKey())) {
        problem(
            shown,
            entry.getValue().line(),
            "unknown key '"
                + entry.getKey()
                + "'; keys are name, description, condition, scope, globs, interruptMode,"
                + " contextMode, repeatMode, repeatGap");
      }
    }
    String name = prefix + text(file, "name", fileName.substring(0, fileName.length() - 3));
    List<LooseRegex> conditions = conditions(shown, file);
    if (conditions.isEmpty()) {
      if (!file.entries().containsKey("condition")) {
        problem(
            shown,
            1,
            "the rule has no 'condition', a regular expression for what it is to catch; text that"
                + " always holds belongs into AGENTS.md");
      }
      return;
    }
    if (file.body().isEmpty()) {
      problem(shown, 1, "the rule has no text below its head for the model to follow");
      return;
    }
    StreamRule first = rules.get(name);
    if (first != null) {
      // The user's rule of the same name stands back, as a setting would.
      return;
    }
    rules.put(
        name,
        new StreamRule(
            name,
            shown,
            text(file, "description", ""),
            conditions,
            scope(file),
            policy(file),
            file.body()));
  }

  private static String text(FrontMatter file, String key, String otherwise) {
    FrontMatter.Entry entry = file.entries().get(key);
    return entry == null || entry.values().isEmpty() ? otherwise : entry.text();
  }

  private List<LooseRegex> conditions(String shown, FrontMatter file) {
    FrontMatter.Entry entry = file.entries().get("condition");
    if (entry == null) {
      return List.of();
    }
    var conditions = new ArrayList<LooseRegex>();
    for (int i = 0; i < entry.values().size(); i++) {
      String source = entry.values().get(i);
      try {
        LooseRegex regex = LooseRegex.of(source);
        if (regex.pattern().matcher("").find()) {
          problem(
              shown,
              entry.lines().get(i),
              "condition '" + source + "' matches everything, even nothing; make it say more");
        } else {
          conditions.add(regex);
        }
      } catch (java.util.regex.PatternSyntaxException wrong) {
        problem(
            shown,
            entry.lines().get(i),
            "condition '"
                + source
                + "' is no regular expression: "
                + wrong.getDescription()
                + "; correct it or take it out");
      }
    }
    if (entry.values().isEmpty()) {
      problem(shown, entry.line(), "'condition' is empty; give a regular expression");
    }
    return conditions;
  }

  private static Scope scope(FrontMatter file) throws FrontMatter.Problem {
    var words = new ArrayList<String>();
    FrontMatter.Entry entry = file.entries().get("scope");
    if (entry != null) {
      entry.values().forEach(value -> words.addAll(separated(value)));
    }
    var globs = new ArrayList<Glob>();
    FrontMatter.Entry paths = file.entries().get("globs");
    int line = paths != null ? paths.line() : entry != null ? entry.line() : 1;
    try {
      if (paths != null) {
        for (String value : paths.values()) {
          separated(value).forEach(glob -> globs.add(Scope.glob(glob)));
        }
      }
      line = entry != null ? entry.line() : line;
      return Scope.of(words, globs);
    } catch (IllegalArgumentException wrong) {
      throw new FrontMatter.Problem(line, String.valueOf(wrong.getMessage()));
    }
  }

  /// Cut at commas that are not in brackets.
  private static List<String> separated(String text) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ',' : text.charAt(i);
      if (c == '(' || c == '{' || c == '[') {
        depth++;
      } else if (c == ')' || c == '}' || c == ']') {
        depth--;
      } else if (c == ',' && (depth <= 0 || i == text.length())) {
        String part = text.substring(from, i).strip();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        from = i + 1;
      }
    }
    return parts;
  }

  private RulePolicy policy(FrontMatter file) throws FrontMatter.Problem {
    int gap = policy.repeatGap();
    FrontMatter.Entry entry = file.entries().get("repeatGap");
    if (entry != null) {
      if (!entry.text().matches("[1-9][0-9]{0,5}")) {
        throw new FrontMatter.Problem(
            entry.line(), "repeatGap must be a number of turns from 1, was '" + entry.text() + "'");
      }
      gap = Integer.parseInt(entry.text());
    }
    return new RulePolicy(
        word(file, "interruptMode", RulePolicy.Interrupt.values(), policy.interrupt()),
        word(file, "contextMode", RulePolicy.Context.values(), policy.context()),
        word(file, "repeatMode", RulePolicy.Repeat.values(), policy.repeat()),
        gap);
  }

  private static <E extends Enum<E>> E word(
      FrontMatter file, String key, E[] constants, E otherwise) throws FrontMatter.Problem {
    FrontMatter.Entry entry = file.entries().get(key);
    if (entry == null) {
      return otherwise;
    }
    var names = new ArrayList<String>();
    for (E constant : constants) {
      String name = constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
      if (name.equals(entry.text())) {
        return constant;
      }
      names.add(name);
    }
    throw new FrontMatter.Problem(
        entry.line(),
        key + " must be " + String.join(", ", names) + ", was '" + entry.text() + "'");
  }

  private void problem(String shown, int line, String message) {
    problems.add(shown + ":" + line + ": " + message);
  }
}

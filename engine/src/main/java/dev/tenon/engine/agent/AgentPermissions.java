package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.content.Head;
import dev.tenon.tools.BuiltinTools;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The tools and the permissions in the head of an agent, in the words of several programs.
final class AgentPermissions {
  private static final Map<String, List<String>> NAMES =
      Map.ofEntries(
          Map.entry("read", List.of("read_file", "read_many_files")),
          Map.entry("ls", List.of("list_files")),
          Map.entry("list", List.of("list_files")),
          Map.entry("list_directory", List.of("list_files")),
          Map.entry("find", List.of("glob")),
          Map.entry("search_file_content", List.of("grep")),
          Map.entry("grep_search", List.of("grep")),
          Map.entry("write", List.of("write_file")),
          Map.entry("edit", BuiltinTools.EDITS),
          Map.entry("multiedit", BuiltinTools.EDITS),
          Map.entry("patch", BuiltinTools.EDITS),
          Map.entry("replace", BuiltinTools.EDITS),
          Map.entry("notebookedit", BuiltinTools.EDITS),
          Map.entry("run_shell_command", List.of("bash")),
          Map.entry("shell", List.of("bash")),
          Map.entry("exec", List.of("bash")),
          Map.entry("webfetch", List.of("read_file")),
          Map.entry("web_fetch", List.of("read_file")),
          Map.entry("agent", List.of("task")));

  /// Tools that only the conversation has that calls, and some that are not here.
  private static final Set<String> LACKING =
      Set.of(
          "todowrite",
          "todo_write",
          "todoread",
          "ask",
          "askuserquestion",
          "checkpoint",
          "rewind",
          "websearch",
          "web_search",
          "google_web_search",
          "save_memory");

  private static final Set<String> KNOWN =
      Set.of("glob", "grep", "bash", "skill", "task", "irc", "recipe");

  private final String shown;
  private final AgentDefinition.Source source;
  private final Warnings warnings;
  private final Set<String> allowed = new LinkedHashSet<>();
  private final Set<String> denied = new LinkedHashSet<>();
  private final Set<String> prefixes = new LinkedHashSet<>();
  private final List<Rule> rules = new ArrayList<>();
  private boolean anyCommand = true;

  /// Gets what is odd.
  interface Warnings {
    void warn(int line, String text);
  }

  AgentPermissions(String shown, AgentDefinition.Source source, Warnings warnings) {
    this.shown = shown;
    this.source = source;
    this.warnings = warnings;
  }

  AgentDefinition.Tools tools() {
    return new AgentDefinition.Tools(new ArrayList<>(allowed), new ArrayList<>(denied));
  }

  List<Rule> rules() {
    return rules;
  }

  /// The beginnings of the commands that are allowed; empty for any.
  Optional<List<String>> commands() {
    return anyCommand ? Optional.empty() : Optional.of(new ArrayList<>(prefixes));
  }

  /// Only these tools, in the words of several programs.
  void allow(List<String> words, int line) {
    words.forEach(word -> allow(word, line));
  }

  void read(Head head) {
    Json given = head.values().get("tools");
    if (given instanceof Json.Obj map) {
      map(map, head.line("tools"));
    } else {
      for (String word : words(given, head.text("tools").orElse(""))) {
        allow(word, head.line("tools"));
      }
    }
    for (String key : List.of("disallowedTools")) {
      for (String word : words(head.values().get(key), head.text(key).orElse(""))) {
        deny(word, head.line(key));
      }
    }
    if (head.values().has("allowed-tools")) {
      warnings.warn(
          head.line("allowed-tools"),
          "'allowed-tools' allows nothing here; 'tools' says which tools the agent has");
    }
    permission(head);
  }

  /// A list, or words between commas.
  static List<String> words(@Nullable Json value, String text) {
    var words = new ArrayList<String>();
    if (value instanceof Json.Arr list) {
      for (Json item : list.items()) {
        if (item instanceof Json.Str word && !word.value().isBlank()) {
          words.add(word.value().strip());
        }
      }
      return words;
    }
    int depth = 0;
    var word = new StringBuilder();
    for (char c : (text + ",").toCharArray()) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth <= 0) {
        if (!word.toString().isBlank()) {
          words.add(word.toString().strip());
        }
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    return words;
  }

  /// Tools by name, on or off: those that are not named are on, unless a star is off.
  private void map(Json.Obj map, int line) {
    boolean noOthers = map.get("*") instanceof Json.Bool others && !others.value();
    map.members()
        .forEach(
            (name, value) -> {
              boolean on = !(value instanceof Json.Bool truth) || truth.value();
              if (name.equals("*")) {
                return;
              }
              if (on && noOthers) {
                allow(name, line);
              } else if (!on) {
                deny(name, line);
              }
            });
    if (noOthers && allowed.isEmpty()) {
      denied.add("*");
    }
  }

  private void allow(String word, int line) {
    if (word.equals("*")) {
      allowed.add("*");
      return;
    }
    int open = word.indexOf('(');
    String name = open < 0 ? word : word.substring(0, open).strip();
    List<String> tools = named(name, line);
    allowed.addAll(tools);
    if (tools.isEmpty()) {
      // A list that names only what is not here allows nothing.
      allowed.add("-");
    }
    if (open >= 0 && tools.contains(Rule.BASH) && word.endsWith(")")) {
      String prefix = word.substring(open + 1, word.length() - 1).strip();
      listed(prefix);
    }
  }

  private void listed(String pattern) {
    String prefix = pattern.replaceFirst("[:\\s]*\\*$", "").strip();
    if (!prefix.isEmpty()) {
      anyCommand = false;
      prefixes.add(prefix);
    }
  }

  private void deny(String word, int line) {
    int open = word.indexOf('(');
    if (open < 0) {
      denied.addAll(word.equals("*") ? List.of("*") : named(word, line));
    } else if (word.endsWith(")")) {
      String what = word.substring(0, open).strip().toLowerCase(Locale.ROOT);
      String pattern =
          word.substring(open + 1, word.length() - 1).replaceFirst("[:\\s]*\\*$", "").strip();
      rule(Verdict.DENY, subject(what), pattern, line);
    }
  }

  private List<String> named(String name, int line) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (NAMES.containsKey(lower)) {
      return NAMES.get(lower);
    }
    if (BuiltinTools.EVERYDAY.contains(lower) || KNOWN.contains(lower)) {
      return LACKING.contains(lower) ? List.of() : List.of(lower);
    }
    if (lower.endsWith("*") || lower.startsWith("mcp_")) {
      return List.of(name);
    }
    if (!LACKING.contains(lower)) {
      warnings.warn(line, "there is no tool '" + AgentHead.oneLine(name, 40) + "'");
    }
    return List.of();
  }

  private static String subject(String word) {
    return switch (word) {
      case "edit", "write", "patch", "multiedit" -> Rule.WRITE;
      case "webfetch", "web_fetch" -> Rule.CONNECT;
      case "run_shell_command", "shell" -> Rule.BASH;
      default -> word;
    };
  }

  private void permission(Head head) {
    if (!(head.values().get("permission") instanceof Json.Obj map)) {
      return;
    }
    int line = head.line("permission");
    map.members()
        .forEach(
            (name, value) -> {
              String subject = subject(name.toLowerCase(Locale.ROOT));
              if (value instanceof Json.Str word) {
                verdict(word.value(), subject, "", line);
              } else if (value instanceof Json.Obj patterns) {
                patterns(subject, patterns, line);
              }
            });
  }

  private void patterns(String subject, Json.Obj patterns, int line) {
    boolean closed = patterns.string("*", "").equals("deny");
    boolean commands = subject.equals(Rule.BASH);
    patterns
        .members()
        .forEach(
            (pattern, value) -> {
              String word = value instanceof Json.Str text ? text.value() : "";
              if (commands && closed && pattern.equals("*")) {
                anyCommand = false;
              } else if (commands && closed && word.equals("allow")) {
                listed(pattern);
              } else {
                String plain = commands ? pattern.replaceFirst("[:\\s]*\\*$", "").strip() : pattern;
                verdict(word, subject, plain.equals("*") ? "" : plain, line);
              }
            });
  }

  private void verdict(String word, String subject, String pattern, int line) {
    switch (word) {
      case "deny" -> rule(Verdict.DENY, subject, pattern, line);
      case "ask" -> rule(Verdict.ASK, subject, pattern, line);
      case "allow" -> {
        // It narrows nothing, and nothing in such a file widens.
      }
      default ->
          warnings.warn(
              line, "'" + AgentHead.oneLine(word, 40) + "' is none of allow, ask and deny");
    }
  }

  private void rule(Verdict verdict, String subject, String pattern, int line) {
    var kind =
        source == AgentDefinition.Source.PROJECT ? Rule.Source.Kind.PROJECT : Rule.Source.Kind.USER;
    try {
      rules.add(
          Rule.of(
              verdict,
              pattern.isEmpty() ? subject : subject + "(" + pattern + ")",
              new Rule.Source(kind, shown + ":" + line)));
    } catch (RuleException unusable) {
      warnings.warn(line, String.valueOf(unusable.getMessage()));
    }
  }
}

package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.content.Head;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The tools and the permissions in the head of an agent, in the words of several programs.
final class AgentPermissions {
  /// What `permission` of several programs may be about.
  private static final Set<String> SUBJECTS =
      Set.of(
          "read",
          "edit",
          "write",
          "patch",
          "multiedit",
          "glob",
          "grep",
          "list",
          "bash",
          "shell",
          "run_shell_command",
          "task",
          "skill",
          "lsp",
          "webfetch",
          "web_fetch",
          "websearch",
          "codesearch",
          "connect",
          "network",
          "mcp",
          "question",
          "todowrite",
          "todoread",
          "doom_loop",
          "external_directory");

  /// Those of them whose wrong spelling would leave something allowed.
  private static final List<String> NARROWED = List.of("edit", "write", "bash", "webfetch");

  private final String shown;
  private final AgentDefinition.Source source;
  private final Notes notes;
  private final Set<String> allowed = new LinkedHashSet<>();
  private final Set<String> denied = new LinkedHashSet<>();
  private final Set<String> prefixes = new LinkedHashSet<>();
  private final List<Rule> rules = new ArrayList<>();
  private boolean anyCommand = true;

  /// Gets what is odd.
  interface Notes {
    /// @param severity an error where something that narrows would be lost
    void tell(AgentFiles.Severity severity, int line, String text);
  }

  AgentPermissions(String shown, AgentDefinition.Source source, Notes notes) {
    this.shown = shown;
    this.source = source;
    this.notes = notes;
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
      for (String word : words(head, "tools")) {
        allow(word, head.line("tools"));
      }
      if (given instanceof Json.Arr list && list.items().isEmpty()) {
        allowed.add("-");
      }
    }
    for (String word : words(head, "disallowedTools")) {
      deny(word, head.line("disallowedTools"));
    }
    if (head.values().has("allowed-tools")) {
      warn(
          head.line("allowed-tools"),
          "'allowed-tools' allows nothing here; 'tools' says which tools the agent has");
    }
    permission(head);
  }

  /// What a key lists. Where that is not clear it is told as an error, and nothing matches it.
  List<String> words(Head head, String key) {
    Json given = head.values().get(key);
    if (given == null) {
      return List.of();
    }
    boolean clear =
        given instanceof Json.Arr list
            ? list.items().stream().allMatch(item -> item instanceof Json.Str)
            : !(given instanceof Json.Obj);
    if (!clear) {
      error(head.line(key), "'" + key + "' must be a list of texts; put each of them into quotes");
      return List.of("-");
    }
    return given instanceof Json.Null ? List.of() : words(given, head.text(key).orElse(""));
  }

  private void warn(int line, String text) {
    notes.tell(AgentFiles.Severity.WARNING, line, text);
  }

  private void error(int line, String text) {
    notes.tell(AgentFiles.Severity.ERROR, line, text);
  }

  /// A list, or words between commas.
  static List<String> words(@Nullable Json value, String text) {
    if (value == null && text.isEmpty()) {
      return List.of();
    }
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
    if (depth > 0) {
      // A parenthesis that is never closed must not make the words behind it vanish.
      words.add(word.substring(0, word.length() - 1).strip());
    }
    return words;
  }

  /// Tools by name, on or off: those that are not named are on, unless a star is off.
  private void map(Json.Obj map, int line) {
    Json others = map.get("*");
    boolean noOthers = others != null && !isOn("*", others, line);
    map.members()
        .forEach(
            (name, value) -> {
              boolean on = isOn(name, value, line);
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

  private boolean isOn(String tool, Json value, int line) {
    String word =
        switch (value) {
          case Json.Bool truth -> truth.value() ? "true" : "false";
          case Json.Str text -> text.value().toLowerCase(Locale.ROOT);
          default -> "";
        };
    return switch (word) {
      case "true", "yes", "on", "allow", "ask" -> true;
      case "false", "no", "off", "deny" -> false;
      default -> {
        error(line, "the tool '" + AgentHead.oneLine(tool, 40) + "' must be true or false");
        yield false;
      }
    };
  }

  private void allow(String word, int line) {
    if (word.equals("*") || word.equals("-")) {
      allowed.add(word);
      return;
    }
    if (isUnclosed(word, line)) {
      allowed.add("-");
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

  private boolean isUnclosed(String word, int line) {
    boolean unclosed = (word.indexOf('(') >= 0) != word.endsWith(")");
    if (unclosed) {
      error(line, "'" + AgentHead.oneLine(word, 60) + "' has only one of its parentheses");
    }
    return unclosed;
  }

  private void deny(String word, int line) {
    int open = word.indexOf('(');
    if (isUnclosed(word, line) || word.equals("-")) {
      return;
    }
    if (open < 0 && ToolNames.isOfPages(word.toLowerCase(Locale.ROOT))) {
      rule(Verdict.DENY, Rule.CONNECT, "", line);
    } else if (open < 0) {
      denied.addAll(taken(word, line));
    } else {
      String what = word.substring(0, open).strip().toLowerCase(Locale.ROOT);
      String pattern =
          word.substring(open + 1, word.length() - 1).replaceFirst("[:\\s]*\\*$", "").strip();
      rule(Verdict.DENY, subject(what), pattern, line);
    }
  }

  /// What the agent is not to have. A tool that turns up later may be called as it is written; a
  /// slip in the name of one that is there would leave it to the agent.
  private List<String> taken(String word, int line) {
    String lower = word.toLowerCase(Locale.ROOT);
    List<String> tools = ToolNames.known(word, name -> !ToolNames.isOfPages(name));
    if (ToolNames.meansPages(lower)) {
      rule(Verdict.DENY, Rule.CONNECT, "", line);
    }
    if (tools.isEmpty() && !ToolNames.isLacking(lower)) {
      String near = ToolNames.near(lower);
      if (near.isEmpty()) {
        unknown(word, line);
      } else {
        error(
            line,
            "there is no tool '"
                + AgentHead.oneLine(word, 40)
                + "' to take away; did you mean "
                + near
                + "?");
      }
    }
    var all = new ArrayList<>(tools);
    all.add(word);
    return all;
  }

  private List<String> named(String name, int line) {
    List<String> tools = ToolNames.known(name, word -> true);
    if (tools.isEmpty() && !ToolNames.isLacking(name.toLowerCase(Locale.ROOT))) {
      unknown(name, line);
    }
    return tools;
  }

  private void unknown(String name, int line) {
    warn(line, "there is no tool '" + AgentHead.oneLine(name, 40) + "'");
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
    Json given = head.values().get("permission");
    int line = head.line("permission");
    if (!(given instanceof Json.Obj map)) {
      if (given != null && !(given instanceof Json.Null)) {
        error(line, "'permission' must be lines such as 'edit: deny', indented below it");
      }
      return;
    }
    map.members()
        .forEach(
            (name, value) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              String subject = subject(lower);
              String near = SUBJECTS.contains(lower) ? "" : AgentHead.near(lower, NARROWED);
              if (!near.isEmpty()) {
                error(
                    line,
                    "there is nothing to permit called '"
                        + AgentHead.oneLine(name, 40)
                        + "'"
                        + near);
              } else if (value instanceof Json.Str word) {
                verdict(word.value(), subject, "", line);
              } else if (value instanceof Json.Obj patterns) {
                patterns(subject, patterns, line);
              } else {
                verdict("", subject, "", line);
              }
            });
  }

  private void patterns(String subject, Json.Obj patterns, int line) {
    boolean closed = patterns.string("*", "").equalsIgnoreCase("deny");
    boolean commands = subject.equals(Rule.BASH);
    patterns
        .members()
        .forEach(
            (pattern, value) -> {
              String word = value instanceof Json.Str text ? text.value() : "";
              if (commands && closed && pattern.equals("*")) {
                anyCommand = false;
              } else if (commands && closed && word.equalsIgnoreCase("allow")) {
                listed(pattern);
              } else {
                String plain = commands ? pattern.replaceFirst("[:\\s]*\\*$", "").strip() : pattern;
                verdict(word, subject, plain.equals("*") ? "" : plain, line);
              }
            });
  }

  private void verdict(String word, String subject, String pattern, int line) {
    switch (word.toLowerCase(Locale.ROOT)) {
      case "deny" -> rule(Verdict.DENY, subject, pattern, line);
      case "ask" -> rule(Verdict.ASK, subject, pattern, line);
      case "allow" -> {
        // It narrows nothing, and nothing in such a file widens.
      }
      default ->
          error(
              line,
              "'"
                  + AgentHead.oneLine(word, 40)
                  + "' for '"
                  + AgentHead.oneLine(subject, 40)
                  + "' is none of allow, ask and deny"
                  + AgentHead.near(word, List.of("allow", "ask", "deny")));
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
      error(line, String.valueOf(unusable.getMessage()));
    }
  }
}

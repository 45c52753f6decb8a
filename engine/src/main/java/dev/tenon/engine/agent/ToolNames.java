package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.model.Spelling;
import dev.tenon.core.permission.Rule;
import dev.tenon.tools.BuiltinTools;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What the names of tools in files mean here, in the words of several programs.
final class ToolNames {
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

  private static final Set<String> PAGES = Set.of("webfetch", "web_fetch", Rule.CONNECT);

  private ToolNames() {}

  /// The name that has one letter more, less, other or swapped; empty without one.
  static String near(String lower) {
    for (String name : words()) {
      if (name.length() > 2 && Spelling.distance(lower, name) == 1) {
        return name;
      }
    }
    return "";
  }

  /// The tools that a name of several programs means; empty for none that is here.
  ///
  /// @param counts whether a name is one that stars may stand for
  static List<String> known(String name, Predicate<String> counts) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith("mcp_")) {
      return List.of(name);
    }
    if (lower.indexOf('*') < 0) {
      return meaning(lower);
    }
    // Whatever else turns up may be called so, too.
    var all = new LinkedHashSet<>(List.of(name, lower));
    for (String word : words()) {
      if (counts.test(word) && isMeant(lower, word)) {
        all.addAll(meaning(word));
      }
    }
    return List.copyOf(all);
  }

  private static boolean isMeant(String pattern, String word) {
    return AgentDefinition.Tools.fits(pattern, word);
  }

  /// Whether stars stand for the name of what reads pages, too.
  static boolean meansPages(String lower) {
    return lower.indexOf('*') >= 0 && PAGES.stream().anyMatch(word -> isMeant(lower, word));
  }

  /// Whether other programs have it, and helpers here do not.
  static boolean isLacking(String lower) {
    return LACKING.contains(lower);
  }

  /// Pages are read by the tool that reads files, which stays when they are taken away.
  static boolean isOfPages(String word) {
    return PAGES.contains(word);
  }

  private static List<String> meaning(String lower) {
    if (NAMES.containsKey(lower)) {
      return NAMES.get(lower);
    }
    boolean own = BuiltinTools.EVERYDAY.contains(lower) || KNOWN.contains(lower);
    return own && !LACKING.contains(lower) ? List.of(lower) : List.of();
  }

  /// Every name of a tool that means something here.
  private static Set<String> words() {
    var words = new TreeSet<>(NAMES.keySet());
    words.addAll(BuiltinTools.EVERYDAY);
    words.addAll(KNOWN);
    return words;
  }
}

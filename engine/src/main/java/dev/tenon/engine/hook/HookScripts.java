package dev.tenon.engine.hook;

import dev.tenon.core.permission.command.Script;
import dev.tenon.core.permission.command.SimpleCommand;
import dev.tenon.core.permission.command.Word;
import dev.tenon.engine.command.HomeFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The scripts that the command of a hook is about to run. One that is missing is looked for
/// beforehand, because interpreters end with exit code 2 then, which would be taken for a no.
final class HookScripts {
  private static final Set<String> INTERPRETERS =
      Set.of(
          "sh",
          "bash",
          "dash",
          "zsh",
          "ksh",
          "python",
          "python2",
          "python3",
          "node",
          "nodejs",
          "ruby",
          "perl",
          "php",
          "lua",
          "deno",
          "bun",
          "uv",
          "tsx",
          "ts-node",
          "osascript",
          "pwsh");
  private static final Set<String> IN_FRONT = Set.of("env", "exec", "command", "nohup", "time");
  private static final Set<String> INLINE =
      Set.of("-c", "-e", "-m", "-p", "-r", "-s", "--eval", "--print", "--command", "-");
  private static final List<String> ENDINGS = List.of("", ".js", ".cjs", ".mjs", ".json");

  private final Path root;
  private final @Nullable Path plugin;

  /// @param root where hooks run
  HookScripts(Path root, @Nullable Path plugin) {
    this.root = root;
    this.plugin = plugin;
  }

  /// What a command is about to run.
  ///
  /// @param file as far as it is known where it is
  /// @param certain whether the command does nothing else, so that nothing can have made the file
  private record Wanted(Path file, boolean program, boolean certain) {}

  /// Those that are there.
  List<Path> of(Hook.Kind.Command command) {
    var scripts = new ArrayList<Path>();
    for (Wanted each : wanted(command)) {
      if (Files.isRegularFile(each.file())) {
        scripts.add(each.file());
      }
    }
    return scripts;
  }

  /// Why the command cannot run; empty when nothing is known to be in its way.
  Optional<String> obstacle(Hook.Kind.Command command) {
    for (Wanted each : wanted(command)) {
      if (each.certain()) {
        if (!isThere(each)) {
          return Optional.of("there is no " + each.file());
        }
        if (each.program() && !Files.isExecutable(each.file())) {
          return Optional.of(each.file() + " is not executable; chmod +x it");
        }
      }
    }
    return Optional.empty();
  }

  /// What of it is missing, also where only a part of the command needs it.
  Optional<String> missing(Hook.Kind.Command command) {
    for (Wanted each : wanted(command)) {
      if (!isThere(each)) {
        return Optional.of("there is no " + each.file());
      }
    }
    return Optional.empty();
  }

  private static boolean isThere(Wanted wanted) {
    for (String ending : wanted.program() ? List.of("") : ENDINGS) {
      if (Files.exists(Path.of(wanted.file() + ending))) {
        return true;
      }
    }
    return false;
  }

  private List<Wanted> wanted(Hook.Kind.Command command) {
    List<String> arguments = command.arguments();
    if (arguments != null) {
      var words = new ArrayList<String>();
      words.add(expanded(command.line()));
      arguments.forEach(each -> words.add(expanded(each)));
      var found = new ArrayList<Wanted>();
      add(words, true, true, found);
      return found;
    }
    Script script = Script.of(expanded(command.line()));
    var found = new ArrayList<Wanted>();
    boolean alone = script.problem().isEmpty() && script.commands().size() == 1;
    boolean moves = false;
    for (SimpleCommand each : script.commands()) {
      var words = new ArrayList<String>();
      for (Word word : each.words()) {
        words.add(word.constant() ? word.text().replace(Word.HOME, '~') : "");
      }
      moves |= !words.isEmpty() && (words.getFirst().equals("cd") || words.getFirst().isEmpty());
      add(words, alone, !moves, found);
    }
    return found;
  }

  /// @param words an empty one is not known
  /// @param atRoot whether it is known to run in the project's folder
  private void add(List<String> words, boolean certain, boolean atRoot, List<Wanted> found) {
    int first = 0;
    while (first < words.size()
        && (IN_FRONT.contains(name(words.get(first))) || words.get(first).indexOf('=') > 0)) {
      first++;
    }
    if (first == words.size() || words.get(first).isEmpty()) {
      return;
    }
    String program = words.get(first);
    if (program.indexOf('/') >= 0) {
      resolved(program, atRoot).ifPresent(file -> found.add(new Wanted(file, true, certain)));
    }
    String name = name(program);
    if (!INTERPRETERS.contains(name)) {
      return;
    }
    for (int i = first + 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.isEmpty() || INLINE.contains(word)) {
        return;
      }
      if (word.startsWith("-") || word.equals("run")) {
        continue;
      }
      boolean path = word.indexOf('/') >= 0 || word.lastIndexOf('.') > 0;
      if (path) {
        resolved(word, atRoot).ifPresent(file -> found.add(new Wanted(file, false, certain)));
      }
      return;
    }
  }

  private static String name(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  private Optional<Path> resolved(String word, boolean atRoot) {
    Path home = HomeFolders.home();
    Path path = word.startsWith("~/") ? home.resolve(word.substring(2)) : Path.of(word);
    return path.isAbsolute() || atRoot
        ? Optional.of(root.resolve(path).normalize())
        : Optional.empty();
  }

  /// With the variables that hooks get.
  private String expanded(String text) {
    String all = variable(text, "CLAUDE_PROJECT_DIR", root.toString());
    return plugin == null ? all : variable(all, "CLAUDE_PLUGIN_ROOT", plugin.toString());
  }

  private static String variable(String text, String name, String value) {
    return text.replace("${" + name + "}", value).replace("$" + name, value);
  }
}

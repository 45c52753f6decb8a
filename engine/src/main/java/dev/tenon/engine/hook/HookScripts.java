package dev.tenon.engine.hook;

import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Calls;
import dev.tenon.core.permission.command.Script;
import dev.tenon.core.permission.command.SimpleCommand;
import dev.tenon.core.permission.command.Word;
import dev.tenon.engine.command.HomeFolders;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The scripts that the command of a hook is about to run. One that is missing is looked for
/// beforehand, because interpreters end with exit code 2 then, which would be taken for a no.
final class HookScripts {
  private static final Set<String> IN_FRONT = Set.of("env", "exec", "command", "nohup", "time");
  private static final List<String> ENDINGS = List.of("", ".js", ".cjs", ".mjs", ".json");
  private static final String PROJECT = "CLAUDE_PROJECT_DIR";
  private static final int DEEPEST = 8;

  /// What interpreters say that have no script.
  private static final List<Pattern> NO_SCRIPT =
      List.of(
          Pattern.compile("\\S*(?:python|pypy)[0-9.]*: can't open file '(.+)': \\[Errno 2\\].*"),
          Pattern.compile("Can't open perl script \"(.+)\": No such file or directory"),
          Pattern.compile("\\S*sh: [0-9]+: (?:cannot|Can't) open (.+?)(?:: No such file)?"));

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

  /// Those that are there, and every other file of the project that decides what the command does:
  /// it may come to run or read them in a way that is not understood here.
  List<Path> of(Hook.Kind.Command command) {
    var scripts = new LinkedHashSet<Path>();
    for (Wanted each : wanted(command)) {
      scripts.addAll(there(each));
    }
    scripts.addAll(named(command));
    return List.copyOf(scripts);
  }

  /// The programs and scripts of the project that it is known to run.
  List<Path> run(Hook.Kind.Command command) {
    var scripts = new LinkedHashSet<Path>();
    for (Wanted each : wanted(command)) {
      scripts.addAll(there(each));
    }
    scripts.removeIf(file -> !file.startsWith(root));
    return List.copyOf(scripts);
  }

  private static List<Path> there(Wanted wanted) {
    var there = new ArrayList<Path>();
    for (String ending : wanted.program() ? List.of("") : ENDINGS) {
      Path file = Path.of(wanted.file() + ending);
      if (Files.isRegularFile(file)) {
        there.add(file);
      }
    }
    return there;
  }

  private Set<Path> named(Hook.Kind.Command command) {
    String line = expanded(line(command));
    var known = new WrittenWords(line);
    return CommandScripts.of(line, known.texts(), known.withoutExpressions(), root);
  }

  /// The files of the project that it is known to write.
  Set<Path> written(Hook.Kind.Command command) {
    return new WrittenWords(expanded(line(command))).files(root);
  }

  /// What of the project the command runs, be it there or not; empty for nothing.
  Optional<String> ofProject(Hook.Kind.Command command) {
    for (Wanted each : wanted(command)) {
      if (each.file().startsWith(root)) {
        return Optional.of(root.relativize(each.file()).toString());
      }
    }
    String line = line(command);
    return line.contains(PROJECT)
        ? Optional.of("$" + PROJECT)
        : named(command).stream().findFirst().map(file -> root.relativize(file).toString());
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

  /// What was missing, by the last words of a command that ended with exit code 2; empty where they
  /// speak of nothing that is missing.
  Optional<String> missing(Hook.Kind.Command command, String error) {
    String last = error.strip().lines().reduce("", (before, line) -> line).strip();
    for (Pattern each : NO_SCRIPT) {
      Matcher said = each.matcher(last);
      if (said.matches() && !Files.exists(resolved(said.group(1), true).orElse(root))) {
        return Optional.of("there is no " + said.group(1));
      }
    }
    for (Wanted each : wanted(command)) {
      if (!isThere(each) && last.contains(String.valueOf(each.file().getFileName()))) {
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

  /// The command as a shell reads it.
  private static String line(Hook.Kind.Command command) {
    List<String> arguments = command.arguments();
    if (arguments == null) {
      return command.line();
    }
    var line = new StringBuilder(quoted(command.line()));
    arguments.forEach(each -> line.append(' ').append(quoted(each)));
    return line.toString();
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private List<Wanted> wanted(Hook.Kind.Command command) {
    Script script = Script.of(expanded(line(command)));
    var found = new ArrayList<Wanted>();
    boolean alone = script.problem().isEmpty() && script.commands().size() == 1;
    add(script.commands(), alone, true, 0, found);
    return found;
  }

  /// An empty word is not known.
  private static List<String> words(SimpleCommand command) {
    var words = new ArrayList<String>();
    for (Word word : command.words()) {
      words.add(word.constant() ? word.text().replace(Word.HOME, '~') : "");
    }
    return words;
  }

  /// @param here whether they are known to run in the project's folder
  private void add(
      List<SimpleCommand> commands, boolean certain, boolean here, int depth, List<Wanted> found) {
    boolean stays = here;
    for (SimpleCommand each : commands) {
      List<String> words = words(each);
      if (words.isEmpty() || depth > DEEPEST) {
        continue;
      }
      stays &= !words.getFirst().equals("cd") && !words.getFirst().isEmpty();
      add(words, certain, stays, found);
      Call call = Calls.of(each, depth);
      boolean only = certain && call.role() == Call.Role.TRANSPARENT && call.inner().size() == 1;
      add(call.inner(), only, stays, depth + 1, found);
    }
  }

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
    ScriptWord.of(name(program), words.subList(first + 1, words.size()))
        .flatMap(word -> resolved(word, atRoot))
        .ifPresent(file -> found.add(new Wanted(file, false, certain)));
  }

  private static String name(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  private Optional<Path> resolved(String word, boolean atRoot) {
    try {
      Path home = HomeFolders.home();
      Path path = word.startsWith("~/") ? home.resolve(word.substring(2)) : Path.of(word);
      return path.isAbsolute() || atRoot
          ? Optional.of(root.resolve(path).normalize())
          : Optional.empty();
    } catch (InvalidPathException none) {
      return Optional.empty();
    }
  }

  /// With the variables that hooks get.
  private String expanded(String text) {
    String all = variable(text, PROJECT, root.toString());
    return plugin == null ? all : variable(all, "CLAUDE_PLUGIN_ROOT", plugin.toString());
  }

  private static String variable(String text, String name, String value) {
    return text.replace("${" + name + "}", value).replace("$" + name, value);
  }
}

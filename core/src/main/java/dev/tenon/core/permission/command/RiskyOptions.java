package dev.tenon.core.permission.command;

import dev.tenon.core.permission.command.Call.Concern;
import dev.tenon.core.permission.program.AwkProgram;
import dev.tenon.core.permission.program.Reading;
import dev.tenon.core.permission.program.SedScript;
import dev.tenon.core.permission.program.Variables;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Options with which an ordinary program runs another one, or changes what later ones mean: a
/// permission for the program does not cover them.
final class RiskyOptions {
  private static final Set<String> SETTERS =
      Set.of(
          "export",
          "declare",
          "typeset",
          "local",
          "readonly",
          "read",
          "mapfile",
          "readarray",
          "printf",
          "unset",
          "getopts",
          "let",
          "set",
          "wait");

  /// Programs with an option that runs another one.
  private static final Set<String> RUNNING =
      Set.of("tar", "gtar", "bsdtar", "rsync", "scp", "sftp", "rg", "sort", "zip");

  private static final List<String> GIT_RUNS =
      List.of(
          "--exec-path",
          "--config-env",
          "--ext-diff",
          "--upload-pack",
          "--receive-pack",
          "--open-files-in-pager",
          "--extcmd",
          "--exec",
          "--tree-filter",
          "--index-filter",
          "--msg-filter",
          "--env-filter",
          "--upload-archive");
  private static final List<String> GIT_KEYS =
      List.of(
          "alias.",
          "core.pager",
          "core.editor",
          "core.hookspath",
          "core.sshcommand",
          "core.fsmonitor",
          "core.gitproxy",
          "credential.",
          "filter.",
          "include",
          "pager.",
          "sequence.editor",
          "gpg.",
          "url.",
          "http.proxy",
          "diff.",
          "merge.",
          "uploadpack.",
          "interactive.",
          "ssh.");

  /// What `docker` and `kubectl` show without changing anything.
  private static final Set<String> LOOKING =
      Set.of(
          ("ps images logs inspect version info stats top port history diff events search get"
                  + " describe explain api-resources api-versions cluster-info")
              .split(" "));

  /// Programs that take any word for a text.
  private static final Set<String> TALKING =
      Set.of("echo", "printf", "grep", "egrep", "fgrep", "rg", "test", "[", "expr");

  private RiskyOptions() {}

  /// @param name the program without its folder
  static List<Concern> of(String name, List<Word> words) {
    List<Concern> own = own(name, words);
    // Whatever a program is, an option of such a name runs something.
    return own.isEmpty() && !TALKING.contains(name)
        ? runs(words, "-exec", "--exec", "--eval", "--command", "--run-under", "--post-renderer")
        : own;
  }

  private static List<Concern> own(String name, List<Word> words) {
    var options = new Options(words);
    if (RUNNING.contains(name) && options.mayBeMore()) {
      return List.of(Concern.risk("a name of a file may become an option that runs a program"));
    }
    return switch (name) {
      case "git" -> git(words);
      case "awk", "gawk", "mawk", "nawk" -> awk(words);
      case "sed", "gsed" -> sed(words);
      case "tar", "gtar", "bsdtar" ->
          when(
              options.hasAny(
                      List.of(
                          "--to-command",
                          "--checkpoint-action",
                          "--use-compress-program",
                          "--rsh-command",
                          "--rmt-command",
                          "--info-script",
                          "--new-volume-script"))
                  || options.hasAny("IF"),
              "an option of it runs a program");
      case "rsync" ->
          when(
              options.has('e') || options.hasAny(List.of("--rsh", "--rsync-path")),
              "an option of it runs a program");
      case "scp", "sftp" -> when(options.hasAny("oSF"), "an option of it runs a program");
      case "rg" ->
          when(
              options.hasAny(List.of("--pre", "--hostname-bin")), "an option of it runs a program");
      case "sort" -> when(options.has("--compress-program"), "an option of it runs a program");
      case "zip" -> when(options.has("--unzip-command"), "an option of it runs a program");
      case "man" -> when(options.has('P') || options.has("--pager"), "it runs a pager");
      case "make", "gmake" ->
          when(
              options.has("--eval")
                  || options.hasAny("fCI")
                  || options.hasAny(List.of("--file", "--makefile", "--directory"))
                  || setsVariable(words),
              "an option of it runs a program");
      case "mvn", "mvnw" -> maven(words);
      case "eslint", "prettier", "jest", "vitest", "mocha", "stylelint", "pytest", "tox", "rspec" ->
          loads(words);
      case "rubocop", "phpunit", "phpstan", "pylint", "mypy", "ruff", "ctest" -> loads(words);
      case "just" ->
          runs(options, "f", "--shell", "--shell-arg", "--justfile", "--set", "--command");
      case "cmake" -> runs(words, "--", "-P", "-E", "-C");
      case "sbt", "mix" -> when(tasks(words), "it runs more than its first word says");
      case "cargo", "rustup" -> runs(options, "", "--config");
      case "go" ->
          runs(
              words,
              "-exec",
              "-toolexec",
              "-vettool",
              "-ldflags",
              "-overlay",
              "-gccgoflags",
              "-modfile",
              "--exec",
              "--toolexec",
              "--ldflags",
              "--overlay");
      case "gradle", "gradlew" ->
          runs(
              options,
              "Ibcp",
              "--init-script",
              "--build-file",
              "--settings-file",
              "--project-dir",
              "--include-build");
      case "bazel" -> runs(options, "", "--run_under", "--workspace_status_command");
      case "helm" -> runs(options, "", "--post-renderer", "--kubeconfig");
      case "npm", "pnpm", "yarn", "bun" ->
          runs(options, "", "--script-shell", "--node-options", "--shell", "--shell-emulator");
      case "rake" -> runs(options, "efrE", "--execute", "--rakefile", "--require");
      case "vi", "vim", "nvim", "ex", "ed", "emacs", "nano", "less", "more", "view" ->
          List.of(Concern.unknown("it can run other commands"));
      case "docker", "podman", "nerdctl", "kubectl" ->
          when(
              !LOOKING.contains(words.size() > 1 ? words.get(1).text() : "")
                  || options.has("--kubeconfig"),
              "it reaches beyond this machine's files");
      default -> SETTERS.contains(name) ? setters(words) : List.of();
    };
  }

  /// Goals of plugins that run anything, and another project.
  private static List<Concern> maven(List<Word> words) {
    boolean runs = false;
    for (Word word : words.subList(1, words.size())) {
      String text = word.text();
      runs |= text.startsWith("exec:") || text.startsWith("antrun:") || text.contains(":exec");
      runs |= text.startsWith("groovy:") || text.startsWith("-Dexec") || text.startsWith("-f");
      runs |= text.startsWith("--file") || text.contains("jshell:");
    }
    return when(runs, "it runs a program that its words name");
  }

  /// Options of test runners and linters that load code.
  private static List<Concern> loads(List<Word> words) {
    return runs(
        words,
        "-c",
        "-f",
        "-p",
        "-r",
        "--config",
        "--format",
        "--formatter",
        "--globalSetup",
        "--import",
        "--load-plugins",
        "--loader",
        "--parser",
        "--plugin",
        "--require",
        "--resolve-plugins-relative-to",
        "--rulesdir",
        "--runner",
        "--setupFiles",
        "--bootstrap",
        "--autoload-file",
        "--build-and-test",
        "exec");
  }

  /// Whether a further task is among the words.
  private static boolean tasks(List<Word> words) {
    for (Word word : words.subList(Math.min(2, words.size()), words.size())) {
      String text = word.text();
      if (text.equals("+") || text.equals("do") || text.startsWith("!") || text.startsWith("run")) {
        return true;
      }
    }
    return false;
  }

  private static List<Concern> runs(Options options, String letters, String... names) {
    return when(
        options.hasAny(letters) || options.hasAny(List.of(names)),
        "an option of it runs a program");
  }

  private static List<Concern> runs(List<Word> words, String... names) {
    boolean runs = false;
    for (int i = 1; i < words.size() && !runs; i++) {
      String text = words.get(i).text();
      int equals = text.indexOf('=');
      String given = equals < 0 ? text : text.substring(0, equals);
      for (String name : names) {
        runs |= given.equals(name);
      }
    }
    return when(runs, "an option of it runs a program");
  }

  /// `make SHELL=./x`.
  private static boolean setsVariable(List<Word> words) {
    for (Word word : words.subList(1, words.size())) {
      int equals = word.text().indexOf('=');
      if (equals > 0 && !Options.isOption(word)) {
        String name = word.text().substring(0, equals);
        if (Variables.steers(name.endsWith(":") ? name.substring(0, equals - 1) : name)) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<Concern> when(boolean hazard, String reason) {
    return hazard ? List.of(Concern.risk(reason)) : List.of();
  }

  private static List<Concern> git(List<Word> words) {
    int at = 1;
    while (at < words.size() && Options.isOption(words.get(at))) {
      String text = words.get(at).text();
      if (text.equals("-c") || text.startsWith("--config-env") || text.startsWith("--exec-path=")) {
        return List.of(Concern.risk("it sets a configuration of git, which may name programs"));
      }
      boolean valued =
          text.equals("-C")
              || text.equals("--git-dir")
              || text.equals("--work-tree")
              || text.equals("--namespace");
      if (text.startsWith("--git-dir") || text.startsWith("--work-tree")) {
        return List.of(
            Concern.risk("it uses another repository, whose configuration may name programs"));
      }
      at += valued ? 2 : 1;
    }
    if (at >= words.size()) {
      return List.of();
    }
    if (!words.get(at).constant()) {
      return List.of(Concern.unknown("what git shall do is known only when it runs"));
    }
    List<Word> own = words.subList(at, words.size());
    var options = new Options(own);
    String what = own.getFirst().text();
    boolean runs =
        options.hasAny(GIT_RUNS)
            || switch (what) {
              case "rebase", "difftool" -> options.has('x');
              case "grep" -> options.has('O');
              case "clone", "ls-remote", "fetch", "pull" ->
                  options.has('u') && what.equals("clone");
              case "filter-branch" -> true;
              case "bisect" -> own.size() > 1 && own.get(1).is("run");
              case "submodule" -> has(own, "foreach");
              case "config" -> steersGit(own);
              case "remote", "fetch-pack" -> hasText(own, "ext::");
              default -> hasText(own, "ext::");
            };
    boolean clone =
        what.equals("clone")
            && (options.has('c') || options.has("--config") || options.has("--template"));
    return runs || clone || hasText(own, "ext::")
        ? List.of(Concern.risk("an option of git names a program to run"))
        : List.of();
  }

  private static boolean has(List<Word> words, String wanted) {
    for (Word word : words) {
      if (word.is(wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasText(List<Word> words, String start) {
    for (Word word : words) {
      if (word.text().startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  private static boolean steersGit(List<Word> words) {
    for (Word word : words.subList(1, words.size())) {
      String text = word.text().toLowerCase(java.util.Locale.ROOT);
      for (String key : GIT_KEYS) {
        if (text.startsWith(key) || word.unknown()) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<Concern> awk(List<Word> words) {
    boolean program = false;
    for (int i = 1; i < words.size(); i++) {
      Word word = words.get(i);
      String text = word.text();
      boolean value = !program && (word.is("-F") || word.is("-v"));
      boolean known = value || text.startsWith("-F") || text.startsWith("-v");
      boolean option = !program && Options.isOption(word);
      Word given = value && i + 1 < words.size() ? words.get(i + 1) : word;
      boolean torn = !program && given.splitting();
      if (torn || (option && !known) || (!program && word.unknown() && !known)) {
        return List.of(Concern.unknown("its program may run commands or write files"));
      }
      if (value) {
        i++;
      } else if (!option && !program) {
        program = true;
        if (!AwkProgram.harmless(text)) {
          return List.of(Concern.unknown("its program may run commands or write files"));
        }
      }
    }
    return List.of();
  }

  private static List<Concern> sed(List<Word> words) {
    Optional<String> script = Reading.sedScript(words);
    if (script.isEmpty()) {
      return List.of(Concern.unknown("its options or its script are not understood"));
    }
    return SedScript.harmless(script.get())
        ? List.of()
        : List.of(Concern.risk("its script may run commands or write files"));
  }

  /// Builtins that set variables by name: `export PATH=…`, `read IFS`, `printf -v x`.
  private static List<Concern> setters(List<Word> words) {
    String name = words.getFirst().text();
    if (name.equals("set")) {
      return List.of();
    }
    if (name.equals("let")) {
      for (Word word : words.subList(1, words.size())) {
        if (!word.constant() || !Arithmetic.look(word.text(), KnownValues.nothing()).harmless()) {
          return List.of(Concern.unknown("it evaluates data, and the commands that they may hold"));
        }
      }
    }
    boolean prints = name.equals("printf");
    for (int i = 1; i < words.size(); i++) {
      Word word = words.get(i);
      String text = word.text();
      if (prints && !(i > 1 && words.get(i - 1).is("-v")) && !text.startsWith("-v")) {
        continue;
      }
      if (text.indexOf("$(") >= 0 || text.indexOf('`') >= 0) {
        return List.of(Concern.unknown("it may run the command in its text"));
      }
      if (Options.isOption(word) && !text.startsWith("-v")) {
        if (text.indexOf('C') > 0 && (name.equals("mapfile") || name.equals("readarray"))) {
          return List.of(Concern.unknown("it runs a command for each line"));
        }
        boolean declares =
            !prints && !Set.of("read", "unset", "mapfile", "readarray").contains(name);
        if (declares && (text.indexOf('i') > 0 || text.indexOf('n') > 0)) {
          return List.of(Concern.unknown("it changes what setting a variable means"));
        }
        continue;
      }
      if (word.splitting() || (word.unknown() && text.indexOf('=') < 0)) {
        return prints || name.equals("wait")
            ? List.of()
            : List.of(Concern.unknown("which variable it sets is known only when it runs"));
      }
      int end = 0;
      String target = prints && text.startsWith("-v") ? text.substring(2) : text;
      while (end < target.length() && Cursor.isNamePart(target.charAt(end))) {
        end++;
      }
      if (Variables.steers(target.substring(0, end))) {
        return List.of(Concern.risk("it sets " + target.substring(0, end)));
      }
    }
    return List.of();
  }
}

package dev.tenon.core.permission.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Calls of programs whose exit code 0 says nothing about a project: runners that are told to run
/// nothing or to pass over failures, programs that only start others, and questions to which every
/// answer is a success.
public final class EmptyRuns {
  /// What makes a runner run nothing, or pass over failures.
  ///
  /// @param options whole words
  /// @param letters the same as single letters, also in a bundle such as `-ik`
  /// @param valued letters behind which the rest of a bundle is a value
  private record Runner(Set<String> options, String letters, String valued) {
    static Runner of(String options, String letters, String valued) {
      return new Runner(Set.of(options.split(" ", -1)), letters, valued);
    }

    static Runner of(String options) {
      return of(options, "", "");
    }
  }

  private static final Runner MAKE =
      Runner.of("--dry-run --just-print --recon --ignore-errors --touch", "nit", "CfIjloWOE");
  private static final Runner MAVEN =
      Runner.of("-fn --fail-never -Dmaven.test.failure.ignore -v -h");
  private static final Runner GRADLE = Runner.of("-m --dry-run --test-dry-run");
  private static final Runner PACKAGES = Runner.of("--if-present --dry-run");
  private static final Runner PYTEST =
      Runner.of(
          "--co --collectonly --fixtures --funcargs --fixtures-per-test --markers --setup-plan"
              + " --setup-only --cache-show -h -V");
  private static final Runner JEST =
      Runner.of("--showConfig --init --clearCache --list --dry-run --pass-with-no-tests");
  private static final Runner ENVIRONMENTS =
      Runner.of("-l -a --listenvs --listenvs-all --list --notest");

  private static final Map<String, Runner> RUNNERS =
      Map.ofEntries(
          Map.entry("make", MAKE),
          Map.entry("gmake", MAKE),
          Map.entry("bmake", MAKE),
          Map.entry("ninja", Runner.of("-n", "nt", "Cfjklvdw")),
          Map.entry("just", Runner.of("-n --dry-run -l --list --summary --show")),
          Map.entry("mvn", MAVEN),
          Map.entry("mvnw", MAVEN),
          Map.entry("mvnd", MAVEN),
          Map.entry("gradle", GRADLE),
          Map.entry("gradlew", GRADLE),
          Map.entry("npm", PACKAGES),
          Map.entry("pnpm", PACKAGES),
          Map.entry("yarn", PACKAGES),
          Map.entry("bun", PACKAGES),
          Map.entry("pytest", PYTEST),
          Map.entry("py.test", PYTEST),
          Map.entry("jest", JEST),
          Map.entry("vitest", JEST),
          Map.entry("mocha", JEST),
          Map.entry("playwright", JEST),
          Map.entry("go", Runner.of("-n -c -list -run=^$ -run=$^ -exec=true")),
          Map.entry("cargo", Runner.of("--no-run --list")),
          Map.entry("dotnet", Runner.of("-t --list-tests")),
          Map.entry("ctest", Runner.of("-N --show-only")),
          Map.entry("tox", ENVIRONMENTS),
          Map.entry("nox", ENVIRONMENTS),
          Map.entry("bats", Runner.of("-c --count")),
          Map.entry("rspec", Runner.of("--dry-run")),
          Map.entry("phpunit", Runner.of("--list-suites --list-groups")),
          Map.entry("pest", Runner.of("--list-suites --list-groups")));

  /// What may stand before a runner and only starts it.
  private static final Set<String> BEFORE =
      Set.of(
          ("npx pnpx bunx npm pnpm yarn bun python python3 poetry uv pipenv pdm hatch rye bundle"
                  + " docker podman sudo doas time nice env timeout nohup stdbuf command corepack")
              .split(" ", -1));

  /// The same for whatever program.
  private static final Set<String> ANYWHERE =
      Set.of(
          "--exit-zero",
          "--issues-exit-code=0",
          "--collect-only",
          "--list-tests",
          "--listTests",
          "--passWithNoTests",
          "--if-present",
          "--help",
          "--version");

  /// What leaves tests out, as far as the call is about tests.
  private static final Pattern SKIPPED =
      Pattern.compile("-D(skipTests|skipITs|maven\\.test\\.skip)(=true)?");

  private static final Pattern BUILDS =
      Pattern.compile("(.*:)?(compile|testCompile|test-compile|package|install|deploy|site)");

  /// What comes back at once, whatever becomes of what it starts.
  private static final Set<String> STARTERS =
      Set.of("tmux", "screen", "at", "batch", "daemonize", "start-stop-daemon", "coproc");

  /// What may run nothing at all.
  private static final Set<String> FED = Set.of("xargs", "parallel");

  /// Questions of git to which every answer is a success.
  private static final Set<String> GIT =
      Set.of("status", "log", "diff", "branch", "remote", "reflog", "shortlog", "blame", "version");

  private static final Set<String> GIT_DECIDES = Set.of("--exit-code", "--quiet", "--check");

  private EmptyRuns() {}

  /// Why the call proves nothing by its exit code; empty if nothing is known against it.
  ///
  /// @param words the program, without its folder, and its arguments
  public static Optional<String> why(List<String> words) {
    String program = words.getFirst();
    List<String> arguments = words.subList(1, words.size());
    if (STARTERS.contains(program) || startsOnly(program, arguments)) {
      return Optional.of("'" + program + "' starts something and does not wait for its end");
    }
    if (FED.contains(program)) {
      return Optional.of("'" + program + "' may run nothing at all");
    }
    if (program.equals("script") && !returns(arguments)) {
      return Optional.of("'script' succeeds whatever it runs, without --return");
    }
    if (program.equals("timeout") && arguments.contains("--preserve-status")) {
      return Optional.of("'--preserve-status' makes a success of what was cut off");
    }
    if (answersAlways(program, arguments)) {
      return Optional.of("'" + program + "' succeeds whatever it finds");
    }
    Optional<String> inline = InlineProgram.constant(program, arguments);
    return inline.isPresent() ? inline : option(words);
  }

  private static boolean startsOnly(String program, List<String> arguments) {
    return switch (program) {
      case "setsid" -> arguments.contains("-f") || arguments.contains("--fork");
      case "systemd-run" ->
          arguments.stream().noneMatch(Set.of("--wait", "--scope", "--pipe", "-P", "-t")::contains);
      case "docker", "podman", "docker-compose" ->
          arguments.contains("-d") || arguments.contains("--detach");
      default -> false;
    };
  }

  private static boolean returns(List<String> arguments) {
    return arguments.stream()
        .anyMatch(each -> each.equals("--return") || each.matches("-[a-zA-Z]*e[a-zA-Z]*"));
  }

  private static boolean answersAlways(String program, List<String> arguments) {
    return switch (program) {
      case "find", "gfind", "fd", "fdfind", "tree", "du", "df", "ps", "free", "who" -> true;
      case "ls" -> arguments.stream().allMatch(each -> each.startsWith("-") || each.equals("."));
      case "git" -> {
        int at = 0;
        while (at < arguments.size() && arguments.get(at).startsWith("-")) {
          at += arguments.get(at).matches("-[cC]") ? 2 : 1;
        }
        String what = at < arguments.size() ? arguments.get(at) : "";
        yield GIT.contains(what)
            && (!what.equals("diff") || arguments.stream().noneMatch(GIT_DECIDES::contains));
      }
      default -> false;
    };
  }

  /// A runner may stand behind others that only start it: `npx jest`, `python -m pytest`, `poetry
  /// run pytest`.
  private static Optional<String> option(List<String> words) {
    int most = BEFORE.contains(words.getFirst()) ? 4 : 1;
    for (int i = 0; i < words.size() && i < most; i++) {
      String name = words.get(i).substring(words.get(i).lastIndexOf('/') + 1);
      Runner runner = RUNNERS.get(name);
      if (runner != null) {
        Optional<String> found = option(name, runner, words.subList(i + 1, words.size()));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    for (String each : words.subList(1, words.size())) {
      if (each.equals("--")) {
        break;
      }
      if (ANYWHERE.contains(each)) {
        return told(each);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> option(String name, Runner runner, List<String> arguments) {
    boolean builds = arguments.stream().anyMatch(each -> BUILDS.matcher(each).matches());
    for (int i = 0; i < arguments.size(); i++) {
      String each = arguments.get(i);
      String next = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
      boolean empty =
          runner.options.contains(each)
              || ANYWHERE.contains(each)
              || (each.endsWith("=true")
                  && runner.options.contains(each.substring(0, each.length() - 5)))
              || bundled(runner, each)
              || (runner.equals(MAVEN) && !builds && SKIPPED.matcher(each).matches())
              || (runner.equals(MAKE) && each.startsWith("MAKEFLAGS=") && flags(each))
              || (name.equals("go") && each.equals("-run") && next.matches("\\^\\$|\\$\\^"))
              || (name.equals("vitest") && i == 0 && each.equals("list"));
      if (empty) {
        return told(each);
      }
      boolean excluded = each.equals("-x") || each.equals("--exclude-task");
      if (runner.equals(GRADLE) && excluded && arguments.contains(next)) {
        boolean wanted = arguments.indexOf(next) < i || arguments.lastIndexOf(next) > i + 1;
        if (wanted || (arguments.contains("check") && next.equals("test"))) {
          return told(each + " " + next);
        }
      }
    }
    boolean bare = PACKAGES.equals(runner) && arguments.stream().allMatch(List.of("run")::contains);
    return bare ? Optional.of("'" + name + "' without a script proves nothing") : Optional.empty();
  }

  private static boolean bundled(Runner runner, String word) {
    if (!word.matches("-[a-zA-Z].*") || runner.letters.isEmpty()) {
      return false;
    }
    for (char letter : word.substring(1).toCharArray()) {
      if (runner.letters.indexOf(letter) >= 0) {
        return true;
      }
      if (runner.valued.indexOf(letter) >= 0) {
        return false;
      }
    }
    return false;
  }

  private static Optional<String> told(String option) {
    return Optional.of("with '" + option + "' failures are passed over, or nothing is run");
  }

  /// Why a call that reads what it runs from its input proves nothing; empty if it may, or does
  /// not.
  ///
  /// @param text its input, if that stands on the command line
  public static Optional<String> reading(List<String> words, Optional<String> text) {
    if (text.isPresent() && asksInput(words)) {
      return Optional.of(SAID);
    }
    if (!InlineProgram.readsInput(words.getFirst(), words.subList(1, words.size()))) {
      return Optional.empty();
    }
    return text.isPresent() && !InlineProgram.isIdle(text.get())
        ? Optional.empty()
        : Optional.of("what '" + words.getFirst() + "' runs it reads from its input");
  }

  /// Why a question about words of the command line itself proves nothing.
  public static final String SAID = "it looks at nothing but words of the command line";

  /// Whether it looks for something in its input and nowhere else.
  public static boolean asksInput(List<String> words) {
    if (words.isEmpty() || !words.getFirst().matches("[ef]?grep")) {
      return false;
    }
    int operands = 0;
    for (String word : words.subList(1, words.size())) {
      if (word.matches("-[a-zA-Z]*[rRf][a-zA-Z]*|--(dereference-)?recursive|--file.*")) {
        return false;
      }
      operands += word.startsWith("-") ? 0 : 1;
    }
    return operands <= 1;
  }

  // Variables that say the same.

  private static final Map<String, String> OPTIONS_OF =
      Map.of(
          "PYTEST_ADDOPTS", "pytest",
          "MAVEN_ARGS", "mvn",
          "MAVEN_OPTS", "mvn",
          "JAVA_TOOL_OPTIONS", "mvn",
          "GOFLAGS", "go");

  private static final Set<String> FLAGS = Set.of("MAKEFLAGS", "GNUMAKEFLAGS");

  /// What lets a program do something else than it is called for.
  private static final Set<String> DISGUISES =
      Set.of("BASH_ENV", "ENV", "LD_PRELOAD", "LD_AUDIT", "SHELLOPTS", "BASHOPTS");

  /// Why a variable makes exit codes worthless; empty if it does not.
  ///
  /// @param value with marks where it is known only when the command runs
  public static Optional<String> variable(String name, String value) {
    if (DISGUISES.contains(name) || name.startsWith("BASH_FUNC_")) {
      return Optional.of("'" + name + "' may change what everything else means");
    }
    boolean empty =
        FLAGS.contains(name)
            ? flags(value)
            : OPTIONS_OF.containsKey(name)
                && option(split(OPTIONS_OF.get(name), value)).isPresent();
    boolean asked =
        name.toLowerCase(Locale.ROOT).equals("npm_config_if_present") && !value.equals("false");
    return empty || asked
        ? Optional.of("'" + name + "=" + value + "' lets failures pass, or nothing run")
        : Optional.empty();
  }

  private static List<String> split(String program, String value) {
    var words = new ArrayList<>(List.of(program));
    words.addAll(List.of(value.strip().split("\\s+", -1)));
    return words;
  }

  /// Whether flags of make say so; their first word needs no dash.
  private static boolean flags(String value) {
    String plain = value.substring(value.indexOf('=') + 1).strip();
    for (String each : plain.split("\\s+", -1)) {
      boolean letters = each.matches("[a-zA-Z]+") && plain.startsWith(each);
      if (bundled(MAKE, letters ? "-" + each : each) || MAKE.options.contains(each)) {
        return true;
      }
    }
    return false;
  }
}

package dev.tenon.protocols.mcp.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Runners of packages take whatever version is the newest unless they are given an exact one. They
/// are found behind programs that only start others, and in the text of a shell.
public final class UnpinnedPackage {
  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "busybox");

  /// Programs that start the one behind them.
  private static final Set<String> STARTERS =
      Set.of(
          "env",
          "exec",
          "command",
          "nohup",
          "time",
          "timeout",
          "nice",
          "ionice",
          "setsid",
          "stdbuf",
          "sudo",
          "doas",
          "xvfb-run",
          "cmd",
          "busybox");

  private static final Pattern COMMIT = Pattern.compile(".*[@#][0-9a-f]{40}");
  private static final Pattern TEXT = Pattern.compile("-[a-zA-Z]*c[a-zA-Z]*|-S|/[cCkK]");
  private static final Pattern END = Pattern.compile("[;&|()\\n]+");
  private static final Pattern SPACE = Pattern.compile("[\\s\"'`]+");
  private static final String STOP = ";";

  /// Where packages come from.
  ///
  /// @param packages options whose value is a package
  /// @param others options whose value is none
  /// @param instead those of both that leave the first word to be no package
  /// @param version an exact one
  private record Kind(
      Set<String> packages,
      Set<String> others,
      Set<String> instead,
      Pattern version,
      String example,
      String source) {}

  private static final Kind NODE =
      new Kind(
          Set.of("-p", "--package"),
          Set.of(
              "-c",
              "--call",
              "-w",
              "--workspace",
              "--registry",
              "--cache",
              "--prefix",
              "--loglevel",
              "--userconfig",
              "--globalconfig",
              "--script-shell",
              "--node-options"),
          Set.of("-p", "--package", "-c", "--call"),
          Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+([-+][0-9A-Za-z.-]+)*"),
          "@1.2.3",
          "#COMMIT");
  private static final Kind PYTHON =
      new Kind(
          Set.of("--from", "--spec", "--with"),
          Set.of(
              "-p",
              "--python",
              "-i",
              "--index-url",
              "--extra-index-url",
              "--index",
              "--default-index",
              "-f",
              "--find-links",
              "--directory",
              "--project",
              "--cache-dir",
              "--config-file",
              "--env-file",
              "--with-editable",
              "--with-requirements",
              "-P",
              "--upgrade-package",
              "--refresh-package",
              "--reinstall-package",
              "-c",
              "--constraints",
              "-b",
              "--build-constraints",
              "--overrides",
              "--resolution",
              "--prerelease",
              "--pip-args",
              "--link-mode",
              "--index-strategy",
              "--keyring-provider",
              "--exclude-newer",
              "-C",
              "--config-setting",
              "--allow-insecure-host",
              "--color",
              "--python-preference",
              "--python-platform"),
          Set.of("--from", "--spec"),
          Pattern.compile("[0-9]+(\\.[0-9]+)*([-+.]?[A-Za-z][0-9A-Za-z.]*)?(\\+[0-9A-Za-z.]+)?"),
          "==1.2.3",
          "@COMMIT");

  /// How a runner is called.
  ///
  /// @param words its name, and what has to stand behind it
  /// @param named whether the first word that is no option names a package
  private record Runner(List<String> words, Kind kind, boolean named) {}

  private static final List<Runner> RUNNERS =
      List.of(
          new Runner(List.of("npx"), NODE, true),
          new Runner(List.of("bunx"), NODE, true),
          new Runner(List.of("pnpx"), NODE, true),
          new Runner(List.of("npm", "exec"), NODE, true),
          new Runner(List.of("npm", "x"), NODE, true),
          new Runner(List.of("pnpm", "dlx"), NODE, true),
          new Runner(List.of("yarn", "dlx"), NODE, true),
          new Runner(List.of("bun", "x"), NODE, true),
          new Runner(List.of("uvx"), PYTHON, true),
          new Runner(List.of("uv", "tool", "run"), PYTHON, true),
          new Runner(List.of("uv", "x"), PYTHON, true),
          new Runner(List.of("uv", "run"), PYTHON, false),
          new Runner(List.of("pipx", "run"), PYTHON, true));

  private UnpinnedPackage() {}

  /// What to say of a command that does so, or null.
  public static @Nullable String in(List<String> words) {
    List<String> command = new ArrayList<>();
    for (String word : spread(words)) {
      if (!word.equals(STOP)) {
        command.add(word);
        continue;
      }
      String found = of(command);
      if (found != null) {
        return found;
      }
      command.clear();
    }
    return of(command);
  }

  /// The words, with those in the text of a shell by themselves and a stop between its commands.
  private static List<String> spread(List<String> words) {
    var all = new ArrayList<String>();
    boolean shell = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean text = shell && i > 0 && TEXT.matcher(words.get(i - 1)).matches();
      if (text) {
        all.add(STOP);
        for (String each : SPACE.split(END.matcher(word).replaceAll(" " + STOP + " "), -1)) {
          if (!each.isEmpty()) {
            all.add(each);
          }
        }
        all.add(STOP);
      } else {
        all.add(word);
      }
      String name = name(word);
      shell |= SHELLS.contains(name) || name.equals("env") || name.equals("cmd");
    }
    return all;
  }

  private static String name(String word) {
    String name = word.substring(word.lastIndexOf('/') + 1);
    return name.endsWith(".cmd") || name.endsWith(".exe")
        ? name.substring(0, name.length() - 4)
        : name;
  }

  private static @Nullable String of(List<String> command) {
    for (int i = 0; i < command.size(); i++) {
      for (Runner runner : RUNNERS) {
        int behind = behind(runner, command, i);
        if (behind > 0) {
          return unpinned(runner, command.subList(behind, command.size()));
        }
      }
      if (!leadsOn(command, i)) {
        return null;
      }
    }
    return null;
  }

  /// Whether the program may still come behind this word.
  private static boolean leadsOn(List<String> command, int i) {
    String word = command.get(i);
    return STARTERS.contains(name(word))
        || word.startsWith("-")
        || word.matches("/[a-zA-Z]|[0-9.]+[smhd]?|[A-Za-z_][A-Za-z0-9_]*=.*")
        || (i > 0 && command.get(i - 1).startsWith("-"));
  }

  /// Where the words behind a runner begin; 0 where it is not called. Options may stand between its
  /// own words.
  private static int behind(Runner runner, List<String> command, int start) {
    int at = start;
    for (int i = 0; i < runner.words().size(); i++) {
      while (i > 0 && at < command.size() && command.get(at).startsWith("-")) {
        String option = command.get(at);
        at += runner.kind().others.contains(option) ? 2 : 1;
      }
      if (at >= command.size()) {
        return 0;
      }
      String word = i == 0 ? name(command.get(at)) : command.get(at);
      if (!word.equals(runner.words().get(i))) {
        return 0;
      }
      at++;
    }
    return at;
  }

  private static @Nullable String unpinned(Runner runner, List<String> words) {
    Kind kind = runner.kind();
    var packages = new ArrayList<String>();
    boolean replaced = !runner.named();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      if (word.startsWith("-") && kind.packages.contains(option)) {
        replaced |= kind.instead.contains(option);
        String value =
            equals >= 0 ? word.substring(equals + 1) : i + 1 < words.size() ? words.get(i + 1) : "";
        packages.addAll(List.of(value.split(",", -1)));
        i += equals < 0 ? 1 : 0;
      } else if (kind.others.contains(word)) {
        replaced |= kind.instead.contains(word);
        i++;
      } else if (!word.startsWith("-")) {
        if (!replaced) {
          packages.add(word);
        }
        break;
      }
    }
    for (String each : packages) {
      if (!each.isEmpty() && !isLocal(each) && !isExact(kind, each)) {
        return String.join(" ", runner.words())
            + " runs whatever version of "
            + each
            + " is the newest; name an exact one, such as "
            + example(kind, each);
      }
    }
    return null;
  }

  /// What lies in the project, or somewhere else on this machine.
  private static boolean isLocal(String name) {
    return name.startsWith(".")
        || name.startsWith("/")
        || name.startsWith("~/")
        || name.startsWith("file:");
  }

  private static boolean isSource(String name) {
    return name.contains("://") || name.startsWith("git+") || name.startsWith("github:");
  }

  private static boolean isExact(Kind kind, String name) {
    if (isSource(name)) {
      return COMMIT.matcher(name).matches();
    }
    int at = name.lastIndexOf('@');
    int equals = name.indexOf("==");
    String version =
        equals > 0
            ? name.substring(equals + 2).replaceFirst("^=", "")
            : at > 0 ? name.substring(at + 1) : "";
    return kind.version.matcher(version).matches();
  }

  private static String example(Kind kind, String name) {
    if (isSource(name)) {
      return name.replaceFirst("[@#][^/@#]*$", "") + kind.source;
    }
    int at = name.lastIndexOf('@');
    String bare = at > 0 ? name.substring(0, at) : name.replaceFirst("[=<>~!].*", "");
    return bare + kind.example;
  }
}

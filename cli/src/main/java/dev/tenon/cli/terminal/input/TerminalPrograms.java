package dev.tenon.cli.terminal.input;

import java.util.List;
import java.util.Set;

/// Which commands of a person need the terminal itself: programs that fill the screen, ask for a
/// password or talk line by line. All others run with their output captured.
public final class TerminalPrograms {
  /// Stands before a command to say that it is one of them.
  private static final String MARK = "tty ";

  private static final Set<String> ALWAYS =
      Set.of(
          "vi",
          "vim",
          "nvim",
          "view",
          "vimdiff",
          "nano",
          "pico",
          "emacs",
          "emacsclient",
          "micro",
          "hx",
          "helix",
          "kak",
          "joe",
          "jed",
          "ne",
          "mcedit",
          "mc",
          "ed",
          "less",
          "more",
          "most",
          "man",
          "info",
          "top",
          "htop",
          "btop",
          "atop",
          "iotop",
          "nvtop",
          "watch",
          "ssh",
          "mosh",
          "telnet",
          "sftp",
          "ftp",
          "tmux",
          "screen",
          "tig",
          "lazygit",
          "gitui",
          "lazydocker",
          "k9s",
          "ranger",
          "nnn",
          "lf",
          "vifm",
          "fzf",
          "dialog",
          "whiptail",
          "visidata",
          "vd",
          "w3m",
          "lynx",
          "links",
          "elinks",
          "sudo",
          "su",
          "doas",
          "passwd",
          "visudo",
          "vipw",
          "mutt",
          "ncdu",
          "cfdisk",
          "alsamixer",
          "nmtui",
          "aptitude",
          "irssi",
          "weechat",
          "gdb",
          "lldb",
          "jshell",
          "psql",
          "mysql",
          "redis-cli");

  /// Talk with a person only when they get nothing to do.
  private static final Set<String> ALONE =
      Set.of(
          "sh", "bash", "zsh", "fish", "dash", "ksh", "python", "python3", "ipython", "node", "irb",
          "ghci", "lua", "R", "sqlite3", "bc", "ocaml", "scala", "julia", "php", "erl", "iex");

  /// Run the program that is named after them.
  private static final Set<String> WRAPPERS =
      Set.of("env", "command", "exec", "nice", "ionice", "time", "stdbuf", "builtin", "setsid");

  /// Options of those with a value behind them.
  private static final Set<String> VALUED = Set.of("-u", "-n", "-c", "-C", "-S", "-a", "-o", "-e");

  private static final Set<String> GIT_VALUED =
      Set.of("-C", "-c", "--git-dir", "--work-tree", "--namespace");

  private TerminalPrograms() {}

  public static boolean need(String command) {
    if (command.startsWith(MARK)) {
      return true;
    }
    int from = 0;
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (c == '\\' && quote != '\'') {
        i++;
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if ("|;&\n".indexOf(c) >= 0) {
        if (part(command.substring(from, i).strip())) {
          return true;
        }
        from = i + 1;
      }
    }
    return part(command.substring(from).strip());
  }

  /// The command as it is run.
  public static String unmarked(String command) {
    return command.startsWith(MARK) ? command.substring(MARK.length()).strip() : command;
  }

  private static boolean part(String command) {
    String[] words = command.split("\\s+", -1);
    int first = 0;
    while (first < words.length - 1 && isBefore(words, first)) {
      first++;
    }
    String name = name(words[first]);
    boolean alone = first == words.length - 1;
    if (ALWAYS.contains(name) || (alone && ALONE.contains(name))) {
      return true;
    }
    String rest = String.join(" ", List.of(words).subList(first, words.length)) + " ";
    return switch (name) {
      case "git" -> git(withoutOptions(words, first));
      case "crontab" -> rest.contains(" -e ");
      case "systemctl" -> rest.contains(" edit ");
      case "docker", "podman", "kubectl" -> rest.contains(" -it ") || rest.contains(" -ti ");
      default -> false;
    };
  }

  private static String name(String word) {
    String name = word.substring(word.lastIndexOf('/') + 1);
    return name.startsWith("\\") ? name.substring(1) : name;
  }

  /// Whether a word stands before the program itself: a variable, a word that runs another program,
  /// or an option of that.
  private static boolean isBefore(String[] words, int place) {
    if (words[place].matches("[A-Za-z_][A-Za-z0-9_]*=.*")) {
      return true;
    }
    if (WRAPPERS.contains(name(words[place]))) {
      // Such as `command -v vi`, which only looks.
      return !words[place + 1].equalsIgnoreCase("-v");
    }
    boolean wrapped = false;
    for (int i = 0; i < place; i++) {
      wrapped |= WRAPPERS.contains(name(words[i]));
    }
    boolean value = place > 0 && VALUED.contains(words[place - 1]);
    return wrapped && (words[place].startsWith("-") || value);
  }

  /// `git commit …` without what stands between the two.
  private static String withoutOptions(String[] words, int first) {
    int at = first + 1;
    while (at < words.length && words[at].startsWith("-")) {
      at += GIT_VALUED.contains(words[at]) ? 2 : 1;
    }
    int from = Math.min(at, words.length);
    return "git " + String.join(" ", List.of(words).subList(from, words.length)) + " ";
  }

  private static boolean git(String command) {
    boolean message =
        command.contains(" -m")
            || command.contains(" -am")
            || command.contains(" --message")
            || command.contains(" -F ")
            || command.contains(" --no-edit")
            || command.contains(" -C ");
    return (command.startsWith("git commit ") && !message)
        || (command.startsWith("git rebase ")
            && (command.contains(" -i ") || command.contains(" --interactive ")))
        || (command.startsWith("git add ")
            && (command.contains(" -p ") || command.contains(" -i ") || command.contains(" -e ")))
        || command.contains(" mergetool ")
        || command.contains(" difftool ")
        || (command.startsWith("git stash ") && command.contains(" -p "))
        || (command.startsWith("git checkout ") && command.contains(" -p "));
  }
}

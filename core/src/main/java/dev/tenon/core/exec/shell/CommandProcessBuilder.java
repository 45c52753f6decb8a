package dev.tenon.core.exec.shell;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a command becomes a program with arguments and an environment. From the outside in: a shell
/// sets the mark, `setsid` makes a session without a terminal, `script` makes a pseudo terminal if
/// one is wanted, the confinement confines, and bash runs the line.
final class CommandProcessBuilder {
  /// What every command gets, so that nothing waits for a person.
  static final Map<String, String> NOBODY_THERE =
      Map.ofEntries(
          Map.entry("PAGER", "cat"),
          Map.entry("MANPAGER", "cat"),
          Map.entry("GIT_PAGER", "cat"),
          Map.entry("SYSTEMD_PAGER", "cat"),
          Map.entry("EDITOR", "true"),
          Map.entry("VISUAL", "true"),
          Map.entry("GIT_EDITOR", "true"),
          Map.entry("GIT_SEQUENCE_EDITOR", "true"),
          Map.entry("GIT_TERMINAL_PROMPT", "0"),
          Map.entry("GIT_ASKPASS", "false"),
          Map.entry("GCM_INTERACTIVE", "never"),
          Map.entry("SSH_ASKPASS", "false"),
          Map.entry("SSH_ASKPASS_REQUIRE", "never"),
          Map.entry("SUDO_ASKPASS", "false"),
          Map.entry("DEBIAN_FRONTEND", "noninteractive"),
          Map.entry("APT_LISTCHANGES_FRONTEND", "none"),
          Map.entry("PIP_NO_INPUT", "1"),
          Map.entry("COMPOSER_NO_INTERACTION", "1"),
          Map.entry("npm_config_yes", "true"),
          Map.entry("TERM", "dumb"));

  /// `-w` is the limit of file locks in dash and ash, `-x` in bash.
  private static final String SET_MARK =
      "ulimit -w \"$0\" 2>/dev/null || ulimit -x \"$0\" 2>/dev/null; exec \"$@\"";

  private static final List<String> CHANGE_PROGRAMS =
      List.of(
          "LD_",
          "GLIBC_TUNABLES",
          "GCONV_PATH",
          "LOCPATH",
          "NLSPATH",
          "MALLOC_",
          "LIBMOUNT_",
          "PERL",
          "BASH_ENV",
          "BASH_FUNC_",
          "BASHOPTS",
          "SHELLOPTS",
          "ENV",
          "IFS",
          "PS4");

  private final Shell.Command command;
  private final Shell.Setup setup;
  private final String mark;

  /// What runs instead of a line in a shell.
  private final @Nullable List<String> program;

  CommandProcessBuilder(Shell.Command command, Shell.Setup setup, String mark) {
    this(command, setup, mark, null);
  }

  private CommandProcessBuilder(
      Shell.Command command, Shell.Setup setup, String mark, @Nullable List<String> program) {
    this.command = command;
    this.setup = setup;
    this.mark = mark;
    this.program = program;
  }

  /// The same around a program with its arguments, which no shell reads.
  static ProcessBuilder of(Program program, Shell.Setup setup, String mark) throws IOException {
    var command =
        new Shell.Command("", program.directory(), Duration.ZERO)
            .with(program.environment())
            .reaching(program.reach());
    return new CommandProcessBuilder(command, setup, mark, program.command()).builder(null);
  }

  ProcessBuilder builder(@Nullable ShellState shellState) throws IOException {
    var builder = new ProcessBuilder();
    builder.directory(command.directory().toFile());
    builder.redirectInput(new File("/dev/null"));
    Map<String, String> outer = builder.environment();
    String marks = outer.get(ProcessMark.VARIABLE);
    setup.variables().apply(outer);
    Map<String, String> wanted = new HashMap<>(outer);
    if (shellState != null) {
      shellState.recall(wanted, setup.variables());
    }
    outer.keySet().removeIf(CommandProcessBuilder::changesPrograms);
    Map<String, String> own = new HashMap<>(NOBODY_THERE);
    if (command.terminal().isPresent()) {
      own.put("TERM", "xterm-256color");
      own.put("COLUMNS", Integer.toString(command.terminal().get().columns()));
      own.put("LINES", Integer.toString(command.terminal().get().rows()));
    }
    outer.putAll(own);
    wanted.putAll(own);
    wanted.putAll(command.environment());
    String mine = marks == null ? mark : marks + "," + mark;
    outer.put(ProcessMark.VARIABLE, mine);
    wanted.put(ProcessMark.VARIABLE, mine);
    builder.command(arguments(shellState, changes(outer, wanted)));
    return builder;
  }

  /// Variables that make a program load or run something else. The programs that build the
  /// confinement run outside of it and must not see them.
  private static boolean changesPrograms(String name) {
    for (String prefix : CHANGE_PROGRAMS) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /// The variables that only the command itself is to see, as `env` takes them: whatever a model or
  /// an earlier command has set. Nothing when all is the same.
  private static List<String> changes(Map<String, String> outer, Map<String, String> wanted)
      throws IOException {
    var changes = new ArrayList<String>();
    for (String name : outer.keySet()) {
      if (!wanted.containsKey(name)) {
        changes.add("-u");
        changes.add(name);
      }
    }
    changes.add("--");
    int none = changes.size();
    wanted.forEach(
        (name, value) -> {
          if (!value.equals(outer.get(name))) {
            changes.add(name + "=" + value);
          }
        });
    if (none == 1 && changes.size() == none) {
      return List.of();
    }
    changes.addFirst(Programs.find("env"));
    return changes;
  }

  private List<String> arguments(@Nullable ShellState shellState, List<String> changes)
      throws IOException {
    String shell = Programs.shell();
    var line = new ArrayList<>(changes);
    if (program != null) {
      line.addAll(program);
    } else if (shellState == null || !shell.endsWith("bash")) {
      line.addAll(List.of(shell, "-c", command.line()));
    } else {
      line.addAll(List.of(shell, "-c", ShellState.AROUND, "bash", command.line()));
    }
    List<String> confined =
        command
            .view()
            .wrap(
                setup.confinement().wrap(line, command.directory(), command.reach()),
                command.directory());
    var all = new ArrayList<>(List.of(Programs.find("sh"), "-c", SET_MARK, mark));
    all.addAll(session());
    all.addAll(command.terminal().isPresent() ? inTerminal(confined) : confined);
    return all;
  }

  /// A session of its own, with no terminal to ask somebody at.
  private static List<String> session() {
    String setsid = Programs.findOrNull("setsid");
    if (setsid != null) {
      return List.of(setsid);
    }
    String perl = Programs.findOrNull("perl");
    return perl == null
        ? List.of()
        : List.of(perl, "-MPOSIX", "-e", "POSIX::setsid(); exec {$ARGV[0]} @ARGV");
  }

  private List<String> inTerminal(List<String> confined) throws IOException {
    Shell.Terminal size = command.terminal().orElseThrow();
    String script = Programs.find("script");
    String resize = "stty cols " + size.columns() + " rows " + size.rows() + " 2>/dev/null; exec ";
    var quoted = new StringBuilder(resize);
    for (String word : confined) {
      quoted.append('\'').append(word.replace("'", "'\\''")).append("' ");
    }
    return System.getProperty("os.name").startsWith("Mac")
        ? List.of(script, "-q", "/dev/null", Programs.find("sh"), "-c", quoted.toString())
        : List.of(script, "-qefc", quoted.toString(), "/dev/null");
  }
}

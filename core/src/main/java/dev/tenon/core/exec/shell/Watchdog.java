package dev.tenon.core.exec.shell;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A small process that outlives this program by a moment, should it be killed in a way that leaves
/// it no last words: when the pipe to it breaks, it ends the commands that still run. It is started
/// with the first command, and ends with the shell. Where there is no bash there is no watchdog.
/// Used under the lock of the shell.
final class Watchdog implements AutoCloseable {
  /// Reads `+ MARK`, `= MARK PID` and `- MARK`; `$1` is the folder of the pipes.
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      declare -A live
      while IFS=' ' read -r what mark pid; do
        case $what in
          +) live[$mark]=0 ;;
          =) live[$mark]=$pid ;;
          -) unset "live[$mark]" ;;
          .) exit 0 ;;
        esac
      done
      for signal in TERM KILL KILL KILL KILL; do
        found=
        for mark in "${!live[@]}"; do
          pid=${live[$mark]}
          [ "$pid" = 0 ] || { kill -s "$signal" -- "-$pid" && found=yes; }
          for limits in /proc/[0-9]*/limits; do
            text=
            IFS= read -rd '' text <"$limits"
            case $text in
              *"$mark"*)
                limits=${limits%/limits}
                kill -s "$signal" "${limits#/proc/}" && found=yes
                ;;
            esac
          done
        done
        [ -n "$found" ] || break
        sleep 0.5
      done
      case $1 in */tenon-*) rm -f -- "$1"/[0-9]*; rmdir -- "$1" ;; esac
      """;

  private final NamedPipes pipes;
  private @Nullable Process process;
  private @Nullable Writer orders;
  private boolean absent;

  Watchdog(NamedPipes pipes) {
    this.pipes = pipes;
  }

  /// A command is about to be started.
  void expect(String mark) {
    if (process == null && !absent) {
      start();
    }
    tell("+ " + mark);
  }

  void follow(ProcessTree tree) {
    tell("= " + tree.mark() + " " + tree.leader().pid());
  }

  void forget(ProcessTree tree) {
    tell("- " + tree.mark());
  }

  private void start() {
    String bash = Programs.findOrNull("bash");
    String setsid = Programs.findOrNull("setsid");
    Path folder = pipes.folder();
    if (bash == null || setsid == null || folder == null) {
      absent = true;
      return;
    }
    var builder = new ProcessBuilder(List.of(setsid, bash, "-c", SCRIPT, "tenon", "" + folder));
    builder.directory(new File("/"));
    builder.environment().clear();
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process started = builder.start();
      process = started;
      orders = started.outputWriter(StandardCharsets.US_ASCII);
    } catch (IOException unusable) {
      // Commands run without it too; it is the second net below the first.
      absent = true;
    }
  }

  private void tell(String order) {
    Writer to = orders;
    if (to == null) {
      return;
    }
    try {
      to.write(order + "\n");
      to.flush();
    } catch (IOException gone) {
      // Somebody ended it. Commands run without it too.
      orders = null;
    }
  }

  @Override
  public void close() {
    tell(".");
    Process dog = process;
    if (dog == null) {
      return;
    }
    orders = null;
    process = null;
    absent = true;
    try {
      dog.outputWriter(StandardCharsets.US_ASCII).close();
      if (!dog.waitFor(1, TimeUnit.SECONDS)) {
        dog.destroyForcibly();
      }
    } catch (IOException gone) {
      dog.destroyForcibly();
    } catch (InterruptedException stopped) {
      dog.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

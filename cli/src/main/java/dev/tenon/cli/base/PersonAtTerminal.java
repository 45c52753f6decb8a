package dev.tenon.cli.base;

import dev.tenon.core.exec.shell.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Whether a person runs this program, for what no command of a model may do. Asks the system
/// itself: what a launcher says can be said by anyone.
public final class PersonAtTerminal {
  /// In the command line of every program of ours, whoever started it.
  private static final String OWN = "dev.tenon.";

  private PersonAtTerminal() {}

  /// What speaks against it, in a few words; empty if nothing does.
  public static String missing() {
    if (!Streams.isTerminal(0) || !Streams.isTerminal(1)) {
      return "there is no terminal";
    }
    if (ProcessMark.isOnUs()) {
      return "this is a command that Tenon runs";
    }
    Optional<ProcessHandle> above = ProcessHandle.current().parent();
    while (above.isPresent()) {
      if (line(above.get()).contains(OWN)) {
        return "process " + above.get().pid() + " above this one is Tenon";
      }
      above = above.get().parent();
    }
    return "";
  }

  /// All of it: what the JVM tells ends after some thousand characters.
  private static String line(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException elsewhere) {
      return process.info().commandLine().orElse("");
    }
  }
}

package dev.tenon.core.exec;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Runs shell commands: both output streams in arrival order, standard input closed, an environment
/// in which nothing waits for a person. When a command is over, timed out or interrupted, its whole
/// process tree ends. Safe for several threads.
public final class Shell implements AutoCloseable {
  private static final int HEAD = 32 * 1024;
  private static final int TAIL = 128 * 1024;
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration DRAIN = Duration.ofMillis(300);
  private static final Map<String, String> NOBODY_THERE =
      Map.of(
          "PAGER", "cat",
          "GIT_PAGER", "cat",
          "GIT_TERMINAL_PROMPT", "0",
          "GIT_EDITOR", "true",
          "EDITOR", "true",
          "VISUAL", "true",
          "DEBIAN_FRONTEND", "noninteractive",
          "TERM", "dumb");

  private final Set<String> hiddenVariables;
  private final Confinement confinement;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();

  /// @param hiddenVariables environment variables that commands do not get to see, such as keys
  public Shell(Set<String> hiddenVariables) {
    this(hiddenVariables, Confinement.none());
  }

  /// @param confinement what stands between commands and the machine
  public Shell(Set<String> hiddenVariables, Confinement confinement) {
    this.hiddenVariables = Set.copyOf(hiddenVariables);
    this.confinement = confinement;
  }

  /// What to run, where, with which variables on top of the inherited ones, and how long at most.
  ///
  /// @param view which files it sees; goes around the shell's own confinement
  public record Command(
      String line,
      Path directory,
      Map<String, String> environment,
      Duration timeout,
      Confinement view) {
    public Command {
      environment = Map.copyOf(environment);
    }

    public Command(String line, Path directory, Map<String, String> environment, Duration timeout) {
      this(line, directory, environment, timeout, Confinement.none());
    }

    public Command(String line, Path directory, Duration timeout) {
      this(line, directory, Map.of(), timeout);
    }

    public Command inside(Confinement another) {
      return new Command(line, directory, environment, timeout, another);
    }
  }

  /// How a command ended, with what it printed (its beginning and its end, if it printed a lot).
  public record Finished(Ending ending, int exitCode, String output) {}

  /// The ways in which a command ends by itself or by the clock.
  public enum Ending {
    EXITED,
    TIMED_OUT
  }

  public Finished run(Command command, Consumer<String> progress)
      throws IOException, InterruptedException {
    Process process = start(command);
    running.add(process);
    var output = new Tail(HEAD, TAIL);
    Thread reader =
        Thread.ofVirtual()
            .name("shell-output")
            .start(() -> drain(process.getInputStream(), output, progress));
    try {
      boolean exited = process.waitFor(command.timeout().toMillis(), TimeUnit.MILLISECONDS);
      if (exited) {
        // A background child may hold the pipe open for ever: what is there by now is the output.
        reader.join(DRAIN);
      }
      int code = exited ? process.exitValue() : -1;
      end(process, reader);
      synchronized (output) {
        return new Finished(exited ? Ending.EXITED : Ending.TIMED_OUT, code, output.text());
      }
    } finally {
      end(process, reader);
      running.remove(process);
    }
  }

  private Process start(Command command) throws IOException {
    List<String> argv = List.of(shell(), "-c", command.line());
    List<String> confined = confinement.wrap(argv, command.directory());
    var builder = new ProcessBuilder(command.view().wrap(confined, command.directory()));
    builder.directory(command.directory().toFile());
    builder.redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeAll(hiddenVariables);
    environment.putAll(NOBODY_THERE);
    environment.putAll(command.environment());
    return builder.start();
  }

  private static String shell() {
    for (String candidate : List.of("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash")) {
      if (Files.isExecutable(Path.of(candidate))) {
        return candidate;
      }
    }
    return "/bin/sh";
  }

  private static void drain(InputStream stream, Tail output, Consumer<String> progress) {
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    char[] buffer = new char[8192];
    try (Reader reader = new InputStreamReader(stream, decoder)) {
      for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
        String text = new String(buffer, 0, read);
        synchronized (output) {
          output.append(text);
        }
        progress.accept(text);
      }
    } catch (IOException closed) {
      // The pipe was closed because the command is over; what was read stays.
    }
  }

  /// Ends the process, its descendants and the reader. Does nothing when all is over already.
  private static void end(Process process, Thread reader) {
    List<ProcessHandle> tree = process.descendants().toList();
    if (process.isAlive() || tree.stream().anyMatch(ProcessHandle::isAlive)) {
      tree.forEach(ProcessHandle::destroy);
      process.destroy();
      long deadline = System.nanoTime() + GRACE.toNanos();
      while (alive(process, tree) && System.nanoTime() < deadline) {
        Thread.onSpinWait();
        java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
        if (Thread.currentThread().isInterrupted()) {
          break;
        }
      }
      tree.forEach(ProcessHandle::destroyForcibly);
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (reader.isAlive()) {
      reader.interrupt();
      try {
        process.getInputStream().close();
      } catch (IOException closing) {
        // Closing a pipe that is gone already is what was wanted.
      }
    }
  }

  private static boolean alive(Process process, List<ProcessHandle> tree) {
    return process.isAlive() || tree.stream().anyMatch(ProcessHandle::isAlive);
  }

  /// Ends everything that still runs; for the end of the program.
  @Override
  public void close() {
    for (Process process : running) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}

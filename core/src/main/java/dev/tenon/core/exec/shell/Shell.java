package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs shell commands: both output streams in arrival order and bounded memory, standard input
/// closed, an environment in which nothing waits for a person. When a command is over, timed out or
/// interrupted, every process that it started ends, and so it is when the program ends. Safe for
/// several threads.
///
/// A shell may have several confinements side by side ([#confinedBy]): they share its folder, its
/// variables and its end.
public final class Shell implements AutoCloseable {
  private final Setup setup;
  private final NamedPipes pipes;
  private final Watchdog watchdog;
  private final ShellState shellState;
  private final Life life;

  /// What runs, and whether anything may still be started.
  private static final class Life {
    final ReentrantLock lock = new ReentrantLock();
    final List<ProcessTree> running = new ArrayList<>();
    final Map<String, String> exported = new ConcurrentHashMap<>();
    @Nullable Thread lastWords;
    boolean closed;
  }

  public Shell(Setup setup) {
    this.setup = setup;
    this.pipes = new NamedPipes();
    this.watchdog = new Watchdog(pipes);
    this.shellState = new ShellState();
    this.life = new Life();
  }

  private Shell(Setup setup, Shell same) {
    this.setup = setup;
    this.pipes = same.pipes;
    this.watchdog = same.watchdog;
    this.shellState = same.shellState;
    this.life = same.life;
  }

  /// The same shell with another confinement around the commands that are started through it.
  /// Folder and variables are shared, and closing either closes both.
  public Shell confinedBy(Confinement another) {
    return new Shell(setup.confinedBy(another), this);
  }

  /// @param hiddenVariables environment variables that commands do not get to see, such as keys
  public Shell(Set<String> hiddenVariables) {
    this(Setup.DEFAULT.hiding(hiddenVariables));
  }

  /// @param confinement what stands between commands and the machine
  public Shell(Set<String> hiddenVariables, Confinement confinement) {
    this(Setup.DEFAULT.hiding(hiddenVariables).confinedBy(confinement));
  }

  /// Every command that is started from now on gets these variables, unless it sets them itself.
  public void export(Map<String, String> variables) {
    life.exported.putAll(variables);
  }

  private Command exporting(Command command) {
    if (life.exported.isEmpty()) {
      return command;
    }
    Map<String, String> all = new HashMap<>(life.exported);
    all.putAll(command.environment());
    return command.with(all);
  }

  /// Where long outputs of its commands are.
  public Optional<Artifacts> artifacts() {
    return setup.artifacts();
  }

  /// How commands are run.
  ///
  /// @param variables which variables of this program commands inherit
  /// @param artifacts where output goes that is too long to be shown; empty: only its ends are kept
  /// @param shownBytes so much of the output is shown; from more than that, the rest is spilled
  /// @param grace how long processes have between the request to end and the end
  /// @param remembering whether folder and exported variables outlive a command
  public record Setup(
      VariableFilter variables,
      Confinement confinement,
      Optional<Artifacts> artifacts,
      int shownBytes,
      Duration grace,
      Remembering remembering) {
    /// Ctrl-C and the end of the program promise that everything has ended within a second, also
    /// what ignores the request to end.
    private static final Duration SOON = Duration.ofMillis(700);

    public static final Setup DEFAULT =
        new Setup(
            VariableFilter.OPEN,
            Confinement.none(),
            Optional.empty(),
            50 * 1024,
            SOON,
            Remembering.NOTHING);

    public Setup {
      if (shownBytes < 256) {
        throw new IllegalArgumentException("shownBytes must be at least 256, was " + shownBytes);
      }
    }

    public Setup hiding(Set<String> names) {
      return inheriting(variables.hiding(names));
    }

    public Setup inheriting(VariableFilter filter) {
      return new Setup(filter, confinement, artifacts, shownBytes, grace, remembering);
    }

    public Setup confinedBy(Confinement wall) {
      return new Setup(variables, wall, artifacts, shownBytes, grace, remembering);
    }

    public Setup spillingTo(Artifacts place) {
      return new Setup(variables, confinement, Optional.of(place), shownBytes, grace, remembering);
    }

    public Setup showing(int bytes) {
      return new Setup(variables, confinement, artifacts, bytes, grace, remembering);
    }

    public Setup withGrace(Duration time) {
      return new Setup(variables, confinement, artifacts, shownBytes, time, remembering);
    }

    public Setup remembering(Remembering what) {
      return new Setup(variables, confinement, artifacts, shownBytes, grace, what);
    }
  }

  /// What outlives a command.
  public enum Remembering {
    NOTHING,
    FOLDER_AND_VARIABLES
  }

  /// What to run, where, with which variables on top of the inherited ones, and how long at most.
  ///
  /// @param view which files it sees; goes around the shell's own confinement
  /// @param terminal the terminal that the command finds itself in, if it is to have one
  /// @param reach how far it gets behind the shell's confinement
  public record Command(
      String line,
      Path directory,
      Map<String, String> environment,
      Duration timeout,
      Confinement view,
      Optional<Terminal> terminal,
      Reach reach) {
    public Command {
      environment = Map.copyOf(environment);
    }

    public Command(String line, Path directory, Duration timeout) {
      this(line, directory, Map.of(), timeout, Confinement.none(), Optional.empty(), Reach.USUAL);
    }

    public Command with(Map<String, String> variables) {
      return new Command(line, directory, variables, timeout, view, terminal, reach);
    }

    public Command inside(Confinement another) {
      return new Command(line, directory, environment, timeout, another, terminal, reach);
    }

    public Command in(Terminal wanted) {
      return new Command(line, directory, environment, timeout, view, Optional.of(wanted), reach);
    }

    public Command reaching(Reach wanted) {
      return new Command(line, directory, environment, timeout, view, terminal, wanted);
    }
  }

  /// The size of a pseudo terminal; what is too small or too large is brought into bounds.
  public record Terminal(int columns, int rows) {
    public static final Terminal DEFAULT = new Terminal(120, 40);

    public Terminal {
      columns = Math.clamp(columns, 20, 400);
      rows = Math.clamp(rows, 5, 200);
    }
  }

  /// How a command ended, with what it printed (its beginning and its end, if it printed a lot).
  ///
  /// @param exitCode -1 if it did not exit by itself
  /// @param bytes how much it printed in all
  /// @param artifact the file with all of it, if that is more than `output` shows
  /// @param notes what else there is to say, such as processes that were left and ended
  /// @param need what it lacked behind the confinement, if it failed for that
  public record Finished(
      Ending ending,
      int exitCode,
      String output,
      long bytes,
      Optional<Path> artifact,
      Duration took,
      List<String> notes,
      Optional<Need> need) {
    public Finished {
      notes = List.copyOf(notes);
    }
  }

  /// The ways in which a command ends.
  public enum Ending {
    EXITED,
    TIMED_OUT,
    /// The calling thread was interrupted.
    CANCELLED
  }

  /// Runs a command to its end. An interrupt ends it and is thereby used up: the answer is
  /// [Ending#CANCELLED] with what was printed until then, and the caller sets the flag again when
  /// it is done with that.
  ///
  /// @param progress gets the output while the command runs, on the calling thread; of output that
  ///   comes faster than a person can read, only parts
  /// @throws IOException when the command cannot be started
  public Finished run(Command command, Consumer<String> progress) throws IOException {
    return run(command, progress, Learning.FROM_THE_END);
  }

  /// The same beside the conversation: the command begins with what is remembered, and what it does
  /// to folder and variables is its own affair.
  public Finished runAside(Command command, Consumer<String> progress) throws IOException {
    return run(command, progress, Learning.NOTHING);
  }

  private enum Learning {
    FROM_THE_END,
    NOTHING
  }

  private Finished run(Command command, Consumer<String> progress, Learning learning)
      throws IOException {
    if (Thread.interrupted()) {
      return new Finished(
          Ending.CANCELLED,
          -1,
          "",
          0,
          Optional.empty(),
          Duration.ZERO,
          List.of("it did not start"),
          Optional.empty());
    }
    boolean remembers =
        setup.remembering == Remembering.FOLDER_AND_VARIABLES
            && command.terminal().isEmpty()
            && Programs.shell().endsWith("bash");
    try (var execution = new Execution(exporting(command), setup, pipes)) {
      ProcessTree tree = start(execution, remembers ? shellState : null);
      try {
        Finished finished = execution.follow(tree, progress);
        if (remembers && learning == Learning.FROM_THE_END) {
          shellState.learn(finished.ending(), execution.remembered());
        }
        return finished;
      } finally {
        forget(tree);
      }
    }
  }

  /// Starts the command in such a way that nothing can happen to this program after which the
  /// command would run on.
  private ProcessTree start(Execution execution, @Nullable ShellState known) throws IOException {
    // A class and not a lambda, because the first command waits for it.
    return start(
        new Start() {
          @Override
          public ProcessTree with(String mark) throws IOException {
            return execution.start(mark, known);
          }
        });
  }

  /// Starts a program that lives until it is ended, this shell is closed, or this program is over.
  ///
  /// @throws IOException when it cannot be started
  public GuardedProcess start(Program program) throws IOException {
    var process = new GuardedProcess(program, setup, pipes, this::forget);
    try {
      start(process::start);
      return process;
    } catch (IOException | RuntimeException failed) {
      process.closePipes();
      throw failed;
    }
  }

  private interface Start {
    ProcessTree with(String mark) throws IOException;
  }

  private ProcessTree start(Start start) throws IOException {
    String mark = ProcessMark.next();
    life.lock.lock();
    try {
      if (life.closed) {
        throw new IOException("the shell is closed; nothing can be started any more");
      }
      if (life.lastWords == null) {
        var words = new Thread(this::close, "shell-last-words");
        Runtime.getRuntime().addShutdownHook(words);
        life.lastWords = words;
      }
      watchdog.expect(mark);
      ProcessTree tree = start.with(mark);
      watchdog.follow(tree);
      life.running.add(tree);
      return tree;
    } catch (IllegalStateException tooLate) {
      throw new IOException("the program is ending; nothing can be started any more", tooLate);
    } finally {
      life.lock.unlock();
    }
  }

  private void forget(ProcessTree tree) {
    life.lock.lock();
    try {
      life.running.remove(tree);
      watchdog.forget(tree);
    } finally {
      life.lock.unlock();
    }
  }

  /// The folder in which the last command ended, if that is remembered.
  public Optional<Path> folder() {
    return shellState.folder();
  }

  /// The variables that the next command gets from the last one, if they are remembered.
  public Map<String, String> remembered() {
    return shellState.variables();
  }

  /// Forgets folder and variables.
  public void forget() {
    shellState.clear();
  }

  /// What stands between commands and the machine.
  public Confinement confinement() {
    return setup.confinement;
  }

  /// Ends everything that still runs; nothing can be started afterwards.
  @Override
  public void close() {
    List<ProcessTree> left;
    Thread hook;
    life.lock.lock();
    try {
      life.closed = true;
      left = List.copyOf(life.running);
      hook = life.lastWords;
      life.lastWords = null;
    } finally {
      life.lock.unlock();
    }
    ProcessTree.end(left, setup.grace);
    watchdog.close();
    pipes.close();
    if (hook != null && !hook.equals(Thread.currentThread())) {
      unhook(hook);
    }
  }

  private static void unhook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The program is ending already: the hook runs, and finds nothing left to do.
    }
  }
}

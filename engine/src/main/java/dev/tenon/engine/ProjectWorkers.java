package dev.tenon.engine;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.shell.VariableFilter;
import dev.tenon.core.exec.worker.WorkerException;
import dev.tenon.core.exec.worker.WorkerPool;
import dev.tenon.core.exec.worker.WorkerProgram;
import dev.tenon.core.json.Json;
import dev.tenon.engine.command.CommandWall;
import dev.tenon.engine.observe.Secrets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The workers of a project: started when a task first needs one, behind the wall of its commands,
/// where they may look and reach nobody. Safe for several threads.
public final class ProjectWorkers implements AutoCloseable {
  private static final Duration IDLE = Duration.ofMinutes(3);

  /// What would change a JVM from outside.
  private static final List<String> JVM_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "JDK_AOT_VM_OPTIONS");

  private final Set<String> keyVariables;
  private final CommandWall wall;
  private volatile @Nullable Consumer<String> debug;
  private @Nullable WorkerPool pool;
  private boolean closed;

  ProjectWorkers(Set<String> keyVariables, CommandWall wall) {
    this.keyVariables = keyVariables;
    this.wall = wall;
  }

  /// Who gets what is only of interest to developers.
  public void explainTo(Consumer<String> lines) {
    debug = lines;
  }

  void explain(String line) {
    Consumer<String> lines = debug;
    if (lines != null) {
      lines.accept(line);
    }
  }

  /// Runs a task and waits for its result.
  public Json call(String task, Json params, Duration limit)
      throws WorkerException, InterruptedException {
    return pool().call(task, params, limit);
  }

  private synchronized WorkerPool pool() {
    WorkerPool known = pool;
    if (known == null) {
      var hidden = new HashSet<>(keyVariables);
      hidden.addAll(JVM_VARIABLES);
      List<Path> files = WorkerProgram.find().map(WorkerProgram::files).orElse(List.of());
      VariableFilter filter = VariableFilter.OPEN.hiding(hidden).onlySafeAnd(List.of());
      known =
          new WorkerPool(
              new Residents(
                  new Shell(Shell.Setup.DEFAULT.inheriting(filter)),
                  Secrets.remover(System.getenv(), List.of())),
              WorkerProgram::find,
              wall.workers(files),
              IDLE,
              this::explain);
      pool = known;
    }
    if (closed) {
      known.close();
    }
    return known;
  }

  /// Ends all of them.
  @Override
  public synchronized void close() {
    closed = true;
    if (pool != null) {
      pool.close();
    }
  }
}

package dev.tenon.engine.workflow;

import dev.tenon.core.permission.Mode;
import dev.tenon.core.workflow.Signs;
import dev.tenon.providers.meter.Budget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The processes of one team's workers. They live as long as the one who started them at most.
/// Inside tmux each gets a pane that shows what it prints. Safe for several threads.
public final class TeamProcesses implements AutoCloseable {
  /// All of them together: the end of the program promises a second.
  private static final long STOPPING_NANOS = 800_000_000L;

  private final Launcher launcher;
  private final Signs signs;
  private final Map<Integer, Process> processes = new LinkedHashMap<>();
  private final Map<Integer, Integer> starts = new LinkedHashMap<>();
  private final Map<Integer, Pane> panes = new LinkedHashMap<>();

  /// A pane that shows a worker.
  ///
  /// @param server what tmux has put into the variable `TMUX`
  private record Pane(String server, String id) {}

  /// Starts the program again, as a worker.
  public interface Launcher {
    /// @param model the full name of the model
    /// @param part what it may use
    ProcessBuilder worker(String team, int worker, Mode mode, String model, Budget part);
  }

  TeamProcesses(Launcher launcher, Signs signs) {
    this.launcher = launcher;
    this.signs = signs;
  }

  synchronized boolean isAlive(int worker) {
    Process process = processes.get(worker);
    return process != null && process.isAlive();
  }

  /// How often a worker was started from here.
  synchronized int starts(int worker) {
    return starts.getOrDefault(worker, 0);
  }

  synchronized List<Long> pids() {
    var pids = new ArrayList<Long>();
    for (Process process : processes.values()) {
      if (process.isAlive()) {
        pids.add(process.pid());
      }
    }
    return pids;
  }

  synchronized void start(String team, int worker, Mode mode, String model, Budget part)
      throws IOException {
    Path output = signs.output(worker);
    Files.createDirectories(signs.folder());
    if (!Files.exists(output)) {
      Files.createFile(output);
    }
    ProcessBuilder builder = launcher.worker(team, worker, mode, model, part);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.redirectErrorStream(true);
    processes.put(worker, builder.start());
    starts.merge(worker, 1, Integer::sum);
    String tmux = builder.environment().getOrDefault("TMUX", "");
    if (!panes.containsKey(worker) && !tmux.isEmpty()) {
      try {
        show(team, worker, output, tmux);
      } catch (IOException absent) {
        // There is no tmux; what the worker prints is shown by /team.
        panes.remove(worker);
      }
    }
  }

  /// A pane that shows the worker's output, as long as this process is there: one that has ended
  /// and that nobody has waited for, as happens below tmux, is not. It runs in a plain shell,
  /// whatever the person's is. The worker itself is no child of tmux: it needs the environment of
  /// this process, which must not stand on a command line.
  private void show(String team, int worker, Path output, String tmux) throws IOException {
    long lead = ProcessHandle.current().pid();
    String made =
        tmux(
            tmux,
            "split-window",
            "-d",
            "-P",
            "-F",
            "#{pane_id}",
            "sh",
            "-c",
            """
            printf '%s\\n' '{team}, worker {worker}'; tail -n +1 -f '{output}' & \
            while kill -0 {lead} 2>/dev/null && \
            case $(ps -o stat= -p {lead} 2>/dev/null) in *Z*) false;; esac; do sleep 1; done; \
            kill $!\
            """
                .replace("{team}", team)
                .replace("{worker}", Integer.toString(worker))
                .replace("{lead}", Long.toString(lead))
                .replace("{output}", output.toString().replace("'", "'\\''")));
    if (made.startsWith("%")) {
      panes.put(worker, new Pane(tmux, made));
      tmux(tmux, "select-layout", "tiled");
    }
  }

  private static String tmux(String server, String... words) throws IOException {
    var command = new ArrayList<>(List.of("tmux", "-S", server.split(",", 2)[0]));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    try (var out = process.getInputStream()) {
      String text = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? text : "";
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /// Ends all of them, with everything that they have started.
  @Override
  public synchronized void close() {
    var ending = new ArrayList<ProcessHandle>();
    for (Process process : processes.values()) {
      process.descendants().forEach(ending::add);
      ending.add(process.toHandle());
      process.destroy();
    }
    long deadline = System.nanoTime() + STOPPING_NANOS;
    for (Process process : processes.values()) {
      try {
        if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException stopped) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
    ending.forEach(ProcessHandle::destroyForcibly);
    processes.clear();
    for (Pane pane : panes.values()) {
      try {
        tmux(pane.server, "kill-pane", "-t", pane.id);
      } catch (IOException gone) {
        // The pane goes with its tmux, which is gone.
      }
    }
    panes.clear();
  }
}

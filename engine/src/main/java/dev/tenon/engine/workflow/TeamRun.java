package dev.tenon.engine.workflow;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workflow.Signs;
import dev.tenon.core.workflow.TeamBoard;
import dev.tenon.core.workflow.TeamLog;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.tools.workflow.WorkflowTool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Leads teams: makes the board, starts the workers, takes back what dead ones had claimed, and
/// starts others in their place. The workers' own part is with the program that they are.
public final class TeamRun implements AutoCloseable {
  private static final String ROLE = "executor";
  private static final int MOST_STARTS = 3;
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final WorkflowSurroundings around;
  private final WorkflowStore store;
  private final Map<String, TeamProcesses> teams = new LinkedHashMap<>();

  TeamRun(WorkflowSurroundings around, WorkflowStore store) {
    this.around = around;
    this.store = store;
  }

  /// What the board begins with.
  void describe(WorkflowTool.Parameters step, Json.Builder data)
      throws ToolException, WorkflowException {
    if (around.launcher().isEmpty()) {
      throw new ToolException(
          ToolException.Code.FAILED, "workers cannot be started from here; use the terminal");
    }
    int workers = step.workers() == null ? TeamBoard.USUAL_WORKERS : step.workers();
    if (workers < 1 || workers > TeamBoard.MOST_WORKERS) {
      throw ConversationWorkflows.invalid(
          "workers must be 1 to " + TeamBoard.MOST_WORKERS + ", was " + workers);
    }
    String role = role(step.role() == null ? ROLE : step.role());
    var tasks = new ArrayList<TeamBoard.Task>();
    List<WorkflowTool.BoardTask> given =
        step.tasks() == null ? List.<WorkflowTool.BoardTask>of() : step.tasks();
    for (WorkflowTool.BoardTask task : given) {
      String id = task.id().strip();
      tasks.add(
          new TeamBoard.Task(
              id,
              task.lane() == null || task.lane().isBlank() ? id : task.lane().strip(),
              task.role() == null ? role : role(task.role()),
              task.needs() == null ? List.of() : task.needs(),
              task.assignment()));
    }
    data.put("workers", workers)
        .put("role", role)
        .put("tasks", TeamBoard.toJson(TeamBoard.checked(tasks)));
  }

  private String role(String name) throws ToolException {
    AgentDefinition agent = around.agents().find(name.strip()).orElse(null);
    String why = around.agents().refusal(name.strip()).orElse("");
    if (agent == null || !why.isEmpty()) {
      throw new ToolException(
          ToolException.Code.NOT_FOUND,
          why.isEmpty() ? "there is no agent '" + name + "' that a worker could be" : why);
    }
    return agent.name();
  }

  private TeamLog log(WorkflowStore.Kept kept) {
    return new TeamLog(kept.log(), signs(kept.id()));
  }

  /// The signs of life and the outputs of a team.
  public Signs signs(String team) {
    return new Signs(store.beside(team));
  }

  /// Waits until something has changed for good, and sees to the workers meanwhile.
  String next(WorkflowStore.Kept kept, ToolContext context)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    TeamLog log = log(kept);
    long until = System.nanoTime() + LONGEST_WAIT.toNanos();
    String before = "";
    int settled = settled(log.board());
    try {
      while (true) {
        TeamBoard board = log.reap();
        if (board.isOver()) {
          end(kept.id());
          return board.described() + told(board);
        }
        String lost = workers(kept.id(), board);
        String now = board.described();
        if (!now.equals(before)) {
          context.progress().accept(lastLine(now) + "\n");
          before = now;
        }
        boolean news = settled(board) > settled;
        if (news || !lost.isEmpty() || System.nanoTime() > until) {
          return now + (lost.isEmpty() ? "" : "\n" + lost) + "\nCall next to go on waiting.";
        }
        Thread.sleep(LOOK);
      }
    } catch (InterruptedException stopped) {
      end(kept.id());
      throw stopped;
    }
  }

  private static int settled(TeamBoard board) {
    return (int) board.settled();
  }

  private static String told(TeamBoard board) {
    return board.isDone()
        ? "\nEvery task is done. Look at the whole and run the checks yourself."
        : "\nNothing more happens by itself. Tell the person which lanes stopped and why.";
  }

  private static String lastLine(String text) {
    return text.substring(text.lastIndexOf('\n') + 1);
  }

  /// Starts the workers that are missing. Answers what is wrong when none is left that could work.
  private String workers(String team, TeamBoard board) throws ToolException, IOException {
    TeamProcesses.Launcher launcher =
        around
            .launcher()
            .orElseThrow(
                () ->
                    new ToolException(
                        ToolException.Code.FAILED, "workers cannot be started from here"));
    TeamProcesses processes;
    synchronized (teams) {
      processes = teams.computeIfAbsent(team, id -> new TeamProcesses(launcher, signs(id)));
    }
    boolean any = false;
    for (int worker = 1; worker <= board.wanted(); worker++) {
      if (processes.isAlive(worker)) {
        any = true;
      } else if (processes.starts(worker) < MOST_STARTS) {
        // Equal parts, one of them for the lead; one that is started again gets it from the rest.
        boolean first = processes.starts(worker) == 0;
        int parts = first ? board.wanted() - worker + 2 : board.wanted() + 1;
        processes.start(team, worker, around.mode(), around.model(), around.give(parts));
        any = true;
      }
    }
    return any
        ? ""
        : "Every worker has ended "
            + MOST_STARTS
            + " times; what they printed is in "
            + signs(team).folder();
  }

  /// Ends the workers of a team; the board stays.
  void end(String team) {
    TeamProcesses processes;
    synchronized (teams) {
      processes = teams.remove(team);
    }
    if (processes != null) {
      processes.close();
    }
  }

  /// The processes of a team that this conversation leads.
  public List<Long> pids(String team) {
    synchronized (teams) {
      TeamProcesses processes = teams.get(team);
      return processes == null ? List.of() : processes.pids();
    }
  }

  @Override
  public void close() {
    List<String> all;
    synchronized (teams) {
      all = List.copyOf(teams.keySet());
    }
    all.forEach(this::end);
  }
}

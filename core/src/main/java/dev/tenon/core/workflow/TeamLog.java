package dev.tenon.core.workflow;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.util.Optional;

/// What a team's processes do with its board, each step under the lock of the file.
///
/// @param signs of its workers
public record TeamLog(WorkflowLog log, Signs signs) {

  public TeamBoard board() throws IOException {
    return TeamBoard.of(log.entries());
  }

  /// Takes back what gone workers had claimed, and notes that they left.
  public TeamBoard reap() throws WorkflowException, IOException {
    return log.locked(this::reaped);
  }

  private TeamBoard reaped(WorkflowLog.Writing writing) throws IOException {
    TeamBoard board = TeamBoard.of(writing.entries());
    for (TeamBoard.Claim claim : board.claims()) {
      String gone = signs.gone(claim, board.lease());
      if (!gone.isEmpty()) {
        writing.append(TeamBoard.RETURNED, TeamBoard.returned(claim, gone));
      }
    }
    for (var worker : board.workers().entrySet()) {
      String gone =
          signs.gone(new TeamBoard.Claim("", worker.getKey(), worker.getValue()), board.lease());
      if (!gone.isEmpty()) {
        writing.append(TeamBoard.LEFT, TeamBoard.left(worker.getKey(), gone));
      }
    }
    return TeamBoard.of(writing.entries());
  }

  /// Takes the place of a worker; refused while another process lives in it.
  public void join(int worker, long pid) throws WorkflowException, IOException {
    signs.give(worker, pid);
    log.locked(
        writing -> {
          TeamBoard board = reaped(writing);
          Long other = board.workers().get(worker);
          if (other != null && other != pid) {
            throw new WorkflowException(
                "worker " + worker + " is there already, as process " + other);
          }
          writing.append(TeamBoard.JOINED, TeamBoard.joined(worker, pid));
          return worker;
        });
  }

  public void leave(int worker, String why) throws WorkflowException, IOException {
    log.append(TeamBoard.LEFT, TeamBoard.left(worker, why));
  }

  /// Claims the next task, if there is one.
  public Optional<TeamBoard.Task> claim(int worker, long pid)
      throws WorkflowException, IOException {
    return log.locked(
        writing -> {
          Optional<TeamBoard.Task> task = reaped(writing).claimable();
          if (task.isPresent()) {
            writing.append(TeamBoard.CLAIMED, TeamBoard.claimed(task.get(), worker, pid));
          }
          return task;
        });
  }

  /// How a task ended.
  public enum End {
    DONE,
    FAILED,
    CONFLICT
  }

  /// Notes the end of a task. Answers false when the lease was lost: then somebody else has it.
  ///
  /// @param problem empty when it is done
  public boolean end(
      End end, TeamBoard.Task task, int worker, long pid, String result, String problem)
      throws WorkflowException, IOException {
    Json.Obj data =
        Json.object()
            .put("task", task.id())
            .put("worker", worker)
            .put("result", result.length() > 4000 ? result.substring(0, 4000) + "…" : result)
            .put("problem", problem.isEmpty() ? null : problem)
            .build();
    return log.locked(
        writing -> {
          if (!TeamBoard.of(writing.entries()).holds(worker, pid, task.id())) {
            return false;
          }
          String type =
              switch (end) {
                case DONE -> TeamBoard.DONE;
                case FAILED -> TeamBoard.FAILED;
                case CONFLICT -> TeamBoard.CONFLICT;
              };
          writing.append(type, data);
          return true;
        });
  }
}

package dev.tenon.cli.workflow;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workflow.Signs;
import dev.tenon.core.workflow.TeamBoard;
import dev.tenon.core.workflow.TeamLog;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowKind;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionModel;
import dev.tenon.engine.session.SessionQuestions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A worker of a team: claims tasks from the board, gives each to a helper of the task's role, and
/// notes what came of it. It ends with the board, or with the process that leads the team.
final class TeamWorker {
  private static final long LOOK_MILLIS = 250;
  private static final int SIGNS_IN_A_LEASE = 5;

  private final Project project;
  private final LaunchContext context;
  private final WorkflowStore store;
  private final Streams streams;
  private final long pid = ProcessHandle.current().pid();

  TeamWorker(Project project, LaunchContext context, WorkflowStore store, Streams streams) {
    this.project = project;
    this.context = context;
    this.store = store;
    this.streams = streams;
  }

  /// @param words the team, the worker's number and the process that leads
  int run(List<String> words) throws SetupException, IOException, InterruptedException {
    WorkflowStore.Kept kept = words.size() == 3 ? store.find(words.getFirst()).orElse(null) : null;
    if (kept == null || kept.kind() != WorkflowKind.TEAM || !words.get(1).matches("[0-9]{1,3}")) {
      throw SetupException.usage(
          "'tenon workflow work' is started by a team: it takes the team, a number and the process"
              + " that leads");
    }
    int worker = Integer.parseInt(words.get(1));
    var log = new TeamLog(kept.log(), new Signs(store.beside(kept.id())));
    try {
      log.join(worker, pid);
      Thread signs = signs(log, worker, Long.parseLong(words.get(2)), Thread.currentThread());
      try {
        return work(log, kept, worker);
      } finally {
        signs.interrupt();
        signs.join();
        log.leave(worker, "it is over");
      }
    } catch (WorkflowException refused) {
      throw SetupException.failure(String.valueOf(refused.getMessage()));
    }
  }

  /// Signs of life until it is interrupted. Without its lead a worker works for nobody.
  private Thread signs(TeamLog log, int worker, long lead, Thread work) throws IOException {
    long pause = Math.max(100, log.board().lease().toMillis() / SIGNS_IN_A_LEASE);
    return Thread.ofPlatform()
        .daemon()
        .name("signs")
        .start(
            () -> {
              try {
                while (true) {
                  log.signs().give(worker, pid);
                  if (ProcessHandle.of(lead).filter(ProcessHandle::isAlive).isEmpty()) {
                    say("the process that leads the team is gone");
                    work.interrupt();
                    return;
                  }
                  Thread.sleep(pause);
                }
              } catch (IOException unwritable) {
                say("no sign of life can be given: " + IoFailure.named(unwritable));
                work.interrupt();
              } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void say(String line) {
    streams.out().println(line);
    streams.out().flush();
  }

  private int work(TeamLog log, WorkflowStore.Kept kept, int worker)
      throws SetupException, WorkflowException, IOException, InterruptedException {
    try (ActiveSession session =
            ActiveSession.open(
                context.options(), context.sessionRequest(), SessionQuestions.nobody(), this::say);
        ProjectConversation conversation = project.conversation(options(session))) {
      conversation.start(new ConversationFace(this::heard, Approver.nobody(), null, this::say));
      while (true) {
        Optional<TeamBoard.Task> task = log.claim(worker, pid);
        if (task.isPresent()) {
          carryOut(log, kept, task.get(), worker, conversation);
        } else if (log.reap().isOver()) {
          return 0;
        } else {
          Thread.sleep(LOOK_MILLIS);
        }
      }
    }
  }

  private ConversationOptions options(ActiveSession session)
      throws SetupException, InterruptedException {
    var selection =
        new ConversationOptions.Selection(
            SessionModel.open(project.models(), session, this::say),
            project.mode(),
            project.settings().effort());
    return new ConversationOptions(
            selection,
            ConversationOptions.Attendance.SINGLE_PROMPT,
            ConversationOptions.Observing.AS_CONFIGURED,
            null,
            null)
        .recordedIn(session);
  }

  private void heard(AgentEvent event) {
    if (event instanceof AgentEvent.HelperReported reported
        && reported.event() instanceof AgentEvent.ToolStarted started) {
      say("  " + started.call().name() + " " + started.title());
    }
  }

  private void carryOut(
      TeamLog log,
      WorkflowStore.Kept kept,
      TeamBoard.Task task,
      int worker,
      ProjectConversation conversation)
      throws WorkflowException, IOException, InterruptedException {
    say(task.id() + " (" + task.role() + ")");
    String known = context(kept, task, log.board().resultsFor(task));
    TeamLog.End end;
    String result = "";
    String problem = "";
    try {
      Helpers.Report report = report(task, known, conversation);
      List<String> conflicts = report.unmerged();
      end =
          report.ending() != Helpers.Ending.COMPLETED
              ? TeamLog.End.FAILED
              : conflicts.isEmpty() ? TeamLog.End.DONE : TeamLog.End.CONFLICT;
      result = report.text();
      problem =
          switch (end) {
            case DONE -> "";
            case CONFLICT -> String.join(" ", conflicts);
            case FAILED ->
                report.ending().label()
                    + (report.problem().isEmpty() ? "" : ": " + report.problem());
          };
    } catch (ToolException refused) {
      end = TeamLog.End.FAILED;
      problem = String.valueOf(refused.getMessage());
    }
    boolean mine = log.end(end, task, worker, pid, result, problem);
    say(
        task.id()
            + (mine
                ? end == TeamLog.End.DONE ? " is done" : " did not end well: " + problem
                : " is somebody else's by now"));
  }

  /// What the task's helper gives back. It works on a layer of its own, which is merged when it has
  /// ended; where there can be none, in the tree that all of them share.
  private Helpers.Report report(TeamBoard.Task task, String known, ProjectConversation conversation)
      throws ToolException, InterruptedException {
    Helpers.Report report = delegated(task, known, conversation, true);
    if (report.ending() != Helpers.Ending.FAILED || report.steps() > 0) {
      return report;
    }
    say("  no layer of its own (" + report.problem() + "); it works in the shared files");
    return delegated(task, known, conversation, false);
  }

  private static Helpers.Report delegated(
      TeamBoard.Task task, String known, ProjectConversation conversation, boolean isolated)
      throws ToolException, InterruptedException {
    var order =
        new Helpers.Order.Start(
            task.role(),
            List.of(new Helpers.Task(task.id(), task.id(), task.assignment())),
            known,
            null,
            isolated,
            0,
            0);
    Helpers.Report report = conversation.flow().delegate(order, line -> {}).getFirst();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return report;
  }

  /// What a worker knows beside its assignment.
  private static String context(
      WorkflowStore.Kept kept, TeamBoard.Task task, Map<String, String> results) {
    var out =
        new StringBuilder("You work in a team on this:\n")
            .append(kept.task())
            .append("\n\nYours is the task ")
            .append(task.id())
            .append(" alone; others work on theirs at this moment.");
    results.forEach(
        (id, result) ->
            out.append("\n\n<helper id=\"")
                .append(id)
                .append("\">\n")
                .append(Helpers.Report.unframed(result))
                .append("\n</helper>"));
    return out.toString();
  }
}

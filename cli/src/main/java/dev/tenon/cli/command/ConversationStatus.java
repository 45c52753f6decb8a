package dev.tenon.cli.command;

import dev.tenon.cli.terminal.status.HelperTasks;
import dev.tenon.cli.terminal.status.RunningTask;
import dev.tenon.cli.terminal.status.StatusCommandException;
import dev.tenon.cli.terminal.status.StatusFacts;
import dev.tenon.cli.terminal.status.StatusSource;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.exec.shell.SecretSigns;
import dev.tenon.core.helper.HelperTree;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.ToolResult.Checklist;
import dev.tenon.core.workspace.path.UserHome;
import dev.tenon.core.workspace.walk.GitHead;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.command.GitWatch;
import dev.tenon.engine.command.StatusProgram;
import dev.tenon.engine.observe.Secrets;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.tools.todo.TodoWrite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// How a conversation of a project stands. Hears its events, which say how much of the model's
/// window it takes.
final class ConversationStatus implements StatusSource, Consumer<AgentEvent> {
  private static final int LONGEST_LINE = 300;

  private final ProjectConversation conversation;
  private final ActiveSession session;
  private final Supplier<String> command;
  private final String path;
  private final GitWatch git;
  private final UnaryOperator<String> masked;
  private final Map<Mode, StatusFacts.Wall> walls = new ConcurrentHashMap<>();

  private volatile Optional<StatusFacts.Git> repository = Optional.empty();
  private volatile long used;
  private volatile @Nullable Message last;
  private volatile boolean started;

  /// @param command what prints the line of state at present; empty for none
  ConversationStatus(
      ProjectConversation conversation, Supplier<String> command, Map<String, String> environment) {
    this.conversation = conversation;
    this.session = conversation.session().orElseThrow();
    this.command = () -> command.get().strip();
    this.path = atHome(conversation.project().root());
    this.git = conversation.git();
    this.masked = Secrets.remover(environment, List.of());
  }

  private static String atHome(Path root) {
    Path home = UserHome.path();
    if (root.equals(home)) {
      return "~";
    }
    return root.startsWith(home) && home.getNameCount() > 0
        ? "~/" + home.relativize(root)
        : root.toString();
  }

  /// The conversation has begun: it has a history from now on.
  void started() {
    started = true;
  }

  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.MessageAppended appended) {
      last = appended.message();
      if (appended.message() instanceof Message.Assistant answer && answer.usage().total() > 0) {
        used = answer.usage().total();
      }
    } else if (event instanceof AgentEvent.HistoryCompacted shorter) {
      used = shorter.compacted().tokensAfter();
    }
  }

  @Override
  public StatusFacts facts() {
    Selection now = conversation.selection();
    return new StatusFacts(
        now.model().name(),
        now.effort() == Effort.DEFAULT ? "" : now.effort().name().toLowerCase(Locale.ROOT),
        now.mode().label(),
        walls.getOrDefault(now.mode(), StatusFacts.Wall.UNKNOWN),
        path,
        conversation.project().root().toString(),
        repository,
        new StatusFacts.Context(used, now.model().info().contextWindow()),
        new StatusFacts.Tokens(0, 0),
        OptionalDouble.empty(),
        jobs().map(running -> running.running().size()).orElse(0),
        session.log().id(),
        title());
  }

  private Optional<Jobs> jobs() {
    return conversation.background().map(background -> background.jobs());
  }

  /// Titles come from prompts, and windows are seen by others.
  private String title() {
    return shown(session.log().title().orElse(""), masked);
  }

  /// A title that everybody may see.
  static String shown(String title, UnaryOperator<String> mask) {
    String masked = mask.apply(title);
    return SecretSigns.inValue(masked) ? "" : masked;
  }

  @Override
  public void look() throws InterruptedException {
    restored();
    Optional<GitHead> head = git.head();
    // The branch is there at once; git takes its time to count.
    repository =
        head.map(
            found ->
                new StatusFacts.Git(found.branch(), repository.flatMap(StatusFacts.Git::changes)));
    Mode mode = conversation.selection().mode();
    walls.put(mode, wall(conversation.project().wall().enforcement(mode)));
    if (head.isPresent()) {
      repository =
          Optional.of(
              new StatusFacts.Git(
                  head.get().branch(),
                  git.changed(head.get())
                      .map(
                          changed ->
                              new StatusFacts.Changes(
                                  changed.files(),
                                  changed.staged(),
                                  changed.dirty(),
                                  changed.untracked()))));
    }
  }

  private static StatusFacts.Wall wall(Enforcement enforcement) {
    return switch (enforcement) {
      case Enforcement.Sandboxed ignored -> StatusFacts.Wall.STANDS;
      case Enforcement.Closing ignored -> StatusFacts.Wall.MISSING;
      case Enforcement.None ignored -> StatusFacts.Wall.MISSING;
    };
  }

  /// A history that did not grow by events was put there: by going on with a session, or with
  /// another branch of it.
  private void restored() {
    if (!started) {
      return;
    }
    List<Message> history = conversation.conversation().history();
    Message newest = history.isEmpty() ? null : history.getLast();
    if (Objects.equals(newest, last)) {
      return;
    }
    last = newest;
    used = 0;
    for (Message message : history.reversed()) {
      if (message instanceof Message.Assistant answer) {
        used = answer.usage().total();
        break;
      }
    }
  }

  @Override
  public List<RunningTask> tasks() {
    var tasks =
        new ArrayList<>(
            HelperTasks.of(conversation.helpers().map(HelperTree::helpers).orElse(List.of())));
    Optional<Jobs> jobs = jobs();
    if (jobs.isEmpty()) {
      return tasks;
    }
    for (Job job : jobs.get().running()) {
      Job.Snapshot now = jobs.get().snapshot(job);
      if (now.type() == Job.Type.TASK) {
        // A helper that works beside the conversation stands in its own tree.
        continue;
      }
      tasks.add(
          new RunningTask(
              now.id(),
              now.label(),
              RunningTask.State.RUNNING,
              now.took(),
              job.lastLine(LONGEST_LINE),
              List.of()));
    }
    return tasks;
  }

  @Override
  public List<Checklist.Line> plan() {
    return TodoWrite.lines(conversation.extras().todo().phases());
  }

  @Override
  public boolean hasCommand() {
    return !command.get().isEmpty();
  }

  @Override
  public String ask(String state) throws StatusCommandException, InterruptedException {
    return switch (conversation.statusProgram().ask(command.get(), state)) {
      case StatusProgram.Answer.Line line -> line.text();
      case StatusProgram.Answer.Failed failed -> throw new StatusCommandException(failed.reason());
    };
  }
}

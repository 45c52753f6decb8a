package dev.tenon.cli.terminal.status;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.cli.terminal.view.TodoPanel;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.engine.config.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The state of a conversation around the editor, kept up to date. What takes its time is looked up
/// on a thread of its own, which lives only while something is due: a conversation in which nothing
/// happens costs nothing. Safe for several threads; painting waits for nobody.
public final class StatusBar implements Consumer<AgentEvent>, AutoCloseable {
  /// What happens within this time is looked up once.
  private static final Duration QUIET = Duration.ofMillis(150);

  private static final Duration BEAT = Duration.ofSeconds(1);
  private static final int MOST_PLANNED = 6;
  private static final int MOST_TASKS = 6;

  private final StatusSource source;
  private final UsageRenderer usage;
  private volatile Settings.StatusLine settings;
  private final DisplayOptions look;
  private final StatusLine line;
  private final TaskTree tree;
  private final TodoPanel plan;
  private final Surface surface;
  private final ReentrantLock lock = new ReentrantLock();

  private volatile StatusFacts facts = StatusFacts.NONE;
  private volatile List<RunningTask> tasks = List.of();

  /// What the command printed the last time; null when the built-in line is shown.
  private volatile @Nullable String printed;

  private boolean lookDue;
  private boolean commandDue;
  private volatile boolean problemTold;
  private boolean closed;
  private @Nullable Thread worker;
  private @Nullable Thread clock;

  /// What the state is shown on.
  public interface Surface {
    int columns();

    /// There is something else to show.
    void changed();

    /// Tells a person something in a line of its own.
    void note(String text);
  }

  public StatusBar(
      StatusSource source,
      UsageRenderer usage,
      Settings.StatusLine settings,
      DisplayOptions look,
      Surface surface) {
    this.source = source;
    this.usage = usage;
    this.settings = settings;
    this.look = look;
    this.line = new StatusLine(look);
    this.tree = new TaskTree(look);
    this.plan = new TodoPanel(look);
    this.surface = surface;
  }

  /// As the person wants it from now on.
  public void use(Settings.StatusLine wanted) {
    settings = wanted;
    printed = null;
    problemTold = false;
    lookAgain();
  }

  /// How things stood the last time that somebody asked.
  public StatusFacts facts() {
    return facts;
  }

  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.PromptEnded) {
      lookAgain();
    } else if (event instanceof AgentEvent.MessageAppended
        || event instanceof AgentEvent.PromptStarted
        || event instanceof AgentEvent.ToolFinished
        || event instanceof AgentEvent.Notified
        || event instanceof AgentEvent.HistoryCompacted
        || event instanceof AgentEvent.HistoryTrimmed
        || event instanceof AgentEvent.Rewound) {
      changed();
    } else if (event instanceof AgentEvent.HelperReported reported
        && (reported.event() instanceof AgentEvent.PromptStarted
            || reported.event() instanceof AgentEvent.ToolStarted
            || reported.event() instanceof AgentEvent.ToolFinished
            || reported.event() instanceof AgentEvent.PromptEnded)) {
      refresh();
      surface.changed();
    }
  }

  /// Something has changed that is known at once.
  public void changed() {
    refresh();
    surface.changed();
    demand(false);
  }

  /// Something has happened after which everything may be different.
  public void lookAgain() {
    refresh();
    surface.changed();
    demand(true);
  }

  private void refresh() {
    facts = source.facts().having(usage.used(), usage.amount());
    tasks = source.tasks();
    lock.lock();
    try {
      boolean moves = look.waiting() == DisplayOptions.Waiting.MOVING;
      if (!tasks.isEmpty() && clock == null && moves && !closed) {
        clock = Thread.ofVirtual().name("tasks").start(this::beat);
      }
    } finally {
      lock.unlock();
    }
  }

  /// The time goes on while something runs.
  private void beat() {
    try {
      while (goesOn()) {
        Thread.sleep(BEAT);
        tasks = source.tasks();
        facts = source.facts().having(usage.used(), usage.amount());
        surface.changed();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean goesOn() {
    lock.lock();
    try {
      if (tasks.isEmpty() || closed) {
        clock = null;
      }
      return clock != null;
    } finally {
      lock.unlock();
    }
  }

  private void demand(boolean everything) {
    if (!settings.enabled()) {
      return;
    }
    lock.lock();
    try {
      lookDue |= everything;
      commandDue |= source.hasCommand();
      if (worker == null && !closed && (lookDue || commandDue)) {
        worker = Thread.ofVirtual().name("status").start(this::work);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Whether no thread is at work or waits.
  boolean idle() {
    lock.lock();
    try {
      return worker == null && clock == null;
    } finally {
      lock.unlock();
    }
  }

  /// What a round of the worker has to do.
  private enum Due {
    NOTHING,
    COMMAND,
    EVERYTHING
  }

  private void work() {
    try {
      Due due = next();
      while (due != Due.NOTHING) {
        if (due == Due.EVERYTHING) {
          source.look();
          refresh();
          surface.changed();
        }
        if (source.hasCommand()) {
          ask();
        }
        due = next();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException bug) {
      broke(bug);
    }
  }

  /// The conversation goes on without what could not be looked up.
  private void broke(RuntimeException bug) {
    lock.lock();
    try {
      worker = null;
    } finally {
      lock.unlock();
    }
    if (!problemTold) {
      problemTold = true;
      surface.note("A bug in Tenon keeps the line of state from being up to date: " + bug);
    }
  }

  private Due next() throws InterruptedException {
    Thread.sleep(QUIET);
    lock.lock();
    try {
      Due due = lookDue ? Due.EVERYTHING : commandDue ? Due.COMMAND : Due.NOTHING;
      lookDue = false;
      commandDue = false;
      if (due == Due.NOTHING || closed) {
        worker = null;
        return Due.NOTHING;
      }
      return due;
    } finally {
      lock.unlock();
    }
  }

  private void ask() throws InterruptedException {
    try {
      printed = source.ask(StatusJson.of(facts, surface.columns()));
    } catch (StatusCommandException problem) {
      printed = null;
      if (!problemTold) {
        problemTold = true;
        surface.note(
            "statusLine.command " + problem.getMessage() + "; the built-in line is shown instead");
      }
    }
    surface.changed();
  }

  /// The row below the editor, if there is one.
  public Rows below(int columns) {
    if (!settings.enabled()) {
      return Rows.of(List.of());
    }
    String own = printed;
    String row =
        own == null ? line.row(facts, settings.segments(), columns) : line.row(own, columns);
    return row.isEmpty() ? Rows.of(List.of()) : Rows.of(List.of(row));
  }

  /// The rows above the editor: what is to be done, while something works, and what runs.
  public Rows above(int columns, int rows, Activity activity) {
    var all = new ArrayList<String>();
    if (activity == Activity.WORKING) {
      plan.show(source.plan());
      if (plan.open()) {
        all.addAll(plan.rows(columns, Math.min(MOST_PLANNED, rows)).lines());
      }
    }
    all.addAll(tree.rows(tasks, columns, Math.min(MOST_TASKS, rows - all.size())));
    return Rows.of(all);
  }

  /// Whether something works.
  public enum Activity {
    WORKING,
    IDLE
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      interrupt(worker);
      interrupt(clock);
    } finally {
      lock.unlock();
    }
  }

  private static void interrupt(@Nullable Thread thread) {
    if (thread != null) {
      thread.interrupt();
    }
  }
}

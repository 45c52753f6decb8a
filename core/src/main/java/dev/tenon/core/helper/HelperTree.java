package dev.tenon.core.helper;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Finish;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Helpers.Ending;
import dev.tenon.core.tool.Peers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All helpers below one conversation of a person: gives them their ids, lets so many work at a
/// time, counts them, and stops them with the conversation. Safe for several threads.
public final class HelperTree implements AutoCloseable {
  private final HelperBounds bounds;
  private final AgentLibrary agents;
  private final HelperFiles files;
  private final HelperOpener opener;
  private final Consumer<AgentEvent.HelperReported> told;
  private final Semaphore turns;
  private final PeerRoom room = new PeerRoom(Duration.ofSeconds(60), System::nanoTime);
  private final HelperRegistry registry;
  private final ReentrantLock asking = new ReentrantLock();
  private final Map<String, Thread> threads = new LinkedHashMap<>();
  private final Helpers.Simple simple;

  /// @param told hears everything that happens in helpers
  public HelperTree(
      HelperBounds bounds,
      Helpers.Simple simple,
      AgentLibrary agents,
      HelperFiles files,
      HelperOpener opener,
      Consumer<AgentEvent.HelperReported> told) {
    this.bounds = bounds;
    this.simple = simple;
    this.agents = agents;
    this.files = files;
    this.opener = opener;
    this.told = told;
    this.turns = new Semaphore(bounds.atOnce(), true);
    this.registry = new HelperRegistry(bounds, files, opener::session);
  }

  /// For the person's conversation.
  ///
  /// @param jobs where helpers may run beside it; null: it waits for them
  public Helpers root(@Nullable Jobs jobs) {
    return new Delegation(this, null, null, jobs);
  }

  /// The person's conversation can be reached by its helpers from now on.
  ///
  /// @param notices what the conversation attends to
  public void introduce(Conversation main, Notices notices) {
    room.join(PeerRoom.MAIN, "the conversation with the person", main, notices);
  }

  /// The live agents as the person's conversation sees them.
  public Peers peers() {
    return room.of(PeerRoom.MAIN);
  }

  AgentLibrary agents() {
    return agents;
  }

  HelperFiles files() {
    return files;
  }

  HelperOpener opener() {
    return opener;
  }

  Helpers.Simple simple() {
    return simple;
  }

  /// The helpers of the conversation's session that were called since the program began, in that
  /// order; before them those of an earlier session that still work.
  public List<HelperNode> helpers() {
    return registry.helpers();
  }

  public Optional<HelperNode> find(String id) {
    return registry.find(id);
  }

  /// Those that work or wait for their turn.
  public List<HelperNode> working() {
    return registry.working();
  }

  /// A prompt of the person begins, which may have helpers of its own.
  public void beginPrompt() {
    registry.beginPrompt();
  }

  HelperRegistry registry() {
    return registry;
  }

  /// Held while a person is asked about many helpers.
  ReentrantLock asking() {
    return asking;
  }

  /// What one helper is started with.
  ///
  /// @param turns in which the helpers of its call are merged
  /// @param turn its own among them, from 0
  record Start(
      HelperNode helper,
      String context,
      @Nullable OutputSchema schema,
      @Nullable String resuming,
      MergeTurns turns,
      int turn) {

    /// It is not merged any more, if it was not yet; those behind it go on.
    void over() {
      turns.over(turn);
    }
  }

  /// Lets a helper work on this thread when it is its turn.
  ///
  /// @param progress gets lines about what it does
  Helpers.Report run(Start start, Consumer<String> progress) {
    HelperNode helper = start.helper();
    synchronized (this) {
      threads.put(helper.id(), Thread.currentThread());
    }
    try {
      return merged(start, worked(start, progress));
    } catch (InterruptedException stopped) {
      helper.ended(Ending.SKIPPED);
      Thread.currentThread().interrupt();
      return Helpers.Report.skipped(
          helper.id(), helper.agent().name(), "stopped before it had begun");
    } finally {
      start.over();
      synchronized (this) {
        threads.remove(helper.id());
        notifyAll();
      }
    }
  }

  /// Whatever breaks while it works is its end and nobody else's: there is a report, and its layer
  /// is kept like that of any other that failed.
  private Helpers.Report worked(Start start, Consumer<String> progress)
      throws InterruptedException {
    turns.acquire();
    try {
      return opened(start, progress);
    } catch (RuntimeException | Error bug) {
      HelperNode helper = start.helper();
      helper.ended(Ending.FAILED);
      return failed(helper, "a bug in Tenon ended it: " + bug)
          .noting(List.of("What it had said by then is in its session; resume goes on with it."));
    } finally {
      turns.release();
    }
  }

  /// Brings what an isolated helper did into the project when it is its turn. One that was stopped
  /// does not wait for it.
  private Helpers.Report merged(Start start, Helpers.Report report) {
    boolean interrupted = Thread.interrupted();
    Ending ending = report.ending();
    try {
      if (ending == Ending.COMPLETED
          && start.helper().limits().isolation() != AgentDefinition.Isolation.NONE) {
        start.turns().await(start.turn());
      }
    } catch (InterruptedException stopped) {
      interrupted = true;
      ending = Ending.ABORTED;
    }
    try {
      return report.merged(opener.merge(start.helper(), ending));
    } catch (RuntimeException | Error bug) {
      String told =
          "Bringing what it changed into the project broke, a bug in Tenon: "
              + bug
              + ". Its layer is kept; `tenon agents diff "
              + start.helper().id()
              + "` shows it.";
      return report.merged(new Helpers.Merged(List.of(told), List.of(told)));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Helpers.Report opened(Start start, Consumer<String> progress)
      throws InterruptedException {
    HelperNode helper = start.helper();
    // The turn of one that was stopped may come to this one before its own interrupt does.
    if (Thread.interrupted() || start.turns().stopped()) {
      throw new InterruptedException();
    }
    var finish = new Finish(YieldTool.NAME);
    var yield = new YieldTool(finish, start.schema());
    var events = new HelperEvents(helper, told, progress, System::nanoTime);
    boolean mayDelegate = !helper.agent().spawns().isEmpty() && helper.depth() < bounds.depth();
    var opening =
        new HelperOpener.Opening(
            helper,
            start.context(),
            start.schema(),
            finish,
            List.of(yield),
            mayDelegate ? new Delegation(this, helper, start.schema(), null) : null,
            events,
            peers(helper),
            room.of(helper.id()));
    String resuming = start.resuming();
    try (HelperOpener.Opened opened =
        resuming == null ? opener.open(opening) : opener.reopen(opening)) {
      var notices = new Notices();
      opened.conversation().attend(notices);
      room.join(
          helper.id(),
          helper.agent().name() + ", " + helper.description(),
          opened.conversation(),
          notices);
      Helpers.Report report =
          new HelperRun(helper, files, yield, finish)
              .run(opened, resuming == null ? helper.assignment() : resuming);
      var late = new ArrayList<String>();
      room.leave(helper.id())
          .forEach(
              text -> late.add("it did not see this any more; resume it if it should: " + text));
      return late.isEmpty() ? report : report.noting(late);
    } catch (IOException | HelperOpener.UnusableException unusable) {
      helper.ended(Ending.FAILED);
      return failed(
          helper,
          unusable instanceof IOException broken
              ? "it could not begin: " + IoFailure.named(broken)
              : String.valueOf(unusable.getMessage()));
    } finally {
      room.leave(helper.id());
    }
  }

  private static Helpers.Report failed(HelperNode helper, String problem) {
    return new Helpers.Report(
        helper.id(),
        helper.agent().name(),
        Ending.FAILED,
        "",
        problem,
        List.of(),
        List.of(),
        List.of(),
        helper.usage(),
        helper.steps(),
        helper.took(),
        "");
  }

  private List<String> peers(HelperNode helper) {
    var peers = new ArrayList<String>();
    for (HelperNode other : working()) {
      if (!other.id().equals(helper.id())) {
        peers.add(other.id());
      }
    }
    return peers;
  }

  /// A helper waits for helpers of its own: they get its turn meanwhile.
  void lendTurn() {
    turns.release();
  }

  void takeTurnBack() {
    turns.acquireUninterruptibly();
  }

  /// Stops one, or keeps it from beginning. Answers false when it does not work.
  public boolean stop(String id) {
    Thread thread;
    synchronized (this) {
      thread = threads.get(id);
    }
    HelperNode helper = find(id).orElse(null);
    if (helper == null || thread == null) {
      return false;
    }
    if (!helper.stop("")) {
      thread.interrupt();
    }
    return true;
  }

  /// Stops all of them and whatever they have started. Answers how many still worked.
  public int stopAll() {
    int stopped = 0;
    List<Thread> running;
    synchronized (this) {
      running = new ArrayList<>(threads.values());
    }
    for (Thread thread : running) {
      thread.interrupt();
      stopped++;
    }
    return stopped;
  }

  /// Waits until those that were stopped have told their last, and no longer than that; whoever
  /// interrupts it finds the flag again.
  public void awaitEnds(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    synchronized (this) {
      long left = patience.toMillis();
      while (!threads.isEmpty() && left > 0) {
        try {
          wait(left);
        } catch (InterruptedException hurried) {
          interrupted = true;
        }
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// The program ends: nothing begins any more, and those that work are interrupted ones when they
  /// are stopped.
  public void programEnds() {
    registry.close();
    working().forEach(HelperNode::programEnds);
  }

  /// Stops all of them for good, and waits a moment for their ends.
  @Override
  public void close() {
    programEnds();
    List<Thread> running;
    synchronized (this) {
      running = new ArrayList<>(threads.values());
    }
    stopAll();
    long deadline = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    for (Thread thread : running) {
      long left = deadline - System.nanoTime();
      if (!thread.equals(Thread.currentThread()) && left > 0) {
        try {
          thread.join(Duration.ofNanos(left));
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}

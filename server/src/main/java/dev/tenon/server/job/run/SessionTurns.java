package dev.tenon.server.job.run;

import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.live.SessionLine;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Jobs that wait for another one of their session: each begins when the one before it is over and
/// reviewed, in the order they came. Behind one that failed or was interrupted they wait for a
/// person, since they may build on it. Each has its place in the queue from the beginning, so that
/// none is refused when its turn comes; they survive the end of the server.
public final class SessionTurns {
  private static final System.Logger LOG = System.getLogger(SessionTurns.class.getName());

  /// How many jobs of one session may wait.
  private static final int MOST = 20;

  private final Sessions sessions;
  private final SessionLine line;
  private final LiveJobs jobs;
  private final Store store;
  private final JobQueue queue;
  private final Clock clock;
  private final BiConsumer<LiveSession, LiveJob> run;
  private volatile boolean closed;

  /// @param run puts a job into its place in the queue
  SessionTurns(
      Sessions sessions,
      LiveJobs jobs,
      Store store,
      JobQueue queue,
      Clock clock,
      BiConsumer<LiveSession, LiveJob> run) {
    this.sessions = sessions;
    this.line = sessions.line();
    this.jobs = jobs;
    this.store = store;
    this.queue = queue;
    this.clock = clock;
    this.run = run;
  }

  /// Whether a new job of the session has to wait.
  boolean mustWait(SessionRecord session) {
    return !line.of(session.id()).isEmpty()
        || sessions.lastJob(session).filter(job -> !job.status().over()).isPresent();
  }

  void requireRoom(SessionRecord session) throws EngineException {
    if (line.of(session.id()).size() >= MOST) {
      throw new EngineException(
          EngineException.Kind.BUSY,
          "queue_full",
          MOST + " jobs of this session wait already",
          "Cancel some of them, or wait until they are over.");
    }
  }

  /// A job waits from now on; a place in the queue is reserved for it.
  void add(LiveJob job) {
    line.add(job.record().sessionId(), job.record().id());
  }

  /// A job that waited when the server ended goes on waiting; one for which there is no room any
  /// more is told to be interrupted.
  public void addAgain(LiveJob job) {
    if (queue.reserve()) {
      add(job);
    } else {
      job.fail("interrupted", "the server ended before the job began; resume it");
    }
  }

  boolean has(JobRecord job) {
    return line.has(job.sessionId(), job.id());
  }

  /// Answers whether it waited. Its place is free then.
  boolean leave(JobRecord job) {
    boolean waited = line.remove(job.sessionId(), job.id());
    if (waited) {
      queue.release();
    }
    return waited;
  }

  /// Whether a job waits for another one of its session, by what is stored.
  public boolean waits(JobRecord job) {
    return job.status() == JobStatus.QUEUED
        && store
            .session(job.sessionId())
            .filter(session -> !job.id().equals(session.lastJobId()))
            .isPresent();
  }

  /// Its place among those of its session, from 1; 0 when it does not wait here.
  int place(JobRecord job) {
    return line.of(job.sessionId()).indexOf(job.id()) + 1;
  }

  /// The job that has to be over before this one begins, if it waits for one.
  public Optional<String> behind(JobRecord job) {
    List<String> waiting = line.of(job.sessionId());
    int at = waiting.indexOf(job.id());
    if (at > 0) {
      return Optional.of(waiting.get(at - 1));
    }
    return at < 0
        ? Optional.empty()
        : store
            .session(job.sessionId())
            .flatMap(session -> Optional.ofNullable(session.lastJobId()));
  }

  /// A job is over: the next one of its session begins. Not on this thread, which may hold locks.
  public void ended(JobRecord job) {
    if (!closed && !line.of(job.sessionId()).isEmpty()) {
      Thread.ofVirtual().name("next-" + job.sessionId()).start(() -> advance(job.sessionId()));
    }
  }

  /// Begins what could have begun.
  public void advanceAll() {
    line.sessions().forEach(this::advance);
  }

  private void advance(String id) {
    try (var session = sessions.enter(id)) {
      boolean free = sessions.lastJob(session.record()).map(SessionTurns::goesOn).orElse(true);
      List<String> waiting = line.of(id);
      if (free && !waiting.isEmpty() && !closed) {
        session.requireActive();
        begin(session, jobs.require(waiting.getFirst()));
      }
    } catch (EngineException | Store.StoreException notNow) {
      // It goes on waiting, and is asked again when something else of the session is over.
      LOG.log(System.Logger.Level.WARNING, "what waits in session " + id, notNow);
    }
  }

  private static boolean goesOn(JobRecord last) {
    JobRecord.Failure error = last.error();
    return last.status() == JobStatus.COMPLETED
        || (last.status() == JobStatus.FAILED
            && error != null
            && (error.code().equals("cancelled") || error.code().equals("superseded")));
  }

  /// A job that waited becomes the last one of its session, and goes into its place.
  void begin(EnteredSession session, LiveJob job) {
    SessionRecord before = session.record();
    SessionRecord changed = before.withJob(job.record().id(), before.title(), clock.instant());
    store.save(List.of(new Store.Entry.OfSession(changed)));
    session.became(changed);
    line.remove(before.id(), job.record().id());
    run.accept(session.live(), job);
  }

  /// Nothing begins any more; what waits is there at the next start.
  void close() {
    closed = true;
  }
}

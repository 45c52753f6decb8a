package dev.tenon.server.job.live;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Part;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.ContextRow;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.Ids;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The sessions of a server. Those that were used lately are in memory; the others are in the
/// store.
public final class Sessions {
  private static final int MOST_RECENT = 64;

  private final ServedProjects projects;
  private final Store store;
  private final HunkGuard hunks;
  private final LiveJobs jobs;
  private final WriteRecovery writes;
  private final Clock clock;
  private final SessionLine line = new SessionLine();
  private final ReentrantLock lock = new ReentrantLock();

  /// Those that were used last.
  private final LinkedHashMap<String, LiveSession> recent = new LinkedHashMap<>(16, 0.75f, true);

  /// Every one that somebody still holds: there is never a second object for a session.
  private final Map<String, WeakReference<LiveSession>> held = new HashMap<>();

  public Sessions(
      ServedProjects projects,
      Store store,
      HunkGuard hunks,
      LiveJobs jobs,
      WriteRecovery writes,
      Clock clock) {
    this.projects = projects;
    this.store = store;
    this.hunks = hunks;
    this.jobs = jobs;
    this.writes = writes;
    this.clock = clock;
  }

  /// @param root the number of the served project
  /// @param commands whether its jobs may run commands
  /// @param model the remote model of its jobs; empty for the usual one
  public SessionRecord create(int root, String title, CommandUse commands, String model)
      throws EngineException {
    if (root < 0 || root >= projects.roots().size()) {
      throw new EngineException(
          EngineException.Kind.INVALID,
          "unknown_root",
          "root must be 0.." + (projects.roots().size() - 1) + ", was " + root);
    }
    var now = clock.instant();
    var session =
        new SessionRecord(
            Ids.next("sess"),
            root,
            projects.roots().get(root).toString(),
            title,
            now,
            now,
            SessionRecord.Status.ACTIVE,
            List.of(),
            null,
            commands,
            model);
    store.save(session);
    return session;
  }

  public List<SessionRecord> list(Store.Page page) {
    return store.sessions(page).stream().map(this::numbered).toList();
  }

  public SessionRecord record(String id) throws EngineException {
    LiveSession live = loaded(id);
    return live != null ? live.record() : stored(id);
  }

  private SessionRecord stored(String id) throws EngineException {
    return store.session(id).map(this::numbered).orElseThrow(() -> unknown(id));
  }

  /// With the number that its folder has in this run of the server; one that no folder has if it is
  /// not served.
  private SessionRecord numbered(SessionRecord record) {
    if (record.folder().isEmpty()) {
      return record;
    }
    int number = projects.roots().indexOf(Path.of(record.folder()));
    return record.servedAs(number >= 0 ? number : Math.max(record.root(), projects.roots().size()));
  }

  /// Another number whenever what is staged in a session, or said in it, may be another; 0 for one
  /// that nobody has touched since the start of the server. To be compared, and for nothing else.
  public long revision(String id) {
    LiveSession live = loaded(id);
    return live == null ? 0 : live.revision();
  }

  /// The messages of a session, as they are stored.
  public Json.Arr messages(String id) throws EngineException {
    record(id);
    LiveSession live = loaded(id);
    return live != null
        ? live.messages()
        : store.state(id).map(Store.State::messages).orElse(Json.array(List.of()));
  }

  /// The pictures that a call in a session was answered with; none where they are not kept.
  public List<Part.Image> pictures(String id, String call) throws EngineException {
    LiveSession live = loaded(id);
    return live != null ? live.pictures(call) : SessionHistory.pictures(messages(id), call);
  }

  /// The last job of a session, unless it has been dropped.
  public Optional<JobRecord> lastJob(SessionRecord session) {
    return jobs.lastOf(session).map(LiveJob::record);
  }

  /// Puts a session aside or takes it up again.
  public SessionRecord archive(String id, SessionRecord.Status status) throws EngineException {
    try (var session = enter(id)) {
      if (status == SessionRecord.Status.ARCHIVED) {
        requireNoRun(session.record());
        requireNoneWaits(id);
      }
      return save(session, session.record().with(status, clock.instant()));
    }
  }

  public SessionRecord setRows(String id, List<ContextRow> rows) throws EngineException {
    try (var session = enter(id)) {
      session.requireActive();
      return save(session, session.record().withRows(rows, clock.instant()));
    }
  }

  /// Says whether the jobs of a session may run commands, from the next one on.
  public SessionRecord allow(String id, CommandUse commands) throws EngineException {
    try (var session = enter(id)) {
      session.requireActive();
      return save(session, session.record().with(commands, clock.instant()));
    }
  }

  /// Says which remote model the jobs of a session have, from the next one on.
  ///
  /// @param model empty for the usual one
  public SessionRecord choose(String id, String model) throws EngineException {
    try (var session = enter(id)) {
      session.requireActive();
      return save(session, session.record().withModel(model, clock.instant()));
    }
  }

  private SessionRecord save(EnteredSession session, SessionRecord changed) {
    store.save(changed);
    session.became(changed);
    return changed;
  }

  /// The jobs of sessions that wait for the one before them.
  public SessionLine line() {
    return line;
  }

  private void requireNoneWaits(String session) throws EngineException {
    int waiting = line.of(session).size();
    if (waiting > 0) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "job_running",
          waiting == 1
              ? "1 job of this session waits to begin"
              : waiting + " jobs of this session wait to begin",
          "Wait for them or cancel them.");
    }
  }

  public void requireNoRun(SessionRecord session) throws EngineException {
    Optional<JobRecord> job = lastJob(session);
    if (job.isPresent() && job.get().status().live()) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "job_running",
          "job " + job.get().id() + " of this session is " + job.get().status().label(),
          "Wait for it or cancel it.");
    }
  }

  private static EngineException unknown(String id) {
    return new EngineException(
        EngineException.Kind.NOT_FOUND, "unknown_session", "there is no session " + id);
  }

  /// Opens a session for the caller alone, until it closes what this answers. A write that a crash
  /// or a full disk left unfinished is brought to its end first.
  public EnteredSession enter(String id) throws EngineException {
    EnteredSession session = EnteredSession.enter(open(id));
    boolean entered = false;
    try {
      if (session.live().isGone()) {
        throw unknown(id);
      }
      writes.settle(session);
      entered = true;
      return session;
    } finally {
      if (!entered) {
        session.close();
      }
    }
  }

  /// Brings unfinished writes of a session to their end if nobody is at them.
  public void settle(String id) {
    LiveSession known = writes.isUnsettled(id) ? loaded(id) : null;
    if (known == null) {
      return;
    }
    try (EnteredSession session = EnteredSession.tryEnter(known)) {
      if (session != null) {
        writes.settle(session);
      }
    } catch (EngineException | Store.StoreException notYet) {
      System.getLogger(Sessions.class.getName())
          .log(System.Logger.Level.DEBUG, "session " + id, notYet);
    }
  }

  public LiveSession open(String id) throws EngineException {
    lock.lock();
    try {
      LiveSession session = known(id);
      if (session == null) {
        session = load(stored(id));
        held.put(id, new WeakReference<>(session));
      }
      recent.put(id, session);
      makeRoom();
      return session;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable LiveSession loaded(String id) {
    lock.lock();
    try {
      return known(id);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable LiveSession known(String id) {
    WeakReference<LiveSession> reference = held.get(id);
    return reference == null ? null : reference.get();
  }

  private void makeRoom() {
    if (recent.size() > MOST_RECENT) {
      recent.pollFirstEntry();
      held.values().removeIf(reference -> reference.get() == null);
    }
  }

  /// Lets the store drop what has outlived its time, and forgets that here. A session that somebody
  /// is about to change is stored again by that.
  public void collect() {
    Store.Collected removed = store.collect();
    jobs.forget(removed.jobs());
    for (String id : removed.sessions()) {
      LiveSession known = loaded(id);
      if (known == null) {
        forget(id);
        continue;
      }
      try (EnteredSession session = EnteredSession.tryEnter(known)) {
        if (session != null) {
          forget(id);
          known.forget();
        }
      }
    }
  }

  private void forget(String id) {
    lock.lock();
    try {
      held.remove(id);
      recent.remove(id);
    } finally {
      lock.unlock();
    }
  }

  private LiveSession load(SessionRecord record) throws EngineException {
    try {
      Workspace workspace = projects.open(root(record));
      Journal journal = ProjectJournal.open(projects.home(), workspace, record.id());
      Optional<Store.State> state = store.state(record.id());
      if (state.isEmpty()) {
        return new LiveSession(
            record,
            workspace,
            new StagedEditing(workspace, journal, hunks),
            ReviewNotes.NONE,
            Json.array(List.of()),
            Optional.empty(),
            store,
            clock.millis());
      }
      StagedEditing editing =
          StagedEditing.fromJson(workspace, journal, hunks, state.get().staged());
      return new LiveSession(
          record,
          workspace,
          editing,
          ReviewNotes.of(state.get().staged()),
          state.get().messages(),
          state.get().writing(),
          store,
          clock.millis());
    } catch (IOException | CommitException | JsonException unusable) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "session_unusable",
          "session " + record.id() + " cannot be opened: " + unusable.getMessage());
    }
  }

  private int root(SessionRecord record) throws EngineException {
    if (record.root() >= projects.roots().size()) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "session_unusable",
          "session "
              + record.id()
              + " belongs to "
              + (record.folder().isEmpty()
                  ? "root " + record.root()
                  : "folder '" + Path.of(record.folder()).getFileName() + "'")
              + ", which is not served",
          "Start the server with that project, too.");
    }
    return record.root();
  }
}

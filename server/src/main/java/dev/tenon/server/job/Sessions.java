package dev.tenon.server.job;

import dev.tenon.core.change.CommitException;
import dev.tenon.core.change.DiffBundle;
import dev.tenon.core.change.HunkGuard;
import dev.tenon.core.change.Journal;
import dev.tenon.core.change.ReviewException;
import dev.tenon.core.change.StagedEditing;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.workspace.Sha256;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The sessions of a server. Those that were used lately are at hand; the others are in the store.
public final class Sessions {
  private static final int AT_HAND = 64;

  private final JobEngine.Place place;
  private final Store store;
  private final HunkGuard hunks;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();

  /// Those that were used last.
  private final LinkedHashMap<String, LiveSession> atHand = new LinkedHashMap<>(16, 0.75f, true);

  /// Every one that somebody still holds: there is never a second object for a session.
  private final Map<String, WeakReference<LiveSession>> held = new HashMap<>();

  Sessions(JobEngine.Place place, Store store, HunkGuard hunks, Clock clock) {
    this.place = place;
    this.store = store;
    this.hunks = hunks;
    this.clock = clock;
  }

  /// @param root the number of the served project
  public SessionRecord create(int root, String title) throws EngineException {
    if (root < 0 || root >= place.roots().size()) {
      throw new EngineException(
          EngineException.Kind.INVALID,
          "unknown_root",
          "root must be 0.." + (place.roots().size() - 1) + ", was " + root);
    }
    var now = clock.instant();
    var session =
        new SessionRecord(
            Ids.next("sess"), root, title, now, now, SessionRecord.Status.ACTIVE, List.of(), null);
    store.save(session);
    return session;
  }

  public List<SessionRecord> list(Store.Page page) {
    return store.sessions(page);
  }

  public SessionRecord record(String id) throws EngineException {
    lock.lock();
    try {
      LiveSession live = known(id);
      if (live != null) {
        return live.record();
      }
    } finally {
      lock.unlock();
    }
    return store.session(id).orElseThrow(() -> unknown(id));
  }

  /// The messages of a session, as they are stored.
  public Json.Arr messages(String id) throws EngineException {
    record(id);
    lock.lock();
    try {
      LiveSession live = known(id);
      if (live != null) {
        return live.messages();
      }
    } finally {
      lock.unlock();
    }
    return store.state(id).map(Store.State::messages).orElse(Json.array(List.of()));
  }

  public SessionRecord archive(String id, SessionRecord.Status status) throws EngineException {
    LiveSession session = open(id);
    session.lock.lock();
    try {
      session.record(session.record().with(status, clock.instant()));
      return session.record();
    } finally {
      session.lock.unlock();
    }
  }

  public SessionRecord setRows(String id, List<ContextRow> rows) throws EngineException {
    LiveSession session = open(id);
    session.lock.lock();
    try {
      requireActive(session.record());
      session.record(session.record().withRows(rows, clock.instant()));
      return session.record();
    } finally {
      session.lock.unlock();
    }
  }

  void requireActive(SessionRecord session) throws EngineException {
    if (session.status() == SessionRecord.Status.ARCHIVED) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "session_archived",
          "session " + session.id() + " is archived",
          "Unarchive it, or begin another one.");
    }
  }

  private static EngineException unknown(String id) {
    return new EngineException(
        EngineException.Kind.NOT_FOUND, "unknown_session", "there is no session " + id);
  }

  LiveSession open(String id) throws EngineException {
    lock.lock();
    try {
      LiveSession session = known(id);
      if (session == null) {
        session = load(store.session(id).orElseThrow(() -> unknown(id)));
        held.put(id, new WeakReference<>(session));
      }
      atHand.put(id, session);
      makeRoom();
      return session;
    } finally {
      lock.unlock();
    }
  }

  /// Lets go of sessions that are not in the store any more. Whoever still works in one brings it
  /// back by saving its state.
  void forget(List<String> ids) {
    lock.lock();
    try {
      for (String id : ids) {
        atHand.remove(id);
        held.remove(id);
      }
    } finally {
      lock.unlock();
    }
  }

  private @Nullable LiveSession known(String id) {
    WeakReference<LiveSession> reference = held.get(id);
    return reference == null ? null : reference.get();
  }

  private void makeRoom() {
    if (atHand.size() > AT_HAND) {
      atHand.pollFirstEntry();
      held.values().removeIf(reference -> reference.get() == null);
    }
  }

  private LiveSession load(SessionRecord record) throws EngineException {
    try {
      Workspace workspace = place.open(record.root());
      Journal journal = Journal.open(place.home(), workspace, record.id());
      Optional<Store.State> state = store.state(record.id());
      if (state.isEmpty()) {
        return new LiveSession(
            record,
            workspace,
            new StagedEditing(workspace, journal, hunks),
            Json.array(List.of()),
            store);
      }
      StagedEditing editing =
          StagedEditing.fromJson(workspace, journal, hunks, state.get().staged());
      List<String> written = written(workspace, editing, state.get().applying());
      if (state.get().applying() == Store.Applying.ALL && !written.isEmpty()) {
        editing = new StagedEditing(workspace, journal, hunks);
      } else {
        for (String path : written) {
          editing.review().discard(path);
        }
      }
      return new LiveSession(record, workspace, editing, state.get().messages(), store);
    } catch (IOException | CommitException | JsonException | ReviewException unusable) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "session_unusable",
          "session " + record.id() + " cannot be opened: " + unusable.getMessage());
    }
  }

  /// The files that a write which was under way when the program ended had reached. A commit is
  /// whole or not at all.
  private static List<String> written(
      Workspace workspace, StagedEditing editing, Store.Applying applying) throws IOException {
    var written = new ArrayList<String>();
    if (applying == Store.Applying.NOTHING) {
      return written;
    }
    for (DiffBundle.FileDiff file : editing.review().bundle().files()) {
      String now =
          workspace
              .snapshotIfThere(workspace.root().resolve(file.path()))
              .map(Snapshot::sha256)
              .orElse(Sha256.EMPTY);
      if (!now.equals(file.baseSha256())) {
        written.add(file.path());
      }
    }
    return written;
  }
}

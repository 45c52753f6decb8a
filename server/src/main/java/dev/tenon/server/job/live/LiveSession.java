package dev.tenon.server.job.live;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.Selection;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A session that is in memory: its files, what is staged, its conversation. Whoever wants to
/// change its record, decide, write, or change the status of a job enters it ([EnteredSession]); a
/// run does so only for moments. Safe for several threads.
public final class LiveSession {
  final ReentrantLock lock = new ReentrantLock();
  private final Workspace workspace;
  private final StagedEditing editing;
  private final Store store;
  private final SessionHistory history;

  /// The pictures of calls that were answered in the step under way, which is no message yet.
  private final Map<String, List<Part.Image>> stepPictures = new ConcurrentHashMap<>();

  private volatile SessionRecord record;
  private volatile ReviewNotes notes;
  private volatile Optional<Store.Writing> writing;
  private volatile boolean gone;
  private volatile @Nullable Conversation conversation;
  private final AtomicLong revision;

  LiveSession(
      SessionRecord record,
      Workspace workspace,
      StagedEditing editing,
      ReviewNotes notes,
      Json.Arr messages,
      Optional<Store.Writing> writing,
      Store store,
      long revision) {
    this.record = record;
    this.revision = new AtomicLong(revision);
    this.notes = notes;
    this.workspace = workspace;
    this.editing = editing;
    this.history = new SessionHistory(messages);
    this.writing = writing;
    this.store = store;
  }

  public SessionRecord record() {
    return record;
  }

  /// Another number whenever what is staged or said may be another.
  long revision() {
    return revision.get();
  }

  /// The record is this one, and the store has it already.
  void became(SessionRecord changed) {
    record = changed;
  }

  public Workspace workspace() {
    return workspace;
  }

  public StagedEditing editing() {
    return editing;
  }

  public Review review() {
    return editing.review();
  }

  /// What is noted beside what is staged.
  public ReviewNotes notes() {
    return notes;
  }

  void notes(ReviewNotes now) {
    notes = now;
  }

  /// What is staged, as the API shows it to the reviewer of a job.
  public Json.Obj bundle(String job) {
    var selections = Json.object();
    Review review = review();
    for (Selection each : Selection.values()) {
      selections.put(each.label(), review.pinned(each).toJson());
    }
    return Json.object()
        .put("job_id", job)
        .putAll(notes.sign(review.bundle().toJson(), review.reasons()))
        .put("selections", selections.build())
        .build();
  }

  /// The messages of the conversation as they are stored.
  public Json.Arr messages() {
    return history.stored();
  }

  /// The messages of the conversation, to go on with.
  public List<Message> history() {
    return history.messages();
  }

  /// A call of the step under way is answered.
  public void answered(Part.Result result) {
    if (!result.images().isEmpty()) {
      stepPictures.put(result.callId(), result.images());
    }
  }

  /// What was answered in the step is a message, and stored.
  public void stepEnded() {
    stepPictures.clear();
  }

  /// The pictures that a call was answered with; none where they are not kept (any more).
  List<Part.Image> pictures(String call) {
    List<Part.Image> early = stepPictures.get(call);
    return early == null ? SessionHistory.pictures(history.stored(), call) : early;
  }

  /// @param running the conversation of the job that runs; null when none does
  public void use(@Nullable Conversation running) {
    conversation = running;
    if (running == null) {
      stepEnded();
    }
  }

  public @Nullable Conversation conversation() {
    return conversation;
  }

  /// A write to the project whose end is not in the store yet.
  public Optional<Store.Writing> writing() {
    return writing;
  }

  void writing(Optional<Store.Writing> now) {
    writing = now;
  }

  /// The store has dropped it: it must not be used any more.
  void forget() {
    gone = true;
  }

  boolean isGone() {
    return gone;
  }

  /// Everything as it is now, to be stored. Only while nobody else can change what is staged.
  Store.Entry state() {
    return state(writing);
  }

  Store.Entry state(Optional<Store.Writing> under) {
    revision.incrementAndGet();
    Conversation running = conversation;
    if (running != null) {
      history.become(running.history());
    }
    Store.Buffers buffers = editing.hasUnsaved() ? Store.Buffers.UNSAVED : Store.Buffers.CLEAN;
    return new Store.Entry.OfState(
        record, new Store.State(history.stored(), notes.beside(editing.toJson()), under, buffers));
  }

  /// Stores everything as it is now.
  public void save() {
    editing.hold(() -> store.save(List.of(state())));
  }
}

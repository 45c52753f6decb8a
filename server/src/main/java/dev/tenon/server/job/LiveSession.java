package dev.tenon.server.job;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.StagedEditing;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.workspace.Workspace;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A session that is at hand: its files, what is staged, its conversation. The lock covers the
/// record, decisions and writes; a run holds it only for moments.
final class LiveSession {
  final ReentrantLock lock = new ReentrantLock();
  final Workspace workspace;
  final StagedEditing editing;
  private final Store store;
  private volatile SessionRecord record;

  /// The history of the conversation as it is stored; the live one while a job runs.
  private volatile Json.Arr messages;

  private volatile @Nullable Conversation conversation;

  LiveSession(
      SessionRecord record,
      Workspace workspace,
      StagedEditing editing,
      Json.Arr messages,
      Store store) {
    this.record = record;
    this.workspace = workspace;
    this.editing = editing;
    this.messages = messages;
    this.store = store;
  }

  SessionRecord record() {
    return record;
  }

  void record(SessionRecord changed) {
    store.save(changed);
    record = changed;
  }

  Json.Arr messages() {
    return messages;
  }

  void use(@Nullable Conversation running) {
    conversation = running;
  }

  @Nullable Conversation conversation() {
    return conversation;
  }

  /// Puts everything on the safe side.
  void keep(Store.Applying applying) {
    Conversation running = conversation;
    if (running != null) {
      messages = Json.array(running.history().stream().map(MessageJson::toJson).toList());
    }
    Store.Buffers buffers =
        editing.unsaved().isEmpty() ? Store.Buffers.CLEAN : Store.Buffers.UNSAVED;
    store.saveState(record, new Store.State(messages, editing.toJson(), applying, buffers));
  }
}

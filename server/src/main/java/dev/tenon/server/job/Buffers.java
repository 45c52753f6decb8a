package dev.tenon.server.job;

import dev.tenon.core.change.Attribution;
import dev.tenon.core.change.CommitException;
import dev.tenon.core.change.Committed;
import dev.tenon.core.change.ReviewException;
import dev.tenon.core.change.StagedChange;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.workspace.PathException;
import dev.tenon.server.tool.ProjectFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The working buffers of a session as an editor sees them: the person's own edits become hunks
/// like those of the model.
public final class Buffers {
  private final JobEngine engine;
  private final Sessions sessions;

  public Buffers(JobEngine engine) {
    this.engine = engine;
    this.sessions = engine.sessions();
  }

  /// The files of the project with what is staged in a session.
  public ProjectFiles files(String sessionId) throws EngineException {
    LiveSession session = sessions.open(sessionId);
    return new ProjectFiles(
        session.workspace, session.editing, engine.fileLimits(), ProjectFiles.Audience.PERSON);
  }

  /// A file as it is in the working buffers, whole.
  public Json.Obj read(String sessionId, String path) throws EngineException {
    LiveSession session = sessions.open(sessionId);
    FileState.Existing file = existing(session, path);
    var json =
        Json.object()
            .put("file_path", file.path())
            .put("content", file.text())
            .put("file_hash", "sha256:" + file.sha256());
    return json.array("change_log", log(session, file.path())).build();
  }

  private static List<Json> log(LiveSession session, String path) {
    var log = new ArrayList<Json>();
    try {
      for (Map.Entry<StagedChange, StagedChange.Status> change :
          session.editing.review().log(path).entrySet()) {
        log.add(
            Json.object()
                .put("id", change.getKey().id())
                .put("origin", JsonFields.word(change.getKey().by().origin()))
                .put("forward_patch", change.getKey().forwardPatch())
                .put("reverse_patch", change.getKey().reversePatch())
                .put("status", JsonFields.word(change.getValue()))
                .put("file_hash_before", "sha256:" + change.getKey().fileHashBefore())
                .build());
      }
    } catch (ReviewException nothingStaged) {
      // A file of which nothing is staged has an empty log.
      return List.of();
    }
    return log;
  }

  private static FileState.Existing existing(LiveSession session, String path)
      throws EngineException {
    if (current(session, path) instanceof FileState.Existing file) {
      return file;
    }
    throw new EngineException(
        EngineException.Kind.NOT_FOUND, "unknown_file", "there is no file " + path);
  }

  private static FileState current(LiveSession session, String path) throws EngineException {
    try {
      return session.editing.current(path);
    } catch (PlanException refused) {
      throw new EngineException(
          EngineException.Kind.INVALID, "unusable_file", String.valueOf(refused.getMessage()));
    }
  }

  /// Puts the person's text into the buffer.
  ///
  /// @param baseHash what the buffer held when the person began, as `sha256:…`; empty for a file
  ///   that is to be created
  public Json.Obj write(String sessionId, String path, String text, String baseHash)
      throws EngineException {
    LiveSession session = sessions.open(sessionId);
    session.lock.lock();
    try {
      sessions.requireActive(session.record());
      Transaction transaction = new Transaction(List.of(change(session, path, text, baseHash)));
      Committed done = session.editing.commit(transaction, Attribution.user("editor"));
      session.keep(Store.Applying.NOTHING);
      tell(session, done);
      return read(sessionId, path);
    } catch (CommitException refused) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "conflict", String.valueOf(refused.getMessage()));
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    } finally {
      session.lock.unlock();
    }
  }

  private static FileChange change(LiveSession session, String path, String text, String baseHash)
      throws EngineException {
    return switch (current(session, path)) {
      case FileState.Missing missing -> new FileChange.Create(missing.path(), text);
      case FileState.Existing file -> {
        if (!baseHash.equals("sha256:" + file.sha256())) {
          throw new EngineException(
              EngineException.Kind.CONFLICT,
              "stale_buffer",
              path + " has changed since it was read",
              Json.object().put("file_hash", "sha256:" + file.sha256()).build(),
              "Read it again and repeat the edit.");
        }
        yield new FileChange.Update(file.path(), file.sha256(), text);
      }
    };
  }

  private void tell(LiveSession session, Committed done) {
    LiveJob job = engine.lastJob(session.record());
    if (job == null || job.record().status() != JobStatus.AWAITING_REVIEW) {
      return;
    }
    Json.Obj bundle = Bundles.json(job.record().id(), session.editing.review().bundle());
    job.update(
        draft -> draft.diffBundle = bundle,
        JobEvent.REVIEW_UPDATED,
        Json.object()
            .put("action", "user_edit")
            .put("files", Json.strings(done.files().stream().map(Committed.File::path).toList()))
            .build());
  }

  /// Reads lines for a person; the same limits as for the model.
  public Json.Obj lines(String sessionId, String path, long first, long last)
      throws EngineException, InterruptedException {
    try {
      return files(sessionId).read(path, first, last, engine.fileLimits().readBytes());
    } catch (PathException denied) {
      throw denied(denied);
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.NOT_FOUND, "unreadable_file", String.valueOf(broken.getMessage()));
    }
  }

  public Json.Obj list(String sessionId, String prefix, String glob)
      throws EngineException, InterruptedException {
    try {
      return files(sessionId).list(prefix, glob);
    } catch (PathException denied) {
      throw denied(denied);
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    }
  }

  public Json.Obj search(String sessionId, String query, String glob, int limit)
      throws EngineException, InterruptedException {
    if (query.isBlank()) {
      throw new EngineException(EngineException.Kind.INVALID, "empty_query", "query is empty");
    }
    try {
      return files(sessionId).search(query, glob, limit);
    } catch (PathException denied) {
      throw denied(denied);
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    }
  }

  private static EngineException denied(PathException denied) {
    return switch (denied.kind()) {
      case NOT_FOUND ->
          new EngineException(
              EngineException.Kind.NOT_FOUND, "unknown_file", String.valueOf(denied.getMessage()));
      case DENIED ->
          new EngineException(
              EngineException.Kind.INVALID, "denied_path", String.valueOf(denied.getMessage()));
      case INVALID ->
          new EngineException(
              EngineException.Kind.INVALID,
              "invalid_request",
              String.valueOf(denied.getMessage()),
              denied.suggestions().toArray(new String[0]));
    };
  }
}

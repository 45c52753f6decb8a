package dev.tenon.server.job.review;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.StagedChange;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.live.TextEncoding;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.tool.FileLimits;
import dev.tenon.server.tool.Pictures;
import dev.tenon.server.tool.ProjectFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The working buffers of a session as an editor sees them: the person's own edits become hunks
/// like those of the model.
public final class EditorBuffers {
  private static final long MOST_PICTURE_BYTES = 16 * 1024 * 1024;

  private final Sessions sessions;
  private final Reviews reviews;
  private final FileLimits limits;

  /// @param limits of what is read and found at once
  public EditorBuffers(Sessions sessions, Reviews reviews, FileLimits limits) {
    this.sessions = sessions;
    this.reviews = reviews;
    this.limits = limits;
  }

  /// The files of the project with what is staged in a session.
  private ProjectFiles files(String sessionId, FileLimits bounds) throws EngineException {
    LiveSession session = sessions.open(sessionId);
    return new ProjectFiles(
        session.workspace(), session.editing(), bounds, ProjectFiles.Audience.PERSON);
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

  /// A file without what is staged for it; null stands for no file, and for one that is no text.
  public Json.Obj base(String sessionId, String path) throws EngineException {
    LiveSession session = sessions.open(sessionId);
    Json content;
    try {
      content = session.review().base(path).<Json>map(Json::of).orElse(Json.Null.VALUE);
    } catch (ReviewException nothingStaged) {
      content = Json.of(existing(session, path).text());
    }
    return Json.object().put("file_path", path).put("content", content).build();
  }

  private static List<Json> log(LiveSession session, String path) {
    var log = new ArrayList<Json>();
    try {
      for (Map.Entry<StagedChange, StagedChange.Status> change :
          session.review().log(path).entrySet()) {
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
      FileState state = session.editing().current(path);
      if (state instanceof FileState.Existing file) {
        requireUtf8(session, file.path());
      }
      return state;
    } catch (PlanException refused) {
      throw unusable(String.valueOf(refused.getMessage()));
    }
  }

  private static EngineException unusable(String why) {
    return new EngineException(EngineException.Kind.INVALID, "unusable_file", why);
  }

  private static void requireUtf8(LiveSession session, String path) throws EngineException {
    try {
      if (TextEncoding.other(session.editing(), session.workspace().root().resolve(path))
          .isPresent()) {
        throw new EngineException(
            EngineException.Kind.INVALID,
            "unusable_file",
            path + " is not UTF-8",
            "Convert it to UTF-8 first.");
      }
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    }
  }

  /// Puts the person's text into the buffer.
  ///
  /// @param baseHash what the buffer held when the person began, as `sha256:…`; empty for a file
  ///   that is to be created
  public Json.Obj write(String sessionId, String path, String text, String baseHash)
      throws EngineException {
    try (var session = sessions.enter(sessionId)) {
      session.requireActive();
      type(
          session,
          switch (current(session.live(), path)) {
            case FileState.Missing missing -> new FileChange.Create(missing.path(), text);
            case FileState.Existing file -> {
              requireBase(file, baseHash);
              yield new FileChange.Update(file, text);
            }
            case FileState.Whole file -> throw unusable(file.path() + " is not text");
          });
      return read(sessionId, path);
    }
  }

  /// Takes the file away in the working buffers; it is on the disk until that is saved.
  public Json.Obj delete(String sessionId, String path, String baseHash) throws EngineException {
    try (var session = sessions.enter(sessionId)) {
      session.requireActive();
      FileState.Existing file = existing(session.live(), path);
      requireBase(file, baseHash);
      type(session, new FileChange.Delete(file));
      return list(session.live());
    }
  }

  private void type(EnteredSession session, FileChange change) throws EngineException {
    try {
      session.together(
          () -> {
            var transaction = new Transaction(List.of(change));
            Commit done = session.editing().type(transaction, Attribution.user("editor"));
            List<String> paths = done.files().stream().map(Commit.File::path).toList();
            reviews.changed(session, ReviewEvent.ReviewUpdated.ofFiles("user_edit", paths));
            return done;
          });
    } catch (CommitException refused) {
      boolean unwritable = refused.kind() == CommitException.Kind.UNWRITABLE;
      throw new EngineException(
          unwritable ? EngineException.Kind.INVALID : EngineException.Kind.CONFLICT,
          unwritable ? "unusable_file" : "conflict",
          String.valueOf(refused.getMessage()));
    } catch (ReviewException refused) {
      throw ReviewRefusal.of(refused);
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    }
  }

  private static void requireBase(FileState.Existing file, String baseHash) throws EngineException {
    if (!baseHash.equals("sha256:" + file.sha256())) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "stale_buffer",
          file.path() + " has changed since it was read",
          Json.object().put("file_hash", "sha256:" + file.sha256()).build(),
          "Read it again and repeat the edit.");
    }
  }

  /// Forgets everything that is staged for a file; the buffer is what is on the disk.
  public Json.Obj discard(String sessionId, String path) throws EngineException {
    try (var session = sessions.enter(sessionId)) {
      session.requireActive();
      sessions.requireNoRun(session.record());
      session.together(
          () -> {
            session.archiveStaged();
            session.review().discard(path);
            var discarded = ReviewEvent.ReviewUpdated.ofFiles("discard", List.of(path));
            reviews.changed(session, discarded);
            return path;
          });
      return list(session.live());
    } catch (ReviewException refused) {
      throw ReviewRefusal.of(refused);
    } catch (CommitException | IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// The files whose working buffer is not what is on the disk.
  public Json.Obj dirty(String sessionId) throws EngineException {
    return list(sessions.open(sessionId));
  }

  private static Json.Obj list(LiveSession session) {
    var files = new ArrayList<Json>();
    for (DiffBundle.FileDiff file : session.review().bundle().files()) {
      String working = file.workingSha256();
      boolean same = file.target() == null && file.baseSha256().equals(working);
      if (!same && !(working == null && file.baseSha256().equals(Sha256.EMPTY))) {
        files.add(entry(file));
      }
    }
    return Json.object().array("buffers", files).build();
  }

  private static Json.Obj entry(DiffBundle.FileDiff file) {
    var origins = new TreeSet<String>();
    int pending = 0;
    int accepted = 0;
    for (Hunk hunk : file.hunks()) {
      pending += hunk.status() == Hunk.Status.PENDING ? 1 : 0;
      accepted += hunk.status() == Hunk.Status.ACCEPTED ? 1 : 0;
      if (hunk.status() != Hunk.Status.REJECTED) {
        origins.add(JsonFields.word(hunk.origin()));
      }
    }
    String working = file.workingSha256();
    var json = Json.object().put("file_path", file.path());
    if (file.target() != null) {
      json.put("target_path", file.target());
    }
    return json.put("base_file_hash", "sha256:" + file.baseSha256())
        .put("file_hash", working == null ? Json.Null.VALUE : Json.of("sha256:" + working))
        .put("deleted", working == null)
        .put("pending_hunks", pending)
        .put("accepted_hunks", accepted)
        .put("origins", Json.strings(List.copyOf(origins)))
        .build();
  }

  /// Reads lines for a person; the same limits as for the model.
  public Json.Obj lines(String sessionId, String path, long first, long last)
      throws EngineException, InterruptedException {
    try {
      return files(sessionId, limits).read(path, first, last, limits.readBytes());
    } catch (PathException denied) {
      throw denied(denied);
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.NOT_FOUND, "unreadable_file", String.valueOf(broken.getMessage()));
    }
  }

  /// @param most how many files at most
  public Json.Obj list(String sessionId, String prefix, String glob, int most)
      throws EngineException, InterruptedException {
    try {
      return files(sessionId, limits.withListed(most)).list(prefix, glob);
    } catch (PathException denied) {
      throw denied(denied);
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    }
  }

  /// Files and folders whose paths fit a few typed letters, the best first.
  public Json.Obj find(String sessionId, String letters, int limit)
      throws EngineException, InterruptedException {
    LiveSession session = sessions.open(sessionId);
    try {
      return Json.object()
          .put("files", Json.strings(session.editing().view().find(letters, limit)))
          .build();
    } catch (IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    }
  }

  /// Which text of a file is meant.
  public enum Side {
    /// With what is staged.
    WORKING,
    /// As on the disk.
    BASE
  }

  /// A picture with its media type, by its bytes.
  public static final class Picture {
    private final String type;
    private final byte[] bytes;

    Picture(String type, byte[] bytes) {
      this.type = type;
      this.bytes = bytes;
    }

    public String type() {
      return type;
    }

    public byte[] bytes() {
      return bytes.clone();
    }
  }

  /// A picture of the project. Only kinds that run nothing.
  public Picture picture(String sessionId, String path, Side side) throws EngineException {
    LiveSession session = sessions.open(sessionId);
    ProjectView view = side == Side.WORKING ? session.editing().view() : session.workspace().view();
    try {
      byte[] bytes = view.bytes(view.existing(path), MOST_PICTURE_BYTES);
      return new Picture(
          Pictures.kind(bytes)
              .orElseThrow(() -> unusable(path + " is no PNG, JPEG, GIF or WebP picture")),
          bytes);
    } catch (PathException denied) {
      throw denied(denied);
    } catch (IOException broken) {
      throw unusable(String.valueOf(broken.getMessage()));
    }
  }

  public Json.Obj search(String sessionId, String query, String glob, int limit)
      throws EngineException, InterruptedException {
    if (query.isBlank()) {
      throw new EngineException(EngineException.Kind.INVALID, "empty_query", "query is empty");
    }
    try {
      return files(sessionId, limits).search(query, glob, limit);
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

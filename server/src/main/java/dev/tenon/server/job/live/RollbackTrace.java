package dev.tenon.server.job.live;

import dev.tenon.core.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A rollback as a session remembers it, also when it was saved: what the files were before it and
/// after it, so that it can be taken back.
///
/// @param checkpoint whose run was taken back
/// @param mode as it was asked for
/// @param by who did it; empty where nobody said
/// @param files what it changed; without their contents when there was no room for them
public record RollbackTrace(
    String id,
    String checkpoint,
    String mode,
    Instant at,
    String by,
    List<TakenFile> files,
    State state) {
  public RollbackTrace {
    files = List.copyOf(files);
  }

  /// What became of it.
  public enum State {
    /// In the working buffers.
    OPEN,
    /// Written to the disk.
    SAVED,
    /// Taken back.
    UNDONE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// How a content is kept.
  public enum Form {
    /// Its lines.
    TEXT,
    /// Its bytes as base64.
    BYTES,
    /// There was no file.
    NOTHING,
    /// Too large, or the room was needed for later rollbacks.
    LOST;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The content of a file at one moment.
  public record Kept(Form form, String content) {
    public static final Kept NOTHING = new Kept(Form.NOTHING, "");
    public static final Kept LOST = new Kept(Form.LOST, "");

    private Json.Obj toJson() {
      return Json.object().put("form", form.label()).put("content", content).build();
    }

    private static Kept of(Json.Obj json) {
      String form = json.string("form", Form.LOST.label()).toUpperCase(Locale.ROOT);
      return new Kept(Form.valueOf(form), json.string("content", ""));
    }
  }

  /// A file that was taken back.
  public record TakenFile(String path, Kept before, Kept after) {
    int size() {
      return before.content.length() + after.content.length();
    }

    boolean isKept() {
      return before.form != Form.LOST && after.form != Form.LOST;
    }
  }

  /// Whether all of it is there to go back to.
  public boolean isKept() {
    return files.stream().allMatch(TakenFile::isKept);
  }

  public List<String> paths() {
    return files.stream().map(TakenFile::path).toList();
  }

  int size() {
    return files.stream().mapToInt(TakenFile::size).sum();
  }

  RollbackTrace with(State other) {
    return new RollbackTrace(id, checkpoint, mode, at, by, files, other);
  }

  /// The same without contents: it tells what happened, and no more.
  RollbackTrace withoutContents() {
    List<TakenFile> bare =
        files.stream().map(file -> new TakenFile(file.path, Kept.LOST, Kept.LOST)).toList();
    return new RollbackTrace(id, checkpoint, mode, at, by, bare, state);
  }

  /// As the API shows it.
  public Json.Obj shown() {
    return Json.object()
        .put("rollback_id", id)
        .put("mode", mode)
        .put("created_at", at.toString())
        .put("actor", by.isEmpty() ? null : by)
        .put("files", Json.strings(paths()))
        .put("state", state.label())
        .put("can_undo", state != State.UNDONE && isKept())
        .build();
  }

  Json.Obj toJson() {
    return Json.object()
        .put("id", id)
        .put("checkpoint", checkpoint)
        .put("mode", mode)
        .put("at", at.toString())
        .put("by", by)
        .put("state", state.label())
        .array(
            "files",
            files.stream()
                .map(
                    file ->
                        (Json)
                            Json.object()
                                .put("path", file.path)
                                .put("before", file.before.toJson())
                                .put("after", file.after.toJson())
                                .build())
                .toList())
        .build();
  }

  static Optional<RollbackTrace> of(Json.Obj json) {
    String at = json.string("at");
    String state = json.string("state");
    return at == null || state == null ? Optional.empty() : Optional.of(of(json, at, state));
  }

  private static RollbackTrace of(Json.Obj json, String at, String state) {
    List<TakenFile> files =
        json.objects("files").stream()
            .map(
                file ->
                    new TakenFile(
                        file.string("path", ""),
                        Kept.of(file.objectOrEmpty("before")),
                        Kept.of(file.objectOrEmpty("after"))))
            .toList();
    return new RollbackTrace(
        json.string("id", ""),
        json.string("checkpoint", ""),
        json.string("mode", ""),
        Instant.parse(at),
        json.string("by", ""),
        files,
        State.valueOf(state.toUpperCase(Locale.ROOT)));
  }
}

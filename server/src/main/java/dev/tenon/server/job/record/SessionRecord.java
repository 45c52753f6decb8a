package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A session as it is stored and shown.
///
/// @param root which of the served roots it works on, by the number that this has now
/// @param folder that root, which counts: its number may be another one's after a restart; empty in
///   old records
/// @param commands whether its jobs may run commands
/// @param model the remote model of its jobs; empty for the server's usual one
public record SessionRecord(
    String id,
    int root,
    String folder,
    String title,
    Instant createdAt,
    Instant updatedAt,
    Status status,
    List<ContextRow> contextRows,
    @Nullable String lastJobId,
    CommandUse commands,
    String model) {

  public SessionRecord {
    contextRows = List.copyOf(contextRows);
  }

  /// Whether a session can be worked in.
  public enum Status {
    ACTIVE,
    ARCHIVED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public SessionRecord with(Status other, Instant now) {
    return new SessionRecord(
        id, root, folder, title, createdAt, now, other, contextRows, lastJobId, commands, model);
  }

  public SessionRecord withRows(List<ContextRow> rows, Instant now) {
    return new SessionRecord(
        id, root, folder, title, createdAt, now, status, rows, lastJobId, commands, model);
  }

  public SessionRecord withJob(String job, String newTitle, Instant now) {
    return new SessionRecord(
        id, root, folder, newTitle, createdAt, now, status, contextRows, job, commands, model);
  }

  public SessionRecord with(CommandUse use, Instant now) {
    return new SessionRecord(
        id, root, folder, title, createdAt, now, status, contextRows, lastJobId, use, model);
  }

  public SessionRecord withModel(String other, Instant now) {
    return new SessionRecord(
        id, root, folder, title, createdAt, now, status, contextRows, lastJobId, commands, other);
  }

  /// The same where its root is served under this number.
  public SessionRecord servedAs(int number) {
    return new SessionRecord(
        id,
        number,
        folder,
        title,
        createdAt,
        updatedAt,
        status,
        contextRows,
        lastJobId,
        commands,
        model);
  }

  /// The name of a model, or null for the usual one.
  static Json named(String model) {
    return model.isEmpty() ? Json.Null.VALUE : Json.of(model);
  }

  /// As it is stored; `toJson` is what clients see.
  public Json.Obj stored() {
    return toJson().with("folder", Json.of(folder));
  }

  public Json.Obj toJson() {
    return Json.object()
        .put("session_id", id)
        .put("root", root)
        .put("title", title)
        .put("status", status.label())
        .put("created_at", createdAt.toString())
        .put("updated_at", updatedAt.toString())
        .array("context_rows", contextRows.stream().map(ContextRow::toJson).toList())
        .put("last_job_id", lastJobId == null ? Json.Null.VALUE : Json.of(lastJobId))
        .put("tool_config", Json.object().put("commands", commands.label()).build())
        .put("model", named(model))
        .build();
  }

  public static SessionRecord of(Json.Obj json) throws JsonException {
    JsonFields fields = JsonFields.of(json, "session");
    return new SessionRecord(
        fields.string("session_id"),
        (int) json.number("root", 0),
        json.string("folder", ""),
        json.string("title", ""),
        Instant.parse(fields.string("created_at")),
        Instant.parse(fields.string("updated_at")),
        fields.constant("status", Status.class),
        ContextRow.all(fields),
        json.string("last_job_id"),
        CommandUse.of(json.objectOrEmpty("tool_config").string("commands", CommandUse.OFF.label())),
        json.string("model", ""));
  }
}

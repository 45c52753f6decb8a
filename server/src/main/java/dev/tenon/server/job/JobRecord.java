package dev.tenon.server.job;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A job as it is stored and shown, without its events.
///
/// @param cursor the cursor of its last event
/// @param proposedEdits what the model proposed with `propose_edits`, as it stood
/// @param diffBundle what was to be reviewed when the run ended
/// @param question what the job waits for, if it waits for an answer
/// @param questions how many it has asked
public record JobRecord(
    String id,
    String sessionId,
    String instruction,
    List<ContextRow> contextRows,
    int maxToolCalls,
    AgentMode mode,
    JobStatus status,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    long cursor,
    @Nullable String checkpointId,
    List<Json.Obj> proposedEdits,
    Json.@Nullable Obj diffBundle,
    @Nullable Question question,
    @Nullable Failure error,
    String answer,
    int questions) {

  public JobRecord {
    contextRows = List.copyOf(contextRows);
    proposedEdits = List.copyOf(proposedEdits);
  }

  /// What a job asks the person.
  public record Question(String id, String text) {
    Json.Obj toJson() {
      return Json.object().put("question_id", id).put("question", text).build();
    }
  }

  /// Why a job failed.
  ///
  /// @param code `cancelled`, `superseded`, `interrupted`, `store_failed`,
  ///   `schema_retries_exhausted`, `conflict`, or the kind of the model's failure
  public record Failure(String code, String message) {
    public Json.Obj toJson() {
      return Json.object().put("code", code).put("message", message).build();
    }
  }

  public Json.Obj toJson() {
    var json =
        Json.object()
            .put("job_id", id)
            .put("session_id", sessionId)
            .put("instruction", instruction)
            .array("context_rows", contextRows.stream().map(ContextRow::toJson).toList())
            .put("max_tool_calls", maxToolCalls)
            .put("agent_mode", mode.label())
            .put("status", status.label())
            .put("created_at", createdAt.toString())
            .put("started_at", time(startedAt))
            .put("finished_at", time(finishedAt))
            .put("cursor", cursor)
            .put("checkpoint_id", checkpointId == null ? Json.Null.VALUE : Json.of(checkpointId))
            .array("proposed_edits", proposedEdits)
            .put("error", error == null ? Json.Null.VALUE : error.toJson())
            .put("pending_question", question == null ? Json.Null.VALUE : question.toJson())
            .put("answer", answer)
            .put("questions", questions);
    if (diffBundle != null) {
      json.put("diff_bundle", diffBundle);
    }
    return json.build();
  }

  private static Json time(@Nullable Instant time) {
    return time == null ? Json.Null.VALUE : Json.of(time.toString());
  }

  public static JobRecord of(Json.Obj json) throws JsonException {
    JsonFields fields = JsonFields.of(json, "job");
    var rows = new ArrayList<ContextRow>();
    for (JsonFields row : fields.each("context_rows")) {
      rows.add(ContextRow.of(row, rows.size() + 1));
    }
    Json.Obj question = json.object("pending_question");
    Json.Obj error = json.object("error");
    return new JobRecord(
        fields.string("job_id"),
        fields.string("session_id"),
        fields.string("instruction"),
        rows,
        (int) fields.whole("max_tool_calls"),
        AgentMode.of(fields.string("agent_mode")),
        JobStatus.of(fields.string("status")),
        Instant.parse(fields.string("created_at")),
        instant(json.string("started_at")),
        instant(json.string("finished_at")),
        fields.whole("cursor"),
        json.string("checkpoint_id"),
        json.objects("proposed_edits"),
        json.object("diff_bundle"),
        question == null
            ? null
            : new Question(question.string("question_id", ""), question.string("question", "")),
        error == null ? null : new Failure(error.string("code", ""), error.string("message", "")),
        json.string("answer", ""),
        (int) json.number("questions", 0));
  }

  private static @Nullable Instant instant(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }
}

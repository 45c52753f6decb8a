package dev.tenon.server.http.api;

import static dev.tenon.server.http.api.Components.component;
import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.http.wire.Answer;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Reply;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.review.EditorBuffers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What happened in a session and what stands in the way: runs, conflicts, usage, and files by
/// their names and as pictures.
record HistoryApi(JobEngine engine) {
  static final List<Components.Component> COMPONENTS =
      List.of(
          component(
              "Draft",
              "What the model has said so far of an answer; only whole words.",
              field("step", "count", "Which step of the job."),
              field("text", "string", "All of it so far.")),
          component(
              "JobSummary",
              "A job without what it made.",
              field("job_id", "string", "Its name."),
              field("session_id", "string", "Where it belongs."),
              field("instruction", "string", "What to do."),
              field("agent_mode", "string", "Which model it asks."),
              field("status", "string", "Where it stands."),
              field("created_at", "time", "When it was asked for."),
              field("started_at", "time|null", "When it began to run."),
              field("finished_at", "time|null", "When it was over."),
              field("tool_calls", "count", "How many tool calls its model has made so far."),
              field("max_tool_calls", "count", "How many it has; edits are not among these."),
              field("checkpoint_id", "string|null", "The state before its run."),
              field("error", "Failure|null", "Why it failed."),
              field("queue_position", "line?", "Its place while it waits, from 1."),
              field("behind", "string?", "The job of its session that has to be over first.")),
          component(
              "ModelUsage",
              "What answers have used.",
              field("model", "string?", "Which model; all of them without."),
              field("requests", "count", "How many answers."),
              field("input_tokens", "count", "Neither read from nor written to a cache."),
              field("output_tokens", "count", "Written by the model."),
              field("cache_read_tokens", "count", "Read from the provider's cache."),
              field("cache_write_tokens", "count", "Written to it."),
              field("cost_usd", "number|null", "null where a price is not known.")),
          component(
              "FileConflict",
              "A file that is not what it was when it was staged; null for no file or no text.",
              field("file_path", "string", "Which."),
              field("message", "string", "What is wrong."),
              field("base", "string|null", "What it was when it was staged."),
              field("current", "string|null", "What is on the disk."),
              field("proposed", "string|null", "What the working buffer holds."),
              field("binary", "boolean", "Whether one of the three is a file without text.")),
          component(
              "Run",
              "A run with its checkpoint.",
              field("checkpoint_id", "string", "The state before it."),
              field("job_id", "string", "Whose run."),
              field("instruction", "string", "What it was told."),
              field("status", "string", "Where the job stands."),
              field("error_code", "string|null", "How it failed; null for one that did not."),
              field("created_at", "string", "When it began."),
              field("files", "[RunFile]", "What it changed."),
              field("rollbacks", "[RunRollback]", "What was taken back of it, the oldest first.")),
          component(
              "RunRollback",
              "A rollback of a run.",
              field("rollback_id", "string", "Its name."),
              field("mode", "=hard_all|scoped_selected", "Everything, or chosen hunks."),
              field("created_at", "time", "When."),
              field("actor", "string?", "Who did it, where that was said."),
              field("files", "[string]", "What it changed."),
              field(
                  "state",
                  "=open|saved|undone",
                  "In the working buffers, on the disk, or taken back."),
              field("can_undo", "boolean", "Whether it can be taken back.")),
          component(
              "RunFile",
              "A file that a run changed.",
              field("file_path", "string", "Where it was before."),
              field("hunks", "count", "How many hunks."),
              field("applied", "count", "How many of them are on the disk.")),
          component(
              "LostFile",
              "What a rollback would do to a working buffer.",
              field("file_path", "string", "Which."),
              field("patch", "string", "From now to afterwards, in unified form."),
              field("lost_lines", "count", "How many lines would go."),
              field(
                  "whole",
                  "=removed|restored|replaced?",
                  "Where the file goes or comes as a whole, or is no text.")));

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/agent/sessions/{session_id}/usage",
                "getUsage",
                "What the answers of a session have used, as far as its history tells.")
            .answers(usage())
            .fails("unknown_session")
            .by(call -> Answer.ok(engine.usage(call.path("session_id")))),
        Route.get(
                "/api/agent/sessions/{session_id}/find",
                "findFiles",
                "Files and folders whose paths fit a few typed letters.")
            .query(
                field("query", "string", "The letters."),
                field("limit", "line?", "How many, at most 200."))
            .answers(field("files", "[string]", "The best first; folders end with a slash."))
            .fails("unknown_session", "session_unusable", "io_error")
            .by(
                call ->
                    Answer.ok(
                        engine
                            .buffers()
                            .find(
                                call.path("session_id"),
                                call.query("query"),
                                (int) call.number("limit", 50, 1, 200)))),
        Route.get(
                "/api/agent/sessions/{session_id}/image",
                "readImage",
                "The bytes of a picture: PNG, JPEG, GIF or WebP.")
            .query(
                field("file_path", "string", "Which."),
                field("side", "=working|base?", "With what is staged, or as on the disk."))
            .streams("image/*")
            .fails("unknown_session", "session_unusable", "unknown_file", "denied_path")
            .fails("unusable_file", "io_error")
            .served(this::image),
        Route.get(
                "/api/agent/sessions/{session_id}/calls/{tool_call_id}/image",
                "readCallImage",
                "The bytes of a picture that a tool has shown to the model: PNG, JPEG, GIF or"
                    + " WebP, by its bytes.")
            .query(field("number", "count?", "Which of those of the call; 0 for the first."))
            .streams("image/*")
            .fails("unknown_session", "unknown_picture")
            .served(this::callImage),
        Route.get(
                "/api/agent/sessions/{session_id}/checkpoints",
                "listCheckpoints",
                "The runs of a session, the latest first.")
            .answers(field("checkpoints", "[Run]", "At most 200."))
            .fails("unknown_session", "session_unusable", "io_error")
            .by(call -> Answer.ok(engine.checkpoints().timeline(call.path("session_id")))),
        Route.post(
                "/api/agent/checkpoints/{checkpoint_id}/preview",
                "previewRollback",
                "What a rollback would do to the working buffers; nothing changes.")
            .body(
                field("mode", "=hard_all|scoped_selected", "Everything, or these hunks."),
                field("hunk_ids", "[string]?", "For scoped_selected."))
            .answers(
                field("checkpoint_id", "string", "Which."),
                field("mode", "string", "As asked."),
                field("files", "[LostFile]", "The files that would change."))
            .fails("unknown_checkpoint", "unknown_session", "session_unusable", "io_error")
            .fails("review_unknown", "review_incomplete", "review_conflict", "review_applied")
            .by(this::preview),
        Route.post(
                "/api/agent/sessions/{session_id}/rollbacks/{rollback_id}/undo",
                "undoRollback",
                "Take a rollback back in the working buffers, a saved one too; save to write that.")
            .answers(
                field("rollback_id", "string", "Which."),
                field("checkpoint_id", "string", "Of which run."),
                field("files", "[string]", "The files that changed."),
                field("saved", "boolean", "Whether it is on the disk; save to write it."))
            .fails("unknown_session", "session_archived", "session_unusable", "job_running")
            .fails("unknown_rollback", "rollback_undone", "rollback_not_kept")
            .fails("review_conflict", "review_unknown", "conflict", "unusable_file")
            .by(
                call ->
                    Answer.ok(
                        engine
                            .rollbacks()
                            .undo(call.path("session_id"), call.path("rollback_id")))),
        Route.get(
                "/api/agent/jobs/{job_id}/conflicts",
                "getConflicts",
                "The files that are not what they were when they were staged, with both sides.")
            .answers(
                field("job_id", "string", "Whose."),
                field("conflicts", "[FileConflict]", "None if all can be applied."))
            .fails("unknown_job", "unknown_session", "session_unusable", "io_error")
            .by(call -> Answer.ok(engine.reviews().conflicts(call.path("job_id")))),
        Route.get(
                "/api/agent/sessions/{session_id}/conflicts",
                "listConflicts",
                "The same of a session, also where no job is under review.")
            .answers(
                field("session_id", "string", "Whose."),
                field("conflicts", "[FileConflict]", "None if all can be written."))
            .fails("unknown_session", "session_unusable", "io_error")
            .by(call -> Answer.ok(engine.reviews().conflictsOf(call.path("session_id")))));
  }

  private static Route.Field[] usage() {
    var fields = new ArrayList<Route.Field>();
    for (Route.Field each : Components.fields("ModelUsage")) {
      if (!each.name().equals("model")) {
        fields.add(each);
      }
    }
    fields.add(field("models", "[ModelUsage]", "By model."));
    return fields.toArray(Route.Field[]::new);
  }

  private Answer preview(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    Optional<List<String>> hunks = ReviewApi.scope(body);
    return Answer.ok(engine.checkpoints().preview(call.path("checkpoint_id"), hunks));
  }

  private void image(Call call, Reply reply)
      throws Problem, EngineException, IOException, InterruptedException {
    String side = call.query("side", "working");
    EditorBuffers.Picture picture =
        engine
            .buffers()
            .picture(
                call.path("session_id"),
                call.query("file_path"),
                switch (side) {
                  case "working" -> EditorBuffers.Side.WORKING;
                  case "base" -> EditorBuffers.Side.BASE;
                  default -> throw Problem.invalid("side must be working or base, was " + side);
                });
    send(picture, reply);
  }

  private void callImage(Call call, Reply reply) throws Problem, EngineException, IOException {
    int number = (int) call.number("number", 0, 0, Integer.MAX_VALUE);
    send(engine.pictures().of(call.path("session_id"), call.path("tool_call_id"), number), reply);
  }

  private static void send(EditorBuffers.Picture picture, Reply reply) throws IOException {
    reply
        .header("X-Content-Type-Options", "nosniff")
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .bytes(picture.type(), picture.bytes());
  }
}

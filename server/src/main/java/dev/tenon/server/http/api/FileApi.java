package dev.tenon.server.http.api;

import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.http.wire.Answer;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.record.EngineException;
import java.util.List;

/// The files of a project as a session sees them, and its working buffers.
record FileApi(JobEngine engine) {
  private static final int MOST_LISTED = 100_000;

  private static final Route.Field BUFFERS =
      field("buffers", "[DirtyBuffer]", "Those with unsaved changes.");

  List<Route> routes() {
    return List.of(
        Route.get("/api/agent/sessions/{session_id}/files", "listFiles", "The project's files.")
            .query(
                field("prefix", "string?", "How their paths begin."),
                field("glob", "string?", "What they match."),
                field("limit", "line?", "How many, at most 100000; 5000 without."))
            .answers(
                field("files", "[string]", "Sorted; what git ignores comes last."),
                field("truncated", "boolean?", "There are more."))
            .fails("unknown_session", "session_unusable", "unknown_file", "denied_path", "io_error")
            .by(
                call ->
                    Answer.ok(
                        engine
                            .buffers()
                            .list(
                                call.path("session_id"),
                                call.query("prefix", ""),
                                call.query("glob", "**/*"),
                                (int)
                                    call.number(
                                        "limit", engine.fileLimits().listed(), 1, MOST_LISTED)))),
        Route.get("/api/agent/sessions/{session_id}/file", "readFile", "Lines of a file.")
            .query(
                field("file_path", "string", "Which."),
                field("start_line", "line?", "From 1."),
                field("end_line", "count?", "Included; 0 for as many as fit."))
            .answers("Lines")
            .fails("unknown_session", "session_unusable", "unknown_file", "denied_path")
            .fails("unreadable_file")
            .by(
                call ->
                    Answer.ok(
                        engine
                            .buffers()
                            .lines(
                                call.path("session_id"),
                                call.query("file_path"),
                                call.number("start_line", 1, 1, Integer.MAX_VALUE),
                                call.number("end_line", 0, 0, Integer.MAX_VALUE)))),
        Route.get("/api/agent/sessions/{session_id}/search", "search", "Find text in the project.")
            .query(
                field("query", "string", "The words."),
                field("glob", "string?", "Which files."),
                field("limit", "line?", "How many passages; the settings say how many at most."))
            .answers(
                field("results", "[Passage]", "Passages with their lines."),
                field("truncated", "boolean?", "There may be more."))
            .fails("unknown_session", "session_unusable", "empty_query", "unknown_file")
            .fails("denied_path", "io_error")
            .by(
                call ->
                    Answer.ok(
                        engine
                            .buffers()
                            .search(
                                call.path("session_id"),
                                call.query("query"),
                                call.query("glob", "**/*"),
                                (int)
                                    call.number(
                                        "limit",
                                        engine.fileLimits().searchDefault(),
                                        1,
                                        engine.fileLimits().searchCap())))),
        Route.get(
                "/api/agent/sessions/{session_id}/buffer",
                "readBuffer",
                "A file as it is in the working buffers, whole.")
            .query(field("file_path", "string", "Which."))
            .answers("Buffer")
            .fails("unknown_session", "session_unusable", "unknown_file", "unusable_file")
            .by(
                call ->
                    Answer.ok(
                        engine.buffers().read(call.path("session_id"), call.query("file_path")))),
        Route.get(
                "/api/agent/sessions/{session_id}/base",
                "readBase",
                "A file without what is staged for it: what the hunks are compared with.")
            .query(field("file_path", "string", "Which."))
            .answers(
                field("file_path", "string", "Which."),
                field("content", "string|null", "With LF line ends; null for no text or no file."))
            .fails("unknown_session", "session_unusable", "unknown_file", "unusable_file")
            .by(
                call ->
                    Answer.ok(
                        engine.buffers().base(call.path("session_id"), call.query("file_path")))),
        Route.put(
                "/api/agent/sessions/{session_id}/buffer",
                "writeBuffer",
                "Put the person's own text into a working buffer.")
            .body(
                field("file_path", "string", "Which."),
                field("content", "string", "The whole text."),
                field("base_hash", "string?", "The file_hash it was made from."))
            .answers("Buffer")
            .fails("unknown_session", "session_archived", "session_unusable", "unusable_file")
            .fails("unknown_file", "stale_buffer", "conflict", "review_conflict", "io_error")
            .by(this::write),
        Route.get(
                "/api/agent/sessions/{session_id}/buffers",
                "listBuffers",
                "The files whose working buffer is not what is on the disk.")
            .answers(BUFFERS)
            .fails("unknown_session", "session_unusable")
            .by(call -> Answer.ok(engine.buffers().dirty(call.path("session_id")))),
        Route.post(
                "/api/agent/sessions/{session_id}/buffer/discard",
                "discardBuffer",
                "Forget everything that is staged for a file.")
            .body(field("file_path", "string", "Which."))
            .answers(BUFFERS)
            .fails("unknown_session", "session_archived", "session_unusable", "job_running")
            .fails("review_unknown")
            .by(
                call ->
                    Answer.ok(
                        engine
                            .buffers()
                            .discard(call.path("session_id"), call.body().string("file_path")))),
        Route.post(
                "/api/agent/sessions/{session_id}/buffer/delete",
                "deleteBuffer",
                "Take a file away in the working buffers; save to remove it from the disk.")
            .body(
                field("file_path", "string", "Which."),
                field("base_hash", "string", "The file_hash of what is to go."))
            .answers(BUFFERS)
            .fails("unknown_session", "session_archived", "session_unusable", "unusable_file")
            .fails("unknown_file", "stale_buffer", "conflict", "review_conflict", "io_error")
            .by(this::delete));
  }

  private Answer delete(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    return Answer.ok(
        engine
            .buffers()
            .delete(call.path("session_id"), body.string("file_path"), body.string("base_hash")));
  }

  private Answer write(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    String base = body.optionalString("base_hash");
    return Answer.ok(
        engine
            .buffers()
            .write(
                call.path("session_id"),
                body.string("file_path"),
                body.string("content"),
                base == null ? "" : base));
  }
}

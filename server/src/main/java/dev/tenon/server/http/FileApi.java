package dev.tenon.server.http;

import static dev.tenon.server.http.Route.field;

import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.job.Buffers;
import dev.tenon.server.job.EngineException;
import dev.tenon.server.job.JobEngine;
import java.util.List;

/// The files of a project as a session sees them, and its working buffers.
record FileApi(JobEngine engine) {
  private static final List<Route.Field> BUFFER =
      List.of(
          field("file_path", "string", "Which."),
          field("content", "string", "Its text with LF line ends."),
          field("file_hash", "string", "To be sent with an edit."),
          field("change_log", "array", "Every change with its origin and status."));

  List<Route> routes() {
    return List.of(
        new Route(
            Route.Method.GET,
            "/api/agent/sessions/{session_id}/files",
            "listFiles",
            "The files of the project.",
            200,
            List.of(
                field("prefix", "string?", "How their paths begin."),
                field("glob", "string?", "What they match.")),
            List.of(),
            List.of(field("files", "array", "Sorted.")),
            call ->
                Answer.ok(
                    new Buffers(engine)
                        .list(
                            call.path("session_id"),
                            call.query("prefix", ""),
                            call.query("glob", "**/*")))),
        new Route(
            Route.Method.GET,
            "/api/agent/sessions/{session_id}/file",
            "readFile",
            "Lines of a file.",
            200,
            List.of(
                field("file_path", "string", "Which."),
                field("start_line", "integer?", "From 1."),
                field("end_line", "integer?", "Included.")),
            List.of(),
            List.of(
                field("file_path", "string", "Which."),
                field("content", "string", "The lines."),
                field("start_line", "integer", "The first."),
                field("end_line", "integer", "The last.")),
            call ->
                Answer.ok(
                    new Buffers(engine)
                        .lines(
                            call.path("session_id"),
                            call.query("file_path"),
                            call.number("start_line", 1, 1, Integer.MAX_VALUE),
                            call.number("end_line", 0, 0, Integer.MAX_VALUE)))),
        new Route(
            Route.Method.GET,
            "/api/agent/sessions/{session_id}/search",
            "search",
            "Find text in the project.",
            200,
            List.of(
                field("query", "string", "The words."),
                field("glob", "string?", "Which files."),
                field("limit", "integer?", "How many passages, at most 50.")),
            List.of(),
            List.of(field("results", "array", "Passages with their lines.")),
            call ->
                Answer.ok(
                    new Buffers(engine)
                        .search(
                            call.path("session_id"),
                            call.query("query"),
                            call.query("glob", "**/*"),
                            (int) call.number("limit", 20, 1, 50)))),
        new Route(
            Route.Method.GET,
            "/api/agent/sessions/{session_id}/buffer",
            "readBuffer",
            "A file as it is in the working buffers, whole.",
            200,
            List.of(field("file_path", "string", "Which.")),
            List.of(),
            BUFFER,
            call ->
                Answer.ok(
                    new Buffers(engine).read(call.path("session_id"), call.query("file_path")))),
        new Route(
            Route.Method.PUT,
            "/api/agent/sessions/{session_id}/buffer",
            "writeBuffer",
            "Put the person's own text into a working buffer.",
            200,
            List.of(),
            List.of(
                field("file_path", "string", "Which."),
                field("content", "string", "The whole text."),
                field("base_hash", "string?", "The file_hash it was made from.")),
            BUFFER,
            this::write));
  }

  private Answer write(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    String base = body.optionalString("base_hash");
    return Answer.ok(
        new Buffers(engine)
            .write(
                call.path("session_id"),
                body.string("file_path"),
                body.string("content"),
                base == null ? "" : base));
  }
}

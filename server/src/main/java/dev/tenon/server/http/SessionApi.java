package dev.tenon.server.http;

import static dev.tenon.server.http.Route.field;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.job.ContextRow;
import dev.tenon.server.job.EngineException;
import dev.tenon.server.job.JobEngine;
import dev.tenon.server.job.JobRecord;
import dev.tenon.server.job.JobStatus;
import dev.tenon.server.job.SessionRecord;
import dev.tenon.server.job.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sessions: begin, list, load, archive, lay context beside them.
record SessionApi(JobEngine engine) {

  List<Route> routes() {
    List<Route.Field> session =
        List.of(
            field("session_id", "string", "Its name."),
            field("status", "string", "active or archived."),
            field("created_at", "string", "When it began."));
    return List.of(
        new Route(
            Route.Method.POST,
            "/api/agent/sessions",
            "createSession",
            "Begin a session.",
            201,
            List.of(),
            List.of(
                field("title", "string?", "A name for people."),
                field("root", "integer?", "Which of the served projects, from 0.")),
            session,
            this::create),
        new Route(
            Route.Method.GET,
            "/api/agent/sessions",
            "listSessions",
            "The sessions, the latest first.",
            200,
            List.of(
                field("status", "string?", "active or archived."),
                field("limit", "integer?", "How many, at most 500."),
                field("skip", "integer?", "How many to leave out.")),
            List.of(),
            List.of(field("sessions", "array", "Without their chats.")),
            this::list),
        new Route(
            Route.Method.GET,
            "/api/agent/sessions/{session_id}",
            "getSession",
            "A session with its chat and what waits for review.",
            200,
            List.of(),
            List.of(),
            session,
            call -> Answer.ok(whole(call.path("session_id")))),
        new Route(
            Route.Method.POST,
            "/api/agent/sessions/{session_id}/archive",
            "archiveSession",
            "Put a session aside.",
            200,
            List.of(),
            List.of(),
            session,
            call -> status(call, SessionRecord.Status.ARCHIVED)),
        new Route(
            Route.Method.POST,
            "/api/agent/sessions/{session_id}/unarchive",
            "unarchiveSession",
            "Take a session up again.",
            200,
            List.of(),
            List.of(),
            session,
            call -> status(call, SessionRecord.Status.ACTIVE)),
        new Route(
            Route.Method.PUT,
            "/api/agent/sessions/{session_id}/context",
            "setContext",
            "Lay rows beside every run of the session.",
            200,
            List.of(),
            List.of(field("context_rows", "array", "Selections, files and pinned notes.")),
            session,
            this::context));
  }

  private Answer create(Call call) throws Problem, EngineException, JsonException {
    JsonFields body =
        call.context().contentLength() <= 0 ? JsonFields.of(Json.Obj.EMPTY, "") : call.body();
    String title = body.optionalString("title");
    return Answer.created(
        engine.sessions().create((int) body.whole("root", 0), title == null ? "" : title).toJson());
  }

  private Answer list(Call call) throws Problem {
    String status = call.query("status", "");
    Optional<SessionRecord.Status> wanted =
        switch (status) {
          case "" -> Optional.empty();
          case "active" -> Optional.of(SessionRecord.Status.ACTIVE);
          case "archived" -> Optional.of(SessionRecord.Status.ARCHIVED);
          default -> throw Problem.invalid("status must be active or archived, was " + status);
        };
    var page =
        new Store.Page(
            wanted,
            (int) call.number("skip", 0, 0, Integer.MAX_VALUE),
            (int) call.number("limit", 100, 1, 500));
    var sessions = new ArrayList<Json>();
    for (SessionRecord session : engine.sessions().list(page)) {
      sessions.add(session.toJson());
    }
    return Answer.ok(Json.object().array("sessions", sessions).build());
  }

  private Json.Obj whole(String id) throws EngineException {
    SessionRecord session = engine.sessions().record(id);
    var json = Json.object().putAll(session.toJson()).put("chat", engine.sessions().messages(id));
    Json.Obj review = null;
    String last = session.lastJobId();
    if (last != null) {
      JobRecord job = engine.job(last);
      review = job.status() == JobStatus.AWAITING_REVIEW ? job.diffBundle() : null;
    }
    return json.put("pending_review", review == null ? Json.Null.VALUE : review).build();
  }

  private Answer status(Call call, SessionRecord.Status status) throws EngineException {
    return Answer.ok(engine.sessions().archive(call.path("session_id"), status).toJson());
  }

  private Answer context(Call call) throws Problem, EngineException, JsonException {
    return Answer.ok(
        engine.sessions().setRows(call.path("session_id"), rows(call.body())).toJson());
  }

  static List<ContextRow> rows(JsonFields body) throws JsonException {
    var rows = new ArrayList<ContextRow>();
    if (body.has("context_rows")) {
      for (JsonFields row : body.each("context_rows")) {
        rows.add(ContextRow.of(row, rows.size() + 1));
      }
    }
    return rows;
  }
}

package dev.tenon.server.http.api;

import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.http.wire.Answer;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.ContextRow;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Sessions: begin, list, load, archive, lay context beside them.
record SessionApi(JobEngine engine) {
  private static final int MOST_SEARCHED = 5_000;

  List<Route> routes() {
    return List.of(
        Route.post("/api/agent/sessions", "createSession", "Begin a session.")
            .optionalBody(
                field("title", "string?", "A name for people."),
                field("root", "count?", "Which of the served projects, from 0."),
                field("tool_config", "CommandConfig?", "Whether its jobs may run commands."),
                field("model", "string?", "One of listModels; the usual one without."))
            .status(201)
            .answers("Session")
            .fails("unknown_root", "unknown_model")
            .by(this::create),
        Route.get("/api/agent/sessions", "listSessions", "The sessions, the latest first.")
            .query(
                field("status", "=active|archived?", "Only these."),
                field(
                    "query",
                    "string?",
                    "Only those with all these words in title or instructions."),
                field("limit", "line?", "How many, at most 500."),
                field("skip", "count?", "How many to leave out."))
            .answers(field("sessions", "[Session]", "Without their chats."))
            .by(this::list),
        Route.get(
                "/api/agent/sessions/{session_id}",
                "getSession",
                "A session with its chat and what waits for review.")
            .answers("SessionWithChat")
            .fails("unknown_session")
            .by(call -> Answer.ok(whole(call.path("session_id")))),
        Route.post(
                "/api/agent/sessions/{session_id}/archive",
                "archiveSession",
                "Put a session aside.")
            .answers("Session")
            .fails("unknown_session", "session_unusable", "job_running")
            .by(call -> status(call, SessionRecord.Status.ARCHIVED)),
        Route.post(
                "/api/agent/sessions/{session_id}/unarchive",
                "unarchiveSession",
                "Take a session up again.")
            .answers("Session")
            .fails("unknown_session", "session_unusable")
            .by(call -> status(call, SessionRecord.Status.ACTIVE)),
        Route.put(
                "/api/agent/sessions/{session_id}/tool_config",
                "setToolConfig",
                "Say whether jobs of the session may run commands, from the next one on.")
            .body(field("commands", "=off|ask|auto", "See CommandConfig."))
            .answers("Session")
            .fails("unknown_session", "session_archived", "session_unusable")
            .by(this::allow),
        Route.put(
                "/api/agent/sessions/{session_id}/model",
                "setModel",
                "Say which remote model jobs of the session have, from the next one on.")
            .body(field("model", "string?", "One of listModels; the usual one without."))
            .answers("Session")
            .fails("unknown_session", "session_archived", "session_unusable", "unknown_model")
            .by(this::model),
        Route.put(
                "/api/agent/sessions/{session_id}/context",
                "setContext",
                "Lay rows beside every run of the session.")
            .body(field("context_rows", "[ContextRow]", "Selections, files and pinned notes."))
            .answers("Session")
            .fails("unknown_session", "session_archived", "session_unusable")
            .by(this::context));
  }

  private Answer create(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.optionalBody();
    String title = body.optionalString("title");
    JsonFields tools = body.optionalFields("tool_config");
    CommandUse commands = tools == null ? CommandUse.OFF : commands(tools).orElse(CommandUse.OFF);
    return Answer.created(
        shown(
            engine
                .sessions()
                .create(root(body), title == null ? "" : title, commands, chosen(body))));
  }

  private Answer model(Call call) throws Problem, EngineException, JsonException {
    String model = chosen(call.body());
    return Answer.ok(shown(engine.sessions().choose(call.path("session_id"), model)));
  }

  /// The model that is asked for, which has to be one of those that can be had; empty for none.
  private String chosen(JsonFields body) throws EngineException {
    String name = body.object().string("model", "");
    if (!name.isEmpty() && engine.models().stream().noneMatch(each -> each.name().equals(name))) {
      throw new EngineException(
          EngineException.Kind.NOT_FOUND,
          "unknown_model",
          "there is no model '" + name + "' that could be used here");
    }
    return name;
  }

  /// Whether commands may be run, if that is said.
  static Optional<CommandUse> commands(JsonFields tools) throws JsonException {
    String wanted = tools.optionalString("commands");
    return wanted == null ? Optional.empty() : Optional.of(CommandUse.of(wanted));
  }

  private Answer allow(Call call) throws Problem, EngineException, JsonException {
    CommandUse commands = CommandUse.of(call.body().string("commands"));
    return Answer.ok(shown(engine.sessions().allow(call.path("session_id"), commands)));
  }

  private static int root(JsonFields body) throws JsonException {
    return Math.clamp(body.whole("root", 0), Integer.MIN_VALUE, Integer.MAX_VALUE);
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
    int skip = (int) call.number("skip", 0, 0, Integer.MAX_VALUE);
    int limit = (int) call.number("limit", 100, 1, 500);
    List<String> words = words(call.query("query", ""));
    var sessions = new ArrayList<Json>();
    if (words.isEmpty()) {
      for (SessionRecord session : engine.sessions().list(new Store.Page(wanted, skip, limit))) {
        sessions.add(shown(session));
      }
    } else {
      var all = new Store.Page(wanted, 0, MOST_SEARCHED);
      engine.sessions().list(all).stream()
          .filter(session -> has(session, words))
          .skip(skip)
          .limit(limit)
          .forEach(session -> sessions.add(shown(session)));
    }
    return Answer.ok(Json.object().array("sessions", sessions).build());
  }

  private static List<String> words(String query) {
    return query.isBlank()
        ? List.of()
        : List.of(query.strip().toLowerCase(Locale.ROOT).split("\\s+"));
  }

  /// Whether a session has all these words in its title or in what it was told.
  private boolean has(SessionRecord session, List<String> words) {
    var text = new StringBuilder(session.title());
    try {
      engine.jobsOf(session.id()).forEach(job -> text.append('\n').append(job.instruction()));
    } catch (EngineException goneMeanwhile) {
      return false;
    }
    String all = text.toString().toLowerCase(Locale.ROOT);
    return words.stream().allMatch(all::contains);
  }

  /// A session as it is stored, with what tells whether something happened in it.
  private Json.Obj shown(SessionRecord session) {
    return Json.object()
        .putAll(session.toJson())
        .put("revision", engine.sessions().revision(session.id()))
        .build();
  }

  private Json.Obj whole(String id) throws EngineException {
    SessionRecord session = engine.sessions().record(id);
    var json = Json.object().putAll(shown(session)).array("chat", engine.chat(id));
    Json.Obj review =
        engine
            .sessions()
            .lastJob(session)
            .filter(job -> job.status() == JobStatus.AWAITING_REVIEW)
            .map(job -> job.output().diffBundle())
            .orElse(null);
    return json.put("pending_review", review == null ? Json.Null.VALUE : review).build();
  }

  private Answer status(Call call, SessionRecord.Status status) throws EngineException {
    return Answer.ok(shown(engine.sessions().archive(call.path("session_id"), status)));
  }

  private Answer context(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    body.value("context_rows");
    return Answer.ok(shown(engine.sessions().setRows(call.path("session_id"), rows(body))));
  }

  static List<ContextRow> rows(JsonFields body) throws JsonException {
    return body.has("context_rows") ? ContextRow.all(body) : List.of();
  }
}

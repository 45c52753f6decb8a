package dev.tenon.server.http.api;

import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.permission.Approver;
import dev.tenon.server.http.wire.Answer;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.live.AnswerDraft;
import dev.tenon.server.job.live.EventLog;
import dev.tenon.server.job.record.Actor;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.Approval;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.PlanUse;
import dev.tenon.server.job.record.RunEvent;
import dev.tenon.server.job.run.RunRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Jobs: run, watch, answer their questions, cancel, resume, run again.
record JobApi(JobEngine engine) {
  private static final int MOST_LISTED = 500;

  List<Route> routes() {
    return List.of(
        Route.post("/api/agent/run", "run", "Start a background job.")
            .body(
                field("session_id", "string", "Where."),
                field("instruction", "string", "What to do."),
                field("context_rows", "[ContextRow]?", "What to look at."),
                field("tool_config", "ToolConfig?", "Bounds of this job."),
                field("agent_mode", "=local|remote|hybrid_auto?", "Which model to ask."),
                field(
                    "queue",
                    "boolean?",
                    "Wait while a job of the session is at work or under review, in order and at"
                        + " most 20 of them, instead of being refused."),
                field(
                    "plan",
                    "boolean?",
                    "Only look first: the plan waits as pending_approval before anything changes."))
            .status(202)
            .answers("JobStarted")
            .fails("empty_instruction", "unknown_session", "session_archived", "session_unusable")
            .fails("job_running", "review_pending", "queue_full", "invalid_context_row")
            .fails("no_local_model", "no_remote_model", "strict_local")
            .by(this::run),
        Route.get(
                "/api/agent/jobs/{job_id}",
                "getJob",
                "A job as it stands, with its diff bundle while it awaits review.")
            .answers("Job")
            .fails("unknown_job")
            .by(call -> Answer.ok(shown(engine.job(call.path("job_id"))))),
        Route.get(
                "/api/agent/jobs",
                "listJobs",
                "The jobs that are not over, or those of a session; the oldest first.")
            .query(
                field("status", "string?", "Only these, separated by commas."),
                field("session_id", "string?", "Only those of this session."))
            .answers(field("jobs", "[JobSummary]", "At most 500, the latest ones."))
            .fails("unknown_session")
            .by(this::list),
        Route.get("/api/agent/jobs/{job_id}/events", "pollEvents", "The events after a cursor.")
            .query(
                field("cursor", "count?", "The last one you have; 0 for all."),
                field("wait_ms", "count?", "Wait so long for one, at most 30000."))
            .answers("EventPage")
            .fails("unknown_job")
            .by(this::events),
        Route.get(
                "/api/agent/jobs/{job_id}/trace",
                "getTrace",
                "The job with all its events, to be kept.")
            .answers("Trace")
            .fails("unknown_job")
            .by(this::trace),
        Route.post(
                "/api/agent/jobs/{job_id}/clarify",
                "clarify",
                "Answer the open question; no_user_answer skips it.")
            .body(
                field("question_id", "string", "Which question."),
                field("answer", "string", "Your answer."))
            .answers("Job")
            .fails("unknown_job", "no_pending_question", "other_question")
            .by(this::clarify),
        Route.post(
                "/api/agent/jobs/{job_id}/approve",
                "approve",
                "Allow or refuse what the job asks for.")
            .body(
                field("approval_id", "string", "Which."),
                field("decision", "=allow|deny", "Your decision."),
                field(
                    "scope",
                    "=once|session|always?",
                    "How long it holds: always keeps a rule for the project; once if left out."),
                field(
                    "reason",
                    "string?",
                    "Why not; the model is told. Of a plan: what to change in it."),
                field(
                    "commands",
                    "=off|ask|auto?",
                    "Of a plan: what commands may do when it is carried out."))
            .answers("Job")
            .fails("unknown_job", "unknown_session", "no_pending_approval", "other_approval")
            .fails("session_archived", "session_unusable", "queue_full")
            .by(this::approve),
        Route.post(
                "/api/agent/jobs/{job_id}/cancel", "cancelJob", "End a job, whatever it is doing.")
            .answers("Job")
            .fails("unknown_job", "job_over", "session_unusable")
            .by(call -> Answer.ok(engine.cancel(call.path("job_id")).toJson())),
        Route.post(
                "/api/agent/jobs/{job_id}/resume",
                "resumeJob",
                "Take up a job that the end of the server interrupted, or begin one that waits"
                    + " behind a job of its session that failed.")
            .status(202)
            .answers("Job")
            .fails("unknown_job", "not_interrupted", "session_archived", "session_unusable")
            .fails("job_running", "review_pending", "queue_full")
            .by(call -> Answer.accepted(engine.resume(call.path("job_id")).toJson())),
        Route.post(
                "/api/agent/jobs/{job_id}/rerun",
                "rerunJob",
                "Drop what a job has staged and carry out its instruction again.")
            .status(202)
            .answers("Job")
            .fails("unknown_job", "session_archived", "session_unusable", "job_running")
            .fails("review_pending", "queue_full", "invalid_context_row")
            .fails("no_local_model", "no_remote_model", "strict_local")
            .by(call -> Answer.accepted(engine.rerun(call.path("job_id")).toJson())));
  }

  private Answer run(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    JsonFields tools = body.optionalFields("tool_config");
    String mode = body.optionalString("agent_mode");
    if (mode != null && !AgentMode.labels().contains(mode)) {
      throw Problem.invalid(
          "agent_mode must be " + String.join(", ", AgentMode.labels()) + ", was '" + mode + "'");
    }
    JobRecord job =
        engine.run(
            new RunRequest(
                body.string("session_id"),
                body.string("instruction"),
                SessionApi.rows(body),
                tools == null ? 0 : toolCalls(tools),
                Optional.ofNullable(mode).map(AgentMode::of),
                tools == null ? Optional.empty() : SessionApi.commands(tools),
                body.bool("queue", false) ? RunRequest.Turn.WAITS : RunRequest.Turn.NOW,
                body.has("plan") && body.bool("plan", false) ? PlanUse.FIRST : PlanUse.NONE));
    return Answer.accepted(
        Json.object()
            .put("job_id", job.id())
            .put("session_id", job.sessionId())
            .put("status", "queued")
            .put("behind", engine.behind(job).orElse(null))
            .build());
  }

  private int toolCalls(JsonFields tools) throws JsonException {
    if (!tools.has("max_tool_calls")) {
      return 0;
    }
    int cap = engine.limits().toolCallsCap();
    long calls = tools.whole("max_tool_calls");
    if (calls < 1 || calls > cap) {
      throw tools.wrong("max_tool_calls", "must be 1.." + cap + ", was " + calls);
    }
    return (int) calls;
  }

  private Answer events(Call call) throws Problem, EngineException, InterruptedException {
    String id = call.path("job_id");
    long cursor = call.number("cursor", 0, 0, Long.MAX_VALUE);
    long wait = call.number("wait_ms", 0, 0, call.limits().waitMillis());
    EventLog log = engine.events(id);
    if (wait > 0) {
      call.open().await(() -> log.await(cursor, Duration.ofMillis(wait)));
    }
    // The status first: a job that is over has all its events by now.
    String status = engine.job(id).status().label();
    EventLog.Page page = log.after(cursor);
    var events = new ArrayList<Json>();
    long next = cursor;
    for (EventRecord event : page.events()) {
      events.add(event.toJson());
      next = event.cursor();
    }
    var json =
        Json.object()
            .put("job_id", id)
            .put("status", status)
            .put("next_cursor", next)
            .array("events", events)
            .put("draft", draft(id));
    if (page.missed() > 0) {
      json.put("missed", page.missed());
    }
    return Answer.ok(json.build());
  }

  private Json draft(String id) throws EngineException {
    AnswerDraft.Shown shown = engine.draft(id);
    return shown.text().isEmpty()
        ? Json.Null.VALUE
        : Json.object().put("step", shown.step()).put("text", shown.text()).build();
  }

  /// The job as it stands, with its place while it waits.
  private Json.Obj shown(JobRecord job) {
    Json.Obj json = job.toJson();
    int place = job.status() == JobStatus.QUEUED ? engine.place(job) : 0;
    if (place == 0) {
      return json;
    }
    Json.Obj placed = json.with("queue_position", Json.of(place));
    Optional<String> behind = engine.behind(job);
    return behind.isEmpty() ? placed : placed.with("behind", Json.of(behind.get()));
  }

  private Answer list(Call call) throws Problem, EngineException {
    var statuses = new ArrayList<JobStatus>();
    for (String label : call.query("status", "").split(",", -1)) {
      if (!label.isBlank()) {
        statuses.add(status(label.strip()));
      }
    }
    String session = call.query("session_id", "");
    List<JobRecord> found;
    if (session.isEmpty()) {
      found = engine.jobs(statuses.isEmpty() ? JobStatus.open() : statuses);
    } else {
      found =
          engine.jobsOf(session).stream()
              .filter(job -> statuses.isEmpty() || statuses.contains(job.status()))
              .toList();
    }
    var jobs = new ArrayList<Json>();
    for (JobRecord job : found.subList(Math.max(0, found.size() - MOST_LISTED), found.size())) {
      Json.Obj whole = shown(job);
      var summary = Json.object();
      for (Route.Field field : Components.fields("JobSummary")) {
        summary.put(field.name(), whole.get(field.name()));
      }
      jobs.add(summary.build());
    }
    return Answer.ok(Json.object().array("jobs", jobs).build());
  }

  private static JobStatus status(String label) throws Problem {
    for (JobStatus status : JobStatus.values()) {
      if (status.label().equals(label)) {
        return status;
      }
    }
    throw Problem.invalid("there is no status '" + label + "'");
  }

  private Answer trace(Call call) throws EngineException {
    String id = call.path("job_id");
    Json.Obj trace = engine.trace(id);
    return Answer.file("trace-" + id + ".json", trace);
  }

  private Answer approve(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    String id = call.path("job_id");
    String decision = body.string("decision");
    String scope = Objects.requireNonNullElse(body.optionalString("scope"), "once");
    String reason = Objects.requireNonNullElse(body.optionalString("reason"), "").strip();
    Approval open = engine.job(id).approval();
    if (scope.equals("always") && open != null && !open.canLast()) {
      throw Problem.invalid("no rule can allow this for good; scope must be once or session");
    }
    CommandUse commands = SessionApi.commands(body).orElse(null);
    if (commands != null && (open == null || open.plan() == null)) {
      throw Problem.invalid("commands can be chosen for a plan alone; leave it out");
    }
    if (open != null && open.plan() != null && !scope.equals("once")) {
      throw Problem.invalid("a plan is approved once; leave scope out");
    }
    Approver.Answer answer =
        switch (decision) {
          case "deny" -> Approver.Answer.no(reason);
          case "allow" ->
              switch (scope) {
                case "once" -> Approver.Answer.ONCE;
                case "session" -> Approver.Answer.SESSION;
                case "always" -> Approver.Answer.ALWAYS;
                default ->
                    throw Problem.invalid(
                        "scope must be once, session or always, was '" + scope + "'");
              };
          default ->
              throw Problem.invalid("decision must be allow or deny, was '" + decision + "'");
        };
    var told =
        new RunEvent.ApprovalReceived(
            body.string("approval_id"), decision, scope, reason, Actor.current(), commands);
    return Answer.ok(engine.approve(id, answer, told).toJson());
  }

  private Answer clarify(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    return Answer.ok(
        engine
            .clarify(call.path("job_id"), body.string("question_id"), body.string("answer"))
            .toJson());
  }
}

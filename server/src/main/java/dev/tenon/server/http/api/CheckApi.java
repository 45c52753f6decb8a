package dev.tenon.server.http.api;

import static dev.tenon.server.http.api.Components.component;
import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.change.review.Selection;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.http.wire.Answer;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.record.CheckRecord;
import dev.tenon.server.job.record.EngineException;
import java.util.List;

/// Checks before acceptance: a command on a view of the project with the accepted hunks, or all.
record CheckApi(JobEngine engine) {

  static final List<Components.Component> COMPONENTS =
      List.of(
          component(
              "Selections",
              "The hunks that a check can be about.",
              field("accepted", "Selected", "Those that were accepted."),
              field("all", "Selected", "All but the rejected ones.")),
          component(
              "Selected",
              "A selection of hunks at one moment.",
              field("fingerprint", "hash", "Changes when the hunks or their files do."),
              field("hunks", "[line]", "Their places in the bundle, from 1.")),
          component(
              "Check",
              "A command on a view of the project with a selection of hunks.",
              field("check_id", "string", "Its name."),
              field("command", "string", "What was run."),
              field("selection", "=accepted|all", "With which hunks."),
              field("fingerprint", "hash", "Of exactly these hunks; see Selections."),
              field("hunks", "[line]", "Their places in the bundle, from 1."),
              field("hunk_ids", "[string]", "Their names."),
              field("total", "count", "How many hunks the bundle had."),
              field("pinned", "string", "Which hunks, for people: hunks 1–4 accepted."),
              field(
                  "status",
                  "=" + String.join("|", CheckRecord.Status.labels()),
                  "Where it stands; interrupted by the end of the server."),
              field("exit_code", "integer|null", "null if it did not exit by itself."),
              field("started_at", "time", "When it began."),
              field("finished_at", "time|null", "When it was over."),
              field("millis", "count|null", "How long it took."),
              field("output", "string", "The end of what it printed, as plain text."),
              field("output_bytes", "count", "How much it printed in all."),
              field("message", "string", "What else there is to say; often empty."),
              field("actor", "string?", "Who wanted it, by the header Tenon-Actor.")),
          component(
              "CheckState",
              "The last check of a job.",
              field("job_id", "string", "Whose."),
              field("check", "Check|null", "null when there was none."),
              field("stale", "boolean", "The hunks are others than those of the check by now.")),
          component(
              "CommandConfig",
              "Whether jobs may run commands, on a view of the project with what is staged.",
              field(
                  "commands",
                  "=off|ask|auto?",
                  "ask: what does more than read is asked; auto: what stays inside the project by"
                      + " the operating system's word runs without a question.")),
          component(
              "Approval",
              "What a job wants to do and a person has to allow.",
              field("approval_id", "string", "To be sent with the decision."),
              field("helper", "string", "The helper that asks; empty for the conversation itself."),
              field("tool", "string", "Which tool asks."),
              field("command", "string", "The command line; empty if it is no command."),
              field("folder", "string", "Where it would run."),
              field("what", "[string]", "Everything that is asked, in a few words each."),
              field("reason", "string", "Why it is asked."),
              field("offers", "[string]", "The rules that would allow it from now on."),
              field("can_last", "boolean", "Whether scope always is possible."),
              field("plan", "Plan|null", "The plan that is to be approved.")),
          component(
              "Plan",
              "What a job means to do when it is approved.",
              field("title", "string", "In a few words."),
              field("steps", "[string]", "In order."),
              field("checks", "[string]", "Commands whose success is to prove the result."),
              field("risks", "[string]", "What may go wrong."),
              field("sha256", "string", "The hash of its Markdown form.")),
          component(
              "Recipe",
              "A task of the project's own task runner.",
              field("name", "string", "With its runner: make:test."),
              field("command", "string", "As it is run in the project's root."),
              field("doc", "string", "What it does, as the project says; may be empty.")));

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/agent/sessions/{session_id}/checks",
                "listChecks",
                "What may be run as a check of the session's project.")
            .answers(
                field("last_command", "string|null", "What was run last in this project."),
                field("recipes", "[Recipe]", "The tasks of the project's own task runners."),
                field("problems", "[string]", "Manifests that cannot be read."))
            .fails("unknown_session", "session_unusable", "no_commands")
            .by(call -> Answer.ok(engine.checks().offers(call.path("session_id")))),
        Route.post(
                "/api/agent/jobs/{job_id}/check",
                "startCheck",
                "Run a command on a view of the project with the accepted hunks, or all of them."
                    + " Nothing of the project and nothing that is staged changes.")
            .body(
                field("command", "string", "The command line, run by bash in the project."),
                field("selection", "=accepted|all?", "With which hunks; accepted if left out."))
            .status(202)
            .answers("Check")
            .fails("unknown_job", "unknown_session", "not_awaiting_review", "session_unusable")
            .fails("session_archived", "invalid_command", "command_denied", "no_commands")
            .fails("check_running", "too_many_checks")
            .by(this::start),
        Route.get(
                "/api/agent/jobs/{job_id}/check",
                "getCheck",
                "The last check of a job, as it stands.")
            .answers("CheckState")
            .fails("unknown_job", "unknown_session", "session_unusable")
            .by(call -> Answer.ok(engine.checks().show(call.path("job_id")))),
        Route.post(
                "/api/agent/jobs/{job_id}/check/cancel",
                "cancelCheck",
                "End the check that runs; answers when it has ended.")
            .answers("CheckState")
            .fails("unknown_job", "unknown_session", "session_unusable", "no_check")
            .by(call -> Answer.ok(engine.checks().cancel(call.path("job_id")))));
  }

  private Answer start(Call call)
      throws Problem, EngineException, JsonException, InterruptedException {
    JsonFields body = call.body();
    String wanted = body.optionalString("selection");
    Selection selection =
        Selection.of(wanted == null ? Selection.ACCEPTED.label() : wanted)
            .orElseThrow(() -> Problem.invalid("selection must be accepted or all, was " + wanted));
    return Answer.accepted(
        engine.checks().start(call.path("job_id"), body.string("command"), selection));
  }
}

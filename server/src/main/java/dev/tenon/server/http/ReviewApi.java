package dev.tenon.server.http;

import static dev.tenon.server.http.Route.field;

import dev.tenon.core.change.Review;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.job.EngineException;
import dev.tenon.server.job.JobEngine;
import dev.tenon.server.job.Reviews;
import java.util.List;
import java.util.Optional;

/// Review: decide about hunks, apply them, look at checkpoints, roll back.
record ReviewApi(JobEngine engine) {
  private static final List<Route.Field> BUNDLE =
      List.of(
          field("job_id", "string", "Of the job."), field("files", "array", "With their hunks."));

  List<Route> routes() {
    return List.of(
        new Route(
            Route.Method.GET,
            "/api/agent/jobs/{job_id}/diff",
            "getDiff",
            "What is staged now.",
            200,
            List.of(),
            List.of(),
            BUNDLE,
            call -> Answer.ok(engine.reviews().bundle(call.path("job_id")))),
        new Route(
            Route.Method.POST,
            "/api/agent/jobs/{job_id}/review",
            "review",
            "Decide about hunks: accept, reject, reset, accept_file, reject_file, accept_all,"
                + " reject_all, undo, redo.",
            200,
            List.of(),
            List.of(
                field("action", "string", "One of those."),
                field("hunk_ids", "array?", "For accept, reject and reset."),
                field("file_path", "string?", "For accept_file and reject_file.")),
            BUNDLE,
            this::review),
        new Route(
            Route.Method.POST,
            "/api/agent/apply",
            "apply",
            "Write the accepted hunks, drop the others, end the job.",
            200,
            List.of(),
            List.of(
                field("session_id", "string", "Where."),
                field("job_id", "string", "Whose hunks."),
                field("accepted_hunk_ids", "array", "Which of them.")),
            List.of(
                field("status", "string", "completed."),
                field("applied_files", "array", "How many hunks of each file.")),
            this::apply),
        new Route(
            Route.Method.POST,
            "/api/agent/sessions/{session_id}/save",
            "save",
            "Write what was accepted or typed, and go on with the review.",
            200,
            List.of(),
            List.of(),
            List.of(field("applied_files", "array", "How many hunks of each file.")),
            call -> Answer.ok(engine.reviews().save(call.path("session_id")))),
        new Route(
            Route.Method.GET,
            "/api/agent/checkpoints/{checkpoint_id}",
            "getCheckpoint",
            "What a run changed, and what the files were before.",
            200,
            List.of(),
            List.of(),
            List.of(
                field("checkpoint_id", "string", "Its name."),
                field("affected_files", "array", "With hunks and reverse patches.")),
            call -> Answer.ok(engine.reviews().checkpoint(call.path("checkpoint_id")))),
        new Route(
            Route.Method.GET,
            "/api/agent/checkpoints/{checkpoint_id}/diff3",
            "compare",
            "A file now, before the run, and as proposed.",
            200,
            List.of(field("file_path", "string", "Which.")),
            List.of(),
            List.of(
                field("file_path", "string", "Which."),
                field("current_file", "string?", "Now."),
                field("checkpoint_base", "string?", "Before."),
                field("agent_proposed", "string?", "As proposed.")),
            call ->
                Answer.ok(
                    engine.reviews().compare(call.path("checkpoint_id"), call.query("file_path")))),
        new Route(
            Route.Method.POST,
            "/api/agent/checkpoints/{checkpoint_id}/rollback",
            "rollback",
            "Take the working buffers back; save to write that.",
            200,
            List.of(),
            List.of(
                field("mode", "string", "hard_all or scoped_selected."),
                field("hunk_ids", "array?", "For scoped_selected.")),
            List.of(
                field("status", "string", "completed."),
                field("files", "array", "Which were taken back.")),
            this::rollback));
  }

  private Answer review(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    String action = body.string("action");
    return Answer.ok(engine.reviews().decide(call.path("job_id"), action, choice(action, body)));
  }

  private static Reviews.Choice choice(String action, JsonFields body)
      throws Problem, JsonException {
    return switch (action) {
      case "accept" -> hunks(body, Review::accept);
      case "reject" -> hunks(body, Review::reject);
      case "reset" -> hunks(body, Review::reset);
      case "accept_file" -> file(body, Review::acceptFile);
      case "reject_file" -> file(body, Review::rejectFile);
      case "accept_all" -> Review::acceptAll;
      case "reject_all" -> Review::rejectAll;
      case "undo" -> Review::undo;
      case "redo" -> Review::redo;
      default -> throw Problem.invalid("there is no action '" + action + "'");
    };
  }

  private interface Some {
    List<String> on(Review review, List<String> hunks) throws dev.tenon.core.change.ReviewException;
  }

  private interface One {
    List<String> on(Review review, String path) throws dev.tenon.core.change.ReviewException;
  }

  private static Reviews.Choice hunks(JsonFields body, Some some) throws JsonException {
    List<String> ids = body.strings("hunk_ids");
    return review -> some.on(review, ids);
  }

  private static Reviews.Choice file(JsonFields body, One one) throws JsonException {
    String path = body.string("file_path");
    return review -> one.on(review, path);
  }

  private Answer apply(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    return Answer.ok(
        engine
            .reviews()
            .apply(
                body.string("session_id"),
                body.string("job_id"),
                body.strings("accepted_hunk_ids")));
  }

  private Answer rollback(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    String mode = body.string("mode");
    Optional<List<String>> hunks =
        switch (mode) {
          case "hard_all" -> Optional.empty();
          case "scoped_selected" -> Optional.of(body.strings("hunk_ids"));
          default ->
              throw Problem.invalid("mode must be hard_all or scoped_selected, was '" + mode + "'");
        };
    return Answer.ok(engine.reviews().rollback(call.path("checkpoint_id"), hunks));
  }
}

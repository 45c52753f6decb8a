package dev.tenon.server.http.api;

import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.change.review.Review;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.http.wire.Answer;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.review.Checkpoints;
import dev.tenon.server.job.review.Reviews;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// Review: decide about hunks, apply them, look at checkpoints, roll back.
record ReviewApi(JobEngine engine) {
  private static final String ACTIONS =
      "=accept|reject|reset|split|accept_all_file|reject_all_file|accept_all|reject_all|undo|redo";

  List<Route> routes() {
    return List.of(
        Route.get("/api/agent/jobs/{job_id}/diff", "getDiff", "What is staged now.")
            .answers("DiffBundle")
            .fails("unknown_job", "unknown_session", "session_unusable")
            .by(call -> Answer.ok(engine.reviews().bundle(call.path("job_id")))),
        Route.post("/api/agent/jobs/{job_id}/review", "review", "Decide about hunks.")
            .body(
                field(
                    "action",
                    ACTIONS,
                    "What to decide. accept_all is about what is not decided, and where everything"
                        + " is, about what was rejected; reject_all is about all hunks."),
                field("hunk_ids", "[string]?", "For accept, reject and reset; one for split."),
                field(
                    "line",
                    "line?",
                    "For split: with which line of the hunk's new text (of its old one, if it only"
                        + " removes) the second part begins; without it, at natural boundaries."),
                field("file_path", "string?", "For accept_all_file and reject_all_file."))
            .answers("DiffBundle")
            .fails("unknown_job", "not_awaiting_review", "session_archived", "session_unusable")
            .fails("review_unknown", "review_incomplete", "review_conflict", "review_applied")
            .fails("review_invalid")
            .by(this::review),
        Route.post(
                "/api/agent/apply",
                "apply",
                "Write the accepted hunks, drop the others, end the job.")
            .body(
                field("session_id", "string", "Where."),
                field("job_id", "string", "Whose hunks."),
                field("accepted_hunk_ids", "[string]", "Which of them; none rejects all."))
            .answers("Applied")
            .fails("unknown_job", "unknown_session", "other_session", "not_awaiting_review")
            .fails("review_unknown", "review_incomplete", "review_conflict", "review_applied")
            .fails("conflict", "not_writable", "io_error", "session_archived", "session_unusable")
            .by(this::apply),
        Route.post(
                "/api/agent/sessions/{session_id}/save",
                "save",
                "Write what was accepted or typed, and go on with the review.")
            .answers("Applied")
            .fails("unknown_session", "session_archived", "session_unusable")
            .fails("conflict", "not_writable", "io_error")
            .fails("review_unknown", "review_incomplete", "review_conflict", "review_applied")
            .by(call -> Answer.ok(engine.reviews().save(call.path("session_id")))),
        turn(
            "undo",
            "Take back the latest decision, edit or rollback of the person.",
            call -> turn(call, Checkpoints.Turn.UNDO, Review::undo)),
        turn(
            "redo",
            "Do again what was taken back.",
            call -> turn(call, Checkpoints.Turn.REDO, Review::redo)),
        Route.get(
                "/api/agent/checkpoints/{checkpoint_id}",
                "getCheckpoint",
                "What a run changed, and what the files were before.")
            .answers("Checkpoint")
            .fails("unknown_checkpoint", "unknown_session", "session_unusable", "io_error")
            .by(call -> Answer.ok(engine.checkpoints().show(call.path("checkpoint_id")))),
        Route.get(
                "/api/agent/checkpoints/{checkpoint_id}/diff3",
                "compare",
                "A file now, before the run, and as proposed.")
            .query(field("file_path", "string", "Which."))
            .answers("Diff3")
            .fails("unknown_checkpoint", "unknown_session", "session_unusable")
            .fails("unchanged_file", "io_error")
            .by(
                call ->
                    Answer.ok(
                        engine
                            .checkpoints()
                            .compare(call.path("checkpoint_id"), call.query("file_path")))),
        Route.post(
                "/api/agent/checkpoints/{checkpoint_id}/rollback",
                "rollback",
                "Take the working buffers back; save to write that.")
            .body(
                field("mode", "=hard_all|scoped_selected", "Everything, or these hunks."),
                field("hunk_ids", "[string]?", "For scoped_selected."))
            .answers("Rollback")
            .fails("unknown_checkpoint", "unknown_session", "session_archived", "session_unusable")
            .fails("review_unknown", "review_incomplete", "review_conflict", "review_applied")
            .fails("conflict", "job_running")
            .by(this::rollback));
  }

  /// Undo and redo, with or without a review: the person's own edits are staged without one, too.
  private static Route turn(String name, String summary, Route.Handler handler) {
    return Route.post("/api/agent/sessions/{session_id}/" + name, name, summary)
        .answers("DiffBundle")
        .fails("unknown_session", "session_archived", "session_unusable", "job_running")
        .fails("review_unknown", "review_conflict")
        .by(handler);
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
      case "split" -> split(body);
      case "accept_all_file" -> file(body, Review::acceptFile);
      case "reject_all_file" -> file(body, Review::rejectFile);
      case "accept_all" -> Reviews::acceptAll;
      case "reject_all" -> Review::rejectAll;
      case "undo" -> Review::undo;
      case "redo" -> Review::redo;
      default -> throw Problem.invalid("there is no action '" + action + "'");
    };
  }

  private static Reviews.Choice split(JsonFields body) throws Problem, JsonException {
    List<String> ids = body.strings("hunk_ids");
    if (ids.size() != 1) {
      throw Problem.invalid("split needs exactly one hunk in hunk_ids, not " + ids.size());
    }
    OptionalInt line =
        body.has("line") ? OptionalInt.of((int) body.count("line", 1)) : OptionalInt.empty();
    return review -> review.split(ids.getFirst(), line);
  }

  private interface Some {
    List<String> on(Review review, List<String> hunks)
        throws dev.tenon.core.change.review.ReviewException;
  }

  private interface One {
    List<String> on(Review review, String path) throws dev.tenon.core.change.review.ReviewException;
  }

  private static Reviews.Choice hunks(JsonFields body, Some some) throws JsonException {
    body.value("hunk_ids");
    List<String> ids = body.strings("hunk_ids");
    return review -> some.on(review, ids);
  }

  private static Reviews.Choice file(JsonFields body, One one) throws JsonException {
    String path = body.string("file_path");
    return review -> one.on(review, path);
  }

  private Answer apply(Call call) throws Problem, EngineException, JsonException {
    JsonFields body = call.body();
    body.value("accepted_hunk_ids");
    return Answer.ok(
        engine
            .reviews()
            .apply(
                body.string("session_id"),
                body.string("job_id"),
                body.strings("accepted_hunk_ids")));
  }

  private Answer rollback(Call call) throws Problem, EngineException, JsonException {
    Optional<List<String>> hunks = scope(call.body());
    return Answer.ok(engine.checkpoints().rollback(call.path("checkpoint_id"), hunks));
  }

  /// What a rollback takes back; empty for everything.
  static Optional<List<String>> scope(JsonFields body) throws Problem, JsonException {
    String mode = body.string("mode");
    return switch (mode) {
      case "hard_all" -> Optional.empty();
      case "scoped_selected" -> Optional.of(body.strings("hunk_ids"));
      default ->
          throw Problem.invalid("mode must be hard_all or scoped_selected, was '" + mode + "'");
    };
  }

  /// Takes back, or does again, the latest decision, edit or rollback.
  private Answer turn(Call call, Checkpoints.Turn way, Reviews.Choice otherwise)
      throws EngineException {
    String session = call.path("session_id");
    if (engine.checkpoints().turn(session, way)) {
      return Answer.ok(engine.reviews().bundleOf(session));
    }
    String action = way.name().toLowerCase(Locale.ROOT);
    return Answer.ok(engine.reviews().decideIn(session, action, otherwise));
  }
}

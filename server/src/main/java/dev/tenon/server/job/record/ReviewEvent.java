package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import java.util.List;

/// What becomes of the edits of a job: decided, written, taken back.
public sealed interface ReviewEvent extends JobEvent {

  /// The run ended with edits to review.
  record DiffGenerated(int files, int hunks, String answer) implements ReviewEvent {
    @Override
    public JobEventType type() {
      return JobEventType.DIFF_GENERATED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("files", files).put("hunks", hunks).put("answer", answer).build();
    }
  }

  /// What is staged has changed.
  ///
  /// @param action the decision or edit that changed it
  /// @param details `hunk_ids`, `files`, or what a save wrote
  record ReviewUpdated(String action, Json.Obj details) implements ReviewEvent {
    public static ReviewUpdated ofFiles(String action, List<String> paths) {
      return new ReviewUpdated(action, Json.object().put("files", Json.strings(paths)).build());
    }

    public static ReviewUpdated ofHunks(String action, List<String> hunks) {
      return new ReviewUpdated(action, Json.object().put("hunk_ids", Json.strings(hunks)).build());
    }

    @Override
    public JobEventType type() {
      return JobEventType.REVIEW_UPDATED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("action", action).putAll(details).build();
    }
  }

  /// @param accepted how many hunks are about to be written
  record ApplyStarted(int accepted) implements ReviewEvent {
    @Override
    public JobEventType type() {
      return JobEventType.APPLY_STARTED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("accepted", accepted).build();
    }
  }

  /// @param applied what was written
  record ApplyCompleted(Json.Obj applied) implements ReviewEvent {
    @Override
    public JobEventType type() {
      return JobEventType.APPLY_COMPLETED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("status", "completed").putAll(applied).build();
    }
  }

  /// Nothing was written.
  record ApplyRefused(EngineException why) implements ReviewEvent {
    @Override
    public JobEventType type() {
      return JobEventType.APPLY_CONFLICT;
    }

    @Override
    public Json.Obj data() {
      return reason(why);
    }
  }

  private static Json.Obj reason(EngineException why) {
    return Json.object()
        .put("code", why.code())
        .put("message", String.valueOf(why.getMessage()))
        .putAll(why.details())
        .build();
  }

  record CheckpointCreated(String checkpoint) implements ReviewEvent {
    @Override
    public JobEventType type() {
      return JobEventType.CHECKPOINT_CREATED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("checkpoint_id", checkpoint).build();
    }
  }

  record RollbackStarted(String checkpoint, Scope scope) implements ReviewEvent {
    @Override
    public JobEventType type() {
      return JobEventType.ROLLBACK_STARTED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("checkpoint_id", checkpoint).put("mode", scope.label()).build();
    }
  }

  /// What a rollback takes back.
  enum Scope {
    ALL,
    SELECTED;

    public String label() {
      return this == SELECTED ? "scoped_selected" : "hard_all";
    }
  }

  record RollbackCompleted(String checkpoint, List<String> files) implements ReviewEvent {
    public RollbackCompleted {
      files = List.copyOf(files);
    }

    @Override
    public JobEventType type() {
      return JobEventType.ROLLBACK_COMPLETED;
    }

    @Override
    public Json.Obj data() {
      return Json.object()
          .put("checkpoint_id", checkpoint)
          .put("status", "completed")
          .put("files", Json.strings(files))
          .put("saved", false)
          .build();
    }
  }

  record RollbackFailed(String checkpoint, EngineException why) implements ReviewEvent {
    @Override
    public JobEventType type() {
      return JobEventType.ROLLBACK_FAILED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("checkpoint_id", checkpoint).putAll(reason(why)).build();
    }
  }
}

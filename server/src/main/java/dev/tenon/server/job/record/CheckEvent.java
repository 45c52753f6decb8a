package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;

/// What becomes of a check of a job's edits.
public sealed interface CheckEvent extends JobEvent {

  record CheckStarted(CheckRecord check) implements CheckEvent {
    @Override
    public JobEventType type() {
      return JobEventType.CHECK_STARTED;
    }

    @Override
    public Json.Obj data() {
      var data =
          Json.object()
              .put("check_id", check.id())
              .put("command", check.command())
              .put("selection", check.pinned().selection().label())
              .put("fingerprint", check.pinned().fingerprint())
              .put("total", check.pinned().total())
              .put("pinned", check.pinned().phrase());
      return (check.actor().isEmpty() ? data : data.put("actor", check.actor())).build();
    }
  }

  /// @param text whole lines
  record CheckPrinted(String check, String text) implements CheckEvent {
    /// Of more, an event would cut the end away.
    public static final int MOST = 3_000;

    @Override
    public JobEventType type() {
      return JobEventType.CHECK_OUTPUT;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("check_id", check).put("text", text).build();
    }
  }

  record CheckFinished(CheckRecord check) implements CheckEvent {
    @Override
    public JobEventType type() {
      return JobEventType.CHECK_FINISHED;
    }

    @Override
    public Json.Obj data() {
      CheckRecord.End end = check.end();
      return Json.object()
          .put("check_id", check.id())
          .put("status", end.status().label())
          .put("exit_code", end.exitCode() == null ? Json.Null.VALUE : Json.of(end.exitCode()))
          .put("millis", check.millis())
          .put("pinned", check.pinned().phrase())
          .put("message", end.message())
          .build();
    }
  }
}

package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the run of a job reports: which model it takes, what that says and calls, what it asks and
/// proposes.
public sealed interface RunEvent extends JobEvent {
  /// How much of arguments and results an event holds.
  JsonSummary SMALL = new JsonSummary(400, 20);

  /// @param model its full name; empty when none could be opened
  /// @param problem why none could be opened; empty when one was
  record ProviderSelected(
      AgentMode.Side side, String model, int attempt, String reason, String problem)
      implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.PROVIDER_SELECTED;
    }

    @Override
    public Json.Obj data() {
      var data =
          Json.object()
              .put("provider", side.label())
              .put("model", model.isEmpty() ? Json.Null.VALUE : Json.of(model))
              .put("attempt", attempt)
              .put("reason", reason);
      return (problem.isEmpty() ? data : data.put("error", problem)).build();
    }
  }

  /// @param reason the label of what went wrong
  record ProviderFellBack(
      AgentMode.Side from, AgentMode.Side to, int attempt, String reason, String message)
      implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.PROVIDER_FALLBACK;
    }

    @Override
    public Json.Obj data() {
      return Json.object()
          .put("from", from.label())
          .put("to", to.label())
          .put("attempt", attempt)
          .put("reason", reason)
          .put("message", message)
          .build();
    }
  }

  /// One step of the model is over.
  record AssistantAnswered(int step, Message.Assistant answer, Duration latency)
      implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.ASSISTANT_MESSAGE;
    }

    @Override
    public Json.Obj data() {
      var calls = new ArrayList<Json>();
      for (Part.Call call : answer.calls()) {
        calls.add(Json.object().put("tool_call_id", call.id()).put("name", call.name()).build());
      }
      return Json.object()
          .put("step", step)
          .put("text", answer.text())
          .put("stop_reason", CanonicalJson.stopReason(answer))
          .array("tool_calls", calls)
          .put(
              "raw_usage",
              Json.object()
                  .putAll(CanonicalJson.usage(answer.usage()))
                  .put("latency_ms", latency.toMillis())
                  .put("model", answer.model())
                  .build())
          .build();
    }
  }

  /// The model gave no answer.
  record AssistantFailed(int step, String problem) implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.ASSISTANT_MESSAGE;
    }

    @Override
    public Json.Obj data() {
      return Json.object()
          .put("step", step)
          .put("text", "")
          .put("stop_reason", "error")
          .put("error", problem)
          .build();
    }
  }

  /// @param title what the call is about, for people; empty for a call that was refused
  record ToolRequested(Part.Call call, String title) implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.TOOL_REQUESTED;
    }

    @Override
    public Json.Obj data() {
      return Json.object()
          .put("tool_call_id", call.id())
          .put("tool", call.name())
          .put("title", title)
          .put("arguments", SMALL.of(call.arguments()))
          .build();
    }
  }

  record ToolCompleted(Part.Result result, Duration took) implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.TOOL_COMPLETED;
    }

    @Override
    public Json.Obj data() {
      var data =
          Json.object()
              .put("tool_call_id", result.callId())
              .put("tool", result.name())
              .put("ok", !result.failed())
              .put("millis", took.toMillis());
      return (result.failed() ? data.put("error", error()) : data.putAll(summary())).build();
    }

    private Json.Obj error() {
      Json.Obj error = result.envelope().objectOrEmpty("error");
      return Json.object()
          .put("code", error.string("code", ""))
          .put("message", error.string("message", ""))
          .build();
    }

    private Json.Obj summary() {
      Json.Obj data = result.envelope().objectOrEmpty("data");
      Json counted = data.get(result.name().equals("list_files") ? "files" : "results");
      var summary = Json.object();
      if (counted instanceof Json.Arr items) {
        summary.put("result_count", items.items().size());
      }
      return summary.put("result", SMALL.of(data)).build();
    }
  }

  /// Something happened in a helper.
  record HelperReported(String helper, RunEvent event) implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.HELPER_REPORTED;
    }

    @Override
    public Json.Obj data() {
      return Json.object()
          .put("helper", helper)
          .put("type", event.type().label())
          .put("data", event.data())
          .build();
    }
  }

  record ClarificationRequested(JobRecord.Question question) implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.CLARIFICATION_REQUESTED;
    }

    @Override
    public Json.Obj data() {
      return question.toJson();
    }
  }

  record ClarificationReceived(String questionId, String answer) implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.CLARIFICATION_RECEIVED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("question_id", questionId).put("answer", answer).build();
    }
  }

  record ApprovalRequested(Approval approval) implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.APPROVAL_REQUESTED;
    }

    @Override
    public Json.Obj data() {
      return approval.toJson();
    }
  }

  /// @param scope how long it holds: `once`, `session`, `always`
  /// @param commands what commands may do when the plan is carried out that it was about; null for
  ///   what they may do anyway
  record ApprovalReceived(
      String approval,
      String decision,
      String scope,
      String reason,
      String actor,
      @Nullable CommandUse commands)
      implements RunEvent {
    @Override
    public JobEventType type() {
      return JobEventType.APPROVAL_RECEIVED;
    }

    @Override
    public Json.Obj data() {
      var data =
          Json.object()
              .put("approval_id", approval)
              .put("decision", decision)
              .put("scope", scope)
              .put("reason", reason);
      if (commands != null) {
        data.put("commands", commands.label());
      }
      return (actor.isEmpty() ? data : data.put("actor", actor)).build();
    }
  }

  /// @param edits in the form of `propose_edits`
  record EditsProposed(String callId, String tool, List<Json.Obj> edits) implements RunEvent {
    public EditsProposed {
      edits = List.copyOf(edits);
    }

    @Override
    public JobEventType type() {
      return JobEventType.EDITS_PROPOSED;
    }

    @Override
    public Json.Obj data() {
      return Json.object()
          .put("tool_call_id", callId)
          .put("tool", tool)
          .put("edits", edits.size())
          .put("edit_ids", Json.strings(each("edit_id")))
          .put("files", Json.strings(each("file_path").stream().distinct().toList()))
          .build();
    }

    private List<String> each(String member) {
      return edits.stream().map(edit -> edit.string(member, "")).toList();
    }
  }
}

package dev.tenon.core.agent;

import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that happens in a conversation: the only event type, which every face renders.
public sealed interface AgentEvent {

  record PromptStarted(Message.User prompt) implements AgentEvent {}

  /// A request to the model is about to be made; counts from 1 in each prompt.
  record StepStarted(int step) implements AgentEvent {}

  /// Something the model told while answering.
  record ModelReported(ModelEvent event) implements AgentEvent {}

  /// The history grew by this message.
  record MessageAppended(Message message) implements AgentEvent {}

  /// A call was let through the gate and runs now.
  record ToolStarted(Part.Call call, String title) implements AgentEvent {}

  /// More output of a call that still runs.
  record ToolProgressed(String callId, String text) implements AgentEvent {}

  /// A call was answered: it ran, or it was refused. The shape is empty after a failure.
  ///
  /// @param decision how the sandbox came to refuse a path, if that is why the call failed
  record ToolFinished(
      Part.Call call,
      Part.Result result,
      Optional<ToolResult> shape,
      Duration took,
      @Nullable String decision)
      implements AgentEvent {
    public ToolFinished(
        Part.Call call, Part.Result result, Optional<ToolResult> shape, Duration took) {
      this(call, result, shape, took, null);
    }
  }

  /// A message of the user was put in while the model was at work, or when it had finished: as it
  /// was said. What the model got is the message that is appended next.
  record Steered(Message.User message) implements AgentEvent {}

  /// Background work has something to tell. The person learns of it at once; the model gets it with
  /// its next request, or as a prompt of its own when nothing runs.
  record Notified(Notice notice) implements AgentEvent {}

  /// Old exchanges were left out of the history to keep it in its budget.
  record HistoryTrimmed(int messages, long bytes) implements AgentEvent {}

  /// The history comes near to the model's window and is being summarised, which takes a while.
  record CompactionStarted(long tokens) implements AgentEvent {}

  /// The history was shortened; the whole of it stays in the session.
  record HistoryCompacted(CompactedHistory compacted) implements AgentEvent {}

  /// The model took tools from the shelf, or some were put back with the steps that took them.
  ///
  /// @param names all that are taken now, in the order in which the next request declares them
  record ToolsTaken(List<String> names) implements AgentEvent {
    public ToolsTaken {
      names = List.copyOf(names);
    }
  }

  /// Stream rules matched, and the model gets to see them now.
  ///
  /// @param rules their names
  record RulesInjected(List<String> rules, RuleEffect effect) implements AgentEvent {
    public RulesInjected {
      rules = List.copyOf(rules);
    }
  }

  /// What a rule did.
  enum RuleEffect {
    /// The answer was stopped and forgotten; it is made again.
    DISCARDED,
    /// The answer was stopped; what was there of it stays.
    STOPPED,
    /// The model is reminded beside its work.
    REMINDED
  }

  /// The conversation went back to its return point: everything after the result of that call is
  /// gone from the history, and the report follows as the next message.
  ///
  /// @param callId the call that set the return point
  /// @param messages how many went
  record Rewound(String callId, int messages, String report) implements AgentEvent {}

  /// Something happened in a conversation that works for this one. Events of helpers' helpers come
  /// with their own id and are not wrapped twice.
  ///
  /// @param id of the helper, as in `0-Parent.0-Child`
  record HelperReported(String id, AgentEvent event) implements AgentEvent {
    public HelperReported {
      if (event instanceof HelperReported) {
        throw new IllegalArgumentException("an event of a helper within one of " + id);
      }
    }
  }

  /// A bug in Tenon. In a tool it ends the call, anywhere else the prompt; the conversation can go
  /// on.
  record Broke(Throwable bug) implements AgentEvent {}

  record PromptEnded(Outcome outcome) implements AgentEvent {}
}

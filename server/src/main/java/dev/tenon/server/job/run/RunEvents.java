package dev.tenon.server.job.run;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.model.Message;
import dev.tenon.server.job.record.RunEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Derives the events of a job from those of its conversation. Every [AgentEvent] has its line in
/// [#of]; a new one does not compile until it has. Events come one at a time.
final class RunEvents {
  /// The calls that run.
  private final Set<String> started = ConcurrentHashMap.newKeySet();

  private final Map<String, RunEvents> helpers = new ConcurrentHashMap<>();
  private volatile int step;
  private volatile long stepBegan = System.nanoTime();

  List<RunEvent> of(AgentEvent event) {
    return switch (event) {
      case AgentEvent.StepStarted begun -> {
        step = begun.step();
        stepBegan = System.nanoTime();
        yield List.of();
      }
      case AgentEvent.MessageAppended appended -> appended(appended.message());
      case AgentEvent.ToolStarted run -> {
        started.add(run.call().id());
        yield List.of(new RunEvent.ToolRequested(run.call(), run.title()));
      }
      case AgentEvent.ToolFinished finished -> finished(finished);
      case AgentEvent.PromptEnded ended -> ended(ended.outcome());
      // Told by the message that follows.
      case AgentEvent.ModelReported ignored -> List.of();
      case AgentEvent.ToolProgressed ignored -> List.of();
      // The job tells its own beginning, and how a bug ended it.
      case AgentEvent.PromptStarted ignored -> List.of();
      case AgentEvent.Broke ignored -> List.of();
      // A job is not steered and has no background work and no rules.
      case AgentEvent.Steered ignored -> List.of();
      case AgentEvent.Notified ignored -> List.of();
      case AgentEvent.RulesInjected ignored -> List.of();
      // What the model is shown of its history is not the client's business.
      case AgentEvent.HistoryTrimmed ignored -> List.of();
      case AgentEvent.CompactionStarted ignored -> List.of();
      case AgentEvent.HistoryCompacted ignored -> List.of();
      case AgentEvent.ToolsTaken ignored -> List.of();
      case AgentEvent.Rewound ignored -> List.of();
      case AgentEvent.HelperReported reported -> helped(reported);
    };
  }

  /// What happens in a helper is told in the same words, with its name.
  private List<RunEvent> helped(AgentEvent.HelperReported reported) {
    var told = new ArrayList<RunEvent>();
    for (RunEvent each :
        helpers.computeIfAbsent(reported.id(), id -> new RunEvents()).of(reported.event())) {
      told.add(new RunEvent.HelperReported(reported.id(), each));
    }
    return told;
  }

  /// The step that is under way.
  int step() {
    return step;
  }

  /// Whether a call was let through the gate and has not been answered yet.
  boolean isRunning(String callId) {
    return started.contains(callId);
  }

  private List<RunEvent> appended(Message message) {
    return switch (message) {
      case Message.Assistant answer -> {
        var latency = Duration.ofNanos(System.nanoTime() - stepBegan);
        yield List.of(new RunEvent.AssistantAnswered(step, answer, latency));
      }
      case Message.User ignored -> List.of();
      case Message.ToolResults ignored -> List.of();
    };
  }

  /// A call that was refused before it ran is told as requested, too.
  private List<RunEvent> finished(AgentEvent.ToolFinished finished) {
    var events = new ArrayList<RunEvent>();
    if (!started.remove(finished.result().callId())) {
      events.add(new RunEvent.ToolRequested(finished.call(), ""));
    }
    events.add(new RunEvent.ToolCompleted(finished.result(), finished.took()));
    return events;
  }

  private List<RunEvent> ended(Outcome outcome) {
    if (outcome.ending() != Outcome.Ending.FAILED) {
      return List.of();
    }
    String problem = outcome.problemText().orElse("the model did not answer");
    return List.of(new RunEvent.AssistantFailed(step, problem));
  }
}

package dev.tenon.cli.terminal.view;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Messages of an earlier conversation as the events that once brought them, so that the same
/// renderer shows them.
public final class Replay {
  private Replay() {}

  public static List<AgentEvent> of(List<Message> messages) {
    var events = new ArrayList<AgentEvent>();
    for (int i = 0; i < messages.size(); i++) {
      switch (messages.get(i)) {
        case Message.User user -> events.add(new AgentEvent.Steered(user));
        case Message.Assistant said -> {
          Message next = i + 1 < messages.size() ? messages.get(i + 1) : Message.User.of("");
          said(
              said,
              next instanceof Message.ToolResults results ? results.results() : List.of(),
              events);
        }
        case Message.ToolResults ignored -> {}
      }
    }
    return events;
  }

  private static void said(
      Message.Assistant said, List<Part.Result> results, List<AgentEvent> events) {
    events.add(new AgentEvent.StepStarted(1));
    if (!said.text().isBlank()) {
      events.add(new AgentEvent.ModelReported(new ModelEvent.TextDelta(0, said.text())));
    }
    events.add(new AgentEvent.ModelReported(new ModelEvent.Done(StopReason.STOP, Usage.NONE)));
    for (Part.Call call : said.calls()) {
      events.add(new AgentEvent.ToolStarted(call, CallTitle.of(call.arguments())));
      for (Part.Result result : results) {
        if (result.callId().equals(call.id())) {
          Optional<ToolResult> shape =
              result.failed() ? Optional.empty() : Optional.of(ToolResult.Text.of(result.text()));
          events.add(new AgentEvent.ToolFinished(call, result, shape, Duration.ZERO));
        }
      }
    }
  }
}

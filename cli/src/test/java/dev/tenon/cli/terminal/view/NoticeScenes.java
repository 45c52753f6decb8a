package dev.tenon.cli.terminal.view;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a person is told beside answers and calls: what goes along, what happens to the
/// conversation, and every way in which a prompt ends.
final class NoticeScenes {
  private NoticeScenes() {}

  static Map<String, List<AgentEvent>> events() {
    var events = new LinkedHashMap<String, List<AgentEvent>>();
    events.put("along", along());
    events.put("news", news());
    events.put("endings", endings());
    events.put("failures", failures());
    events.put("retried", retried());
    return events;
  }

  private static List<AgentEvent> along() {
    var said =
        new Message.User(
            List.of(
                new Part.Text("<user-command ending=\"exit code 0\">\n$ ls\n</user-command>"),
                new Part.Text("Look at @src/Parser.java and @nothere"),
                new Part.Text("<file path=\"src/Parser.java\" lines=\"2\">\none\ntwo\n</file>")));
    return List.of(
        new AgentEvent.PromptStarted(said),
        new AgentEvent.StepStarted(1),
        new AgentEvent.Steered(
            Message.User.of("and do not forget the tests\n漢字 👨‍👩‍👧 in them, too")));
  }

  private static List<AgentEvent> news() {
    var shorter =
        new CompactedHistory(
            Message.User.of("so far"), "so far", 4, 180_000, 9_000, Json.Obj.EMPTY, Usage.NONE);
    return List.of(
        notice(Notice.Kind.ENDED, "bash-1 (npm run build) has ended with exit code 0 after 2 min"),
        notice(Notice.Kind.PROMPT, "look whether the deployment went well"),
        new AgentEvent.HistoryTrimmed(12, 345_678),
        new AgentEvent.HistoryCompacted(shorter),
        new AgentEvent.RulesInjected(List.of("no-todo"), AgentEvent.RuleEffect.DISCARDED),
        new AgentEvent.RulesInjected(List.of("style", "names"), AgentEvent.RuleEffect.REMINDED),
        new AgentEvent.Rewound("c", 7, "what was found"),
        Scenes.model(new ModelEvent.FallbackApplied("main/large", "other/small", "default")),
        new AgentEvent.Broke(new IllegalStateException("a\033[31m hostile\u202e word")));
  }

  private static AgentEvent notice(Notice.Kind kind, String summary) {
    return new AgentEvent.Notified(new Notice(kind, "bash-1", summary, "for the model"));
  }

  private static AgentEvent ended(
      Outcome.Ending ending, String problem, ModelException.@Nullable Kind failure) {
    return new AgentEvent.PromptEnded(
        new Outcome(
            ending,
            "",
            1,
            Usage.NONE,
            Duration.ofSeconds(1),
            problem.isEmpty() ? null : problem,
            failure));
  }

  private static List<AgentEvent> endings() {
    var events = new ArrayList<AgentEvent>();
    for (Outcome.Ending ending : Outcome.Ending.values()) {
      events.add(Scenes.text("Half a sen"));
      events.add(ended(ending, "something is to be said about it", null));
    }
    return events;
  }

  private static List<AgentEvent> failures() {
    var events = new ArrayList<AgentEvent>();
    for (ModelException.Kind kind : ModelException.Kind.values()) {
      events.add(ended(Outcome.Ending.FAILED, "main/large said no", kind));
    }
    return events;
  }

  private static List<AgentEvent> retried() {
    return List.of(
        Scenes.model(
            new ModelEvent.RetryScheduled(
                ModelEvent.RetryScope.TURN, 1, 3, Duration.ofSeconds(2), "m/m is overloaded")),
        Scenes.model(new ModelEvent.RetryEnded(1, null)),
        Scenes.text("There it is."),
        Scenes.done());
  }
}

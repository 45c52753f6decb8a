package dev.tenon.cli.terminal.render;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.ModelEvent;
import java.util.List;
import java.util.function.Consumer;

/// Shows a conversation on a page, event by event, as it happens. Takes events one at a time, as a
/// conversation delivers them.
public final class EventRenderer implements Consumer<AgentEvent> {
  private final Page page;
  private final DisplayOptions look;
  private final PageFlow flow;
  private final AnswerView answer;
  private final ToolView tools;
  private final Notices notices;
  private long callBytes;
  private String callName = "";

  public EventRenderer(Page page, DisplayOptions look) {
    this.page = page;
    this.look = look;
    this.flow = new PageFlow(page);
    this.answer = new AnswerView(page, look, flow);
    this.tools = new ToolView(page, look, flow);
    this.notices = new Notices(look);
  }

  @Override
  public void accept(AgentEvent event) {
    switch (event) {
      case AgentEvent.PromptStarted ignored -> {
        flow.follows(
            page.reach() == Page.Reach.STREAM ? PageFlow.Group.NOTHING : PageFlow.Group.PERSON);
        tools.forget();
        waiting();
      }
      case AgentEvent.StepStarted ignored -> {
        answer.begin();
        waiting();
      }
      case AgentEvent.ModelReported reported -> model(reported.event());
      case AgentEvent.MessageAppended ignored -> {}
      case AgentEvent.ToolStarted started -> tools.started(started.call(), started.title());
      case AgentEvent.ToolProgressed progressed ->
          tools.progressed(progressed.callId(), progressed.text());
      case AgentEvent.ToolFinished finished -> tools.finished(finished);
      case AgentEvent.Steered steered -> steered(steered.message().text());
      case AgentEvent.Notified notified -> notice(notices.notified(notified.notice()));
      case AgentEvent.HistoryTrimmed trimmed ->
          notice(notices.trimmed(trimmed.messages(), trimmed.bytes()));
      case AgentEvent.CompactionStarted ignored -> page.doing("Summarising", List.of());
      case AgentEvent.HistoryCompacted shorter -> notice(notices.compacted(shorter.compacted()));
      case AgentEvent.RulesInjected injected ->
          notice(notices.rules(injected.rules(), injected.effect()));
      case AgentEvent.ToolsTaken ignored -> {}
      case AgentEvent.Rewound rewound -> notice(notices.rewound(rewound.messages()));
      case AgentEvent.Broke broke -> notice(notices.broke(broke.bug()));
      case AgentEvent.PromptEnded ended -> {
        answer.end();
        tools.forget();
        String notice = notices.ended(ended.outcome());
        if (!notice.isEmpty()) {
          notice(notice);
        }
      }
    }
  }

  private void model(ModelEvent event) {
    switch (event) {
      // What an attempt before has shown stays on the page; this one begins a message of its own.
      case ModelEvent.Started ignored -> {
        answer.begin();
        waiting();
      }
      case ModelEvent.TextStarted ignored -> {}
      case ModelEvent.TextDelta delta -> {
        page.doing("Answering", List.of());
        answer.text(delta.text());
      }
      case ModelEvent.TextEnded ignored -> answer.textEnded();
      case ModelEvent.ThinkingStarted ignored -> page.doing("Thinking", List.of());
      case ModelEvent.ThinkingDelta delta -> answer.thought(delta.text());
      case ModelEvent.ThinkingEnded ended -> answer.thoughtEnded(ended.part().text());
      case ModelEvent.CallStarted started -> {
        callBytes = 0;
        callName = SafeText.line(started.name(), 80, look.glyphs());
        preparing();
      }
      case ModelEvent.CallDelta delta -> {
        callBytes += delta.text().length();
        preparing();
      }
      case ModelEvent.CallEnded ignored -> {}
      case ModelEvent.Done ignored -> answer.end();
      case ModelEvent.Failed ignored -> answer.end();
      case ModelEvent.RetryScheduled retry -> {
        notice(notices.retry(retry));
        page.doing("Waiting to try again", List.of());
      }
      case ModelEvent.RetryEnded ignored -> {}
      case ModelEvent.FallbackApplied fallback -> notice(notices.fallback(fallback));
      case ModelEvent.FallbackSucceeded ignored -> {}
    }
  }

  private void waiting() {
    page.doing("Waiting for the model", List.of());
  }

  private void preparing() {
    String size = callBytes < 1024 ? "" : ", " + Amounts.bytes(callBytes);
    page.doing("Preparing " + callName + size, List.of());
  }

  private void steered(String text) {
    tools.interrupted();
    String shown = SafeText.visible(text);
    flow.line(PageFlow.Group.PERSON, look.paint(Style.PERSON, look.glyphs().person + " " + shown));
  }

  private void notice(String line) {
    answer.end();
    tools.interrupted();
    flow.line(PageFlow.Group.NOTICE, line);
  }
}

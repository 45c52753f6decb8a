package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.session.EntryText;
import dev.tenon.tools.MentionedFiles;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Shows a conversation on a page, event by event, as it happens. Takes events one at a time, as a
/// conversation delivers them.
public final class EventRenderer implements Consumer<AgentEvent> {
  private final Page page;
  private final DisplayOptions look;
  private final PageFlow flow;
  private final AnswerView answer;
  private final ToolView tools;
  private final Notices notices;
  private final RetryLine retries;
  private final CardLog cards = new CardLog();
  private final TodoPanel todo;
  private final ChangeSource changes;
  private final LongSupplier nanos;
  private @Nullable CallDraft draft;
  private long began;

  public EventRenderer(Page page, DisplayOptions look, ChangeSource changes) {
    this(page, look, changes, System::nanoTime);
  }

  EventRenderer(Page page, DisplayOptions look, LongSupplier nanos) {
    this(page, look, ChangeSource.none(), nanos);
  }

  /// @param nanos a clock
  EventRenderer(Page page, DisplayOptions look, ChangeSource changes, LongSupplier nanos) {
    this.page = page;
    this.look = look;
    this.nanos = nanos;
    this.flow = new PageFlow(page);
    this.todo = new TodoPanel(look);
    this.answer = new AnswerView(page, look, flow, cards, nanos);
    this.tools = new ToolView(page, look, flow, cards, todo, changes);
    this.changes = changes;
    this.notices = new Notices(look);
    this.retries = new RetryLine(page, notices, nanos);
  }

  /// What the page has folded.
  public CardLog cards() {
    return cards;
  }

  /// The things to do as they stand.
  public TodoPanel todo() {
    return todo;
  }

  @Override
  public void accept(AgentEvent event) {
    switch (event) {
      case AgentEvent.PromptStarted started -> {
        flow.follows(
            page.reach() == Page.Reach.STREAM ? PageFlow.Group.NOTHING : PageFlow.Group.PERSON);
        along(started.prompt());
        tools.forget();
        began = nanos.getAsLong();
        said("Waiting for the model.");
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
      case AgentEvent.Steered steered -> {
        tools.interrupted();
        person(said(steered.message()));
        along(steered.message());
      }
      case AgentEvent.Notified notified -> notice(notices.notified(notified.notice()));
      case AgentEvent.HistoryTrimmed trimmed ->
          notice(notices.trimmed(trimmed.messages(), trimmed.bytes()));
      case AgentEvent.CompactionStarted ignored -> page.doing("Summarising", List.of());
      case AgentEvent.HistoryCompacted shorter -> notice(notices.compacted(shorter.compacted()));
      case AgentEvent.RulesInjected injected ->
          notice(notices.rules(injected.rules(), injected.effect()));
      case AgentEvent.ToolsTaken ignored -> {}
      case AgentEvent.Rewound rewound -> notice(notices.rewound(rewound.messages()));
      // The card of the call, or the row of the job, shows what a helper does.
      case AgentEvent.HelperReported reported -> {
        if (reported.event() instanceof AgentEvent.Broke broke) {
          notice(notices.broke(broke.bug()));
        }
      }
      case AgentEvent.Broke broke -> notice(notices.broke(broke.bug()));
      case AgentEvent.PromptEnded ended -> {
        retries.clear();
        drafted();
        answer.end();
        tools.forget();
        if (ended.outcome().receipt() != null && !ended.outcome().receipt().isStaged()) {
          notice(notices.receipt(ended.outcome().receipt(), changes.wayBack()));
        }
        String notice = notices.ended(ended.outcome());
        if (!notice.isEmpty()) {
          notice(notice);
        } else {
          said("Done in " + Amounts.time(Duration.ofNanos(nanos.getAsLong() - began)) + ".");
        }
      }
    }
  }

  private void model(ModelEvent event) {
    switch (event) {
      // What an attempt before has shown stays on the page; this one begins a message of its own.
      case ModelEvent.Started ignored -> {
        retries.clear();
        drafted();
        answer.begin();
        waiting();
      }
      case ModelEvent.TextStarted ignored -> {}
      case ModelEvent.TextDelta delta -> {
        drafted();
        page.doing("Answering", List.of());
        answer.text(delta.text());
      }
      case ModelEvent.TextEnded ignored -> answer.textEnded();
      case ModelEvent.ThinkingStarted ignored -> page.doing("Thinking", List.of());
      case ModelEvent.ThinkingDelta delta -> answer.thought(delta.text());
      case ModelEvent.ThinkingEnded ended -> answer.thoughtEnded(ended.part().text());
      case ModelEvent.CallStarted started -> {
        answer.end();
        drafted();
        draft = new CallDraft(started.name(), look);
        preparing();
      }
      case ModelEvent.CallDelta delta -> {
        CallDraft open = draft;
        if (open != null) {
          open.add(delta.text());
        }
        preparing();
      }
      case ModelEvent.CallEnded ignored -> drafted();
      case ModelEvent.Done ignored -> answer.end();
      case ModelEvent.Failed ignored -> answer.end();
      case ModelEvent.RetryScheduled retry -> {
        drafted();
        if (page.reach() == Page.Reach.LIVE) {
          answer.end();
          retries.show(retry);
        } else {
          notice(notices.retry(retry));
        }
        page.doing("Waiting to try again", List.of());
      }
      case ModelEvent.RetryEnded ended -> {
        String over = retries.over();
        if (ended.success() && !over.isEmpty()) {
          notice(over);
        }
      }
      case ModelEvent.FallbackApplied fallback -> notice(notices.fallback(fallback));
      case ModelEvent.FallbackSucceeded ignored -> {}
    }
  }

  /// Says what others see moving.
  private void said(String words) {
    if (look.waiting() == DisplayOptions.Waiting.WORDS) {
      notice(words);
    }
  }

  private void waiting() {
    page.doing("Waiting for the model", List.of());
  }

  private void preparing() {
    CallDraft open = draft;
    if (open != null) {
      page.doing(open.activity(), List.of());
      if (page.reach() == Page.Reach.LIVE) {
        page.unfinished(open.rows(page.columns()));
      }
    }
  }

  /// The arguments of a call are there, or will never be.
  private void drafted() {
    if (draft != null) {
      draft = null;
      page.unfinished(List.of());
    }
  }

  /// What the person wrote of it.
  private static String said(Message.User message) {
    for (Part.Input part : message.content()) {
      if (part instanceof Part.Text text && !EntryText.isAside(text.text())) {
        return text.text();
      }
    }
    return message.text();
  }

  /// Tells what goes along with what the person wrote.
  private void along(Message.User message) {
    if (page.reach() == Page.Reach.STREAM) {
      return;
    }
    for (String line : MentionedFiles.along(message)) {
      String shown = look.paint(Style.DIM, "  " + SafeText.visible(line).replace('\n', ' '));
      flow.line(
          PageFlow.Group.PERSON,
          page.measured()
              ? String.join("\n", Wrap.rows(shown, page.columns(), "", "    "))
              : shown);
    }
  }

  private void person(String text) {
    String shown = SafeText.visible(text);
    String mark = look.glyphs().person + " ";
    if (!page.measured()) {
      flow.line(PageFlow.Group.PERSON, look.paint(Style.PERSON, mark + shown));
      return;
    }
    flow.begin(PageFlow.Group.PERSON);
    for (String line : shown.split("\n", -1)) {
      String painted = look.paint(Style.USER_MESSAGE_BG, look.paint(Style.PERSON, mark + line));
      for (String row : Wrap.rows(painted, page.columns())) {
        page.print(row + "\n");
      }
      mark = "  ";
    }
  }

  /// @param line or several
  private void notice(String line) {
    answer.end();
    tools.interrupted();
    for (String each : line.split("\n", -1)) {
      flow.line(
          PageFlow.Group.NOTICE,
          page.measured() ? String.join("\n", Wrap.rows(each, page.columns(), "", "  ")) : each);
    }
  }
}

package dev.tenon.cli.terminal.render;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Usage;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Counts what a conversation uses, and shows it in one line after each prompt if it is asked to.
/// The totals may be read from any thread.
public final class UsageRenderer implements Consumer<AgentEvent> {
  private final Page page;
  private final DisplayOptions look;
  private final Prices prices;
  private volatile Showing showing;

  private volatile Tally prompt = Tally.NONE;
  private volatile Tally total = Tally.NONE;

  /// Whether each prompt is followed by its line.
  public enum Showing {
    SHOWN,
    SILENT;

    public Showing other() {
      return this == SHOWN ? SILENT : SHOWN;
    }
  }

  /// Tokens and money; `priced` tells whether all of them have a known price.
  private record Tally(Usage usage, double cost, boolean priced, int steps, long nanos) {
    static final Tally NONE = new Tally(Usage.NONE, 0, true, 0, 0);
  }

  public UsageRenderer(Page page, DisplayOptions look, Prices prices, Showing showing) {
    this.page = page;
    this.look = look;
    this.prices = prices;
    this.showing = showing;
  }

  @Override
  public void accept(AgentEvent event) {
    switch (event) {
      case AgentEvent.PromptStarted ignored -> prompt = Tally.NONE;
      case AgentEvent.MessageAppended(Message.Assistant message) -> count(message);
      case AgentEvent.PromptEnded ended -> end(ended.outcome());
      case AgentEvent.StepStarted ignored -> {}
      case AgentEvent.ModelReported ignored -> {}
      case AgentEvent.MessageAppended ignored -> {}
      case AgentEvent.ToolStarted ignored -> {}
      case AgentEvent.ToolProgressed ignored -> {}
      case AgentEvent.ToolFinished ignored -> {}
      case AgentEvent.Steered ignored -> {}
      case AgentEvent.Notified ignored -> {}
      case AgentEvent.HistoryTrimmed ignored -> {}
      case AgentEvent.CompactionStarted ignored -> {}
      case AgentEvent.HistoryCompacted ignored -> {}
      case AgentEvent.RulesInjected ignored -> {}
      case AgentEvent.ToolsTaken ignored -> {}
      case AgentEvent.Rewound ignored -> {}
      case AgentEvent.HelperReported reported -> {
        if (reported.event() instanceof AgentEvent.MessageAppended(Message.Assistant message)) {
          count(message);
        }
      }
      case AgentEvent.Broke ignored -> {}
    }
  }

  private void count(Message.Assistant message) {
    var cost = prices.cost(message.model(), message.usage());
    prompt =
        new Tally(
            prompt.usage.plus(message.usage()),
            prompt.cost + cost.orElse(0),
            prompt.priced && cost.isPresent(),
            prompt.steps + 1,
            0);
  }

  private void end(Outcome outcome) {
    var ended =
        new Tally(
            prompt.usage, prompt.cost, prompt.priced, outcome.steps(), outcome.took().toNanos());
    total =
        new Tally(
            total.usage.plus(ended.usage),
            total.cost + ended.cost,
            total.priced && ended.priced,
            total.steps + ended.steps,
            total.nanos + ended.nanos);
    prompt = Tally.NONE;
    if (showing == Showing.SHOWN) {
      page.words(look.paint(Style.DIM, "  " + line(ended)));
    }
  }

  /// All prompts so far in one line.
  public String totals() {
    return line(total);
  }

  /// What all prompts so far have cost, if every price is known and there was one.
  public Optional<String> cost() {
    return total.priced && total.cost > 0
        ? Optional.of(Amounts.dollars(total.cost))
        : Optional.empty();
  }

  /// What was used so far, also by the prompt that runs.
  public Usage used() {
    return total.usage.plus(prompt.usage);
  }

  /// What that costs, if every price is known and there was one.
  public OptionalDouble amount() {
    double sum = total.cost + prompt.cost;
    return total.priced && prompt.priced && sum > 0
        ? OptionalDouble.of(sum)
        : OptionalDouble.empty();
  }

  public void forget() {
    prompt = Tally.NONE;
    total = Tally.NONE;
  }

  public Showing showing() {
    return showing;
  }

  public void show(Showing wish) {
    showing = wish;
  }

  private String line(Tally tally) {
    String dot = " " + look.glyphs().dot + " ";
    Usage usage = tally.usage;
    var out =
        new StringBuilder(Amounts.count(usage.input() + usage.cacheRead() + usage.cacheWrite()));
    out.append(" tokens in");
    if (usage.cacheRead() > 0 || usage.cacheWrite() > 0) {
      out.append(" (").append(Amounts.count(usage.cacheRead())).append(" from the cache, ");
      out.append(Amounts.count(usage.cacheWrite())).append(" into it)");
    }
    out.append(dot).append(Amounts.count(usage.output())).append(" out");
    if (tally.priced) {
      out.append(dot).append(Amounts.dollars(tally.cost));
    }
    out.append(dot).append(Amounts.count(tally.steps, "step"));
    out.append(dot).append(Amounts.time(java.time.Duration.ofNanos(tally.nanos)));
    return out.toString();
  }
}

package dev.tenon.engine.usage;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.Usage;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What `--verbose` shows: tokens, cost and time of each prompt.
public final class UsageLog implements Consumer<AgentEvent> {
  private final Consumer<String> notes;
  private final @Nullable Pricing price;

  public UsageLog(Consumer<String> notes, @Nullable Pricing price) {
    this.notes = notes;
    this.price = price;
  }

  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.PromptEnded ended) {
      notes.accept(line(ended.outcome(), price));
    }
  }

  /// Steps, seconds, tokens and, if the price is known, dollars.
  public static String line(Outcome outcome, @Nullable Pricing price) {
    Usage usage = outcome.usage();
    var line = new StringBuilder();
    line.append(outcome.steps()).append(outcome.steps() == 1 ? " step, " : " steps, ");
    line.append(String.format(Locale.ROOT, "%.2f s, ", outcome.took().toMillis() / 1000.0));
    line.append(usage.input()).append(" tokens in, ").append(usage.output()).append(" out");
    if (usage.cacheRead() + usage.cacheWrite() > 0) {
      line.append(", cache ").append(usage.cacheRead()).append(" read, ");
      line.append(usage.cacheWrite()).append(" written");
    }
    if (price != null) {
      line.append(String.format(Locale.ROOT, ", $%.4f", price.cost(usage)));
    }
    return line.toString();
  }
}

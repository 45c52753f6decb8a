package dev.tenon.cli.slash;

import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Compactor;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.TokenCounter;
import dev.tenon.core.session.compaction.CompactionLimits;
import dev.tenon.core.session.compaction.ContextReport;
import dev.tenon.engine.ExactTokens;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `/compact` and `/context`: what the model sees of the conversation, and how to make it less.
public final class ContextCommands {
  private static final int BAR = 20;

  private ContextCommands() {}

  public static List<SlashCommand> list(
      Supplier<ModelInfo> model, CompactionLimits limits, ExactTokens exact) {
    return List.of(
        SlashCommand.of(
                "compact",
                "Summarise the conversation so far, with a focus if you name one",
                ContextCommands::compact)
            .taking("[FOCUS]", List::of),
        SlashCommand.of(
            "context",
            "Show where the tokens of the next request go",
            (argument, context) -> context.print(report(model.get(), limits, exact, context))));
  }

  private static void compact(String focus, CommandContext context)
      throws CommandException, InterruptedException {
    var refusal = new AtomicReference<@Nullable String>();
    Optional<CompactedHistory> shorter =
        context.conversation().compact(new Compactor.Occasion.Asked(focus, refusal::set));
    if (shorter.isEmpty()) {
      String why = refusal.get();
      throw new CommandException(
          why == null
              ? "There is nothing to summarise yet."
              : "A hook kept the conversation from being summarised: " + why);
    }
    context.print(shorter.get().summary());
  }

  private static String report(
      ModelInfo model, CompactionLimits limits, ExactTokens exact, CommandContext context)
      throws InterruptedException {
    Request request = context.conversation().upcoming();
    Optional<ContextReport> counted =
        exact.calculate(
            model.name(), measure -> ContextReport.of(request, measure, model.contextWindow()));
    ContextReport report =
        counted.isPresent()
            ? counted.get()
            : ContextReport.of(request, TokenCounter.suiting(model.name()), model.contextWindow());
    var out = new StringBuilder();
    for (ContextReport.Row row : report.rows()) {
      line(out, row.what() + (row.items() > 1 ? " (" + row.items() + ")" : ""), row.tokens());
      out.append("  ").append(bar(row.tokens(), report.total())).append('\n');
    }
    line(out, "together", report.total());
    out.append("  ").append(percent(report.total(), report.window())).append(" of the ");
    out.append(number(report.window())).append(" tokens of ").append(model.name());
    out.append(
        switch (limits.trigger()) {
          case AUTOMATIC -> "; summarised at " + limits.thresholdPercent() + " %";
          case ON_REQUEST -> "; summarised only by /compact";
        });
    return out.append(
            counted.isPresent()
                ? ". Texts are counted as the model's tokenizer does."
                : ". Estimated without asking the provider.")
        .toString();
  }

  private static void line(StringBuilder out, String what, long tokens) {
    String number = number(tokens);
    out.append("  ").append(what).append(" ".repeat(Math.max(1, 34 - what.length())));
    out.append(" ".repeat(Math.max(0, 10 - number.length()))).append(number);
  }

  private static String bar(long part, long whole) {
    return "#".repeat(whole == 0 ? 0 : (int) (part * BAR / whole));
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.1f %%", whole == 0 ? 0.0 : part * 100.0 / whole);
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}

package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class UsageRendererTest {
  private final Recorded page = new Recorded(Page.Reach.DUMB, 80);

  private UsageRenderer renderer(Prices prices, UsageRenderer.Showing showing) {
    return new UsageRenderer(page, DisplayOptions.plain(Glyphs.UNICODE), prices, showing);
  }

  private static void prompt(UsageRenderer renderer, Usage usage) {
    renderer.accept(new AgentEvent.PromptStarted(Message.User.of("x")));
    for (int step = 0; step < 2; step++) {
      renderer.accept(
          new AgentEvent.MessageAppended(
              new Message.Assistant(List.of(), StopReason.STOP, usage, "m/m")));
    }
    renderer.accept(
        new AgentEvent.PromptEnded(
            new Outcome(
                Outcome.Ending.COMPLETED, "", 2, usage, Duration.ofMillis(4200), null, null)));
  }

  @Test
  void eachPromptIsFollowedByItsLine() {
    var renderer = renderer((model, usage) -> OptionalDouble.of(0.01), UsageRenderer.Showing.SHOWN);
    prompt(renderer, new Usage(100, 678, 1000, 10));
    assertThat(page.text())
        .isEqualTo(
            "  2,220 tokens in (2,000 from the cache, 20 into it) · 1,356 out · $0.0200 · 2 steps"
                + " · 4.2 s\n");
  }

  @Test
  void anUnknownPriceIsNotShownAsZero() {
    var renderer = renderer(Prices.unknown(), UsageRenderer.Showing.SHOWN);
    prompt(renderer, new Usage(1, 2, 0, 0));
    assertThat(page.text()).isEqualTo("  2 tokens in · 4 out · 2 steps · 4.2 s\n");
  }

  @Test
  void silentCountsAndShowsNothing() {
    var renderer = renderer(Prices.unknown(), UsageRenderer.Showing.SILENT);
    prompt(renderer, new Usage(1, 2, 0, 0));
    prompt(renderer, new Usage(1, 2, 0, 0));
    assertThat(page.text()).isEmpty();
    assertThat(renderer.totals()).isEqualTo("4 tokens in · 8 out · 4 steps · 8.4 s");
    renderer.forget();
    assertThat(renderer.totals()).startsWith("0 tokens in");
  }
}

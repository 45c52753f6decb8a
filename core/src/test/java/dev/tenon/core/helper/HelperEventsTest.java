package dev.tenon.core.helper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.ModelEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// What a root hears of a helper that talks much.
class HelperEventsTest {
  private final AtomicLong clock = new AtomicLong();
  private final List<String> told = new ArrayList<>();
  private final HelperNode helper =
      new HelperNode("0-A", agent(), "talks", "Talk.", null, HelperNode.Limits.NONE);
  private final HelperEvents events =
      new HelperEvents(
          helper,
          reported -> {
            assertThat(reported.id()).isEqualTo("0-A");
            if (reported.event() instanceof AgentEvent.ModelReported model
                && model.event() instanceof ModelEvent.TextDelta text) {
              told.add(text.text());
            }
          },
          line -> {},
          clock::get);

  static AgentDefinition agent() {
    return new AgentDefinition(
        "task",
        "does it",
        "Do it.",
        AgentDefinition.Source.BUILTIN,
        "task",
        AgentDefinition.Tools.ALL,
        AgentDefinition.Own.ANYTHING,
        null,
        null,
        0,
        List.of(),
        null,
        AgentDefinition.Isolation.NONE,
        AgentDefinition.Waiting.BESIDE,
        AgentDefinition.Listing.SHOWN,
        List.of(),
        AgentDefinition.Servers.NONE);
  }

  private void says(String text) {
    events.accept(new AgentEvent.ModelReported(new ModelEvent.TextDelta(0, text)));
  }

  @Test
  void wordsAreMergedForAWhile() {
    says("a");
    assertThat(told).as("the first at once").containsExactly("a");
    for (int i = 0; i < 100; i++) {
      clock.addAndGet(Duration.ofMillis(10).toNanos());
      says("b");
    }
    assertThat(told.size()).as("one for each 150 ms").isBetween(6, 8);
    assertThat(String.join("", told)).matches("ab+");
    events.accept(new AgentEvent.StepStarted(1));
    assertThat(String.join("", told)).as("nothing is held back at the end").hasSize(101);
  }

  @Test
  void onlyTheEndOfMuchTextIsTold() {
    says("first");
    says("line\n".repeat(100));
    clock.addAndGet(Duration.ofMillis(150).toNanos());
    says("last");
    assertThat(told.getLast()).isEqualTo("line\n".repeat(7) + "last");
    says("x".repeat(20_000));
    clock.addAndGet(Duration.ofMillis(150).toNanos());
    says("y");
    assertThat(told.getLast()).hasSize(8 * 1024).endsWith("xy");
  }
}

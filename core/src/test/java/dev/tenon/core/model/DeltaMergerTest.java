package dev.tenon.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DeltaMergerTest {
  @Test
  void aSlowConsumerSeesFewerDeltasAndAllText() throws InterruptedException {
    var seen = Collections.synchronizedList(new ArrayList<ModelEvent>());
    var gate = new CountDownLatch(1);
    var expected = new StringBuilder();
    try (var merger =
        new DeltaMerger<ModelEvent>(
            event -> {
              seen.add(event);
              await(gate);
            },
            DeltaMerger::mergeDeltas)) {
      merger.accept(new ModelEvent.Started("a/b"));
      merger.accept(new ModelEvent.TextStarted(0));
      for (int i = 0; i < 1000; i++) {
        merger.accept(new ModelEvent.TextDelta(0, i + " "));
        expected.append(i).append(' ');
      }
      merger.accept(new ModelEvent.ThinkingDelta(1, "x"));
      merger.accept(new ModelEvent.TextDelta(1, "y"));
      merger.accept(new ModelEvent.Done(StopReason.STOP, Usage.NONE));
      gate.countDown();
    }
    var text = new StringBuilder();
    for (ModelEvent event : seen) {
      if (event instanceof ModelEvent.TextDelta delta && delta.index() == 0) {
        text.append(delta.text());
      }
    }
    assertThat(text).hasToString(expected.toString());
    assertThat(seen).hasSizeLessThan(12);
    assertThat(seen.getLast()).isInstanceOf(ModelEvent.Done.class);
    assertThat(seen.subList(seen.size() - 3, seen.size() - 1))
        .containsExactly(new ModelEvent.ThinkingDelta(1, "x"), new ModelEvent.TextDelta(1, "y"));
  }

  @Test
  void whatTheConsumerThrowsComesOutAtTheEnd() {
    var merger =
        new DeltaMerger<ModelEvent>(
            event -> {
              throw new IllegalStateException("full");
            },
            DeltaMerger::mergeDeltas);
    merger.accept(new ModelEvent.TextStarted(0));
    assertThatThrownBy(merger::close).hasMessage("full");
  }

  @Test
  void assemblyKeepsThePartialTextOnly() {
    var assembly = new MessageAssembly();
    List.of(
            new ModelEvent.Started("p/m"),
            new ModelEvent.ThinkingStarted(0),
            new ModelEvent.ThinkingDelta(0, "hm"),
            new ModelEvent.ThinkingEnded(0, new Part.Thinking("hm", "sig")),
            new ModelEvent.TextStarted(1),
            new ModelEvent.TextDelta(1, "Hel"),
            new ModelEvent.TextDelta(1, "lo"),
            new ModelEvent.CallStarted(2, "c", "read_file"))
        .forEach(assembly);
    assertThat(assembly.partial(StopReason.ABORTED))
        .isEqualTo(
            new Message.Assistant(
                List.of(new Part.Text("Hello")), StopReason.ABORTED, Usage.NONE, "p/m"));
    assembly.accept(new ModelEvent.Started("p/m"));
    assertThat(assembly.partial(StopReason.ABORTED).content()).isEmpty();
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}

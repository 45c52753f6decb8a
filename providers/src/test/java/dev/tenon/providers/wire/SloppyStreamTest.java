package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A good stream, and the same as a sloppy server sends it: the message is the same.
class SloppyStreamTest {
  /// What is told twice: one of the two may be missing, not both.
  private static final Set<String> REDUNDANT =
      Set.of("no items added", "a call is not done", "no arguments' deltas");

  private static SloppyServer server;

  @BeforeAll
  static void start() {
    server = new SloppyServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void check(Message.Assistant message, WireKind kind) {
    var said = new ArrayList<String>();
    for (Part.Output part : message.content()) {
      said.add(
          switch (part) {
            case Part.Thinking thinking -> "thinking " + thinking.text();
            case Part.Text text -> "text " + text.text();
            case Part.Call call -> call.name() + " " + call.arguments() + " " + call.problem();
          });
    }
    assertThat(said)
        .containsExactly(
            "thinking Let me look.",
            "text Grüße, 世界 🌍",
            "read_file {\"path\":\"aä.txt\",\"lines\":3} null",
            "clock {\"zone\":\"UTC\"} null");
    assertThat(message.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(message.usage())
        .isEqualTo(kind == WireKind.OLLAMA ? new Usage(150, 20, 0, 0) : new Usage(100, 20, 50, 0));
    assertThat(message.calls().stream().map(Part.Call::id).map(CallIds::sent))
        .containsExactly("call_a", "call_b");
  }

  @ParameterizedTest
  @EnumSource
  void theGoodStreamIsGood(WireKind kind) throws InterruptedException {
    Attempt attempt = server.send(WireStream.good(kind));
    check(attempt.message(), kind);
    assertThat(server.notes()).isEmpty();
  }

  static Stream<Arguments> sloppiness() {
    var all = new ArrayList<Arguments>();
    for (WireKind kind : WireKind.values()) {
      Sloppiness.framing(kind).forEach((name, how) -> all.add(Arguments.of(kind, name, how)));
      Sloppiness.writing(kind).forEach((name, how) -> all.add(Arguments.of(kind, name, how)));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("sloppiness")
  void theMessageIsTheSame(WireKind kind, String name, UnaryOperator<WireStream> change)
      throws InterruptedException {
    check(server.send(change.apply(WireStream.good(kind))).message(), kind);
  }

  /// Several at once, by chance.
  @ParameterizedTest
  @EnumSource
  void severalAtOnceAreNoWorse(WireKind kind) throws InterruptedException {
    long seed = Long.getLong("seed", 13);
    var random = new Random(seed);
    var framing = List.copyOf(Sloppiness.framing(kind).entrySet());
    var writing = List.copyOf(Sloppiness.writing(kind).entrySet());
    for (int i = 0; i < 150; i++) {
      int one = random.nextInt(framing.size());
      int other = (one + 1 + random.nextInt(framing.size() - 1)) % framing.size();
      var chosen =
          List.of(
              framing.get(Math.min(one, other)),
              framing.get(Math.max(one, other)),
              writing.get(random.nextInt(writing.size())));
      if (REDUNDANT.contains(chosen.get(0).getKey())
          && REDUNDANT.contains(chosen.get(1).getKey())) {
        continue;
      }
      WireStream stream = WireStream.good(kind);
      for (var each : chosen) {
        stream = each.getValue().apply(stream);
      }
      try {
        check(server.send(stream).message(), kind);
      } catch (AssertionError wrong) {
        var names = chosen.stream().map(Map.Entry::getKey).toList();
        throw new AssertionError("seed " + seed + ", " + names, wrong);
      }
    }
  }
}

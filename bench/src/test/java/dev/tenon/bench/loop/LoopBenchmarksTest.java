package dev.tenon.bench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Outcome;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.Blackhole;

/// Each benchmark once, so that it still does what its name says.
class LoopBenchmarksTest {
  @Test
  void decodingSeesEveryEvent() throws Exception {
    var decoding = new Decoding();
    // Three members in each delta, and those of the five other events.
    assertThat(decoding.framesWithJson()).isEqualTo(3 * RecordedStream.DELTAS + 2 + 3 + 2 + 3 + 1);
    assertThat(decoding.frames()).isBetween(400_000, Decoding.STREAM.length);
    assertThat(decoding.partialArguments().string("content", "")).startsWith("  int answer");
    assertThat(decoding.growingArguments()).isGreaterThan(300);
  }

  @Test
  void theAnswerArrivesWhole() throws Exception {
    var streaming = new Streaming();
    var lines =
        new Blackhole(
            "Today's password is swordfish. I understand instantiating Blackholes directly is"
                + " dangerous.");
    assertThat(streaming.answer(lines).text()).startsWith(" word 0 é").endsWith("word 4999 é");
    assertThat(streaming.answer(lines).text()).hasSizeGreaterThan(40_000);
    streaming.close();
  }

  @Test
  void toolTurnsAreTurns() throws Exception {
    var turns = new Turns();
    turns.open();
    assertThat(turns.answer().steps()).isEqualTo(1);
    Outcome outcome = turns.toolTurns();
    assertThat(outcome.steps()).isEqualTo(1 + Turns.TOOL_TURNS);
    turns.close();
  }
}

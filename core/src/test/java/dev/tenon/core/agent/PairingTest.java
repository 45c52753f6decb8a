package dev.tenon.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairingTest {
  @Test
  void anyDamagedHistoryIsRepairedAndAGoodOneIsLeftAlone() {
    for (int seed = 0; seed < 2000; seed++) {
      var random = new Random(seed);
      List<Message> whole = history(random);
      assertThat(Pairing.repaired(whole)).describedAs("seed %s", seed).isSameAs(whole);
      List<Message> damaged = damage(whole, random);
      List<Message> repaired = Pairing.repaired(damaged);
      assertThat(Pairing.paired(repaired)).describedAs("seed %s", seed).isTrue();
      assertThat(users(repaired)).describedAs("seed %s", seed).isEqualTo(users(damaged));
    }
  }

  private static List<Message> users(List<Message> messages) {
    return messages.stream().filter(Message.User.class::isInstance).toList();
  }

  private static List<Message> damage(List<Message> whole, Random random) {
    var damaged = new ArrayList<>(whole.subList(0, random.nextInt(whole.size() + 1)));
    if (!damaged.isEmpty() && random.nextBoolean()) {
      damaged.remove(random.nextInt(damaged.size()));
    }
    for (int i = 0; i < damaged.size(); i++) {
      if (damaged.get(i) instanceof Message.ToolResults results && random.nextInt(3) == 0) {
        var fewer = new ArrayList<>(results.results());
        fewer.remove(random.nextInt(fewer.size()));
        Collections.shuffle(fewer, random);
        damaged.set(i, new Message.ToolResults(fewer));
      }
    }
    return damaged;
  }

  private static List<Message> history(Random random) {
    var messages = new ArrayList<Message>();
    int id = 0;
    for (int exchange = random.nextInt(4) + 1; exchange > 0; exchange--) {
      messages.add(Message.User.of("question " + exchange));
      for (int turn = random.nextInt(3); turn > 0; turn--) {
        var calls = new ArrayList<Part.Output>(List.of(new Part.Text("let me see")));
        var results = new ArrayList<Part.Result>();
        for (int n = random.nextInt(3) + 1; n > 0; n--) {
          String callId = "call" + id++;
          calls.add(Part.Call.of(callId, "look", Json.Obj.EMPTY));
          results.add(
              new Part.Result(callId, "look", Part.Outcome.OK, Json.Obj.EMPTY, "ok", List.of()));
        }
        messages.add(new Message.Assistant(calls, StopReason.TOOL_USE, Usage.NONE, "a/b"));
        messages.add(new Message.ToolResults(results));
      }
      messages.add(
          new Message.Assistant(
              List.of(new Part.Text("answer")), StopReason.STOP, Usage.NONE, "a/b"));
    }
    return messages;
  }
}

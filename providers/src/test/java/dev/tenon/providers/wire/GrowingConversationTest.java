package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.providers.Providers;
import dev.tenon.providers.Resolution;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A wire may remember what it has written of a conversation. Whatever came before, a request has
/// the bytes that a new wire gives it.
class GrowingConversationTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("ANTHROPIC_API_KEY", "key", "OPENAI_API_KEY", "key", "GEMINI_API_KEY", "key");

  private final Transport transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anthropic/claude-opus-4-6",
        "openai/gpt-5.2",
        "openai-chat/gpt-5.2",
        "google/gemini-3.1-pro-preview",
        "ollama/qwen3:8b"
      })
  void hasTheBytesOfAFreshOne(String model) {
    var random = new Random(11);
    Wire wire = open(model);
    var messages = new ArrayList<Message>();
    messages.add(Message.User.of("begin"));
    for (int turn = 0; turn < 40; turn++) {
      add(messages, wire.name(), turn, random);
      if (turn % 13 == 12) {
        // A history that was shortened.
        messages.subList(1, 5).clear();
      }
      RequestForm form = random.nextInt(4) == 0 ? RequestForm.PLAIN : RequestForm.FULL;
      Request request = request(messages, turn);
      assertThat(sent(wire, request, form))
          .as("turn %d, %s", turn, form)
          .isEqualTo(sent(open(model), request, form));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic/claude-opus-4-6", "openai/gpt-5.2"})
  void severalConversationsAtOnceDoNotMix(String model) throws Exception {
    Wire wire = open(model);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var trials = new ArrayList<Callable<Integer>>();
      for (int i = 0; i < 4; i++) {
        int seed = i;
        trials.add(
            () -> {
              var random = new Random(seed);
              var messages = new ArrayList<Message>(List.of(Message.User.of("begin " + seed)));
              for (int turn = 0; turn < 30; turn++) {
                add(messages, wire.name(), turn, random);
                Request request = request(messages, turn);
                assertThat(sent(wire, request, RequestForm.FULL))
                    .isEqualTo(sent(open(model), request, RequestForm.FULL));
              }
              return seed;
            });
      }
      for (var done : threads.invokeAll(trials)) {
        assertThat(done.get()).isNotNegative();
      }
    }
  }

  private static void add(List<Message> messages, String model, int turn, Random random) {
    String id = "call_" + turn;
    var parts = new ArrayList<Part.Output>();
    if (random.nextBoolean()) {
      parts.add(new Part.Text("text " + turn + (random.nextInt(5) == 0 ? " \ud800 \\ud" : "")));
    }
    parts.add(
        Part.Call.of(id, "read_file", Json.object().put("path", "f" + random.nextInt(3)).build()));
    messages.add(
        Fixtures.said(
            random.nextInt(4) == 0 ? "other/model" : model, parts.toArray(Part.Output[]::new)));
    messages.add(Fixtures.results(Fixtures.failed(id, "read_file", "result \"" + turn + "\"\n")));
    if (random.nextInt(4) == 0) {
      messages.add(Message.User.of("steer " + turn));
    }
  }

  private static Request request(List<Message> messages, int turn) {
    return new Request(
        turn < 20 ? "Be brief." : "Be long.",
        List.copyOf(messages),
        turn < 10 ? List.of(Fixtures.READ) : List.of(Fixtures.READ, Fixtures.CLOCK),
        1000,
        Effort.DEFAULT);
  }

  private static String sent(Wire wire, Request request, RequestForm form) {
    return new String(wire.httpRequest(request, form).body(), StandardCharsets.UTF_8);
  }

  private Wire open(String model) {
    if (Providers.builtin().resolve(model, ENVIRONMENT) instanceof Resolution.Found found) {
      return (Wire) Providers.open(found.endpoint(), found.modelId(), transport);
    }
    throw new AssertionError(model);
  }
}

package dev.tenon.providers.wire;

import static dev.tenon.providers.wire.Fixtures.ask;
import static dev.tenon.providers.wire.Fixtures.ok;
import static dev.tenon.providers.wire.Fixtures.results;
import static dev.tenon.providers.wire.Fixtures.then;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.providers.Providers;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What every wire must make of the answers of its vendor.
abstract class WireAnswerContract extends WireTrial {
  WireAnswerContract(WireKind kind, String modelId) {
    super(kind, modelId);
  }

  /// The end of the path by which the model server knows the wire.
  private String ending() {
    return switch (kind) {
      case ANTHROPIC -> "/messages";
      case OPENAI_RESPONSES -> "/responses";
      case OPENAI_CHAT -> "/chat/completions";
      case GEMINI -> ":streamGenerateContent";
      case OLLAMA -> "/api/chat";
    };
  }

  @Test
  void anOwnPathAndOwnParametersAreUsed() throws InterruptedException {
    server.reply(Reply.text("hello"), Reply.text("again"));
    Endpoint plain = endpoint(URI.create(server.url() + "/elsewhere"), KEY);
    for (String more : List.of("", "?region=eu")) {
      var own =
          new Endpoint(
              "test",
              kind,
              plain.baseUrl(),
              plain.credential(),
              Map.of(),
              Map.of("tenant", "a b&c"),
              "/gateway/models/{model}" + ending() + more,
              quirks());
      Attempt.run(Providers.open(own, modelId, transport), ask("hi")).message();
      assertThat(server.lastRequest().path()).isEqualTo("/gateway/models/" + modelId + ending());
      assertThat(server.lastRequest().query()).containsEntry("tenant", "a b&c");
      assertThat(server.lastRequest().query().containsKey("region")).isEqualTo(!more.isEmpty());
    }
    server.assertClean();
  }

  @Test
  void streamsText() throws InterruptedException {
    server.reply(Reply.text("Grüße, 世界 🌍!").chunk(2).usage(10, 5, 0, 0));

    Attempt attempt = run(ask("hi"));

    assertThat(attempt.message())
        .isEqualTo(
            new Message.Assistant(
                List.of(new Part.Text("Grüße, 世界 🌍!")),
                StopReason.STOP,
                new Usage(10, 5, 0, 0),
                name()));
    assertThat(attempt.deltas(ModelEvent.TextDelta.class)).isEqualTo("Grüße, 世界 🌍!");
    assertThat(attempt.events().getFirst()).isEqualTo(new ModelEvent.Started(name()));
    assertThat(attempt.events().get(1)).isEqualTo(new ModelEvent.TextStarted(0));
    assertThat(attempt.events().getLast())
        .isEqualTo(new ModelEvent.Done(StopReason.STOP, new Usage(10, 5, 0, 0)));
    assertThat(attempt.events().stream().filter(ModelEvent.TextDelta.class::isInstance).count())
        .isGreaterThan(2);
    server.assertClean();
  }

  @Test
  void runsToolsAndAnswersThemInOneMessage() throws InterruptedException {
    server.reply(
        Reply.text("I look. ")
            .thenToolCall("call_a", "read_file", "{\"path\":\"a.txt\",\"lines\":3}")
            .thenToolCall("call_b", "clock", "{}"),
        Reply.text("Done."));
    Request first = ask("what is in a.txt, and what time is it?");

    Attempt calls = run(first);

    Message.Assistant message = calls.message();
    assertThat(message.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(message.text()).isEqualTo("I look. ");
    assertThat(message.calls()).extracting(Part.Call::name).containsExactly("read_file", "clock");
    Part.Call read = message.calls().getFirst();
    Part.Call clock = message.calls().getLast();
    assertThat(read.arguments()).isEqualTo(Fixtures.json("{\"path\":\"a.txt\",\"lines\":3}"));
    assertThat(clock.arguments().isEmpty()).isTrue();
    assertThat(read.problem()).isNull();
    assertThat(read.id()).isNotEmpty().isNotEqualTo(clock.id());
    assertThat(calls.deltas(ModelEvent.CallDelta.class)).contains("a.txt");
    assertThat(calls.events()).contains(new ModelEvent.CallStarted(1, read.id(), "read_file"));

    Attempt answer =
        run(
            then(
                first,
                message,
                results(ok(read.id(), "read_file", "alpha"), ok(clock.id(), "clock", "noon"))));

    assertThat(answer.message().text()).isEqualTo("Done.");
    server.assertClean();
  }

  @Test
  void thinkingSurvivesTheRoundTrip() throws InterruptedException {
    server.reply(
        Reply.thinking("Let me see.", hasSignatures() ? "c2VhbA==" : "")
            .thenToolCall("call_a", "read_file", "{\"path\":\"a\"}"),
        Reply.text("ok"));
    Request first = Fixtures.with(Effort.HIGH, ask("think"));

    Attempt attempt = run(first);

    assertThat(attempt.deltas(ModelEvent.ThinkingDelta.class)).isEqualTo("Let me see.");
    Message.Assistant message = attempt.message();
    assertThat(message.content().getFirst()).isInstanceOf(Part.Thinking.class);
    assertThat(message.calls()).hasSize(1);

    run(then(first, message, results(ok(message.calls().getFirst().id(), "read_file", "x"))));

    if (hasSignatures()) {
      assertThat(server.lastRequest().text()).contains("c2VhbA==");
    }
    server.assertClean();
  }

  @Test
  void thinkingOfAnotherModelStaysAway() throws InterruptedException {
    server.reply(Reply.text("ok"));
    var foreign =
        Fixtures.said(
            "other/model",
            new Part.Thinking("foreign-thought", "foreign-seal"),
            new Part.Text("hi"));

    run(then(ask("a"), foreign, Message.User.of("b"))).message();

    assertThat(server.lastRequest().text()).doesNotContain("foreign-thought", "foreign-seal");
    server.assertClean();
  }

  @Test
  void argumentsThatAreNoJsonAreAProblemOfTheCall() throws InterruptedException {
    if (!argumentsAreText()) {
      return;
    }
    server.reply(
        Reply.toolCall("call_a", "read_file", "{\"path\":\"a.txt\", oops"), Reply.text("ok"));

    Message.Assistant message = run(ask("x")).message();

    Part.Call call = message.calls().getFirst();
    assertThat(call.problem()).contains("read_file", "JSON");
    assertThat(call.arguments()).isEqualTo(Fixtures.json("{\"path\":\"a.txt\"}"));

    run(then(ask("x"), message, results(Fixtures.failed(call.id(), "read_file", "no JSON"))))
        .message();
    server.assertClean();
  }

  @Test
  void usageIsCountedWithoutWhatTheCacheGave() throws InterruptedException {
    server.reply(Reply.text("x").usage(100, 20, 900, cacheWrites()));

    assertThat(run(ask("x")).message().usage())
        .isEqualTo(counted(new Usage(100, 20, 900, cacheWrites())));
  }

  long cacheWrites() {
    return 0;
  }

  /// What arrives of these numbers.
  Usage counted(Usage sent) {
    return sent;
  }

  @Test
  void stopsAtTheLimit() throws InterruptedException {
    server.reply(Reply.text("and so on").stop(Stop.LENGTH));

    assertThat(run(ask("x")).message().stopReason()).isEqualTo(StopReason.LENGTH);
  }

  @Test
  void sendsPictures() throws InterruptedException {
    server.reply(Reply.text("a pixel"));
    var user = new Message.User(List.of(new Part.Text("what is this?"), Fixtures.PIXEL));

    run(Request.of("", List.of(user), List.of())).message();

    assertThat(server.lastRequest().text()).contains(Fixtures.PIXEL.base64());
    server.assertClean();
  }

  @Test
  void sendsPicturesOfToolResults() throws InterruptedException {
    server.reply(Reply.text("a pixel"));
    var call = Part.Call.of("call_a", "clock", Fixtures.json("{}"));
    var result =
        new Part.Result(
            "call_a",
            "clock",
            Part.Outcome.OK,
            Fixtures.json("{\"ok\":true}"),
            "",
            List.of(Fixtures.PIXEL));

    run(then(ask("x"), Fixtures.said(name(), call), results(result))).message();

    assertThat(server.lastRequest().text()).contains(Fixtures.PIXEL.base64());
    server.assertClean();
  }

  @Test
  void oddHistoriesAreAccepted() throws InterruptedException {
    server.reply(Reply.text("ok"));
    Request odd =
        then(
            ask("one"),
            Message.User.of("two"),
            Fixtures.said("other/model", new Part.Text("")),
            Message.User.of(""),
            Fixtures.said(
                "other/model",
                new Part.Text("half \ud83d of a pair"),
                Part.Call.of("call|with:odd id", "clock", Fixtures.json("{}"))
                    .withProblem("was broken")),
            results(ok("call|with:odd id", "clock", "")),
            Message.User.of("three"));

    run(odd).message();

    assertThat(server.lastRequest().text()).doesNotContain("\\ud83d").contains("three");
    server.assertClean();
  }

  @Test
  void equalRequestsAreEqualBytes() throws InterruptedException {
    server.reply(Reply.text("a"), Reply.text("b"));

    run(ask("same")).message();
    run(ask("same")).message();

    assertThat(server.requests().get(0).text()).isEqualTo(server.requests().get(1).text());
  }
}

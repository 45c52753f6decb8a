package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Errors in the middle of a stream, in whosever shape, and usage that is no usage.
class StreamErrorTest {
  private static SloppyServer server;

  @BeforeAll
  static void start() {
    server = new SloppyServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> errors() {
    var all = new ArrayList<Arguments>();
    for (WireKind kind : WireKind.values()) {
      all.add(row(kind, "{'error':{'message':'oops','type':'server_error'}}", Kind.SERVER));
      all.add(row(kind, "{'error':'oops'}", Kind.SERVER));
      all.add(row(kind, "{'error':{'code':429,'message':'oops'}}", Kind.RATE_LIMIT));
      all.add(row(kind, "{'error':{'code':'503','message':'oops'}}", Kind.OVERLOADED));
      all.add(row(kind, "{'error':{'code':401,'message':'oops'}}", Kind.AUTHENTICATION));
      all.add(
          row(kind, "{'error':{'code':500,'status':'INTERNAL','message':'oops'}}", Kind.SERVER));
      all.add(
          row(
              kind,
              "{'type':'error','error':{'type':'overloaded_error','message':'oops'}}",
              Kind.OVERLOADED));
      all.add(
          row(
              kind,
              "{'type':'error','code':'rate_limit_exceeded','message':'oops'}",
              Kind.RATE_LIMIT));
      all.add(row(kind, "{'object':'error','message':'oops','code':400}", Kind.INVALID_REQUEST));
      all.add(row(kind, "{'detail':'oops'}", Kind.SERVER));
      all.add(row(kind, "{'detail':[{'msg':'oops'}]}", Kind.SERVER));
      all.add(row(kind, "{'errors':[{'message':'oops','code':502}]}", Kind.SERVER));
      all.add(
          row(
              kind,
              "{'code':'Throttling.RateQuota','message':'oops: too many requests'}",
              Kind.RATE_LIMIT));
      all.add(row(kind, "{'error_code':17,'error_msg':'oops'}", Kind.SERVER));
      all.add(
          row(
              kind,
              "{'error':{'message':'oops','type':'insufficient_quota'},'choices':[]}",
              Kind.QUOTA));
      all.add(
          row(
              kind,
              "[{'error':{'code':503,'message':'oops','status':'UNAVAILABLE'}}]",
              Kind.OVERLOADED));
    }
    return all.stream();
  }

  private static Arguments row(WireKind wire, String frame, Kind kind) {
    return Arguments.of(wire, frame.replace('\'', '"'), kind);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("errors")
  void anErrorInTheStreamHasItsKindAndItsWords(WireKind wire, String frame, Kind kind)
      throws InterruptedException {
    String begun = text(wire);
    String event = wire == WireKind.OLLAMA ? frame + "\n" : "data: " + frame + "\n\n";

    for (String text : List.of(event, begun + event, begun + event + begun)) {
      Attempt attempt = server.send(wire, text, Fixtures.ask("x"));
      assertThat(attempt.failure().kind()).as(attempt.failure().getMessage()).isEqualTo(kind);
      assertThat(attempt.failure()).hasMessageContaining("oops");
      assertThat(attempt.events().getLast()).isInstanceOf(ModelEvent.Failed.class);
    }
  }

  /// The good stream as far as its text.
  private static String text(WireKind wire) {
    var frames = new ArrayList<Json.Obj>();
    for (Json.Obj frame : WireStream.good(wire).frames()) {
      frames.add(frame);
      if (frame.compact().contains("Grüße")) {
        break;
      }
    }
    return WireStream.of(wire, frames).text().replace("data: [DONE]\n\n", "");
  }

  /// An error that is told by the name of the event alone.
  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
  void anEventCalledErrorIsOne(WireKind wire) throws InterruptedException {
    String event = "event: error\ndata: {\"message\":\"oops\"}\n\n";
    Attempt attempt = server.send(wire, text(wire) + event, Fixtures.ask("x"));
    assertThat(attempt.failure()).hasMessageContaining("oops");
  }

  // --- usage -------------------------------------------------------------------------------------

  private static Usage counted(WireStream stream) throws InterruptedException {
    return server.send(stream).message().usage();
  }

  @ParameterizedTest
  @EnumSource
  void usageThatIsNoneIsNone(WireKind wire) throws InterruptedException {
    WireStream good = WireStream.good(wire);
    for (Json other : new Json[] {null, Json.Null.VALUE, Json.of("many"), Json.of(true)}) {
      assertThat(
              counted(
                  good.members(
                      (name, value) ->
                          name.matches("usage|usageMetadata|eval_count|prompt_eval_count")
                              ? other
                              : value)))
          .isEqualTo(Usage.NONE);
    }
    WireStream negative =
        good.members(
            (name, value) ->
                name.matches(".*(_tokens|TokenCount|eval_count)") ? Json.of(-5) : value);
    assertThat(counted(negative)).isEqualTo(Usage.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void partOfTheUsageIsBetterThanNone(WireKind wire) throws InterruptedException {
    WireStream half =
        WireStream.good(wire)
            .members(
                (name, value) ->
                    name.matches(
                            "output_tokens|completion_tokens|(candidates|thoughts)TokenCount|eval_count")
                        ? null
                        : value);
    Usage usage = counted(half);
    assertThat(usage.input() + usage.cacheRead()).isEqualTo(150);
    assertThat(usage.output()).isZero();
  }
}

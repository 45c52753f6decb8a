package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Calls whose ids, names or arguments a server does not take seriously.
class SloppyCallTest {
  private static SloppyServer server;

  @BeforeAll
  static void start() {
    server = new SloppyServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  // --- ids ---------------------------------------------------------------------------------------

  private static WireStream identified(WireKind kind, Json id) {
    return WireStream.good(kind)
        .members(
            (name, value) ->
                value.compact().matches("\"call_[ab]\"") && name.matches("id|call_id")
                    ? id
                    : value);
  }

  static Stream<Arguments> ids() {
    var all = new ArrayList<Arguments>();
    for (WireKind kind : WireKind.values()) {
      for (Json id :
          new Json[] {Json.of(""), Json.Null.VALUE, Json.of("same"), Json.of(7), Json.of(" ")}) {
        all.add(Arguments.of(kind, id));
      }
      all.add(Arguments.of(kind, null));
    }
    return all.stream();
  }

  /// Three turns of the same server: every call of the conversation has an id of its own, also in
  /// the form in which it is sent back, and its result goes to it.
  @ParameterizedTest
  @MethodSource("ids")
  void everyCallOfAConversationHasItsOwnId(WireKind kind, Json id) throws InterruptedException {
    Request request = Fixtures.ask("x");
    var ids = new HashSet<String>();
    for (int turn = 0; turn < 3; turn++) {
      Message.Assistant message = server.send(identified(kind, id), request).message();
      assertThat(message.calls()).extracting(Part.Call::name).containsExactly("read_file", "clock");
      assertThat(message.calls().getFirst().arguments().string("path")).isEqualTo("aä.txt");
      assertThat(message.calls().getLast().arguments().string("zone")).isEqualTo("UTC");
      var results = new ArrayList<Part.Result>();
      for (Part.Call call : message.calls()) {
        assertThat(ids.add(CallIds.plain(CallIds.sent(call.id()), 64))).as(call.id()).isTrue();
        results.add(Fixtures.ok(call.id(), call.name(), "x"));
      }
      request = Fixtures.then(request, message, new Message.ToolResults(results));
    }
  }

  @Test
  void idsThatWouldBeSentInTheSameFormAreTwo() throws InterruptedException {
    WireStream stream =
        identified(WireKind.ANTHROPIC, Json.of("a:1"))
            .each(
                f ->
                    Fixtures.json(
                        f.compact()
                            .replace("\"a:1\",\"name\":\"clock\"", "\"a.1\",\"name\":\"clock\"")));
    Message.Assistant message = server.send(stream).message();
    assertThat(message.calls().getFirst().id()).isEqualTo("a:1");
    assertThat(CallIds.plain(message.calls().getLast().id(), 64)).isNotEqualTo("a_1");
  }

  /// Vendors that number every call 0 or none of them, without ids.
  @ParameterizedTest
  @ValueSource(
      strings = {
        // one chunk, neither index nor id
        "[{'function':{'name':'clock','arguments':'{}'}},{'function':{'name':'clock','arguments':'{}'}}]",
        "[{'function':{'name':'clock'}},{'function':{'name':'clock'}}]",
        // one chunk, all 0
        "[{'index':0,'function':{'name':'clock','arguments':''}},{'index':0,'function':{'name':'clock','arguments':''}}]",
        "[{'index':0,'id':'a','function':{'name':'clock'}},{'index':0,'id':'b','function':{'name':'clock'}}]",
        // several chunks
        "[{'index':0,'function':{'name':'clock','arguments':'{}'}}]"
            + " [{'index':0,'function':{'name':'clock','arguments':'{}'}}]",
        "[{'function':{'name':'clock','arguments':'{'}}] [{'function':{'arguments':'}'}}]"
            + " [{'function':{'name':'clock','arguments':'{}'}}]",
        // out of order
        "[{'index':1,'id':'b','function':{'name':'clock','arguments':'{'}}]"
            + " [{'index':0,'id':'a','function':{'name':'clock','arguments':'{'}}]"
            + " [{'index':1,'function':{'arguments':'}'}},{'index':0,'function':{'arguments':'}'}}]",
        // the name after the id, and a piece that says nothing
        "[{'index':0,'id':'a'},{'index':1,'id':'b'}]"
            + " [{'index':0,'function':{'name':'clock'}},{'index':1,'function':{'name':'clock','arguments':null}}]"
            + " [{'index':2}]",
        // arguments before the name
        "[{'index':0,'function':{'arguments':'{'}},{'index':1,'id':'b','function':{'arguments':'{}'}}]"
            + " [{'index':0,'function':{'name':'clock','arguments':'}'}},{'index':1,'function':{'name':'clock'}}]"
      })
  void chatCallsAreToldApart(String chunks) throws InterruptedException {
    var frames = new ArrayList<String>();
    for (String chunk : chunks.replace('\'', '"').split("(?<=]) (?=\\[)", -1)) {
      frames.add("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":" + chunk + "}}]}");
    }
    frames.add("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}");
    Message.Assistant message =
        server.send(WireStream.of(WireKind.OPENAI_CHAT, frames.toArray(String[]::new))).message();

    assertThat(message.calls()).hasSize(2);
    for (Part.Call call : message.calls()) {
      assertThat(call.name()).isEqualTo("clock");
      assertThat(call.arguments().isEmpty()).isTrue();
      assertThat(call.problem()).isNull();
    }
    assertThat(message.calls().getFirst().id()).isNotEqualTo(message.calls().getLast().id());
  }

  @Test
  void theOldFormOfACallIsACall() throws InterruptedException {
    Message.Assistant message =
        server
            .send(
                WireStream.of(
                    WireKind.OPENAI_CHAT,
                    "{\"choices\":[{\"delta\":{\"function_call\":{\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\"\"}}}]}",
                    "{\"choices\":[{\"delta\":{\"function_call\":{\"arguments\":\":\\\"a\\\"}\"}}}]}",
                    "{\"choices\":[{\"delta\":{},\"finish_reason\":\"function_call\"}]}"))
            .message();
    assertThat(message.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(message.calls().getFirst().arguments().string("path")).isEqualTo("a");
  }

  // --- arguments ---------------------------------------------------------------------------------

  /// A stream with one call that has these arguments, all at once.
  private static WireStream calling(WireKind kind, String name, String arguments) {
    String member = arguments == null ? "" : ",\"%s\":" + arguments;
    String function = "\"name\":\"" + name + "\"" + member;
    return switch (kind) {
      case ANTHROPIC ->
          WireStream.of(
              kind,
              "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\","
                  + function.formatted("input")
                  + "}}",
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}",
              "{\"type\":\"message_stop\"}");
      case OPENAI_RESPONSES ->
          WireStream.of(
              kind,
              "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":{\"type\":\"function_call\",\"call_id\":\"a\","
                  + function.formatted("arguments")
                  + "}}",
              "{\"type\":\"response.completed\",\"response\":{}}");
      case OPENAI_CHAT ->
          WireStream.of(
              kind,
              "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"a\",\"function\":{"
                  + function.formatted("arguments")
                  + "}}]},\"finish_reason\":\"tool_calls\"}]}");
      case GEMINI ->
          WireStream.of(
              kind,
              "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{"
                  + function.formatted("args")
                  + "}}]},\"finishReason\":\"STOP\"}]}");
      case OLLAMA ->
          WireStream.of(
              kind,
              "{\"message\":{\"tool_calls\":[{\"function\":{"
                  + function.formatted("arguments")
                  + "}}]},\"done\":true}");
    };
  }

  @ParameterizedTest
  @EnumSource
  void noArgumentsAreNone(WireKind kind) throws InterruptedException {
    for (String none :
        new String[] {null, "null", "\"\"", "{}", "\"{}\"", "\"null\"", "[]", "\" \"", "\"[]\""}) {
      Message.Assistant message = server.send(calling(kind, "clock", none)).message();
      Part.Call call = message.calls().getFirst();
      assertThat(call.arguments().isEmpty()).as(none).isTrue();
      assertThat(call.problem()).as(none).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void argumentsAreAnObjectOrText(WireKind kind) throws InterruptedException {
    Json object = Fixtures.json("{\"path\":\"a\\\"ü\",\"lines\":3}");
    String text = Json.of(object.compact()).compact();
    for (String given : List.of(object.compact(), text, Json.of(text).compact())) {
      Part.Call call = server.send(calling(kind, "read_file", given)).message().calls().getFirst();
      assertThat(call.arguments()).as(given).isEqualTo(object);
      assertThat(call.problem()).as(given).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallWithoutANameIsMalformed(WireKind kind) throws InterruptedException {
    WireStream lost = calling(kind, "", "{\"path\":\"a\"}");
    assertThat(server.send(lost).failure().kind()).isEqualTo(Kind.MALFORMED);
    assertThat(server.send(lost).failure()).hasMessageContaining("without a name");
    // Beside something else it is passed over; alone it would be an answer of nothing.
    WireStream nothing = calling(kind, "", "{}");
    assertThat(server.send(nothing).failure()).hasMessageContaining("without a name");
  }

  /// Text deltas cut anywhere, also between the halves of a surrogate pair.
  @Test
  void argumentsMayBeCutAnywhere() throws InterruptedException {
    String arguments = "{\"path\":\"ä🌍\\ud83d\\ude80\\\\\",\"lines\":[1,{\"a\":null}]}";
    for (int cut = 0; cut <= arguments.length(); cut++) {
      var parts = List.of(arguments.substring(0, cut), arguments.substring(cut));
      for (WireKind kind : List.of(WireKind.OPENAI_CHAT, WireKind.ANTHROPIC)) {
        Part.Call call = server.send(streaming(kind, parts)).message().calls().getFirst();
        assertThat(call.arguments()).as("cut at " + cut).isEqualTo(Fixtures.json(arguments));
      }
    }
  }

  private static WireStream streaming(WireKind kind, List<String> parts) {
    boolean chat = kind == WireKind.OPENAI_CHAT;
    var frames = new ArrayList<String>();
    frames.add(
        chat
            ? "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"read_file\"}}]}}]}"
            : "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"read_file\",\"input\":{\"path\":\"whole\"}}}");
    for (String part : parts) {
      String text = Json.of(part).compact();
      frames.add(
          chat
              ? "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":"
                  + text
                  + "}}]}}]}"
              : "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":"
                  + text
                  + "}}");
    }
    frames.add(
        chat
            ? "{\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}"
            : "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}");
    return WireStream.of(kind, frames.toArray(String[]::new));
  }
}

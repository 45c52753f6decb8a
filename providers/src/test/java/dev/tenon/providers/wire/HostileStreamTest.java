package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Part;
import dev.tenon.harness.RawServer;
import dev.tenon.providers.Providers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Servers that go on for ever, answer in a form that nobody asked for, or promise what they do not
/// send.
class HostileStreamTest {
  private static final String TYPE = "Content-Type: text/event-stream\r\n";

  private static final String DELTA =
      "{'type':'content_block_delta','index':0,'delta':{'type':'%s','%s':'MORE'}}";

  private static SloppyServer server;

  @BeforeAll
  static void start() {
    server = new SloppyServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Arguments row(WireKind kind, String first, String again) {
    return Arguments.of(kind, first.replace('\'', '"'), again.replace('\'', '"'));
  }

  static Stream<Arguments> endless() {
    String block = "{'type':'content_block_start','index':0,'content_block':{'type':%s}}";
    String message = "{'choices':[{'index':0,'delta':{%s}}]}";
    return Stream.of(
        row(WireKind.ANTHROPIC, block.formatted("'text'"), DELTA.formatted("text_delta", "text")),
        row(
            WireKind.ANTHROPIC,
            block.formatted("'thinking'"),
            DELTA.formatted("thinking_delta", "thinking")),
        row(
            WireKind.ANTHROPIC,
            block.formatted("'thinking'"),
            DELTA.formatted("signature_delta", "signature")),
        row(
            WireKind.ANTHROPIC,
            block.formatted("'tool_use','id':'a','name':'clock'"),
            DELTA.formatted("input_json_delta", "partial_json")),
        row(WireKind.OPENAI_CHAT, "{}", message.formatted("'content':'MORE'")),
        row(WireKind.OPENAI_CHAT, "{}", message.formatted("'reasoning_content':'MORE'")),
        row(
            WireKind.OPENAI_CHAT,
            "{}",
            message.formatted("'tool_calls':[{'index':0,'function':{'arguments':'MORE'}}]")),
        row(
            WireKind.OPENAI_CHAT,
            "{}",
            message.formatted("'reasoning_details':[{'type':'reasoning.text','text':'MORE'}]")),
        row(
            WireKind.OPENAI_RESPONSES,
            "{}",
            "{'type':'response.output_text.delta','output_index':0,'delta':'MORE'}"),
        row(
            WireKind.GEMINI,
            "{}",
            "{'candidates':[{'content':{'role':'model','parts':[{'text':'MORE'}]}}]}"),
        row(WireKind.OLLAMA, "{}", "{'message':{'content':'MORE'},'done':false}"));
  }

  @ParameterizedTest
  @MethodSource("endless")
  void anAnswerWithoutEndIsGivenUp(WireKind kind, String first, String again) throws Exception {
    String end = kind == WireKind.OLLAMA ? "\n" : "\n\n";
    String start = kind == WireKind.OLLAMA ? "" : "data: ";
    byte[] head = (start + first + end).getBytes(StandardCharsets.UTF_8);
    byte[] more =
        (start + again.replace("MORE", "x".repeat(1 << 20)) + end).getBytes(StandardCharsets.UTF_8);
    var sent = new int[1];
    try (var raw =
            new RawServer(
                (in, out) -> {
                  RawServer.readRequest(in);
                  RawServer.write(out, "HTTP/1.1 200 OK\r\n" + TYPE + "\r\n");
                  out.write(head);
                  for (; sent[0] < 600; sent[0]++) {
                    out.write(more);
                  }
                });
        var transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE)) {
      var endpoint = Endpoint.of("test", kind, raw.uri(), null);
      Attempt attempt =
          Attempt.run(Providers.open(endpoint, "model", transport), Fixtures.ask("x"));
      assertThat(attempt.failure().kind()).isEqualTo(Kind.MALFORMED);
      assertThat(attempt.failure()).hasMessageContaining("an answer without end");
      // What lies in the buffers of the connection comes on top.
      assertThat(sent[0]).isLessThan(60);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCompressedAnswerIsNamed(WireKind kind) throws Exception {
    for (String status : List.of("200 OK", "400 Bad Request")) {
      byte[] body = gzip(WireStream.good(kind).text());
      try (var raw =
              new RawServer(
                  (in, out) -> {
                    RawServer.readRequest(in);
                    RawServer.write(
                        out,
                        "HTTP/1.1 " + status + "\r\n" + TYPE + "Content-Encoding: gzip\r\n\r\n");
                    out.write(body);
                  });
          var transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE)) {
        var endpoint = Endpoint.of("test", kind, raw.uri(), null);
        Attempt attempt =
            Attempt.run(Providers.open(endpoint, "model", transport), Fixtures.ask("x"));
        assertThat(attempt.failure().kind()).isEqualTo(Kind.INVALID_REQUEST);
        assertThat(attempt.failure().getMessage())
            .contains(status.startsWith("200") ? "compressed its answer (gzip)" : "HTTP 400")
            .doesNotContain("\u001f", "\ufffd");
      }
    }
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /// Neither text nor a call that can be run: silence would pass for an answer.
  static Stream<Arguments> promises() {
    var all = new ArrayList<Arguments>();
    all.add(row(WireKind.OPENAI_CHAT, "{'choices':[{'delta':{},'finish_reason':'%s'}]}", ""));
    all.add(
        row(
            WireKind.OPENAI_CHAT,
            "{'choices':[{'delta':{'tool_calls':[{'index':0,'id':'a','function':{'name':'','arguments':'{}'}}]},'finish_reason':'%s'}]}",
            ""));
    all.add(
        row(
            WireKind.ANTHROPIC,
            "{'type':'message_delta','delta':{'stop_reason':'%s'}}",
            "{'type':'message_stop'}"));
    all.add(
        row(
            WireKind.GEMINI,
            "{'candidates':[{'content':{'parts':[{'functionCall':{'name':''}}]},'finishReason':'%s'}]}",
            ""));
    all.add(
        row(
            WireKind.OLLAMA,
            "{'message':{'tool_calls':[{'function':{'name':''}}]},'done':true,'done_reason':'%s'}",
            ""));
    all.add(
        row(
            WireKind.OPENAI_RESPONSES,
            "{'type':'response.output_item.done','item':{'type':'function_call','call_id':'%s','name':'','arguments':'{}'}}",
            "{'type':'response.completed','response':{'status':'completed'}}"));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("promises")
  void callsThatDoNotComeAreNoAnswer(WireKind kind, String first, String last) throws Exception {
    var frames = new ArrayList<String>(List.of(first.formatted("tool_calls")));
    if (!last.isEmpty()) {
      frames.add(last);
    }
    Attempt attempt = server.send(WireStream.of(kind, frames.toArray(String[]::new)));
    assertThat(attempt.failure().kind()).isEqualTo(Kind.MALFORMED);
    assertThat(attempt.failure()).hasMessageContaining("there is nothing in it");
  }

  /// Some gateways keep a connection awake like that.
  @ParameterizedTest
  @EnumSource
  void anEventThatIsNullIsPassedOver(WireKind kind) throws Exception {
    String empty = kind == WireKind.OLLAMA ? "null\n" : "data: null\n\n";
    WireStream stream = WireStream.good(kind).written(text -> empty + text);
    assertThat(server.send(stream).message().calls())
        .extracting(Part.Call::name)
        .containsExactly("read_file", "clock");
  }
}

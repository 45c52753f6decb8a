package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.RawClient.Response;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Wire;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Requests that a vendor would reject, and how it says so.
final class RulesTest {
  private final ModelServer server = ModelServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  private Response post(String path, String body) throws IOException {
    try (var client = new RawClient(server)) {
      return client.post(path, body);
    }
  }

  /// The message of the rejection, whatever the vendor's format.
  private String rejection(Wire wire, String body) throws Exception {
    Response response = post(Requests.path(wire), body);
    assertThat(response.status()).as(response.body()).isBetween(400, 404);
    Json.Obj error = Json.parseObject(response.body());
    return error.objectOrEmpty("error").string("message", error.string("error", ""));
  }

  private void accepted(Wire wire, String body) throws IOException {
    server.reply(Reply.text("fine"));
    Response response = post(Requests.path(wire), body);
    assertThat(response.status()).as(response.body()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void bodiesMustBeJson(Wire wire) throws Exception {
    assertThat(rejection(wire, "{\"model\": ")).contains("not JSON");
  }

  private static String anthropic(String messages) {
    return "{'model':'claude-opus-4-6','max_tokens':2048,'stream':true,'messages':["
            .replace('\'', '"')
        + messages.replace('\'', '"')
        + "]}";
  }

  private static final String ASK = "{'role':'user','content':'hi'}";
  private static final String USE =
      "{'role':'assistant','content':[{'type':'tool_use','id':'t1','name':'x','input':{}}]}";
  private static final String RESULT =
      "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':'r'}]}";

  @Test
  void anthropicPairsToolUsesAndResults() throws Exception {
    accepted(Wire.ANTHROPIC, anthropic(String.join(",", ASK, USE, RESULT)));
    assertThat(rejection(Wire.ANTHROPIC, anthropic(String.join(",", ASK, USE, ASK))))
        .startsWith("messages.1: `tool_use` ids were found without `tool_result` blocks")
        .contains("t1");
    assertThat(rejection(Wire.ANTHROPIC, anthropic(String.join(",", ASK, RESULT))))
        .startsWith("messages.1.content.0: unexpected `tool_use_id` found");
    String late = RESULT.replace("[{'type'", "[{'type':'text','text':'first'},{'type'");
    assertThat(rejection(Wire.ANTHROPIC, anthropic(String.join(",", ASK, USE, late))))
        .contains("without `tool_result` blocks immediately after");
    assertThat(
            rejection(Wire.ANTHROPIC, anthropic(String.join(",", ASK, USE, RESULT, USE, RESULT))))
        .contains("ids must be unique");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'role':'assistant','content':'hi'} | first message must use the "user" role
          {'role':'user','content':''} | non-empty content
          {'role':'user','content':[]} | non-empty content
          {'role':'user','content':[{'type':'text','text':''}]} | text content blocks must be non-empty
          {'role':'user','content':[{'type':'text','text':'  '}]} | non-whitespace
          {'role':'user','content':[{'type':'smell'}]} | Input tag 'smell'
          {'role':'user','content':'a'},{'role':'tool','content':'a'} | messages.1.role
          {'role':'user','content':'a'},{'role':'assistant','content':'b'} | prefill
          {'role':'user','content':'a'},{'role':'assistant','content':[{'type':'thinking','thinking':'x'}]} | signature
          {'role':'user','content':'a'},{'role':'assistant','content':[{'type':'tool_use','id':'a.b','name':'x','input':{}}]} | tool_use.id
          """)
  void anthropicJudgesMessages(String messages, String expected) throws Exception {
    assertThat(rejection(Wire.ANTHROPIC, anthropic(messages))).contains(expected);
  }

  @Test
  void anthropicJudgesParameters() throws Exception {
    String fine = anthropic(ASK);
    assertThat(rejection(Wire.ANTHROPIC, fine.replace("\"max_tokens\":2048,", "")))
        .isEqualTo("max_tokens: Field required");
    assertThat(rejection(Wire.ANTHROPIC, fine.replace("\"stream\"", "\"steam\"")))
        .isEqualTo("steam: Extra inputs are not permitted");
    String thinking = "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":4096},\"stream\"";
    assertThat(rejection(Wire.ANTHROPIC, fine.replace("\"stream\"", thinking)))
        .contains("`max_tokens` must be greater than `thinking.budget_tokens`");
    String tool =
        "\"tools\":[{\"name\":\"a b\",\"input_schema\":{\"type\":\"object\"}}],\"stream\"";
    assertThat(rejection(Wire.ANTHROPIC, fine.replace("\"stream\"", tool)))
        .startsWith("tools.0.custom.name");
    String mark = "{\"type\":\"text\",\"text\":\"x\",\"cache_control\":{\"type\":\"ephemeral\"}}";
    String marks = "\"system\":[" + String.join(",", List.of(mark, mark, mark, mark, mark)) + "],";
    assertThat(rejection(Wire.ANTHROPIC, fine.replace("\"stream\"", marks + "\"stream\"")))
        .contains("A maximum of 4 blocks with cache_control");
  }

  @Test
  void anthropicWantsThinkingBeforeAnsweredToolUses() throws Exception {
    String thinking = "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024},\"stream\"";
    String bare = anthropic(String.join(",", ASK, USE, RESULT)).replace("\"stream\"", thinking);
    assertThat(rejection(Wire.ANTHROPIC, bare)).contains("Expected `thinking`");
    accepted(
        Wire.ANTHROPIC,
        bare.replace(
            "[{\"type\":\"tool_use\"",
            "[{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"s\"},{\"type\":\"tool_use\""));
  }

  @Test
  void anthropicWantsItsHeaders() throws Exception {
    try (var client = new RawClient(server)) {
      String body = Requests.body(Wire.ANTHROPIC);
      String end = "Content-Length: " + body.length() + "\r\n\r\n" + body;
      client.send("POST /v1/messages HTTP/1.1\r\nx-api-key: k\r\n" + end);
      assertThat(client.read().body()).contains("anthropic-version: header is required");
      client.send("POST /v1/messages HTTP/1.1\r\nanthropic-version: 2023-06-01\r\n" + end);
      Response response = client.read();
      assertThat(response.status()).isEqualTo(401);
      assertThat(response.body()).contains("x-api-key header is required");
    }
  }

  private static String responses(String items) {
    return ("{'model':'gpt-5.2','stream':true,'store':false,'input':[" + items + "]}")
        .replace('\'', '"');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'type':'function_call_output','call_id':'c1','output':'x'} | No tool call found for function call output with call_id c1
          {'type':'function_call','call_id':'c1','name':'x','arguments':'{}'} | No tool output found for function call c1
          {'type':'reasoning','id':'rs_1','summary':[],'encrypted_content':'e'} | Item 'rs_1' of type 'reasoning' was provided without its required following item
          {'type':'reasoning','id':'rs_1','summary':[],'encrypted_content':'e'},{'role':'user','content':'x'} | required following item
          {'type':'reasoning','id':'rs_1','summary':[]},{'role':'assistant','content':'x'} | Item with id 'rs_1' not found
          {'type':'function_call','id':'toolu_1','call_id':'c1','name':'x','arguments':'{}'} | begins with 'fc'
          {'role':'assistant','content':[{'type':'input_text','text':'x'}]} | Supported values are: 'output_text'
          {'role':'tool','content':'x'} | Invalid value: 'tool'
          """)
  void responsesJudgesItems(String items, String expected) throws Exception {
    assertThat(rejection(Wire.OPENAI_RESPONSES, responses(items))).contains(expected);
  }

  @Test
  void responsesAcceptsAWholeExchange() throws Exception {
    accepted(
        Wire.OPENAI_RESPONSES,
        responses(
            "{'role':'user','content':'x'},"
                + "{'type':'reasoning','id':'rs_1','summary':[],'encrypted_content':'e'},"
                + "{'type':'function_call','id':'fc_1','call_id':'c1','name':'x','arguments':'{}'},"
                + "{'type':'function_call_output','call_id':'c1','output':'x'}"));
  }

  private static String chat(String messages) {
    return ("{'model':'m','stream':true,'messages':[" + messages + "]}").replace('\'', '"');
  }

  private static final String CALLS =
      "{'role':'assistant','content':null,'tool_calls':[{'id':'c1','type':'function',"
          + "'function':{'name':'x','arguments':'{}'}}]}";
  private static final String TOOL = "{'role':'tool','tool_call_id':'c1','content':'r'}";

  @Test
  void chatPairsCallsAndToolMessages() throws Exception {
    accepted(Wire.OPENAI_CHAT, chat(String.join(",", ASK, CALLS, TOOL)));
    assertThat(rejection(Wire.OPENAI_CHAT, chat(String.join(",", ASK, TOOL))))
        .contains("must be a response to a preceeding message with 'tool_calls'");
    assertThat(rejection(Wire.OPENAI_CHAT, chat(String.join(",", ASK, CALLS, ASK))))
        .endsWith("did not have response messages: c1");
    assertThat(rejection(Wire.OPENAI_CHAT, chat(String.join(",", ASK, CALLS))))
        .endsWith("did not have response messages: c1");
    assertThat(rejection(Wire.OPENAI_CHAT, chat("{'role':'assistant','content':null}")))
        .contains("expected a string, got null");
    String long41 = CALLS.replace("c1", "c".repeat(41));
    assertThat(rejection(Wire.OPENAI_CHAT, chat(ASK + "," + long41))).contains("length 41");
  }

  private static String gemini(String contents) {
    return ("{'contents':[" + contents + "]}").replace('\'', '"');
  }

  private static final String SAY = "{'role':'user','parts':[{'text':'hi'}]}";
  private static final String CALL =
      "{'role':'model','parts':[{'functionCall':{'name':'x','args':{}}},"
          + "{'functionCall':{'name':'y','args':{}}}]}";
  private static final String ANSWER = "{'functionResponse':{'name':'x','response':{}}}";

  private static String answers(String... parts) {
    return "{'role':'user','parts':[" + String.join(",", parts) + "]}";
  }

  @Test
  void geminiCountsCallsAndResponses() throws Exception {
    accepted(Wire.GEMINI, gemini(String.join(",", SAY, CALL, answers(ANSWER, ANSWER))));
    assertThat(rejection(Wire.GEMINI, gemini(String.join(",", SAY, CALL, answers(ANSWER)))))
        .contains(
            "number of function response parts is equal to the number of function call parts");
    assertThat(rejection(Wire.GEMINI, gemini(String.join(",", SAY, answers(ANSWER)))))
        .contains("function response turn comes immediately after a function call turn");
    assertThat(rejection(Wire.GEMINI, gemini(CALL))).contains("immediately after a user turn");
    assertThat(rejection(Wire.GEMINI, gemini(SAY.replace("user", "assistant"))))
        .contains("valid role: user, model");
    assertThat(rejection(Wire.GEMINI, gemini("{'role':'user','parts':[]}")))
        .contains("must not be empty");
    String text = ANSWER.replace("{}", "'text'");
    assertThat(rejection(Wire.GEMINI, gemini(String.join(",", SAY, CALL, answers(text, text)))))
        .contains("function_response.response");
  }

  @Test
  void gemini3WantsItsSignaturesBack() throws Exception {
    String body = gemini(String.join(",", SAY, CALL, answers(ANSWER, ANSWER)));
    String path = "/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse";
    assertThat(post(path, body).body()).contains("missing a thought_signature");
    server.reply(Reply.text("fine"));
    String signed = body.replaceFirst("\"functionCall\"", "\"thoughtSignature\":\"cw==\",$0");
    assertThat(post(path, signed).status()).isEqualTo(200);
  }

  @Test
  void geminiKnowsOnlyItsOwnSchemas() throws Exception {
    String tools =
        "{'tools':[{'functionDeclarations':[{'name':'x','parameters':{'type':'object',"
            + "'properties':{'a':{'type':'object','additionalProperties':false}}}}]}],'contents'";
    String body = gemini(SAY).replace("{\"contents\"", tools.replace('\'', '"'));
    assertThat(rejection(Wire.GEMINI, body)).contains("Unknown name \"additionalProperties\"");
    accepted(Wire.GEMINI, body.replace("\"parameters\"", "\"parametersJsonSchema\""));
  }

  @Test
  void ollamaJudgesTypes() throws Exception {
    String body = Requests.body(Wire.OLLAMA);
    assertThat(rejection(Wire.OLLAMA, body.replace("\"m\"", "\"\"")))
        .isEqualTo("model is required");
    assertThat(rejection(Wire.OLLAMA, body.replace("user", "human")))
        .contains("invalid role: human");
    assertThat(rejection(Wire.OLLAMA, body.replace("\"hi\"", "[]"))).contains("cannot unmarshal");
    assertThat(
            rejection(
                Wire.OLLAMA,
                body.replace(
                    "\"hi\"",
                    "\"\",\"tool_calls\":[{\"function\":{\"name\":\"x\",\"arguments\":\"{}\"}}]")))
        .contains("arguments");
  }

  @Test
  void rejectionsAreRemembered() throws Exception {
    rejection(Wire.OPENAI_CHAT, chat(TOOL));
    assertThat(server.rejections()).singleElement().asString().contains("tool_calls");
    assertThat(server.problems()).isEmpty();
  }

  @Test
  void lenientServersTakeAnything() throws Exception {
    try (ModelServer lenient = ModelServer.start(Settings.DEFAULT.lenient());
        var client = new RawClient(lenient)) {
      lenient.reply(Reply.text("fine"));
      assertThat(client.post("/v1/messages", "{}").status()).isEqualTo(200);
    }
  }
}

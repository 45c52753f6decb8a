package dev.tenon.protocols.mcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ToolResult;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Structured content is held to the schema that the tool promises, in bounded time.
class CallResultTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'object','properties':{'n':{'type':'number'}}} | {'n':1} | ``",
        "{'type':'object','properties':{'n':{'type':'number'}}} | {'n':'x'} | not what",
        "{'type':'object','properties':{'n':{'enum':[1,2]}}} | {'n':3} | not what",
        "{'type':'object','properties':{'n':{'minimum':5}}} | {'n':3} | not what",
        "{'type':'object','required':['n']} | {} | not what",
        "{'type':'object','properties':{'l':{'items':{'type':'string'}}}} | {'l':[1]} | not what",
        "{'type':'object','additionalProperties':false} | {'x':1} | not what",
        "{'type':'object','properties':{'s':{'pattern':'^(a+)+$'}}} |"
            + " {'s':'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'} | ``",
        "{'type':'object','allOf':[{'$ref':'#'},{'$ref':'#'}]} | {} | ``",
        "{'type':'object','properties':{'n':{'$ref':'http://127.0.0.1:1/x'}}} | {'n':1} | ``",
      })
  void whatIsPromisedIsChecked(String schema, String content, String said) throws Exception {
    Json.Obj output = Json.parseObject(schema.replace('\'', '"'));
    Json.Obj result =
        Json.object()
            .put("structuredContent", Json.parseObject(content.replace('\'', '"')))
            .build();
    ToolResult shaped = new CallResult("s", "t", output, Optional.empty()).of(result);
    assertThat(shaped).isInstanceOf(ToolResult.Text.class);
    String text = ((ToolResult.Text) shaped).text();
    if (said.isEmpty()) {
      assertThat(text).doesNotContain("promises");
    } else {
      assertThat(text).contains(said + " the tool promises");
    }
  }
}

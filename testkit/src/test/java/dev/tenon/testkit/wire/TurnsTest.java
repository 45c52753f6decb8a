package dev.tenon.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.testkit.Requests;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The step of a conversation is read from the request alone.
final class TurnsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ANTHROPIC | 0 | {'messages':[{'role':'user','content':'a'},{'role':'assistant','content':'b'},{'role':'user','content':'c'}]}
          ANTHROPIC | 2 | {'messages':[{'role':'user','content':'a'},{'role':'assistant'},{'role':'user','content':[{'type':'tool_result'}]},{'role':'assistant'},{'role':'user','content':[{'type':'tool_result'}]}]}
          OPENAI_CHAT | 0 | {'messages':[{'role':'system'},{'role':'user'}]}
          OPENAI_CHAT | 1 | {'messages':[{'role':'user'},{'role':'assistant'},{'role':'tool'},{'role':'tool'}]}
          OLLAMA | 1 | {'messages':[{'role':'user'},{'role':'assistant'},{'role':'tool'}]}
          GEMINI | 1 | {'contents':[{'role':'user','parts':[{'text':'a'}]},{'role':'model','parts':[{'functionCall':{}}]},{'role':'user','parts':[{'functionResponse':{}}]}]}
          OPENAI_RESPONSES | 0 | {'input':'text'}
          OPENAI_RESPONSES | 2 | {'input':[{'role':'user'},{'type':'reasoning'},{'type':'function_call'},{'type':'function_call'},{'type':'function_call_output'},{'type':'function_call_output'},{'type':'function_call'},{'type':'function_call_output'}]}
          """)
  void countsStepsSinceThePrompt(Wire wire, int turn, String body) {
    String path = Requests.path(wire).replace("?alt=sse", "");
    byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    Received request = Received.of("POST", path, Map.of(), Map.of(), bytes);
    assertThat(request.problem()).isNull();
    assertThat(request.turn()).isEqualTo(turn);
  }
}

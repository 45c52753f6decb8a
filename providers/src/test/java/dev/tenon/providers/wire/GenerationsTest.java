package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Request;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How each generation of models is asked to think.
class GenerationsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claude-3-5-sonnet-20241022  | HIGH    | {}",
        "claude-3-7-sonnet-20250219  | DEFAULT | {}",
        "claude-3-7-sonnet-20250219  | LOW     |"
            + " {'thinking':{'type':'enabled','budget_tokens':4096}}",
        "claude-sonnet-4-20250514    | MAX     |"
            + " {'thinking':{'type':'enabled','budget_tokens':12288}}",
        "claude-opus-4-1-20250805    | OFF     | {}",
        "claude-haiku-4-5-20251001   | MEDIUM  |"
            + " {'thinking':{'type':'enabled','budget_tokens':10240}}",
        "claude-opus-4-6             | DEFAULT | {}",
        "claude-opus-4-6             | OFF     | {}",
        "claude-opus-4-6             | MAX     |"
            + " {'thinking':{'type':'adaptive'},'output_config':{'effort':'max'}}",
        "claude-opus-4-8             | LOW     |"
            + " {'thinking':{'type':'adaptive','display':'summarized'},'output_config':{'effort':'low'}}",
        "claude-opus-5               | DEFAULT |"
            + " {'thinking':{'type':'adaptive','display':'summarized'}}",
        "claude-opus-5               | OFF     | {'thinking':{'type':'disabled'}}",
        "claude-opus-5-5             | OFF     |"
            + " {'thinking':{'type':'adaptive','display':'summarized'},'output_config':{'effort':'low'}}",
        "claude-sonnet-5-5           | OFF     | {'thinking':{'type':'between_tools'}}",
        "claude-haiku-5-5            | OFF     | {'thinking':{'type':'disabled'}}",
        "claude-fable-5-1            | HIGH    |"
            + " {'thinking':{'type':'adaptive','display':'summarized'},'output_config':{'effort':'high'}}",
        "claude-mythos-preview       | OFF     |"
            + " {'thinking':{'type':'adaptive','display':'summarized'},'output_config':{'effort':'low'}}",
        "anthropic.claude-opus-4-6-v1 | HIGH   |"
            + " {'thinking':{'type':'adaptive'},'output_config':{'effort':'high'}}",
        "kimi-k3                     | DEFAULT | {}",
        "kimi-k3                     | LOW     |"
            + " {'thinking':{'type':'enabled','budget_tokens':4096}}",
      })
  void claude(String model, Effort effort, String expected) {
    var body = Json.object();

    ClaudeThinking.of(model).addTo(body, request(effort, 16_384));

    assertThat(body.build()).isEqualTo(Fixtures.json(expected.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource({"2000, 0", "2048, 1024", "8192, 6144"})
  void aBudgetLeavesRoomForTheAnswer(int output, int budget) {
    var body = Json.object();

    ClaudeThinking.of("claude-sonnet-4-5").addTo(body, request(Effort.MAX, output));

    assertThat(body.build().objectOrEmpty("thinking").number("budget_tokens", 0)).isEqualTo(budget);
  }

  @ParameterizedTest
  @CsvSource({
    "gpt-5.2, OFF, none",
    "gpt-5.1, OFF, none",
    "gpt-5, OFF, minimal",
    "gpt-5-mini, OFF, minimal",
    "gpt-5.3-codex, OFF, low",
    "o3, OFF, low",
    "gpt-5.2, MAX, xhigh",
    "gpt-5.1-codex-max, MAX, xhigh",
    "gpt-5.1, MAX, high",
    "o4-mini, MAX, high",
    "openai/gpt-5.2, HIGH, high",
    "gpt-5.2, DEFAULT, ",
  })
  void openAi(String model, Effort effort, String expected) {
    assertThat(OpenAiReasoning.effort(model, effort)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "gpt-4.1, false", "gpt-4o, false", "chatgpt-4o-latest, false", "gpt-5-chat-latest, false",
    "gpt-5, true", "o3, true", "codex-mini-latest, true", "gpt-6, true"
  })
  void openAiReasons(String model, boolean reasons) {
    assertThat(OpenAiReasoning.reasons(model)).isEqualTo(reasons);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gemini-2.0-flash       | HIGH    | ",
        "gemini-1.5-pro         | OFF     | ",
        "gemma-3-27b            | HIGH    | ",
        "gemini-2.5-flash       | DEFAULT | {'includeThoughts':true}",
        "gemini-2.5-flash       | OFF     | {'thinkingBudget':0}",
        "gemini-2.5-pro         | OFF     | {'thinkingBudget':128}",
        "gemini-2.5-pro         | MAX     | {'includeThoughts':true,'thinkingBudget':32768}",
        "gemini-3-pro-preview   | MEDIUM  | {'includeThoughts':true,'thinkingLevel':'high'}",
        "gemini-3.1-pro-preview | MEDIUM  | {'includeThoughts':true,'thinkingLevel':'medium'}",
        "gemini-3-flash-preview | OFF     | {'thinkingLevel':'minimal'}",
        "gemini-4-argon         | MAX     | {'includeThoughts':true,'thinkingLevel':'high'}",
        "gemini-flash-latest    | LOW     | {'includeThoughts':true,'thinkingLevel':'low'}",
      })
  void gemini(String model, Effort effort, String expected) {
    Json.Obj config = GeminiThinking.of(model).config(effort);

    assertThat(config)
        .isEqualTo(expected == null ? null : Fixtures.json(expected.replace('\'', '"')));
  }

  private static Request request(Effort effort, int output) {
    return new Request("", List.of(), List.of(), output, effort);
  }
}

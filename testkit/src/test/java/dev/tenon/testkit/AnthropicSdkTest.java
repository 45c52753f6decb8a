package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.errors.BadRequestException;
import com.anthropic.errors.InternalServerException;
import com.anthropic.errors.NotFoundException;
import com.anthropic.errors.OverloadedException;
import com.anthropic.errors.PermissionDeniedException;
import com.anthropic.errors.RateLimitException;
import com.anthropic.errors.SseException;
import com.anthropic.errors.UnauthorizedException;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.StopReason;
import com.anthropic.models.messages.TextBlock;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Anthropic's own client takes the server for the vendor's.
final class AnthropicSdkTest {
  private final ModelServer server = ModelServer.start();
  private final AnthropicClient client = client("sk-ant-good");

  private AnthropicClient client(String key) {
    return AnthropicOkHttpClient.builder().apiKey(key).baseUrl(server.url()).maxRetries(0).build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static MessageCreateParams.Builder prompt() {
    return MessageCreateParams.builder()
        .model("claude-opus-4-6")
        .maxTokens(1024)
        .addUserMessage("Say something.");
  }

  private Message stream(MessageCreateParams.Builder params) {
    var accumulator = MessageAccumulator.create();
    try (StreamResponse<RawMessageStreamEvent> events =
        client.messages().createStreaming(params.build())) {
      events.stream().map(RawMessageStreamEvent::validate).forEach(accumulator::accumulate);
    }
    return accumulator.message().validate();
  }

  @Test
  void streamsThinkingTextAndUsage() {
    server.reply(
        Reply.thinking("I think, naïvely.", "c2lnbmF0dXJl")
            .thenText("Grüße 🙂, world.")
            .chunk(3)
            .usage(11, 22, 33, 44));
    Message message = stream(prompt());
    assertThat(message.content().get(0).asThinking().thinking()).isEqualTo("I think, naïvely.");
    assertThat(message.content().get(0).asThinking().signature()).isEqualTo("c2lnbmF0dXJl");
    assertThat(message.content().get(1).asText().text()).isEqualTo("Grüße 🙂, world.");
    assertThat(message.stopReason()).contains(StopReason.END_TURN);
    assertThat(message.usage().inputTokens()).isEqualTo(11);
    assertThat(message.usage().outputTokens()).isEqualTo(22);
    assertThat(message.usage().cacheReadInputTokens()).contains(33L);
    assertThat(message.usage().cacheCreationInputTokens()).contains(44L);
    server.assertClean();
  }

  @Test
  void wholeMessage() {
    server.reply(
        Reply.of(new Block.Redacted("c2VhbGVk"), new Block.Text("Cut sh")).stop(Stop.LENGTH));
    Message message = client.messages().create(prompt().build()).validate();
    assertThat(message.content().get(0).asRedactedThinking().data()).isEqualTo("c2VhbGVk");
    assertThat(message.content().get(1).text().map(TextBlock::text)).contains("Cut sh");
    assertThat(message.stopReason()).contains(StopReason.MAX_TOKENS);
  }

  @Test
  void parallelToolCallsAndTheirResults() {
    server.reply(
        Reply.text("I look.")
            .thenToolCall("toolu_1", "read_file", "{\"path\": \"a.txt\", \"lines\": [1, 2]}")
            .thenToolCall("toolu_2", "list_files", "{}"),
        Reply.text("Done."));
    MessageCreateParams.Builder params =
        prompt().addTool(tool("read_file")).addTool(tool("list_files"));
    Message first = stream(params);
    assertThat(first.stopReason()).contains(StopReason.TOOL_USE);
    List<ContentBlock> calls = first.content().stream().filter(ContentBlock::isToolUse).toList();
    assertThat(calls).hasSize(2);
    assertThat(calls.get(0).asToolUse()._input())
        .isEqualTo(JsonValue.from(Map.of("path", "a.txt", "lines", List.of(1, 2))));
    params
        .addMessage(first)
        .addUserMessageOfContentBlockParams(
            List.of(result("toolu_1", "text of a"), result("toolu_2", "a.txt")));
    assertThat(stream(params).content().get(0).asText().text()).isEqualTo("Done.");
    assertThat(server.lastRequest().body().objects("messages")).hasSize(3);
    server.assertClean();
  }

  private static Tool tool(String name) {
    return Tool.builder().name(name).inputSchema(Tool.InputSchema.builder().build()).build();
  }

  private static ContentBlockParam result(String id, String text) {
    return ContentBlockParam.ofToolResult(
        ToolResultBlockParam.builder().toolUseId(id).content(text).build());
  }

  @Test
  void refusalStopsTheMessage() {
    server.reply(Reply.blocked());
    assertThat(stream(prompt()).stopReason()).contains(StopReason.REFUSAL);
  }

  @Test
  void errorsBecomeTypedExceptions() {
    assertThat(failure(ErrorKind.AUTHENTICATION)).isInstanceOf(UnauthorizedException.class);
    assertThat(failure(ErrorKind.PERMISSION)).isInstanceOf(PermissionDeniedException.class);
    assertThat(failure(ErrorKind.UNKNOWN_MODEL)).isInstanceOf(NotFoundException.class);
    assertThat(failure(ErrorKind.CONTEXT_OVERFLOW))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("prompt is too long");
    assertThat(failure(ErrorKind.SERVER)).isInstanceOf(InternalServerException.class);
    assertThat(failure(ErrorKind.OVERLOADED)).isInstanceOf(OverloadedException.class);
    server.reply(Fault.rateLimited(3));
    AnthropicServiceException limited = ask(client);
    assertThat(limited).isInstanceOf(RateLimitException.class);
    assertThat(limited.headers().values("retry-after")).containsExactly("3");
    assertThat(limited.type().orElseThrow().asString()).isEqualTo("rate_limit_error");
  }

  private AnthropicServiceException failure(ErrorKind kind) {
    server.reply(Fault.status(kind));
    return ask(client);
  }

  private static AnthropicServiceException ask(AnthropicClient client) {
    return catchThrowableOfType(
        AnthropicServiceException.class, () -> client.messages().create(prompt().build()));
  }

  @Test
  void keysAndModelsAreChecked() {
    AnthropicClient stranger = client(Settings.BAD_KEY);
    assertThat(ask(stranger)).isInstanceOf(UnauthorizedException.class);
    stranger.close();
    assertThat(
            catchThrowableOfType(
                AnthropicServiceException.class,
                () -> client.messages().create(prompt().model(Settings.UNKNOWN_MODEL).build())))
        .isInstanceOf(NotFoundException.class);
    assertThat(server.rejections()).hasSize(2);
  }

  @Test
  void errorEventEndsTheStream() {
    server.reply(Fault.errorEvent(Reply.text("Half an answer"), 1, ErrorKind.OVERLOADED));
    SseException failure = catchThrowableOfType(SseException.class, () -> stream(prompt()));
    assertThat(failure.type().orElseThrow().asString()).isEqualTo("overloaded_error");
  }

  @Test
  void modelsAreListed() {
    assertThat(client.models().list().data()).isNotEmpty().allSatisfy(m -> m.validate());
  }
}

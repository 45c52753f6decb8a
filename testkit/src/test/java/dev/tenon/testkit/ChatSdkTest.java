package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.InternalServerException;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.PermissionDeniedException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// OpenAI's own client takes the server's Chat Completions for the vendor's.
final class ChatSdkTest {
  private final ModelServer server = ModelServer.start();
  private final OpenAIClient client = client("sk-good");

  private OpenAIClient client(String key) {
    return OpenAIOkHttpClient.builder()
        .apiKey(key)
        .baseUrl(server.url() + "/v1")
        .maxRetries(0)
        .build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static ChatCompletionCreateParams.Builder prompt() {
    return ChatCompletionCreateParams.builder()
        .model("gpt-5-mini")
        .addUserMessage("Say something.");
  }

  private ChatCompletion stream(ChatCompletionCreateParams.Builder params) {
    var accumulator = ChatCompletionAccumulator.create();
    params.streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build());
    try (StreamResponse<ChatCompletionChunk> chunks =
        client.chat().completions().createStreaming(params.build())) {
      chunks.stream().map(ChatCompletionChunk::validate).forEach(accumulator::accumulate);
    }
    return accumulator.chatCompletion();
  }

  @Test
  void streamsTextAndUsage() {
    server.reply(
        Reply.thinking("abcdefgh", "").thenText("Grüße 🙂, world.").chunk(3).usage(11, 22, 33, 0));
    ChatCompletion completion = stream(prompt());
    ChatCompletion.Choice choice = completion.choices().getFirst();
    assertThat(choice.message().content()).contains("Grüße 🙂, world.");
    assertThat(choice.finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
    var usage = completion.usage().orElseThrow();
    assertThat(usage.promptTokens()).isEqualTo(44);
    assertThat(usage.completionTokens()).isEqualTo(22);
    assertThat(usage.totalTokens()).isEqualTo(66);
    assertThat(usage.promptTokensDetails().orElseThrow().cachedTokens()).contains(33L);
    assertThat(usage.completionTokensDetails().orElseThrow().reasoningTokens()).contains(2L);
    server.assertClean();
  }

  @Test
  void wholeCompletion() {
    server.reply(Reply.text("Cut sh").stop(Stop.LENGTH), Reply.refusal("No."));
    ChatCompletion cut = client.chat().completions().create(prompt().build()).validate();
    assertThat(cut.choices().getFirst().finishReason())
        .isEqualTo(ChatCompletion.Choice.FinishReason.LENGTH);
    ChatCompletionMessage refused = stream(prompt()).choices().getFirst().message();
    assertThat(refused.refusal()).contains("No.");
  }

  @Test
  void parallelToolCallsAndTheirResults() {
    server.reply(
        Reply.text("I look.")
            .thenToolCall("call_1", "read_file", "{\"path\": \"a.txt\"}")
            .thenToolCall("call_2", "list_files", "{}"),
        Reply.text("Done."));
    ChatCompletionCreateParams.Builder params =
        prompt().addFunctionTool(function("read_file")).addFunctionTool(function("list_files"));
    ChatCompletion.Choice first = stream(params).choices().getFirst();
    assertThat(first.finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.TOOL_CALLS);
    List<ChatCompletionMessageToolCall> calls = first.message().toolCalls().orElseThrow();
    assertThat(calls).hasSize(2);
    assertThat(calls.get(0).asFunction().function().arguments()).isEqualTo("{\"path\": \"a.txt\"}");
    params.addMessage(first.message());
    for (ChatCompletionMessageToolCall call : calls) {
      params.addMessage(
          ChatCompletionToolMessageParam.builder()
              .toolCallId(call.asFunction().id())
              .content("result")
              .build());
    }
    assertThat(stream(params).choices().getFirst().message().content()).contains("Done.");
    assertThat(server.lastRequest().body().objects("messages")).hasSize(4);
    server.assertClean();
  }

  private static FunctionDefinition function(String name) {
    return FunctionDefinition.builder()
        .name(name)
        .parameters(
            FunctionParameters.builder()
                .putAdditionalProperty("type", JsonValue.from("object"))
                .build())
        .build();
  }

  @Test
  void errorsBecomeTypedExceptions() {
    assertThat(failure(ErrorKind.AUTHENTICATION)).isInstanceOf(UnauthorizedException.class);
    assertThat(failure(ErrorKind.PERMISSION)).isInstanceOf(PermissionDeniedException.class);
    assertThat(failure(ErrorKind.UNKNOWN_MODEL)).isInstanceOf(NotFoundException.class);
    OpenAIServiceException overflow = failure(ErrorKind.CONTEXT_OVERFLOW);
    assertThat(overflow).isInstanceOf(BadRequestException.class);
    assertThat(overflow.code()).contains("context_length_exceeded");
    OpenAIServiceException quota = failure(ErrorKind.QUOTA);
    assertThat(quota).isInstanceOf(RateLimitException.class);
    assertThat(quota.code()).contains("insufficient_quota");
    assertThat(failure(ErrorKind.SERVER)).isInstanceOf(InternalServerException.class);
    OpenAIServiceException overloaded = failure(ErrorKind.OVERLOADED);
    assertThat(overloaded).isInstanceOf(InternalServerException.class);
    assertThat(overloaded.statusCode()).isEqualTo(503);
    server.reply(Fault.rateLimitedMillis(1500).header("x-ratelimit-reset-requests", "1.5s"));
    OpenAIServiceException limited = ask(client, prompt());
    assertThat(limited).isInstanceOf(RateLimitException.class);
    assertThat(limited.headers().values("retry-after-ms")).containsExactly("1500");
    assertThat(limited.headers().values("x-ratelimit-reset-requests")).containsExactly("1.5s");
  }

  private OpenAIServiceException failure(ErrorKind kind) {
    server.reply(Fault.status(kind));
    return ask(client, prompt());
  }

  private static OpenAIServiceException ask(
      OpenAIClient client, ChatCompletionCreateParams.Builder params) {
    return catchThrowableOfType(
        OpenAIServiceException.class, () -> client.chat().completions().create(params.build()));
  }

  @Test
  void keysAndModelsAreChecked() {
    OpenAIClient stranger = client(Settings.BAD_KEY);
    assertThat(ask(stranger, prompt())).isInstanceOf(UnauthorizedException.class);
    stranger.close();
    assertThat(ask(client, prompt().model(Settings.UNKNOWN_MODEL)))
        .isInstanceOf(NotFoundException.class);
    assertThat(server.rejections()).hasSize(2);
  }

  @Test
  void errorInTheStreamEndsIt() {
    server.reply(Fault.errorEvent(Reply.text("Half an answer"), 1, ErrorKind.SERVER));
    OpenAIException failure = catchThrowableOfType(OpenAIException.class, () -> stream(prompt()));
    assertThat(failure).hasMessageContaining("The server had an error");
  }

  @Test
  void modelsAreListed() {
    assertThat(client.models().list().data()).isNotEmpty().allSatisfy(m -> m.validate());
  }
}

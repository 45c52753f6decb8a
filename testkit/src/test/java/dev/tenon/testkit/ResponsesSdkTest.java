package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseIncludable;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStatus;
import com.openai.models.responses.ResponseStreamEvent;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// OpenAI's own client takes the server's Responses for the vendor's.
final class ResponsesSdkTest {
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

  private static ResponseCreateParams.Builder prompt() {
    return ResponseCreateParams.builder()
        .model("gpt-5.2")
        .store(false)
        .addInclude(ResponseIncludable.REASONING_ENCRYPTED_CONTENT);
  }

  private static ResponseInputItem say(String text) {
    return ResponseInputItem.ofMessage(
        ResponseInputItem.Message.builder()
            .role(ResponseInputItem.Message.Role.USER)
            .addInputTextContent(text)
            .build());
  }

  private List<ResponseStreamEvent> events(ResponseCreateParams params) {
    try (StreamResponse<ResponseStreamEvent> events = client.responses().createStreaming(params)) {
      return events.stream().map(ResponseStreamEvent::validate).toList();
    }
  }

  private Response stream(ResponseCreateParams params) {
    var accumulator = ResponseAccumulator.create();
    events(params).forEach(accumulator::accumulate);
    return accumulator.response().validate();
  }

  @Test
  void streamsReasoningTextAndUsage() {
    server.reply(
        Reply.thinking("abcdefgh", "c2VhbGVk")
            .thenText("Grüße 🙂, world.")
            .chunk(3)
            .usage(11, 22, 33, 0));
    Response response = stream(prompt().input("Say something.").build());
    var reasoning = response.output().get(0).asReasoning();
    assertThat(reasoning.summary().getFirst().text()).isEqualTo("abcdefgh");
    assertThat(reasoning.encryptedContent()).contains("c2VhbGVk");
    var message = response.output().get(1).asMessage();
    assertThat(message.content().getFirst().asOutputText().text()).isEqualTo("Grüße 🙂, world.");
    assertThat(response.status()).contains(ResponseStatus.COMPLETED);
    var usage = response.usage().orElseThrow();
    assertThat(usage.inputTokens()).isEqualTo(44);
    assertThat(usage.inputTokensDetails().cachedTokens()).isEqualTo(33);
    assertThat(usage.outputTokens()).isEqualTo(22);
    assertThat(usage.outputTokensDetails().reasoningTokens()).isEqualTo(2);
    server.assertClean();
  }

  @Test
  void deltasAddUpToTheText() {
    server.reply(Reply.text("Grüße 🙂, world.").chunk(3));
    var text = new StringBuilder();
    for (ResponseStreamEvent event : events(prompt().input("x").build())) {
      event.outputTextDelta().ifPresent(delta -> text.append(delta.delta()));
    }
    assertThat(text).hasToString("Grüße 🙂, world.");
  }

  @Test
  void wholeResponseThatWasCut() {
    server.reply(Reply.text("Cut sh").stop(Stop.LENGTH));
    Response response = client.responses().create(prompt().input("x").build()).validate();
    assertThat(response.status()).contains(ResponseStatus.INCOMPLETE);
    assertThat(response.incompleteDetails().orElseThrow().reason().orElseThrow().asString())
        .isEqualTo("max_output_tokens");
  }

  @Test
  void refusalIsAPartOfItsOwn() {
    server.reply(Reply.refusal("I will not."));
    Response response = stream(prompt().input("x").build());
    var part = response.output().getFirst().asMessage().content().getFirst();
    assertThat(part.asRefusal().refusal()).isEqualTo("I will not.");
  }

  @Test
  void parallelToolCallsAndTheirResults() {
    server.reply(
        Reply.thinking("Two at once.", "c2VhbGVk")
            .thenToolCall("call_1", "read_file", "{\"path\": \"a.txt\"}")
            .thenToolCall("call_2", "list_files", "{}"),
        Reply.text("Done."));
    ResponseCreateParams.Builder params =
        prompt().addTool(tool("read_file")).addTool(tool("list_files"));
    var input = new ArrayList<ResponseInputItem>(List.of(say("Look.")));
    Response first = stream(params.inputOfResponse(input).build());
    for (ResponseOutputItem item : first.output()) {
      item.reasoning().ifPresent(r -> input.add(ResponseInputItem.ofReasoning(r)));
      item.functionCall().ifPresent(call -> input.add(ResponseInputItem.ofFunctionCall(call)));
    }
    for (ResponseOutputItem item : first.output()) {
      item.functionCall()
          .ifPresent(
              call ->
                  input.add(
                      ResponseInputItem.ofFunctionCallOutput(
                          ResponseInputItem.FunctionCallOutput.builder()
                              .callId(call.callId())
                              .output("result")
                              .build())));
    }
    assertThat(input).hasSize(6);
    Response second = stream(params.inputOfResponse(input).build());
    assertThat(second.output().getFirst().asMessage().content().getFirst().asOutputText().text())
        .isEqualTo("Done.");
    server.assertClean();
  }

  private static FunctionTool tool(String name) {
    return FunctionTool.builder()
        .name(name)
        .strict(false)
        .parameters(
            FunctionTool.Parameters.builder()
                .putAdditionalProperty("type", JsonValue.from("object"))
                .build())
        .build();
  }

  @Test
  void errorsBecomeTypedExceptions() {
    assertThat(failure(ErrorKind.AUTHENTICATION)).isInstanceOf(UnauthorizedException.class);
    assertThat(failure(ErrorKind.RATE_LIMIT)).isInstanceOf(RateLimitException.class);
    OpenAIServiceException overflow = failure(ErrorKind.CONTEXT_OVERFLOW);
    assertThat(overflow).isInstanceOf(BadRequestException.class);
    assertThat(overflow.code()).contains("context_length_exceeded");
  }

  private OpenAIServiceException failure(ErrorKind kind) {
    server.reply(Fault.status(kind));
    return catchThrowableOfType(
        OpenAIServiceException.class, () -> client.responses().create(prompt().input("x").build()));
  }

  @Test
  void failedStreamSaysWhy() {
    server.reply(Fault.errorEvent(Reply.text("Half an answer"), 1, ErrorKind.RATE_LIMIT));
    OpenAIException failure =
        catchThrowableOfType(OpenAIException.class, () -> events(prompt().input("x").build()));
    assertThat(failure).hasMessageContaining("Rate limit reached");
  }
}

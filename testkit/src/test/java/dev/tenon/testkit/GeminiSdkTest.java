package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.genai.Client;
import com.google.genai.ResponseStream;
import com.google.genai.errors.ApiException;
import com.google.genai.errors.ClientException;
import com.google.genai.errors.ServerException;
import com.google.genai.types.BlockedReason;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.google.genai.types.Part;
import com.google.genai.types.Schema;
import com.google.genai.types.Tool;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Google's own client takes the server for the vendor's.
final class GeminiSdkTest {
  private static final String MODEL = "gemini-3-pro-preview";

  private final ModelServer server = ModelServer.start();
  private final Client client = client("good");

  private Client client(String key) {
    return Client.builder()
        .apiKey(key)
        .httpOptions(
            HttpOptions.builder()
                .baseUrl(server.url())
                .retryOptions(HttpRetryOptions.builder().attempts(1).build())
                .build())
        .build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static final GenerateContentConfig CONFIG =
      GenerateContentConfig.builder()
          .tools(
              Tool.builder()
                  .functionDeclarations(function("read_file"), function("list_files"))
                  .build())
          .build();

  private static FunctionDeclaration function(String name) {
    return FunctionDeclaration.builder()
        .name(name)
        .parameters(
            Schema.builder()
                .type("OBJECT")
                .properties(Map.of("path", Schema.builder().type("STRING").build()))
                .build())
        .build();
  }

  private List<GenerateContentResponse> stream(List<Content> contents) {
    var chunks = new ArrayList<GenerateContentResponse>();
    try (ResponseStream<GenerateContentResponse> stream =
        client.models.generateContentStream(MODEL, contents, CONFIG)) {
      stream.forEach(chunks::add);
    }
    return chunks;
  }

  private static List<Content> prompt() {
    return List.of(Content.builder().role("user").parts(Part.fromText("Say something.")).build());
  }

  private static List<Part> parts(List<GenerateContentResponse> chunks) {
    return chunks.stream().flatMap(chunk -> chunk.parts().stream()).toList();
  }

  @Test
  void streamsThoughtsTextAndUsage() {
    server.reply(
        Reply.thinking("abcdefgh", "c2VhbGVk")
            .thenText("Grüße 🙂, world.")
            .chunk(3)
            .usage(11, 22, 33, 0));
    List<GenerateContentResponse> chunks = stream(prompt());
    var thoughts = new StringBuilder();
    var text = new StringBuilder();
    for (Part part : parts(chunks)) {
      (part.thought().orElse(false) ? thoughts : text).append(part.text().orElse(""));
    }
    assertThat(thoughts).hasToString("abcdefgh");
    assertThat(text).hasToString("Grüße 🙂, world.");
    assertThat(parts(chunks).getLast().thoughtSignature())
        .hasValueSatisfying(
            seal -> assertThat(seal).isEqualTo("sealed".getBytes(StandardCharsets.UTF_8)));
    GenerateContentResponse last = chunks.getLast();
    assertThat(last.finishReason().knownEnum()).isEqualTo(FinishReason.Known.STOP);
    var usage = last.usageMetadata().orElseThrow();
    assertThat(usage.promptTokenCount()).contains(44);
    assertThat(usage.cachedContentTokenCount()).contains(33);
    assertThat(usage.candidatesTokenCount()).contains(20);
    assertThat(usage.thoughtsTokenCount()).contains(2);
    assertThat(usage.totalTokenCount()).contains(66);
    server.assertClean();
  }

  @Test
  void wholeResponse() {
    server.reply(Reply.text("Cut sh").stop(Stop.LENGTH));
    GenerateContentResponse response =
        client.models.generateContent("gemini-2.5-flash", prompt(), CONFIG);
    assertThat(response.text()).isEqualTo("Cut sh");
    assertThat(response.finishReason().knownEnum()).isEqualTo(FinishReason.Known.MAX_TOKENS);
  }

  @Test
  void parallelFunctionCallsAndTheirResponses() {
    server.reply(
        Reply.text("I look.")
            .thenToolCall("c1", "read_file", "{\"path\": \"a.txt\", \"lines\": [1, 2]}")
            .thenToolCall("c2", "list_files", "{}"),
        Reply.text("Done."));
    List<Part> parts = parts(stream(prompt()));
    List<FunctionCall> calls = parts.stream().flatMap(p -> p.functionCall().stream()).toList();
    assertThat(calls)
        .extracting(c -> c.name().orElse(""))
        .containsExactly("read_file", "list_files");
    assertThat(calls.getFirst().args().orElseThrow())
        .isEqualTo(Map.of("path", "a.txt", "lines", List.of(1, 2)));
    List<Part> responses =
        calls.stream()
            .map(c -> Part.fromFunctionResponse(c.name().orElse(""), Map.of("ok", true)))
            .toList();
    var contents = new ArrayList<>(prompt());
    contents.add(Content.builder().role("model").parts(parts).build());
    contents.add(Content.builder().role("user").parts(responses).build());
    assertThat(parts(stream(contents)).getFirst().text()).contains("Done.");
    server.assertClean();
  }

  @Test
  void blockedPrompt() {
    server.reply(Reply.blocked());
    GenerateContentResponse only = stream(prompt()).getFirst();
    assertThat(only.promptFeedback().orElseThrow().blockReason().orElseThrow().knownEnum())
        .isEqualTo(BlockedReason.Known.PROHIBITED_CONTENT);
  }

  @Test
  void errorsBecomeTypedExceptions() {
    assertThat(failure(ErrorKind.AUTHENTICATION))
        .isInstanceOf(ClientException.class)
        .hasMessageContaining("API key not valid");
    ApiException limited = failure(ErrorKind.RATE_LIMIT);
    assertThat(limited).isInstanceOf(ClientException.class);
    assertThat(limited.code()).isEqualTo(429);
    assertThat(limited.status()).isEqualTo("RESOURCE_EXHAUSTED");
    assertThat(failure(ErrorKind.UNKNOWN_MODEL).status()).isEqualTo("NOT_FOUND");
    assertThat(failure(ErrorKind.CONTEXT_OVERFLOW))
        .hasMessageContaining("exceeds the maximum number of tokens");
    ApiException overloaded = failure(ErrorKind.OVERLOADED);
    assertThat(overloaded).isInstanceOf(ServerException.class);
    assertThat(overloaded.code()).isEqualTo(503);
  }

  private ApiException failure(ErrorKind kind) {
    server.reply(Fault.status(kind));
    return catchThrowableOfType(ApiException.class, () -> stream(prompt()));
  }

  @Test
  void keysAreChecked() {
    Client stranger = client(Settings.BAD_KEY);
    ApiException refused =
        catchThrowableOfType(
            ApiException.class, () -> stranger.models.generateContent(MODEL, prompt(), CONFIG));
    stranger.close();
    assertThat(refused.code()).isEqualTo(400);
    assertThat(server.rejections()).hasSize(1);
  }

  @Test
  void errorInTheStream() {
    server.reply(Fault.errorEvent(Reply.text("Half an answer"), 1, ErrorKind.OVERLOADED));
    ApiException failure = catchThrowableOfType(ApiException.class, () -> stream(prompt()));
    assertThat(failure.code()).isEqualTo(503);
  }
}

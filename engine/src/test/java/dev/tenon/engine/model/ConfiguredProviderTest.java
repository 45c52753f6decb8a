package dev.tenon.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Request;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the configuration says of a provider is in the requests to it.
class ConfiguredProviderTest {
  @TempDir Path folder;
  private ModelServer server;

  @BeforeEach
  void start() {
    server = ModelServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /// The request that a model of a provider of this configuration gets.
  private Received asked(String model, String yaml, Map<String, String> environment)
      throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(home.resolve("config.yml"), yaml.replace("SERVER", server.url()));
    Configuration configuration =
        Configuration.load(ProjectOptions.of(home, folder).withEnvironment(environment));
    server.reply(Reply.text("hello"));
    try (var models = new ModelOpener(configuration, environment, folder)) {
      var request = new Request("", List.of(Message.User.of("hi")), List.of(), 100, Effort.DEFAULT);
      Message.Assistant answer = models.open(model).model().stream(request, event -> {});
      assertThat(answer.text()).isEqualTo("hello");
    }
    return server.lastRequest();
  }

  @Test
  void anOwnProviderHasItsPathAndItsParameters() throws Exception {
    Received request =
        asked(
            "house/qwen 3",
            """
            providers:
              house:
                wire: openai-chat
                baseUrl: SERVER/v1
                path: /teams/a/{model}/chat/completions?stage=test
                query: {tenant: "b & c", api-version: 2026-01-01}
                headers: {X-Team: carpenters}
                apiKey: sk-house-secret
            """,
            Map.of());
    assertThat(request.path()).isEqualTo("/teams/a/qwen 3/chat/completions");
    assertThat(request.query())
        .containsEntry("stage", "test")
        .containsEntry("tenant", "b & c")
        .containsEntry("api-version", "2026-01-01");
    assertThat(request.header("X-Team")).contains("carpenters");
    assertThat(request.header("Authorization")).contains("Bearer sk-house-secret");
  }

  @Test
  void aBuiltInProviderIsAdapted() throws Exception {
    Received request =
        asked(
            "anthropic/claude-opus-4-6",
            """
            providers:
              anthropic:
                baseUrl: SERVER
                path: /proxy/messages
                query: {beta: "true"}
            """,
            Map.of("ANTHROPIC_API_KEY", "key-of-the-test"));
    assertThat(request.path()).isEqualTo("/proxy/messages");
    assertThat(request.query()).containsEntry("beta", "true");
    assertThat(request.header("x-api-key")).contains("key-of-the-test");
  }

  @Test
  void aBuiltInProviderMaySpeakAnotherWire() throws Exception {
    Received request =
        asked(
            "openai/house-model",
            "providers: {openai: {wire: openai-chat, baseUrl: SERVER/v1, apiKey:"
                + " sk-test-abcdef}}\n",
            Map.of());
    assertThat(request.path()).isEqualTo("/v1/chat/completions");
  }

  @Test
  void theEnvironmentMaySetThePath() throws Exception {
    Received request =
        asked(
            "house/m",
            "providers: {house: {wire: openai-responses, baseUrl: SERVER, apiKey:"
                + " sk-test-abcdef}}\n",
            Map.of("TENON_PROVIDERS_HOUSE_PATH", "/other/responses"));
    assertThat(request.path()).isEqualTo("/other/responses");
  }
}

package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A provider that is away for a while, as a program hears of it.
@Timeout(120)
class RpcRetryTest {
  @TempDir Path folder;
  private Path project;
  private Path home;
  private final ModelServer server = ModelServer.start();

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        """
        providers: {house: {wire: anthropic, baseUrl: '%s', apiKey: sk-test-abcdef}}
        model: house/claude-opus-4-6
        """
            .formatted(server.url()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ProgramClient client() throws IOException {
    return new ProgramClient(
        Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
        "--mode",
        "rpc",
        "--root=" + project,
        "--permission-mode=full");
  }

  private static Fault away() {
    return Fault.status(ErrorKind.SERVER).status(503);
  }

  @Test
  void requestsThatAreRepeatedAreTold() throws Exception {
    server.reply(away(), away(), Reply.text("There."));
    try (ProgramClient client = client()) {
      client.run("Hello");
      List<String> retries =
          client.types().stream().filter(type -> type.startsWith("auto_retry")).toList();
      assertThat(retries)
          .as(client.transcript())
          .containsExactly("auto_retry_start", "auto_retry_start", "auto_retry_end");
      Json.Obj start = client.awaitEvent("auto_retry_start", 2);
      assertThat(start.number("attempt", 0)).isEqualTo(2);
      assertThat(start.number("maxAttempts", 0)).isEqualTo(5);
      assertThat(start.number("delayMs", 0)).isPositive();
      assertThat(client.awaitEvent("auto_retry_end", 1).bool("success", false)).isTrue();
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("There.");
    }
  }

  @Test
  void aRetryIsStopped() throws Exception {
    server.reply(Fault.rateLimited(50), Reply.text("There."));
    try (ProgramClient client = client()) {
      client.call("prompt", "message", "Hello");
      assertThat(client.awaitEvent("auto_retry_start", 1).number("delayMs", 0)).isEqualTo(50_000);
      client.call("abort_retry");
      Json.Obj end = client.awaitEvent("auto_retry_end", 1);
      assertThat(client.types())
          .as("the response comes before what it causes")
          .containsSubsequence("auto_retry_start", "response", "auto_retry_end");
      assertThat(end.bool("success", true)).isFalse();
      assertThat(end.string("finalError")).isEqualTo("Retry cancelled");
      client.awaitEvent("agent_end", 1);
      assertThat(server.requests()).hasSize(1);
      client.call("abort_retry");
      client.run("Again");
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("There.");
    }
  }

  /// After the delay nothing waits for a retry: the request that runs goes on.
  @Test
  void aRequestThatRunsIsNoRetryThatCanBeStopped() throws Exception {
    var release = new CountDownLatch(1);
    var asked = new CountDownLatch(2);
    server.answering(
        request -> {
          asked.countDown();
          return asked.getCount() > 0
              ? Fault.rateLimitedMillis(100)
              : new Fault.Held(Reply.thinking("", "").thenText("There."), 0, release);
        });
    try (ProgramClient client = client()) {
      client.call("prompt", "message", "Hello");
      client.awaitEvent("auto_retry_start", 1);
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      client.call("abort_retry");
      release.countDown();
      client.awaitEvent("agent_end", 1);
      assertThat(client.awaitEvent("auto_retry_end", 1).bool("success", false)).isTrue();
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("There.");
    }
  }

  @Test
  void retriesAreSwitchedOff() throws Exception {
    server.reply(away(), away(), Reply.text("There."));
    try (ProgramClient client = client()) {
      assertThat(off(client)).isTrue();
      client.run("Hello");
      assertThat(client.count("auto_retry_start")).isZero();
      assertThat(server.requests()).hasSize(1);
      client.write(
          Json.parseObject("{\"type\":\"set_auto_retry\",\"id\":\"on\",\"enabled\":true}"));
      assertThat(client.response("on").bool("success", false)).isTrue();
      client.run("Again");
      assertThat(client.count("auto_retry_start")).isOne();
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("There.");
    }
  }

  private static boolean off(ProgramClient client) throws Exception {
    client.write(
        Json.parseObject("{\"type\":\"set_auto_retry\",\"id\":\"off\",\"enabled\":false}"));
    return client.response("off").bool("success", false);
  }
}

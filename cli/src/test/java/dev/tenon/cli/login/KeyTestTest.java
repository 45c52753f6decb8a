package dev.tenon.cli.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.providers.Provider;
import dev.tenon.testkit.ModelServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is said of servers that answer badly, or not at all.
@Timeout(60)
class KeyTestTest {
  private static final String KEY = "canary-key-0123456789-abcdef";

  @TempDir Path folder;

  private ModelOpener models(Map<String, String> environment) throws Exception {
    ProjectOptions options =
        ProjectOptions.of(folder.resolve("home"), folder).withEnvironment(environment);
    return new ModelOpener(Configuration.load(options), environment, folder);
  }

  private KeyTest.Verdict.Bad listed(String url) throws Exception {
    try (ModelOpener models = models(Map.of("OPENAI_BASE_URL", url))) {
      Provider openai = models.providers().find("openai").orElseThrow();
      var test = new KeyTest(models, openai, KEY, Duration.ofMillis(200));
      var bad = (KeyTest.Verdict.Bad) test.list();
      assertThat(bad.words()).doesNotContain(KEY);
      return bad;
    }
  }

  /// A server that answers every request with these bytes and closes.
  private ServerSocket answering(String answer) throws IOException {
    var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  try (Socket socket = listener.accept()) {
                    socket.getInputStream().read(new byte[8192]);
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                    socket.getOutputStream().flush();
                  }
                }
              } catch (IOException closed) {
                // The test is over.
              }
            });
    return listener;
  }

  private static String http(int status, String body) {
    return "HTTP/1.1 "
        + status
        + " x\r\nContent-Type: application/json\r\nContent-Length: "
        + body.length()
        + "\r\nConnection: close\r\n\r\n"
        + body;
  }

  private static String at(ServerSocket listener) {
    return "http://127.0.0.1:" + listener.getLocalPort() + "/v1";
  }

  @Test
  void aServerThatNeverAnswersIsGivenUp() throws Exception {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      KeyTest.Verdict.Bad bad = listed(at(silent));
      assertThat(bad.reason()).isEqualTo(KeyTest.Reason.UNKNOWN);
      assertThat(bad.words()).contains("cannot be reached; check the connection");
    }
  }

  @Test
  void nobodyListens() throws Exception {
    assertThat(listed("http://127.0.0.1:1/v1").reason()).isEqualTo(KeyTest.Reason.WRONG_ADDRESS);
  }

  @Test
  void aServerThatEchoesTheKeyDoesNotShowIt() throws Exception {
    String body = "{\"error\": {\"message\": \"bad key " + KEY + "\"}}";
    try (var echo = answering(http(401, body))) {
      KeyTest.Verdict.Bad bad = listed(at(echo));
      assertThat(bad.reason()).isEqualTo(KeyTest.Reason.WRONG_KEY);
      assertThat(bad.words()).startsWith("openai does not accept this key").contains("[hidden]");
    }
  }

  @Test
  void whatIsNoApiIsAWrongAddress() throws Exception {
    for (String answer : List.of(http(200, "<html>hello</html>"), "SSH-2.0-OpenSSH\r\n")) {
      try (var stranger = answering(answer)) {
        KeyTest.Verdict.Bad bad = listed(at(stranger));
        assertThat(bad.reason()).as(answer).isEqualTo(KeyTest.Reason.WRONG_ADDRESS);
        assertThat(bad.words()).contains("is it the right address?");
      }
    }
  }

  @Test
  void aServerOnThisMachineIsOfferedFirst() throws Exception {
    try (var server = ModelServer.start();
        ModelOpener models = models(Map.of("OLLAMA_HOST", "127.0.0.1:" + server.port()))) {
      assertThat(new Offers(models).list().getFirst().text())
          .isEqualTo("ollama on this machine: 2 models, no key");
    }
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ModelOpener models = models(Map.of("OLLAMA_HOST", "127.0.0.1:" + silent.getLocalPort()))) {
      assertThat(new Offers(models).list().getFirst().text()).startsWith("anthropic");
    }
    try (ModelOpener models = models(Map.of("OLLAMA_HOST", "192.0.2.1:11434"))) {
      long began = System.nanoTime();
      assertThat(new Offers(models).list().getFirst().text()).startsWith("anthropic");
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void addressesAreReadAsPeopleTypeThem() {
    assertThat(ServerAddress.of("localhost:8080/v1").uri()).hasToString("http://localhost:8080/v1");
    assertThat(ServerAddress.of("llm.example.org/v1").uri())
        .hasToString("https://llm.example.org/v1");
    assertThat(ServerAddress.of("http://llm.example.org").isOpen()).isTrue();
    for (String bad :
        List.of("", "ftp://x", "http://", "http://u:p@x", "http://x?key=1", "a b", "http://x#y")) {
      assertThat(ServerAddress.problem(bad)).as(bad).isNotEmpty();
    }
  }
}

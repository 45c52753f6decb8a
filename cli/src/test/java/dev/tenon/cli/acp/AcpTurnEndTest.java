package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// How turns end in the words of the protocol, and what becomes of one that nobody is logged in
/// for.
@ExtendWith(SchemaCheck.class)
class AcpTurnEndTest {
  private static final String KEY = "sk-ant-0123456789abcdef";

  @TempDir Path temporary;
  private AcpFixture fixture;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  private void ends(String reason, String... steps) throws Exception {
    try (EditorClient client = fixture.client("full", Json.Obj.EMPTY, steps)) {
      String id = fixture.open(client);
      assertThat(client.call("session/prompt", prompt(id, "Go")))
          .isEqualTo(arguments("stopReason", reason));
    }
  }

  @Test
  void anAnswerThatIsTooLongEndsWithMaxTokens() throws Exception {
    String cut = "{\"text\": \"And so on\", \"stop\": \"length\"}";
    // It is asked to go on a few times.
    ends("max_tokens", cut, cut, cut, cut, cut, cut, cut, cut);
  }

  @Test
  void tooManyStepsEndWithMaxTurnRequests() throws Exception {
    Files.writeString(fixture.home.resolve("config.yml"), "maxSteps: 1\n");
    String read = calls("read_file", arguments("path", "a.txt"));
    ends("max_turn_requests", read, read, read);
  }

  @Test
  void aModelThatDeclinesEndsWithRefusal() throws Exception {
    ends("refusal", "{\"fail\": {\"kind\": \"refusal\"}}");
  }

  @Test
  void aKeyThatIsRefusedInTheMiddleOfATurnAsksToLogIn() throws Exception {
    String read = calls("read_file", arguments("path", "a.txt"));
    String refused = "{\"fail\": {\"kind\": \"authentication\", \"message\": \"expired\"}}";
    try (EditorClient client = fixture.client("full", Json.Obj.EMPTY, read, refused)) {
      String id = fixture.open(client);
      Json.Obj error = client.error("session/prompt", prompt(id, "Go"));
      assertThat(error.number("code", 0)).as(error.compact()).isEqualTo(-32000);
      assertThat(error.string("message")).contains("expired");
    }
  }

  private int run(String input, String... words) {
    said.reset();
    var streams =
        Streams.captured(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), said, said);
    return Main.run(streams, fixture.environment(), words);
  }

  /// The words that an editor gets stand behind those with which it has started the program.
  @Test
  void theWayToLogInIsACommandThatThereIs() throws Exception {
    Json.Obj can = Json.object().object("auth", auth -> auth.put("terminal", true)).build();
    try (EditorClient client = fixture.client("full", can, AcpFixture.says("Hello."))) {
      Json.Obj method =
          client.call("initialize", AcpFixture.hello(can)).objects("authMethods").getFirst();
      assertThat(method.string("type")).isEqualTo("terminal");
      var words = new ArrayList<>(List.of("acp", "--permission-mode=ask"));
      method.array("args").forEach(each -> words.add(((Json.Str) each).value()));
      assertThat(run("", words.toArray(String[]::new))).isEqualTo(2);
      assertThat(said.toString(StandardCharsets.UTF_8))
          .as("it is the login that asks for a provider where there is no terminal")
          .contains("name the provider: tenon login");
    }
    assertThat(run("", "acp", "logout")).isEqualTo(2);
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("login").contains("logout");
  }

  @Test
  void loggingOutForgetsTheStoredKeys() throws Exception {
    assertThat(run(KEY + "\n", "login", "anthropic", "--no-check")).isZero();
    Path keys = fixture.home.resolve("keys.json");
    assertThat(keys).content().contains(KEY);
    try (var client = new EditorClient(fixture.environment(), "acp", "--root=" + fixture.project)) {
      client.call("initialize", AcpFixture.hello(Json.Obj.EMPTY));
      client.call("authenticate", arguments("methodId", "login"));
      client.call("logout", Json.Obj.EMPTY);
      assertThat(client.error("authenticate", arguments("methodId", "login")).number("code", 0))
          .isEqualTo(-32000);
      assertThat(client.error("session/new", fixture.place()).number("code", 0)).isEqualTo(-32000);
    }
    if (Files.exists(keys)) {
      assertThat(keys).content().doesNotContain(KEY);
    }
  }
}

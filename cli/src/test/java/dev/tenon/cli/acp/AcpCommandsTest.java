package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.says;
import static dev.tenon.cli.acp.AcpFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Commands in the chat, and what commands and hooks change without the editor.
@ExtendWith(SchemaCheck.class)
class AcpCommandsTest {
  private static final String LONG = "{\"text\": \"" + "word ".repeat(4000) + "\"}";

  @TempDir Path temporary;
  private AcpFixture fixture;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  private void hook(String event, String command) throws IOException {
    Files.writeString(
        fixture.home.resolve("config.yml"),
        "hooks:\n  "
            + event
            + ": [{hooks: [{type: command, command: "
            + Json.of(command).compact()
            + "}]}]\n");
  }

  private static void say(EditorClient client, String id, String text) throws Exception {
    assertThat(client.call("session/prompt", prompt(id, text)).string("stopReason"))
        .isEqualTo("end_turn");
  }

  @Test
  void anyWhiteSpaceEndsTheNameOfACommand() throws Exception {
    String edit =
        calls("edit_file", arguments("path", "a.txt", "old_string", "two", "new_string", "zwei"));
    String summary =
        "{\"expect\": {\"lastUserContains\": \"keep the numbers\"}, \"text\": \"THE SUMMARY\"}";
    try (EditorClient client =
        fixture.client("edit", AcpFixture.shows(), edit, LONG, LONG, summary)) {
      String id = fixture.open(client);
      say(client, id, "One");
      say(client, id, "Two");
      say(client, id, "/compact\nkeep the numbers");
      assertThat(client.text(id)).endsWith(" tokens.");
      say(client, id, "/undo\tnot-there");
      assertThat(client.text(id))
          .endsWith("No change in force is called 'not-there'; see /changes.");
      say(client, id, "/changes\n");
      assertThat(client.text(id)).contains("a.txt");
    }
  }

  @Test
  void aHookThatRefusesACompactionIsNamed() throws Exception {
    hook("PreCompact", "echo 'keep it all' >&2; exit 2");
    try (EditorClient client = fixture.client("edit", AcpFixture.shows(), LONG, LONG)) {
      String id = fixture.open(client);
      say(client, id, "/compact");
      assertThat(client.text(id)).isEqualTo("There is nothing to shorten yet.");
      say(client, id, "One");
      say(client, id, "Two");
      say(client, id, "/compact");
      assertThat(client.text(id))
          .endsWith("A hook kept the conversation from being shortened: keep it all");
    }
  }

  /// Hooks of the beginning keep the first prompt waiting, and nobody else.
  @Test
  void aSessionIsOpenBeforeItsSlowHookHasEnded() throws Exception {
    Path go = fixture.folder.resolve("go");
    hook("SessionStart", "until [ -e '" + go + "' ]; do sleep 0.05; done; echo 'Be brief.'");
    String brief = "{\"expect\": {\"lastUserContains\": \"Be brief.\"}, \"text\": \"Yes.\"}";
    try (EditorClient client = fixture.client("edit", AcpFixture.shows(), brief)) {
      String id = fixture.open(client);
      Files.createFile(go);
      say(client, id, "Hi");
      assertThat(client.text(id)).isEqualTo("Yes.");
    }
  }

  @Test
  void theEditorIsToldOfAModelThatACommandWants() throws Exception {
    Path other = fixture.folder.resolve("other.json");
    Files.writeString(other, "{\"steps\": [" + says("From the other.") + "]}");
    Files.writeString(
        Files.createDirectories(fixture.home.resolve("commands")).resolve("other.md"),
        "---\nmodel: scripted:" + other + "\n---\nHello.");
    try (EditorClient client = fixture.client("edit", AcpFixture.shows(), says("Mine."))) {
      String id = fixture.open(client);
      say(client, id, "/other");
      assertThat(client.text(id)).isEqualTo("From the other.");
      List<String> models =
          client.updates("config_option_update").stream().map(AcpCommandsTest::model).toList();
      assertThat(models).hasSize(2);
      assertThat(models.getFirst()).isEqualTo("scripted/other.json");
      assertThat(models.getLast()).isEqualTo("scripted/script.json");
      assertThat(client.updates("current_mode_update")).isEmpty();
      client.forget();
      client.call(
          "session/set_config_option",
          session(id).with("configId", Json.of("effort")).with("value", Json.of("high")));
      say(client, id, "Hi");
      assertThat(client.updates("config_option_update")).as("it knows what it chose").isEmpty();
    }
  }

  private static String model(Json.Obj update) {
    return update.objects("configOptions").stream()
        .filter(option -> option.string("id", "").equals("model"))
        .map(option -> option.string("currentValue", ""))
        .findFirst()
        .orElse("");
  }
}

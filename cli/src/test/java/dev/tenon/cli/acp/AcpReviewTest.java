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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// `--review`: hunks are offered one by one, and what is wanted is written whatever happens next.
@ExtendWith(SchemaCheck.class)
class AcpReviewTest {
  private static final String OFFER = "session/request_permission";

  @TempDir Path temporary;
  private AcpFixture fixture;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  private EditorClient client(String... steps) throws Exception {
    Path script = fixture.folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [" + String.join(",", steps) + "]}");
    var client =
        new EditorClient(
            fixture.environment(),
            "acp",
            "--review",
            "--root=" + fixture.project,
            "--model=scripted:" + script,
            "--permission-mode=edit");
    client.call("initialize", AcpFixture.hello(Json.Obj.EMPTY));
    return client;
  }

  private static String write(String path) {
    return calls("write_file", arguments("path", path, "content", path + "\n"));
  }

  private Path file(String name) {
    return fixture.project.resolve(name);
  }

  /// Chooses by the file that is asked about; null for no answer.
  private interface Choice {
    @Nullable String of(String path);
  }

  private static void choosing(EditorClient client, Choice choice) {
    client.on(
        OFFER,
        params -> {
          String option = choice.of(params.objectOrEmpty("toolCall").string("title", ""));
          return option == null
              ? null
              : Json.object()
                  .object("outcome", it -> it.put("outcome", "selected").put("optionId", option))
                  .build();
        });
  }

  private static long offers(EditorClient client) {
    return client.messages().stream()
        .filter(message -> message.string("method", "").equals(OFFER))
        .count();
  }

  @Test
  void whatWasWantedBeforeTheReviewWasCancelledIsWrittenAndTheRestIsOfferedAgain()
      throws Exception {
    try (EditorClient client =
        client(write("b.txt"), write("c.txt"), says("Done."), says("Still here."))) {
      choosing(client, path -> path.contains("b.txt") ? "write" : null);
      String id = fixture.open(client);
      long turn = client.send("session/prompt", prompt(id, "Write"));
      client.await("the second offer", () -> offers(client) == 2 ? true : null);
      client.tell("session/cancel", session(id));
      assertThat(client.reply(turn).compact()).contains("cancelled");
      choosing(client, path -> "write");
      assertThat(client.call("session/prompt", prompt(id, "Go on")).string("stopReason"))
          .isEqualTo("end_turn");
      assertThat(file("b.txt")).hasContent("b.txt\n");
      assertThat(file("c.txt")).hasContent("c.txt\n");
      assertThat(offers(client)).as("b.txt is not offered twice").isEqualTo(3);
      assertThat(client.text(id)).contains("1 written, 0 dropped, 1 wait");
    }
  }

  @Test
  void whatCouldNotBeWrittenIsOfferedAgain() throws Exception {
    try (EditorClient client = client(write("b.txt"), says("Done."), says("Still here."))) {
      choosing(
          client,
          path -> {
            try {
              // Meanwhile somebody else makes it.
              Files.writeString(file("b.txt"), "theirs\n");
            } catch (IOException broken) {
              throw new java.io.UncheckedIOException(broken);
            }
            return "write";
          });
      String id = fixture.open(client);
      assertThat(client.error("session/prompt", prompt(id, "Write")).string("message"))
          .contains("nothing was written");
      assertThat(file("b.txt")).hasContent("theirs\n");
      choosing(client, path -> "drop");
      client.call("session/prompt", prompt(id, "Go on"));
      assertThat(offers(client)).isEqualTo(2);
      assertThat(file("b.txt")).hasContent("theirs\n");
      assertThat(client.text(id)).contains("0 written, 1 dropped");
    }
  }

  @Test
  void allTheRestIsWrittenAtOnce() throws Exception {
    try (EditorClient client =
        client(write("b.txt"), write("c.txt"), write("d.txt"), says("Done."))) {
      choosing(client, path -> path.contains("b.txt") ? "drop" : "write_all");
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Write"));
      assertThat(offers(client)).isEqualTo(2);
      assertThat(List.of(file("c.txt"), file("d.txt"))).allMatch(Files::exists);
      assertThat(file("b.txt")).doesNotExist();
      assertThat(client.text(id)).contains("2 written, 1 dropped.");
    }
  }

  @Test
  void whatIsLeftForLaterWaitsAndIsOfferedAfterTheNextPrompt() throws Exception {
    try (EditorClient client = client(write("b.txt"), says("Done."), says("Again."))) {
      choosing(client, path -> "later");
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Write"));
      assertThat(file("b.txt")).doesNotExist();
      assertThat(client.text(id)).contains("0 written, 0 dropped, 1 wait (tenon apply).");
      choosing(client, path -> "write");
      client.call("session/prompt", prompt(id, "And now?"));
      assertThat(offers(client)).isEqualTo(2);
      assertThat(file("b.txt")).hasContent("b.txt\n");
    }
  }
}

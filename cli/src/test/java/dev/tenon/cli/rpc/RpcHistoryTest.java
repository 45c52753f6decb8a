package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What was said and done in a session, as a program gets it and the model goes on with it.
@Timeout(120)
class RpcHistoryTest {
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  @TempDir Path folder;
  private Path project;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(project.resolve("a.txt"), "content of a\n");
    String[] steps = new String[20];
    Arrays.fill(steps, "{\"text\": \"Fine.\"}");
    Files.writeString(
        folder.resolve("script.json"), "{\"steps\": [" + String.join(",", steps) + "]}");
  }

  private ProgramClient client(String... arguments) throws IOException {
    var all =
        new ArrayList<>(
            List.of(
                "--mode",
                "rpc",
                "--root=" + project,
                "--model=scripted:" + folder.resolve("script.json"),
                "--permission-mode=full"));
    all.addAll(List.of(arguments));
    return new ProgramClient(
        Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
        all.toArray(String[]::new));
  }

  private static List<String> forks(ProgramClient client) throws Exception {
    return client.call("get_fork_messages").objects("messages").stream()
        .map(each -> each.string("text", ""))
        .toList();
  }

  @Test
  void aForkBeginsWithThePromptAsItWasWritten() throws Exception {
    try (ProgramClient client = client()) {
      client.call("bash", "command", "echo from the program");
      String whole = client.run("Look at @a.txt").compact();
      assertThat(whole).contains("content of a").contains("from the program");
      assertThat(forks(client)).containsExactly("Look at @a.txt");
      String entry =
          client.call("get_fork_messages").objects("messages").getFirst().string("entryId", "");
      assertThat(client.call("fork", "entryId", entry).string("text")).isEqualTo("Look at @a.txt");
    }
  }

  @Test
  void whatTheProgramItselfSaidIsNoPrompt() throws Exception {
    Path file;
    String notice;
    try (SessionLog log = new SessionStore(home).create(project)) {
      log.append(said("Begin"));
      notice =
          log.append(said("<task-notification>\n<task-id>1</task-id>\n</task-notification>")).id();
      log.append(said("<hook>\nMind the gap\n</hook>"));
      file = log.file().orElseThrow();
    }
    try (ProgramClient client = client()) {
      client.call("switch_session", "sessionPath", file.toString());
      assertThat(forks(client)).containsExactly("Begin");
      assertThat(client.error("fork", "entryId", notice)).startsWith("Invalid entry ID");
    }
  }

  private static Entry.Said said(String text) {
    return new Entry.Said(Json.object().put("role", "user").put("content", text).build());
  }

  private static Json.Obj prompted(Json.Obj end) {
    return end.objects("messages").getFirst();
  }

  /// The model hears of it once, whenever somebody goes on with the session.
  @Test
  void aCommandThatNoPromptFollowedIsToldWhenTheSessionGoesOn() throws Exception {
    try (ProgramClient client = client()) {
      client.run("Begin");
      client.call("bash", "command", "echo told-later; exit 3");
    }
    try (ProgramClient client = client("--continue")) {
      assertThat(prompted(client.run("What was it?")).compact())
          .containsOnlyOnce("<user-command ")
          .contains("told-later\\n", "exit code 3");
    }
    try (ProgramClient client = client("--continue")) {
      assertThat(prompted(client.run("And now?")).compact()).doesNotContain("told-later");
      client.call("bash", "command", "echo told-after-the-way-back");
      String file = client.call("get_state").string("sessionFile", "");
      client.call("new_session");
      assertThat(prompted(client.run("Elsewhere")).compact()).doesNotContain("told-");
      client.call("switch_session", "sessionPath", file);
      client.call("clone");
      assertThat(prompted(client.run("Back")).compact())
          .containsOnlyOnce("<user-command ")
          .contains("told-after-the-way-back\\n");
    }
  }

  /// A program asks for the state often; the pictures of the session are files.
  @Test
  void theStateReadsNoPictures() throws Exception {
    TestPrograms.require("mkfifo");
    try (ProgramClient client = client()) {
      client.write(
          Json.object()
              .put("id", "p")
              .put("type", "prompt")
              .put("message", "Look")
              .array(
                  "images",
                  List.of(
                      Json.object()
                          .put("type", "image")
                          .put("mimeType", "image/png")
                          .put("data", padded())
                          .build()))
              .build());
      client.awaitEvent("agent_end", 1);
      Path blob;
      try (Stream<Path> files = Files.walk(home)) {
        blob =
            files
                .filter(file -> file.toString().contains("blobs") && Files.isRegularFile(file))
                .findFirst()
                .orElseThrow();
      }
      assertThat(client.call("get_messages").compact()).contains(padded());
      byte[] bytes = Files.readAllBytes(blob);
      Files.delete(blob);
      // Whoever opens it waits for a writer.
      assertThat(new ProcessBuilder("mkfifo", blob.toString()).start().waitFor()).isZero();
      assertThat(client.call("get_state").number("messageCount", 0)).isEqualTo(2);
      assertThat(client.call("get_session_stats").number("totalMessages", 0)).isEqualTo(2);
      assertThat(client.call("get_last_assistant_text").string("text")).isEqualTo("Fine.");
      Files.delete(blob);
      Files.write(blob, bytes);
      assertThat(client.call("get_messages").compact()).contains(padded());
    }
  }

  /// The same picture with bytes behind its end, since small ones stay in their line.
  private static String padded() {
    byte[] pixel = Base64.getDecoder().decode(PIXEL);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(pixel, 3_000));
  }
}

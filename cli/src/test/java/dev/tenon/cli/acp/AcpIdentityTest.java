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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What tells messages, sessions and blocks apart.
@Timeout(120)
@ExtendWith(SchemaCheck.class)
class AcpIdentityTest {
  @TempDir Path temporary;
  private AcpFixture fixture;

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
  }

  private static Set<String> messageIds(EditorClient client) {
    Set<String> ids = new HashSet<>();
    for (Json.Obj update : client.updates("agent_message_chunk")) {
      ids.add(update.string("messageId", ""));
    }
    return ids;
  }

  /// A client that shows a session goes on with it in another program: what is said there is no
  /// part of what it shows already.
  @Test
  void idsOfMessagesDoNotComeAgainInAnotherProgram() throws Exception {
    String id;
    Set<String> before;
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, says("One."))) {
      id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Begin"));
      client.call("session/prompt", prompt(id, "/changes"));
      before = messageIds(client);
      assertThat(before).hasSize(2);
    }
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, says("Two."))) {
      client.call("session/resume", fixture.place().with("sessionId", Json.of(id)));
      client.call("session/prompt", prompt(id, "Go on"));
      client.call("session/prompt", prompt(id, "/changes"));
      assertThat(messageIds(client)).hasSize(2).doesNotContainAnyElementsOf(before);
    }
  }

  @Test
  void sessionsAreListedForAFolderThatALinkNames() throws Exception {
    Path link =
        Files.createSymbolicLink(fixture.folder.resolve("link"), fixture.project.toRealPath());
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, says("One."))) {
      Json.Obj there = fixture.place().with("cwd", Json.of(link.toString()));
      String id = client.call("session/new", there).string("sessionId", "");
      client.call("session/prompt", prompt(id, "Begin"));
      Json.Obj asked = Json.object().put("cwd", link.toString()).build();
      assertThat(client.call("session/list", asked).objects("sessions"))
          .extracting(each -> each.string("sessionId"))
          .containsExactly(id);
    }
  }

  /// What is asked reads as it is, whatever characters are in it.
  @Test
  void nothingIsHiddenInWhatIsAsked() throws Exception {
    String command = calls("bash", arguments("command", "touch a\u202Eb\u001B[8m"));
    String edit =
        calls(
            "edit_file",
            arguments("path", "a.txt", "old_string", "two", "new_string", "t\u202Ew\u200Bo"));
    try (EditorClient client =
        fixture.client("ask", Json.Obj.EMPTY, command, edit, says("Done."))) {
      client.choosing("reject");
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Go"));
      Json.Obj run =
          client.awaitMessage("the command", each -> each.compact().contains("\"execute\""));
      assertThat(title(run.objectOrEmpty("params").objectOrEmpty("update")))
          .isEqualTo("touch a<U+202E>b^[[8m");
      Json.Obj asked =
          client.awaitMessage(
              "the edit",
              each ->
                  each.string("method", "").equals("session/request_permission")
                      && each.compact().contains("\"edit\""));
      assertThat(asked.compact()).contains("spelled out").contains("t<U+202E>w<U+200B>o");
    }
  }

  private static String title(Json.Obj call) {
    return call.string("title", "");
  }

  @Test
  void whatIsNoBlockIsNotPassedOver() throws Exception {
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, says("One."))) {
      String id = fixture.open(client);
      Json.Obj torn =
          prompt(id, "Begin").with("prompt", Json.array(List.of(Json.of("and do not delete it"))));
      assertThat(client.error("session/prompt", torn).number("code", 0)).isEqualTo(-32602);
      Json.Obj place = fixture.place().with("additionalDirectories", Json.of("/tmp"));
      assertThat(client.error("session/new", place).string("message")).contains("must be a list");
      assertThat(client.call("session/prompt", prompt(id, "Begin")).string("stopReason"))
          .isEqualTo("end_turn");
      client.call("session/close", session(id));
    }
  }

  @Test
  void manySessionsAreListedInPages() throws Exception {
    String first;
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, says("One."))) {
      first = fixture.open(client);
      client.call("session/prompt", prompt(first, "Begin"));
    }
    copies(first, 104);
    try (EditorClient client = fixture.client("edit", Json.Obj.EMPTY, says("One."))) {
      Set<String> all = new HashSet<>();
      var sizes = new ArrayList<Integer>();
      Json.Obj page = client.call("session/list", Json.Obj.EMPTY);
      while (true) {
        page.objects("sessions").forEach(each -> all.add(each.string("sessionId", "")));
        sizes.add(page.objects("sessions").size());
        String next = page.string("nextCursor");
        if (next == null) {
          break;
        }
        page = client.call("session/list", Json.object().put("cursor", next).build());
      }
      assertThat(sizes).containsExactly(50, 50, 5);
      assertThat(all).hasSize(105).contains(first);
      for (String wrong : List.of("x", "-1", "1 ", "99999999")) {
        assertThat(
                client
                    .error("session/list", Json.object().put("cursor", wrong).build())
                    .number("code", 0))
            .as(wrong)
            .isEqualTo(-32602);
      }
    }
  }

  private void copies(String id, int number) throws IOException {
    Path file;
    try (Stream<Path> all = Files.walk(fixture.home)) {
      file =
          all.filter(each -> each.getFileName().toString().endsWith(id + ".jsonl"))
              .findFirst()
              .orElseThrow();
    }
    String text = Files.readString(file);
    for (int i = 0; i < number; i++) {
      String copy = new UUID(7, i).toString();
      Files.writeString(
          file.resolveSibling(file.getFileName().toString().replace(id, copy)),
          text.replace(id, copy));
    }
  }

  @Test
  void aHandedOverPlanIsAChangeOfMode() throws Exception {
    Json.Obj plan =
        Json.object().put("title", "Plan").put("steps", Json.strings(List.of("Look"))).build();
    try (EditorClient client =
        fixture.client("plan", Json.Obj.EMPTY, calls("plan_ready", plan), says("Done."))) {
      String id = fixture.open(client);
      client.call("session/prompt", prompt(id, "Plan"));
      assertThat(client.updates("tool_call").getFirst().string("kind")).isEqualTo("switch_mode");
    }
  }
}

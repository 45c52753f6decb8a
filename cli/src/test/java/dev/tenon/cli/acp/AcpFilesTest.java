package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.prompt;
import static dev.tenon.cli.acp.AcpFixture.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Files through the editor: its unsaved text is what is read, verified and written.
@ExtendWith(SchemaCheck.class)
class AcpFilesTest {
  @TempDir Path temporary;
  private AcpFixture fixture;
  private Path file;
  private final EditorBuffers buffers = new EditorBuffers();

  @BeforeEach
  void folders() throws IOException {
    fixture = new AcpFixture(temporary);
    file = fixture.project.resolve("a.txt");
  }

  private static String edit(String path, String before, String after) {
    return calls("edit_file", arguments("path", path, "old_string", before, "new_string", after));
  }

  private EditorClient client(String... steps) throws Exception {
    EditorClient client = fixture.client("edit", AcpFixture.files(), steps);
    buffers.serve(client);
    return client;
  }

  private static String prompted(EditorClient client, String id, String text) throws Exception {
    return client.call("session/prompt", prompt(id, text)).string("stopReason", "");
  }

  @Test
  void unsavedTextIsReadSearchedVerifiedWrittenAndTakenBack() throws Exception {
    buffers.unsaved.put(file.toString(), "one\nunsaved two\nthree\n");
    String read = calls("read_file", arguments("path", "a.txt"));
    String search =
        "{\"expect\": {\"lastResultContains\": \"unsaved two\"}, \"calls\": [{\"name\": \"grep\","
            + " \"arguments\": {\"pattern\": \"unsaved\"}}]}";
    String edit =
        "{\"expect\": {\"lastResultContains\": \"a.txt\"}, \"calls\": [{\"name\": \"edit_file\","
            + " \"arguments\": {\"path\": \"a.txt\", \"old_string\": \"unsaved two\","
            + " \"new_string\": \"zwei\"}}]}";
    String done = "{\"expect\": {\"lastResult\": \"ok\"}, \"text\": \"Done.\"}";
    try (EditorClient client = client(read, search, edit, done)) {
      String id = fixture.open(client);
      assertThat(prompted(client, id, "Translate")).isEqualTo("end_turn");
      assertThat(file).hasContent("one\nzwei\nthree\n");
      assertThat(buffers.unsaved).isEmpty();
      assertThat(prompted(client, id, "/undo")).isEqualTo("end_turn");
      assertThat(file).as("back to what the person had").hasContent("one\nunsaved two\nthree\n");
    }
  }

  @Test
  void anUndoIsRefusedWhereTheEditorHasUnsavedTextAndIsWrittenByTheEditor() throws Exception {
    String edit = edit("a.txt", "two", "zwei");
    String make = calls("write_file", arguments("path", "new.txt", "content", "new\n"));
    try (EditorClient client = client(edit, make, says("Done."))) {
      String id = fixture.open(client);
      assertThat(prompted(client, id, "Translate")).isEqualTo("end_turn");
      String unsaved = "one\nzwei\nthree\nand more\n";
      buffers.unsaved.put(file.toString(), unsaved);
      Json.Obj refused = client.error("session/prompt", prompt(id, "/undo"));
      assertThat(refused.string("message")).startsWith("a.txt is open").contains("save or revert");
      assertThat(buffers.unsaved).containsEntry(file.toString(), unsaved);
      assertThat(file).hasContent("one\nzwei\nthree\n");
      assertThat(fixture.project.resolve("new.txt")).hasContent("new\n");
      buffers.unsaved.clear();
      buffers.written.clear();
      assertThat(prompted(client, id, "/undo")).isEqualTo("end_turn");
      assertThat(buffers.written).as("its buffer follows").containsExactly(file.toString());
      assertThat(file).hasContent("one\ntwo\nthree\n");
      assertThat(fixture.project.resolve("new.txt")).doesNotExist();
      assertThat(client.text(id)).contains("undone: a.txt", "undone: new.txt");
    }
  }

  @Test
  void whatAHelperLeavesIsNotMergedOverUnsavedText() throws Exception {
    Path agents = Files.createDirectory(fixture.home.resolve("agents"));
    Files.writeString(
        agents.resolve("maker.md"),
        "---\nname: maker\ndescription: Makes\nblocking: true\nisolation: layer\n---\nMake.\n");
    String delegate =
        "{\"calls\": [{\"name\": \"task\", \"arguments\": {\"agent\": \"maker\", \"tasks\":"
            + " [{\"id\": \"Make\", \"description\": \"makes\", \"assignment\": \"Make.\"}]}}]}";
    String give = calls("yield", arguments("result", "made"));
    String told =
        "{\"expect\": {\"lastResultContains\": \"text that is not saved\"}, \"text\": \"I see.\"}";
    buffers.unsaved.put(file.toString(), "one\ntwo\nthree\nand more\n");
    try (EditorClient client = client(delegate, edit("a.txt", "two", "zwei"), give, told)) {
      String id = fixture.open(client);
      assertThat(prompted(client, id, "Make")).as(client.transcript()).isEqualTo("end_turn");
      assertThat(client.text(id)).isEqualTo("I see.");
      assertThat(file).hasContent("one\ntwo\nthree\n");
      assertThat(buffers.unsaved).containsKey(file.toString());
    }
  }

  @Test
  void anEditThatWasPlannedForOtherTextIsRefused() throws Exception {
    String read = calls("read_file", arguments("path", "a.txt"));
    String refused = "{\"expect\": {\"lastResult\": \"failed\"}, \"text\": \"It has changed.\"}";
    try (EditorClient client = client(read, edit("a.txt", "two", "zwei"), refused)) {
      String id = fixture.open(client);
      // Between the read and the edit the person types.
      client.on(
          "fs/read_text_file",
          params -> {
            boolean first = client.updates("tool_call").size() < 2;
            return Json.object()
                .put("content", first ? "one\ntwo\nthree\n" : "one\n2\nthree\n")
                .build();
          });
      assertThat(prompted(client, id, "Translate")).isEqualTo("end_turn");
      assertThat(file).hasContent("one\ntwo\nthree\n");
    }
  }

  @Test
  void unsavedTextThatTheEditorNoLongerTellsIsNotWrittenOver() throws Exception {
    Json busy = Json.object().put("code", -32603).put("message", "busy").build();
    Json none = Json.object().put("code", -32002).put("message", "not found").build();
    Json number = Json.object().put("content", 5).build();
    for (Json later : List.of(busy, none, number)) {
      String read = calls("read_file", arguments("path", "a.txt"));
      String refused = "{\"expect\": {\"lastResult\": \"failed\"}, \"text\": \"Refused.\"}";
      var written = new AtomicInteger();
      try (EditorClient client = client(read, edit("a.txt", "two", "zwei"), refused)) {
        var reads = new AtomicInteger();
        client.misspeaking("answer to fs/read_text_file");
        client.on(
            "fs/read_text_file",
            params ->
                reads.getAndIncrement() == 0
                    ? Json.object().put("content", "one\ntwo\nthree\nUNSAVED\n").build()
                    : later);
        client.on(
            "fs/write_text_file",
            params -> {
              written.incrementAndGet();
              return Json.Obj.EMPTY;
            });
        String id = fixture.open(client);
        assertThat(prompted(client, id, "Translate")).as(client.transcript()).isEqualTo("end_turn");
        assertThat(written.get()).as(later.compact()).isZero();
        assertThat(file).hasContent("one\ntwo\nthree\n");
      }
    }
  }

  @Test
  void aFileThatIsNowhereIsMadeWhateverTheEditorSaysOfIt() throws Exception {
    String write = calls("write_file", arguments("path", "new.txt", "content", "new\n"));
    String done = "{\"expect\": {\"lastResult\": \"ok\"}, \"text\": \"Done.\"}";
    try (EditorClient client = client(write, done)) {
      client.on(
          "fs/read_text_file",
          params -> Json.object().put("code", -32603).put("message", "ENOENT").build());
      String id = fixture.open(client);
      assertThat(prompted(client, id, "Make")).isEqualTo("end_turn");
      assertThat(fixture.project.resolve("new.txt")).hasContent("new\n");
    }
  }

  @Test
  void aRefusedWriteTakesBackTheOthersOfItsTransaction() throws Exception {
    Path second = fixture.project.resolve("b.txt");
    Files.writeString(second, "b\n");
    Files.writeString(fixture.home.resolve("config.yml"), "editDialect: apply_patch\n");
    buffers.unsaved.put(file.toString(), "one\nTWO\nthree\n");
    buffers.readOnly.add(second.toString());
    String patch =
        """
        *** Begin Patch
        *** Add File: sub/new.txt
        +new
        *** Update File: a.txt
        @@
         one
        -TWO
        +zwei
         three
        *** Update File: b.txt
        @@
        -b
        +B
        *** End Patch
        """;
    String refused =
        "{\"expect\": {\"lastResultContains\": \"read-only\"}, \"text\": \"Refused.\"}";
    try (EditorClient client = client(calls("apply_patch", arguments("patch", patch)), refused)) {
      String id = fixture.open(client);
      assertThat(prompted(client, id, "Patch")).isEqualTo("end_turn");
      assertThat(file).as("the editor has its text again").hasContent("one\nTWO\nthree\n");
      assertThat(second).hasContent("b\n");
      assertThat(fixture.project.resolve("sub")).doesNotExist();
      assertThat(prompted(client, id, "/changes")).isEqualTo("end_turn");
      assertThat(client.text(id)).contains("Nothing has been changed here yet");
    }
  }

  @Test
  void reviewOffersHunksAsDiffsAndWritesThoseThatAreWanted() throws Exception {
    String edit = edit("a.txt", "two", "zwei");
    String write = calls("write_file", arguments("path", "c.txt", "content", "c\n"));
    String next = "{\"expect\": {\"lastUserContains\": \"c.txt\"}, \"text\": \"I see.\"}";
    Path script = fixture.folder.resolve("script.json");
    Files.writeString(
        script, "{\"steps\": [" + String.join(",", edit, write, says("Done."), next) + "]}");
    try (var client =
        new EditorClient(
            fixture.environment(),
            "acp",
            "--review",
            "--root=" + fixture.project,
            "--model=scripted:" + script,
            "--permission-mode=edit")) {
      client.call("initialize", AcpFixture.hello(Json.Obj.EMPTY));
      client.on(
          "session/request_permission",
          params -> {
            boolean wanted =
                params.objectOrEmpty("toolCall").compact().contains("\"newText\":\"one");
            return Json.object()
                .object(
                    "outcome",
                    it -> it.put("outcome", "selected").put("optionId", wanted ? "write" : "drop"))
                .build();
          });
      String id = fixture.open(client);
      assertThat(prompted(client, id, "Translate")).isEqualTo("end_turn");
      assertThat(file).hasContent("one\nzwei\nthree\n");
      assertThat(fixture.project.resolve("c.txt")).doesNotExist();
      assertThat(client.text(id)).contains("1 written, 1 dropped");
      assertThat(prompted(client, id, "And now?")).isEqualTo("end_turn");
    }
  }

  @Test
  void aHunkWhoseOfferWasCancelledWaits() throws Exception {
    Path script = fixture.folder.resolve("script.json");
    Files.writeString(
        script, "{\"steps\": [" + edit("a.txt", "two", "zwei") + "," + says("Done.") + "]}");
    try (var client =
        new EditorClient(
            fixture.environment(),
            "acp",
            "--review",
            "--root=" + fixture.project,
            "--model=scripted:" + script,
            "--permission-mode=edit")) {
      client.call("initialize", AcpFixture.hello(Json.Obj.EMPTY));
      client.on(
          "session/request_permission",
          params ->
              Json.object()
                  .object("outcome", it -> it.put("outcome", "cancelled").put("optionId", "write"))
                  .build());
      String id = fixture.open(client);
      assertThat(prompted(client, id, "Translate")).isEqualTo("end_turn");
      client.awaitMessage(
          "the offer", message -> message.string("method", "").contains("request_permission"));
      assertThat(file).hasContent("one\ntwo\nthree\n");
    }
  }

  @Test
  void lineEndsSurviveEditorsThatHideThemAndEditorsThatDoNot() throws Exception {
    for (boolean literal : new boolean[] {false, true}) {
      buffers.literal = literal;
      Files.writeString(file, "one\r\ntwo\r\n");
      try (EditorClient client = client(edit("a.txt", "two", "zwei"), says("Done."))) {
        String id = fixture.open(client);
        prompted(client, id, "Translate");
        assertThat(Files.readString(file)).as("literal " + literal).isEqualTo("one\r\nzwei\r\n");
      }
    }
  }

  @Test
  void aVeryLargeFileIsWrittenToTheDiskAndNotOverTextThatNobodyHasSeen() throws Exception {
    String line = "x".repeat(1 << 20) + "\n";
    Files.writeString(file, "two\n" + line.repeat(9));
    buffers.unsaved.put(file.toString(), "unsaved");
    String done = "{\"expect\": {\"lastResult\": \"ok\"}, \"text\": \"Done.\"}";
    try (EditorClient client = client(edit("a.txt", "two", "zwei"), done)) {
      String id = fixture.open(client);
      prompted(client, id, "Translate");
      assertThat(client.text(id)).isEqualTo("Done.");
      assertThat(buffers.unsaved).containsEntry(file.toString(), "unsaved");
      assertThat(Files.readString(file)).startsWith("zwei\nxxx");
    }
  }

  @Test
  void anEditorThatOnlyReadsOrOnlyWritesIsNotAsked() throws Exception {
    for (String half : List.of("readTextFile", "writeTextFile")) {
      Files.writeString(file, "one\ntwo\nthree\n");
      buffers.unsaved.put(file.toString(), "unsaved two\n");
      Json.Obj can = Json.object().object("fs", fs -> fs.put(half, true)).build();
      String read = calls("read_file", arguments("path", "a.txt"));
      try (EditorClient client =
          fixture.client("edit", can, read, edit("a.txt", "two", "zwei"), says("Done."))) {
        buffers.serve(client);
        String id = fixture.open(client);
        prompted(client, id, "Translate");
        assertThat(file).as(half).hasContent("one\nzwei\nthree\n");
        assertThat(client.transcript()).doesNotContain("\"method\":\"fs/");
      }
    }
  }

  @Test
  void aPatchThatOnlyDeletesOrMovesIsToldAsThat() throws Exception {
    Files.writeString(fixture.home.resolve("config.yml"), "editDialect: apply_patch\n");
    Files.writeString(fixture.project.resolve("b.txt"), "b\n");
    String move = "*** Update File: a.txt\n*** Move to: c.txt\n";
    String delete = "*** Delete File: b.txt\n";
    String add = "*** Add File: d.txt\n+d\n";
    try (EditorClient client =
        client(
            patch(move), patch(delete), patch(add + "*** Delete File: c.txt\n"), says("Done."))) {
      String id = fixture.open(client);
      prompted(client, id, "Tidy up");
      assertThat(client.updates("tool_call"))
          .extracting(each -> each.string("kind"))
          .containsExactly("move", "delete", "edit");
      assertThat(fixture.project.resolve("d.txt")).exists();
      assertThat(fixture.project.resolve("c.txt")).doesNotExist();
    }
  }

  private static String patch(String sections) {
    return calls(
        "apply_patch", arguments("input", "*** Begin Patch\n" + sections + "*** End Patch\n"));
  }
}

package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Working buffers as an editor uses them.
class BufferTest {
  @TempDir Path folder;
  private Harness server;
  private String session;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", "one\ntwo\n");
    server
        .answering(
            Step.says("Nothing to do."),
            Harness.proposing(server.edit("e_1", "a.md", 2, 2, "TWO")),
            Step.says("Done."))
        .startOnDisk();
    session = server.session();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private List<Json.Obj> dirty() throws Exception {
    return server.get("/api/agent/sessions/" + session + "/buffers").json().objects("buffers");
  }

  private Harness.Got post(String what, String path) throws Exception {
    String hash =
        server
            .get("/api/agent/sessions/" + session + "/buffer?file_path=" + path)
            .text("file_hash");
    var body = Json.object().put("file_path", path);
    if (what.equals("delete")) {
      body.put("base_hash", hash);
    }
    return server.post("/api/agent/sessions/" + session + "/buffer/" + what, body.build());
  }

  private Harness.Got turn(String what) throws Exception {
    return server.post("/api/agent/sessions/" + session + "/" + what);
  }

  @Test
  void unsavedBuffersAreListedAndDiscarded() throws Exception {
    assertThat(dirty()).isEmpty();
    server.type(session, "a.md", "one\ntwo\nthree\n");
    server.type(session, "new.md", "new\n");
    assertThat(dirty())
        .extracting(file -> file.string("file_path"))
        .containsExactly("a.md", "new.md");
    assertThat(dirty().getFirst().get("origins")).hasToString("[\"user\"]");
    assertThat(post("discard", "a.md").json().objects("buffers")).hasSize(1);
    assertThat(server.buffer(session, "a.md")).isEqualTo("one\ntwo\n");
    assertThat(post("discard", "a.md").status()).isEqualTo(404);
    server.save(session);
    assertThat(dirty()).isEmpty();
    assertThat(server.file("new.md")).isEqualTo("new\n");
    assertThat(server.file("a.md")).isEqualTo("one\ntwo\n");
  }

  @Test
  void aFileIsRemovedWhenItsRemovalIsSaved() throws Exception {
    var removed = post("delete", "a.md");
    assertThat(removed.status()).isEqualTo(200);
    assertThat(removed.json().objects("buffers").getFirst().bool("deleted", false)).isTrue();
    assertThat(server.buffer(session, "a.md")).isEqualTo("unknown_file");
    assertThat(server.file("a.md")).isEqualTo("one\ntwo\n");
    assertThat(turn("undo").status()).isEqualTo(200);
    assertThat(server.buffer(session, "a.md")).isEqualTo("one\ntwo\n");
    turn("redo");
    server.save(session);
    assertThat(server.root.resolve("a.md")).doesNotExist();
    var stale =
        server.post(
            "/api/agent/sessions/" + session + "/buffer/delete",
            Json.object().put("file_path", "a.md").put("base_hash", "sha256:0").build());
    assertThat(stale.status()).isEqualTo(404);
  }

  @Test
  void editsAreTakenBackOneByOneWithoutAnyJob() throws Exception {
    server.type(session, "a.md", "1\ntwo\n");
    server.type(session, "a.md", "1\n2\n");
    server.type(session, "b.md", "b\n");
    turn("undo");
    assertThat(server.buffer(session, "b.md")).isEqualTo("unknown_file");
    turn("undo");
    assertThat(server.buffer(session, "a.md")).isEqualTo("1\ntwo\n");
    server.restart();
    turn("undo");
    assertThat(server.buffer(session, "a.md")).isEqualTo("one\ntwo\n");
    assertThat(turn("undo").status()).isEqualTo(404);
    turn("redo");
    turn("redo");
    assertThat(server.buffer(session, "a.md")).isEqualTo("1\n2\n");
    server.type(session, "a.md", "1\n2\n3\n");
    assertThat(turn("redo").status()).as("another edit ends the way forward").isEqualTo(404);
    server.save(session);
    assertThat(server.file("a.md")).isEqualTo("1\n2\n3\n");
  }

  @Test
  void undoAndRedoGoThroughDecisionsAndEditsInOrder() throws Exception {
    server.until(server.run(session, "nothing"), "completed");
    String job = server.run(session, "shout");
    List<String> hunks =
        Harness.hunks(server.until(job, "awaiting_review").objectOrEmpty("diff_bundle"));
    server.review(job, "reject", hunks);
    server.type(session, "c.md", "c\n");
    turn("undo");
    assertThat(server.buffer(session, "c.md")).isEqualTo("unknown_file");
    assertThat(server.buffer(session, "a.md")).isEqualTo("one\ntwo\n");
    turn("undo");
    assertThat(server.buffer(session, "a.md")).isEqualTo("one\nTWO\n");
    turn("redo");
    assertThat(server.buffer(session, "a.md")).isEqualTo("one\ntwo\n");
    assertThat(server.types(job).stream().filter("review.updated"::equals)).hasSize(5);
  }

  @Test
  void aJobThatStagesNothingIsCompletedBesideUnsavedEdits() throws Exception {
    server.type(session, "a.md", "mine\ntwo\n");
    String job = server.run(session, "look");
    assertThat(server.until(job, "completed").get("diff_bundle")).isNull();
    assertThat(dirty()).hasSize(1);
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(server.file("a.md")).isEqualTo("mine\ntwo\n");
  }

  @Test
  void aSaveOverAnotherPersonsChangeIsAConflictAndLosesNothing() throws Exception {
    server.type(session, "a.md", "mine\ntwo\n");
    server.type(session, "b.md", "b\n");
    server.file("a.md", "theirs\n");
    var refused = server.save(session);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.error().string("code")).isEqualTo("conflict");
    assertThat(refused.error().objectOrEmpty("details").string("file_path")).isEqualTo("a.md");
    assertThat(server.file("a.md")).isEqualTo("theirs\n");
    assertThat(server.root.resolve("b.md")).doesNotExist();
    assertThat(server.buffer(session, "a.md")).isEqualTo("mine\ntwo\n");
    post("discard", "a.md");
    assertThat(server.buffer(session, "a.md")).isEqualTo("theirs\n");
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(server.file("b.md")).isEqualTo("b\n");
  }

  @Test
  void lineEndsAndTheMarkAreKeptAndOtherEncodingsRefused() throws Exception {
    byte[] before = "\uFEFFone\r\ntwo\r\nthree".getBytes(StandardCharsets.UTF_8);
    Files.write(server.root.resolve("crlf.txt"), before);
    assertThat(server.buffer(session, "crlf.txt")).isEqualTo("one\ntwo\nthree");
    server.type(session, "crlf.txt", "one\n2\nthree\nfour");
    server.save(session);
    assertThat(Files.readAllBytes(server.root.resolve("crlf.txt")))
        .isEqualTo("\uFEFFone\r\n2\r\nthree\r\nfour".getBytes(StandardCharsets.UTF_8));
    Files.write(
        server.root.resolve("wide.txt"), "\uFEFFwide\n".getBytes(StandardCharsets.UTF_16LE));
    Files.write(
        server.root.resolve("old.txt"), "caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    Files.write(server.root.resolve("picture.png"), new byte[] {(byte) 0x89, 'P', 0, 0, 1, 2, 3});
    for (String path : List.of("wide.txt", "old.txt", "picture.png")) {
      byte[] bytes = Files.readAllBytes(server.root.resolve(path));
      assertThat(server.buffer(session, path)).as(path).isEqualTo("unusable_file");
      assertThat(server.type(session, path, "text\n").status()).as(path).isEqualTo(400);
      assertThat(Files.readAllBytes(server.root.resolve(path))).isEqualTo(bytes);
    }
    assertThat(dirty()).isEmpty();
  }

  @Test
  void aBufferThatChangedMeanwhileIsNotOverwritten() throws Exception {
    String path = "/api/agent/sessions/" + session + "/buffer";
    String first = server.get(path + "?file_path=a.md").text("file_hash");
    server.type(session, "a.md", "newer\n");
    var stale =
        server.put(
            path,
            Json.object()
                .put("file_path", "a.md")
                .put("content", "older\n")
                .put("base_hash", first)
                .build());
    assertThat(stale.error().string("code")).isEqualTo("stale_buffer");
    assertThat(server.buffer(session, "a.md")).isEqualTo("newer\n");
  }

  private Json base(String session, String path) throws Exception {
    String base = "/api/agent/sessions/" + session + "/base?file_path=" + path;
    return Objects.requireNonNull(server.get(base).json().get("content"));
  }

  /// What an editor compares the working buffer with.
  @Test
  void theBaseOfAFileIsWithoutWhatIsStaged() throws Exception {
    server.file("base.md", "one\r\ntwo\r\n");
    String session = server.session();
    assertThat(base(session, "base.md")).isEqualTo(Json.of("one\ntwo\n"));
    server.type(session, "base.md", "ONE\ntwo\n");
    server.put(
        "/api/agent/sessions/" + session + "/buffer",
        Json.object().put("file_path", "new.md").put("content", "new\n").build());
    assertThat(base(session, "base.md")).as("staged").isEqualTo(Json.of("one\ntwo\n"));
    assertThat(base(session, "new.md")).as("created").isEqualTo(Json.Null.VALUE);
    server.save(session);
    assertThat(base(session, "base.md")).as("saved").isEqualTo(Json.of("ONE\ntwo\n"));
    assertThat(server.get("/api/agent/sessions/" + session + "/base?file_path=no.md").status())
        .isEqualTo(404);
  }

  private long revision() throws Exception {
    long one = server.get("/api/agent/sessions/" + session).json().number("revision", -1);
    Json.Obj listed = server.get("/api/agent/sessions").json().objects("sessions").getFirst();
    assertThat(listed.number("revision", -2)).isEqualTo(one);
    return one;
  }

  @Test
  void whateverChangesWhatIsStagedIsAnotherRevisionForWhoeverLooks() throws Exception {
    server.type(session, "a.md", "one\ntwo\nthree\n");
    long typed = revision();
    assertThat(revision()).as("looking changes nothing").isEqualTo(typed);
    assertThat(dirty()).hasSize(1);
    assertThat(revision()).isEqualTo(typed);
    turn("undo");
    long undone = revision();
    turn("redo");
    long again = revision();
    server.save(session);
    long saved = revision();
    assertThat(List.of(typed, undone, again, saved)).doesNotHaveDuplicates();
    server.restart();
    assertThat(revision()).as("nobody has touched it since").isZero();
    server.type(session, "a.md", "one\n");
    assertThat(revision()).isNotIn(0L, typed, undone, again, saved);
  }

  @Test
  void aSaveThatStandsAgainstTheDiskShowsBothSidesWithoutAJob() throws Exception {
    server.type(session, "a.md", "mine\ntwo\n");
    String conflicts = "/api/agent/sessions/" + session + "/conflicts";
    assertThat(server.get(conflicts).json().objects("conflicts")).isEmpty();
    server.file("a.md", "theirs\ntwo\n");
    assertThat(server.post("/api/agent/sessions/" + session + "/save").status()).isEqualTo(409);
    Json.Obj conflict = server.get(conflicts).json().objects("conflicts").getFirst();
    assertThat(conflict.string("file_path")).isEqualTo("a.md");
    assertThat(conflict.string("current")).isEqualTo("theirs\ntwo\n");
    assertThat(conflict.string("proposed")).isEqualTo("mine\ntwo\n");
    assertThat(conflict.string("base")).isEqualTo("one\ntwo\n");
    assertThat(conflict.bool("binary", true)).isFalse();
  }
}

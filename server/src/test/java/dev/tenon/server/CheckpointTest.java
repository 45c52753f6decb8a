package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.text.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checkpoints of runs whose hunks have been written, after a restart too.
class CheckpointTest {
  private static final String BASE = lines();

  private static final String PATCH =
      """
      *** Begin Patch
      *** Add File: new/made.txt
      +made
      *** Delete File: gone.txt
      *** End Patch
      """;

  @TempDir Path folder;
  private Harness server;
  private String session;
  private String job;
  private String checkpoint;

  private static String lines() {
    var text = new StringBuilder();
    for (int i = 1; i <= 30; i++) {
      text.append("line ").append(i).append('\n');
    }
    return text.toString();
  }

  /// A run that changes two places of a file, makes one and takes one away; all of it is applied
  /// but the second place.
  @BeforeEach
  void apply() throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", BASE);
    server.file("gone.txt", "going\n");
    server
        .answering(
            Harness.proposing(
                server.edit("e_1", "a.txt", 5, 5, "FIVE"),
                server.edit("e_2", "a.txt", 20, 20, "TWENTY")),
            Step.calls("apply_patch", Json.object().put("input", PATCH).build()),
            Step.says("Done."),
            Harness.proposing(server.edit("e_3", "a.txt", 28, 28, "LATER")),
            Step.says("Done later."))
        .startOnDisk();
    session = server.session();
    job = server.run(session, "change");
    Json.Obj waiting = server.until(job, "awaiting_review");
    checkpoint = "/api/agent/checkpoints/" + waiting.string("checkpoint_id");
    var accepted = new ArrayList<>(Harness.hunks(waiting.objectOrEmpty("diff_bundle")));
    accepted.remove(hunk(waiting.objectOrEmpty("diff_bundle"), "e_2"));
    assertThat(server.apply(session, job, accepted).status()).isEqualTo(200);
    assertThat(server.file("a.txt")).isEqualTo(BASE.replace("line 5\n", "FIVE\n"));
    assertThat(server.file("new/made.txt")).isEqualTo("made\n");
    assertThat(server.root.resolve("gone.txt")).doesNotExist();
    server.restart();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private static String hunk(Json.Obj bundle, String edit) {
    return bundle.objects("files").stream()
        .flatMap(file -> file.objects("hunks").stream())
        .filter(hunk -> String.valueOf(hunk.get("edit_ids")).contains(edit))
        .map(hunk -> hunk.string("hunk_id", ""))
        .findFirst()
        .orElseThrow();
  }

  private Json.Obj affected(String path) throws Exception {
    return server.get(checkpoint).json().objects("affected_files").stream()
        .filter(file -> path.equals(file.string("file_path")))
        .findFirst()
        .orElseThrow();
  }

  private List<String> hunksOf(String path) throws Exception {
    return affected(path).objects("hunks").stream()
        .map(hunk -> hunk.string("hunk_id", ""))
        .toList();
  }

  private Harness.Got rollback(String mode, List<String> hunks) throws Exception {
    return server.post(
        checkpoint + "/rollback",
        Json.object().put("mode", mode).put("hunk_ids", Json.strings(hunks)).build());
  }

  @Test
  void theRunCanBeLookedAt() throws Exception {
    assertThat(server.get(checkpoint).json().objects("affected_files"))
        .extracting(file -> file.string("file_path"))
        .containsExactly("a.txt", "gone.txt", "new/made.txt");
    Json.Obj file = affected("a.txt");
    assertThat(file.string("base_snapshot_hash")).isEqualTo("sha256:" + Sha256.of(BASE));
    assertThat(file.objects("hunks"))
        .extracting(hunk -> hunk.string("status"))
        .containsExactly("applied", "rejected");
    assertThat(file.objects("hunks").getFirst().string("reverse_patch", ""))
        .contains("-FIVE\n+line 5\n");
    assertThat(file.objects("hunks").getLast().string("reverse_patch", ""))
        .contains("-TWENTY\n+line 20\n");
  }

  @Test
  void aFileIsComparedWithWhatItWasAndWithWhatWasProposed() throws Exception {
    server.type(session, "a.txt", server.buffer(session, "a.txt") + "mine\n");
    Json.Obj compared = server.get(checkpoint + "/diff3?file_path=a.txt").json();
    assertThat(compared.string("checkpoint_base")).isEqualTo(BASE);
    assertThat(compared.string("agent_proposed"))
        .isEqualTo(BASE.replace("line 5\n", "FIVE\n").replace("line 20\n", "TWENTY\n"));
    assertThat(compared.string("current_file"))
        .isEqualTo(BASE.replace("line 5\n", "FIVE\n") + "mine\n");
    Json.Obj gone = server.get(checkpoint + "/diff3?file_path=gone.txt").json();
    assertThat(gone.string("checkpoint_base")).isEqualTo("going\n");
    assertThat(gone.get("current_file")).isEqualTo(Json.Null.VALUE);
    Json.Obj made = server.get(checkpoint + "/diff3?file_path=new/made.txt").json();
    assertThat(made.get("checkpoint_base")).isEqualTo(Json.Null.VALUE);
    assertThat(made.string("current_file")).isEqualTo("made\n");
    assertThat(server.get(checkpoint + "/diff3?file_path=other.txt").status()).isEqualTo(404);
  }

  @Test
  void aHardRollbackTakesEverythingSinceBackAndWritesNothing() throws Exception {
    server.file("b.txt", "b\n");
    server.type(session, "a.txt", "mine\n" + server.buffer(session, "a.txt"));
    server.type(session, "b.txt", "B\n");
    server.type(session, "new/made.txt", "made\nand more\n");
    server.type(session, "gone.txt", "again\n");
    var back = rollback("hard_all", List.of());
    assertThat(back.status()).isEqualTo(200);
    assertThat(back.json().array("files")).hasSize(3);
    assertThat(server.buffer(session, "a.txt")).isEqualTo(BASE);
    assertThat(server.buffer(session, "gone.txt")).isEqualTo("going\n");
    assertThat(server.buffer(session, "new/made.txt")).isEqualTo("unknown_file");
    assertThat(server.buffer(session, "b.txt")).as("another file").isEqualTo("B\n");
    assertThat(server.file("a.txt")).isEqualTo(BASE.replace("line 5\n", "FIVE\n"));
    assertThat(server.file("new/made.txt")).isEqualTo("made\n");
    assertThat(
            server
                .get("/api/agent/sessions/" + session + "/buffer?file_path=a.txt")
                .json()
                .array("change_log"))
        .as("the person's edit has left the change log")
        .hasSize(1);
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(server.file("a.txt")).isEqualTo(BASE);
    assertThat(server.file("gone.txt")).isEqualTo("going\n");
    assertThat(server.root.resolve("new/made.txt")).doesNotExist();
    assertThat(server.types(job))
        .endsWith("checkpoint.rollback.started", "checkpoint.rollback.completed");
  }

  @Test
  void aScopedRollbackKeepsWhatIsNewerElsewhere() throws Exception {
    String later = server.run(session, "later");
    server.until(later, "awaiting_review");
    server.type(session, "a.txt", "top\n" + server.buffer(session, "a.txt"));
    var back = rollback("scoped_selected", List.of(hunksOf("a.txt").getFirst()));
    assertThat(back.status()).isEqualTo(200);
    assertThat(server.buffer(session, "a.txt"))
        .isEqualTo("top\n" + BASE.replace("line 28\n", "LATER\n"));
    assertThat(server.file("a.txt")).isEqualTo(BASE.replace("line 5\n", "FIVE\n"));
    assertThat(server.types(later)).endsWith("review.updated");
    Json.Obj bundle = server.get("/api/agent/jobs/" + later).json().objectOrEmpty("diff_bundle");
    assertThat(server.apply(session, later, Harness.hunks(bundle)).status()).isEqualTo(200);
    assertThat(server.file("a.txt")).isEqualTo("top\n" + BASE.replace("line 28\n", "LATER\n"));
  }

  @Test
  void anOverlapIsAConflictThatNamesTheHunkAndChangesNothing() throws Exception {
    server.type(session, "a.txt", server.buffer(session, "a.txt").replace("FIVE", "Fünf"));
    server.type(session, "new/made.txt", "made\nmine\n");
    String before = server.buffer(session, "a.txt");
    var hunks = new ArrayList<>(hunksOf("gone.txt"));
    hunks.addAll(hunksOf("a.txt"));
    hunks.addAll(hunksOf("new/made.txt"));
    var refused = rollback("scoped_selected", hunks);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.error().string("code")).isEqualTo("review_conflict");
    List<String> named =
        refused.error().objectOrEmpty("details").array("hunk_ids").stream()
            .map(id -> ((Json.Str) id).value())
            .toList();
    assertThat(named)
        .containsExactlyInAnyOrder(hunksOf("a.txt").getFirst(), hunksOf("new/made.txt").getFirst());
    assertThat(server.buffer(session, "a.txt")).isEqualTo(before);
    assertThat(server.buffer(session, "gone.txt")).isEqualTo("unknown_file");
    Json.Obj event = server.events(job).getLast();
    assertThat(event.string("type")).isEqualTo("checkpoint.rollback.failed");
    assertThat(event.objectOrEmpty("data").array("hunk_ids")).hasSize(2);
    assertThat(rollback("scoped_selected", List.of("h_none")).status()).isEqualTo(404);
  }

  @Test
  void madeAndDeletedFilesAreTakenBackByThemselves() throws Exception {
    assertThat(rollback("scoped_selected", hunksOf("gone.txt")).status()).isEqualTo(200);
    assertThat(server.buffer(session, "gone.txt")).isEqualTo("going\n");
    assertThat(server.buffer(session, "new/made.txt")).isEqualTo("made\n");
    assertThat(rollback("scoped_selected", hunksOf("new/made.txt")).status()).isEqualTo(200);
    assertThat(rollback("scoped_selected", hunksOf("new/made.txt")).status())
        .as("once more")
        .isEqualTo(200);
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(server.file("gone.txt")).isEqualTo("going\n");
    assertThat(server.root.resolve("new/made.txt")).doesNotExist();
    assertThat(server.file("a.txt")).isEqualTo(BASE.replace("line 5\n", "FIVE\n"));
  }

  @Test
  void whatWasDroppedCanBeLookedAtToo() throws Exception {
    String later = server.run(session, "later");
    String id = server.until(later, "awaiting_review").string("checkpoint_id", "");
    server.cancel(later);
    Json.Obj shown = server.get("/api/agent/checkpoints/" + id).json();
    assertThat(shown.objects("affected_files").getFirst().objects("hunks"))
        .extracting(hunk -> hunk.string("status"))
        .containsExactly("rejected");
    assertThat(
            server
                .get("/api/agent/checkpoints/" + id + "/diff3?file_path=a.txt")
                .text("agent_proposed"))
        .contains("LATER");
    assertThat(
            server
                .get("/api/agent/sessions/" + session + "/checkpoints")
                .json()
                .objects("checkpoints"))
        .extracting(run -> run.string("status") + " " + run.string("error_code", ""))
        .as("a run that somebody ended did not go wrong")
        .startsWith("failed cancelled")
        .endsWith("completed ");
  }

  private Json.Obj rollbackOf(int number) throws Exception {
    return server
        .get("/api/agent/sessions/" + session + "/checkpoints")
        .json()
        .objects("checkpoints")
        .getLast()
        .objects("rollbacks")
        .get(number);
  }

  private Harness.Got undo(Json.Obj rollback) throws Exception {
    return server.post(
        "/api/agent/sessions/"
            + session
            + "/rollbacks/"
            + rollback.string("rollback_id", "")
            + "/undo");
  }

  /// A saved rollback leaves a trace in its run, and is taken back from there: after a restart,
  /// with what was typed and not saved before it, with later edits of other lines, files that came
  /// and went included.
  @Test
  void aSavedRollbackCanBeTakenBackAfterARestart() throws Exception {
    server.type(session, "a.txt", "mine\n" + server.buffer(session, "a.txt"));
    String before = server.buffer(session, "a.txt");
    assertThat(rollback("hard_all", List.of()).status()).isEqualTo(200);
    assertThat(rollbackOf(0).string("state")).isEqualTo("open");
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(server.file("a.txt")).isEqualTo(BASE);
    server.restart();
    Json.Obj saved = rollbackOf(0);
    assertThat(saved.string("state")).isEqualTo("saved");
    assertThat(saved.string("mode")).isEqualTo("hard_all");
    assertThat(saved.array("files"))
        .containsExactlyInAnyOrder(Json.of("a.txt"), Json.of("gone.txt"), Json.of("new/made.txt"));
    assertThat(saved.bool("can_undo", false)).isTrue();
    server.type(session, "a.txt", server.buffer(session, "a.txt") + "later\n");
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(undo(saved).status()).isEqualTo(200);
    assertThat(server.buffer(session, "a.txt")).isEqualTo(before + "later\n");
    assertThat(server.buffer(session, "gone.txt")).isEqualTo("unknown_file");
    assertThat(server.buffer(session, "new/made.txt")).isEqualTo("made\n");
    assertThat(server.file("a.txt")).as("nothing is written yet").isEqualTo(BASE + "later\n");
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(server.file("a.txt")).isEqualTo(before + "later\n");
    assertThat(server.root.resolve("gone.txt")).doesNotExist();
    assertThat(server.file("new/made.txt")).isEqualTo("made\n");
    assertThat(rollbackOf(0).string("state")).isEqualTo("undone");
    assertThat(undo(saved).error().string("code")).isEqualTo("rollback_undone");
    assertThat(server.events(job).getLast().objectOrEmpty("data").string("action"))
        .isEqualTo("undo_rollback");
    assertThat(
            server
                .post("/api/agent/sessions/" + session + "/rollbacks/rb_none/undo")
                .error()
                .string("code"))
        .isEqualTo("unknown_rollback");
  }

  /// A scoped one too; lines that were edited since stand in the way, and nothing changes then.
  @Test
  void aScopedRollbackIsTakenBackUnlessTheSameLinesWereEdited() throws Exception {
    rollback("scoped_selected", List.of(hunksOf("a.txt").getFirst()));
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(server.file("a.txt")).isEqualTo(BASE);
    server.type(session, "a.txt", BASE.replace("line 5\n", "other\n"));
    var refused = undo(rollbackOf(0));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.error().string("code")).isEqualTo("review_conflict");
    assertThat(refused.error().string("message", "")).contains("a.txt");
    assertThat(server.buffer(session, "a.txt")).contains("other\n");
    assertThat(rollbackOf(0).string("state")).isEqualTo("saved");
    server.type(session, "a.txt", BASE);
    assertThat(undo(rollbackOf(0)).status()).isEqualTo(200);
    assertThat(server.buffer(session, "a.txt")).contains("FIVE\n");
    // One that was taken back by Ctrl+Z says so, too.
    rollback("scoped_selected", List.of(hunksOf("a.txt").getFirst()));
    server.post("/api/agent/sessions/" + session + "/undo");
    assertThat(rollbackOf(1).string("state")).isEqualTo("undone");
    server.post("/api/agent/sessions/" + session + "/redo");
    assertThat(rollbackOf(1).string("state")).isEqualTo("open");
  }

  @Test
  void theJournalStillTakesTheWholeRunBack() throws Exception {
    assertThat(Files.exists(server.home)).isTrue();
    assertThat(rollback("hard_all", List.of()).status()).isEqualTo(200);
    assertThat(rollback("hard_all", List.of()).status()).as("again").isEqualTo(200);
    assertThat(server.buffer(session, "a.txt")).isEqualTo(BASE);
  }
}

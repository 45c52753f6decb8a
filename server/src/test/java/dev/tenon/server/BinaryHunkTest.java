package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are no text in the review of a job: one hunk each, told by a description. Every
/// answer is held against the OpenAPI document.
class BinaryHunkTest {
  private static final String PATCH =
      """
      *** Begin Patch
      *** Delete File: gone.png
      *** Update File: moved.png
      *** Move to: sub/moved.png
      *** Add File: made.txt
      +made
      *** End Patch
      """;

  @TempDir Path temporary;
  private Harness server;

  @BeforeEach
  void start() throws Exception {
    server = Harness.in(temporary);
    server.file("a.txt", "one\ntwo\n");
    Files.write(server.root.resolve("gone.png"), picture(12_345));
    Files.write(server.root.resolve("moved.png"), picture(2_000_000));
    server
        .answering(
            Harness.proposing(server.edit("e_1", "a.txt", 1, 1, "ONE")),
            Step.calls("apply_patch", Json.object().put("input", PATCH).build()),
            Step.says("Done."))
        .startOnDisk();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private static byte[] picture(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    byte[] magic = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0};
    System.arraycopy(magic, 0, bytes, 0, magic.length);
    return bytes;
  }

  @Test
  void aWholeFileIsOneHunkThatIsDecidedLikeTheOthers() throws Exception {
    String session = server.session();
    String job = server.run(session, "clean up");
    Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
    Json.Obj gone = hunks(bundle, "gone.png").getFirst();
    assertThat(hunks(bundle, "gone.png")).hasSize(1);
    assertThat(gone.string("kind")).isEqualTo("delete");
    assertThat(gone.string("patch")).isEmpty();
    assertThat(gone.string("description")).isEqualTo("binary file, 12,345 bytes, image/png");
    assertThat(hunks(bundle, "moved.png")).hasSize(1);
    assertThat(server.get("/api/agent/sessions/" + session + "/buffers").status()).isEqualTo(200);
    assertThat(server.review(job, "reject", List.of(gone.string("hunk_id", ""))).status())
        .isEqualTo(200);
    server.restart();
    var accepted = new ArrayList<>(Harness.hunks(bundle));
    accepted.remove(gone.string("hunk_id", ""));
    assertThat(server.apply(session, job, accepted).status()).isEqualTo(200);
    assertThat(server.root.resolve("gone.png")).hasBinaryContent(picture(12_345));
    assertThat(server.root.resolve("moved.png")).doesNotExist();
    assertThat(server.root.resolve("sub/moved.png")).hasBinaryContent(picture(2_000_000));
    assertThat(server.file("a.txt")).isEqualTo("ONE\ntwo\n");
  }

  @Test
  void filesWithoutTextAreNamedInConflictsAndBeforeARollback() throws Exception {
    String session = server.session();
    String job = server.run(session, "clean up");
    Json.Obj waiting = server.until(job, "awaiting_review");
    Files.write(server.root.resolve("moved.png"), picture(99));
    Json.Obj conflict =
        server
            .get("/api/agent/sessions/" + session + "/conflicts")
            .json()
            .objects("conflicts")
            .getFirst();
    assertThat(conflict.string("file_path")).isEqualTo("moved.png");
    assertThat(conflict.bool("binary", false)).isTrue();
    Files.write(server.root.resolve("moved.png"), picture(2_000_000));
    Json.Obj all = Json.object().put("mode", "hard_all").build();
    String checkpoint = "/api/agent/checkpoints/" + waiting.string("checkpoint_id");
    List<Json.Obj> lost = server.post(checkpoint + "/preview", all).json().objects("files");
    assertThat(lost)
        .extracting(file -> file.string("file_path") + " " + file.string("whole", "edited"))
        .containsExactlyInAnyOrder(
            "a.txt edited", "gone.png restored", "made.txt removed", "moved.png restored");
  }

  private static List<Json.Obj> hunks(Json.Obj bundle, String path) {
    return bundle.objects("files").stream()
        .filter(file -> path.equals(file.string("file_path")))
        .findFirst()
        .orElseThrow()
        .objects("hunks");
  }
}

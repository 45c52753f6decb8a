package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.json.Json;
import dev.tenon.harness.TestPrograms;
import dev.tenon.server.job.record.AgentMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real file systems without room, where the machine lets us make them.
class FullDiskTest {
  @TempDir Path folder;
  private Harness server;
  private Path small;

  @AfterEach
  void close() throws Exception {
    if (server != null) {
      server.close();
    }
    if (small != null) {
      run("umount", small.toString());
    }
  }

  private void mount(Path place, String size) throws Exception {
    Files.createDirectories(place);
    TestPrograms.require("mount");
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", place.toString()) == 0,
        "needs the right to mount a small file system");
    small = place;
  }

  private static int run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException absent) {
      return -1;
    }
  }

  /// Takes all room there is.
  private Path fill() throws IOException {
    Path ballast = small.resolve("ballast");
    try (var out = Files.newOutputStream(ballast)) {
      for (int size = 65_536; size > 0; size /= 2) {
        try {
          while (true) {
            out.write(new byte[size]);
          }
        } catch (IOException full) {
          // Smaller pieces may still fit.
        }
      }
    }
    return ballast;
  }

  private Harness serve() throws IOException {
    server = Harness.in(folder);
    server.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    return server;
  }

  @Test
  void aStoreWithoutRoomRefusesEverythingAndLosesNothing() throws Exception {
    mount(folder.resolve("home"), "4m");
    serve().file("a.md", "one\n");
    server.startOnDisk();
    String session = server.session();
    String job = server.run(session, "edit a.md");
    server.until(job, "awaiting_review");
    String other = server.session();
    String asking = server.run(other, "ask twice");
    server.until(asking, "waiting_for_user");
    Json.Obj before = server.get("/api/agent/jobs/" + job + "/diff").json();
    Path ballast = fill();
    Harness.Got refused = refusedTyping(session);
    assertThat(refused.error().string("code")).isEqualTo("store_failed");
    assertThat(server.post("/api/agent/sessions").status()).isIn(201, 507);
    var answered =
        server.post(
            "/api/agent/jobs/" + asking + "/clarify",
            Json.object().put("question_id", "q_1").put("answer", "x".repeat(200_000)).build());
    assertThat(answered.status()).isEqualTo(507);
    assertThat(server.get("/api/agent/jobs/" + asking).text("status"))
        .isEqualTo("waiting_for_user");
    assertThat(server.get("/api/agent/jobs/" + job).text("status")).isEqualTo("awaiting_review");
    Files.delete(ballast);
    assertThat(server.get("/api/agent/jobs/" + job + "/diff").json().objects("files").getFirst())
        .isEqualTo(before.objects("files").getFirst());
    assertThat(server.apply(session, job, Harness.hunks(before)).status()).isEqualTo(200);
    assertThat(server.file("a.md")).isEqualTo("ONE\n");
    server.cancel(asking);
    server.until(server.run(other, "greet"), "completed");
    server.restart();
    assertThat(server.get("/api/agent/jobs/" + job).text("status")).isEqualTo("completed");
  }

  /// Types large texts until the store has no room for one; SQLite may have some left at first.
  private Harness.Got refusedTyping(String session) throws Exception {
    for (int i = 0; i < 10; i++) {
      Harness.Got typed = server.type(session, "big" + i + ".md", "x".repeat(300_000) + "\n");
      if (typed.status() != 200) {
        assertThat(typed.status()).isEqualTo(507);
        assertThat(server.buffer(session, "big" + i + ".md")).isEqualTo("unknown_file");
        return typed;
      }
    }
    throw new AssertionError("the disk was never full");
  }

  @Test
  void aProjectWithoutRoomIsLeftAsItWas() throws Exception {
    mount(folder.resolve("project"), "256k");
    serve().file("a.md", "one\n");
    server.start();
    String session = server.session();
    String job = server.run(session, "edit a.md");
    server.until(job, "awaiting_review");
    server.type(session, "large.md", ("x".repeat(79) + "\n").repeat(6_000));
    Json.Obj bundle = server.get("/api/agent/jobs/" + job + "/diff").json();
    for (int i = 0; i < 2; i++) {
      var refused = server.apply(session, job, Harness.hunks(bundle));
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.error().string("code")).isEqualTo("not_writable");
      assertThat(refused.error().string("message")).contains("nothing was written");
      assertThat(refused.error().objectOrEmpty("details").bool("rerun_required", true)).isFalse();
      assertThat(names()).containsExactly("a.md");
      assertThat(server.file("a.md")).isEqualTo("one\n");
      assertThat(server.get("/api/agent/jobs/" + job + "/diff").json()).isEqualTo(bundle);
    }
    assertThat(server.types(job)).endsWith("apply.started", "apply.conflict");
    List<String> small =
        Harness.hunks(
            Json.object().array("files", List.of(bundle.objects("files").getFirst())).build());
    assertThat(server.apply(session, job, small).status()).isEqualTo(200);
    assertThat(server.file("a.md")).isEqualTo("ONE\n");
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(server.root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}

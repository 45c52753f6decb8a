package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.AgentMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server for several projects.
class RootsTest {
  @TempDir Path folder;
  private Harness server;
  private Path other;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("theirs.md"), "one\n");
    server.file("ours.md", "one\n");
    server.more.add(other);
    server.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server.startOnDisk();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private String session(int root) throws Exception {
    return server
        .post("/api/agent/sessions", Json.object().put("root", root).build())
        .text("session_id");
  }

  private String apply(String session, String file) throws Exception {
    String job = server.run(session, "edit " + file);
    Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
    assertThat(server.apply(session, job, Harness.hunks(bundle)).status()).isEqualTo(200);
    return job;
  }

  @Test
  void sessionsSeeTheirOwnProjectOnly() throws Exception {
    String ours = session(0);
    String theirs = session(1);
    assertThat(server.get("/api/agent/sessions/" + ours + "/files").json().get("files"))
        .hasToString("[\"ours.md\"]");
    assertThat(server.get("/api/agent/sessions/" + theirs + "/files").json().get("files"))
        .hasToString("[\"theirs.md\"]");
    assertThat(server.buffer(ours, "theirs.md")).isEqualTo("unknown_file");
    assertThat(server.buffer(ours, "../other/theirs.md")).isEqualTo("unusable_file");
    assertThat(
            server
                .get("/api/agent/sessions/" + theirs + "/search?query=one")
                .json()
                .objects("results"))
        .extracting(result -> result.string("file_path"))
        .containsExactly("theirs.md");
    apply(ours, "ours.md");
    apply(theirs, "theirs.md");
    assertThat(server.file("ours.md")).isEqualTo("ONE\n");
    assertThat(Files.readString(other.resolve("theirs.md"))).isEqualTo("ONE\n");
    String ourJournal = journal(server.root);
    String theirJournal = journal(other);
    assertThat(ourJournal).contains("ours.md").doesNotContain("theirs.md");
    assertThat(theirJournal).contains("theirs.md").doesNotContain("ours.md");
  }

  private String journal(Path root) throws Exception {
    return Files.readString(
        Journal.folderOf(server.home, root.toRealPath()).resolve("journal.jsonl"));
  }

  @Test
  void anUnknownProjectIsRefused() throws Exception {
    for (int root : List.of(2, 99)) {
      var refused = server.post("/api/agent/sessions", Json.object().put("root", root).build());
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.error().string("code")).isEqualTo("unknown_root");
    }
    String theirs = session(1);
    server.close();
    Harness less = Harness.in(folder);
    less.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server = less.startOnDisk();
    var unusable = server.get("/api/agent/sessions/" + theirs + "/files");
    assertThat(unusable.error().string("code")).isEqualTo("session_unusable");
    assertThat(server.get("/api/agent/sessions/" + theirs).status()).isEqualTo(200);
  }

  private void restart(Path... more) throws Exception {
    server.close();
    Harness next = Harness.in(folder);
    next.more.addAll(List.of(more));
    next.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server = next.startOnDisk();
  }

  /// The number of a project is its place in the command line, which may be another one's next
  /// time.
  @Test
  void aSessionStaysWithItsFolderWhateverItsNumberIs() throws Exception {
    Path third = Files.createDirectories(folder.resolve("third"));
    Files.writeString(third.resolve("theirs.md"), "one\n");
    String theirs = session(1);
    String address = "/api/agent/sessions/" + theirs;
    restart(third);
    assertThat(server.get(address + "/files").error().string("message"))
        .contains("belongs to folder 'other', which is not served");
    assertThat(server.get(address).json().number("root", 0)).isEqualTo(2);
    assertThat(
            server
                .post(
                    "/api/agent/run",
                    Json.object()
                        .put("session_id", theirs)
                        .put("instruction", "edit theirs.md")
                        .build())
                .error()
                .string("code"))
        .isEqualTo("session_unusable");
    restart(third, other);
    assertThat(server.get(address).json().number("root", 0)).isEqualTo(2);
    assertThat(server.get("/api/agent/sessions").json().objects("sessions"))
        .extracting(each -> each.number("root", 0))
        .containsExactly(2L);
    apply(theirs, "theirs.md");
    assertThat(third.resolve("theirs.md")).content().isEqualTo("one\n");
    assertThat(other.resolve("theirs.md")).content().isEqualTo("ONE\n");
  }
}

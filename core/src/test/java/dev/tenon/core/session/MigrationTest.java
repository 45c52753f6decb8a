package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationTest {
  @TempDir Path home;

  private Path fixture(String name) throws Exception {
    try (var in =
        Objects.requireNonNull(MigrationTest.class.getResourceAsStream("/session/" + name))) {
      Path file = home.resolve(name);
      Files.write(file, in.readAllBytes());
      return file;
    }
  }

  @Test
  void theFirstVersionGetsIdsAndAChain() throws Exception {
    Path file = fixture("v1.jsonl");
    String before = Files.readString(file);
    var store = new SessionStore(home);
    try (SessionLog looked = store.look(file)) {
      assertThat(looked.messageCount()).isEqualTo(5);
    }
    assertThat(file).hasContent(before);

    List<Entry> entries;
    try (SessionLog log = store.open(file)) {
      entries = log.entries();
      check(entries, log);
    }
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    assertThat(Json.parseObject(lines.getFirst()).number("version", 0)).isEqualTo(3);
    assertThat(lines.getFirst()).contains("\"provider\":\"anthropic\"");
    assertThat(lines).hasSize(entries.size() + 1);
    assertThat(String.join("\n", lines)).doesNotContain("firstKeptEntryIndex");
    try (SessionLog again = store.open(file)) {
      assertThat(again.entries()).isEqualTo(entries);
      check(again.entries(), again);
    }
  }

  private static void check(List<Entry> entries, SessionLog log) throws Exception {
    for (int i = 0; i < entries.size(); i++) {
      assertThat(entries.get(i).id()).matches("[0-9a-f]{8}");
      assertThat(entries.get(i).parentId()).isEqualTo(i == 0 ? null : entries.get(i - 1).id());
    }
    // The compaction kept from the line with the number 3: the second prompt.
    Entry compaction = entries.get(4);
    assertThat(((Entry.Compacted) compaction.body()).firstKeptEntryId())
        .isEqualTo(entries.get(2).id());
    assertThat(SessionContext.of(log).messages().stream().map(MigrationTest::text).toList())
        .satisfies(texts -> assertThat(texts.getFirst()).contains("What was said first"))
        .element(1)
        .isEqualTo("second prompt");
    assertThat(SessionContext.of(log).messages()).hasSize(4);
    assertThat(SessionContext.of(log).model()).contains("anthropic/claude-x");
  }

  private static String text(Message message) {
    return message instanceof Message.User user
        ? user.text()
        : message instanceof Message.Assistant assistant ? assistant.text() : "";
  }

  @Test
  void theSecondVersionCallsHookMessagesCustom() throws Exception {
    Path file = fixture("v2.jsonl");
    var store = new SessionStore(home);
    try (SessionLog log = store.open(file)) {
      assertThat(log.leafId()).contains("00000003");
      assertThat(((Entry.Said) log.entries().get(1).body()).role()).isEqualTo("custom");
      assertThat(SessionContext.of(log).messages())
          .containsExactly(
              Message.User.of("hello"), Message.User.of("from a hook"), Message.User.of("bye"));
    }
    String now = Files.readString(file);
    assertThat(now).doesNotContain("hookMessage").contains("\"kept\":{\"as\":\"is\"}");
    assertThat(now.lines().findFirst().orElseThrow()).contains("\"version\":3");
  }

  @Test
  void aLaterVersionIsLookedAtAndNeverWrittenTo() throws Exception {
    Path file = home.resolve("later.jsonl");
    String lines =
        Json.object()
                .put("type", "session")
                .put("version", SessionHeader.VERSION + 1)
                .put("id", "0123456789abcdef")
                .put("timestamp", "2026-01-01T00:00:00.000Z")
                .put("cwd", "/p")
                .build()
                .compact()
            + "\n";
    Files.writeString(file, lines);
    var store = new SessionStore(home);
    try (SessionLog looked = store.look(file)) {
      assertThat(looked.warnings()).anyMatch(it -> it.contains("newer"));
    }
    for (int i = 0; i < 2; i++) {
      // Twice: the first refusal left no lock behind.
      assertThatThrownBy(() -> store.open(file))
          .isInstanceOf(SessionException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("version " + (SessionHeader.VERSION + 1))
          .hasMessageContaining("knows " + SessionHeader.VERSION);
    }
    assertThat(file).hasContent(lines);
  }
}

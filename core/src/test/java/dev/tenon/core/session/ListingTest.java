package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingTest {
  private static final int MANY = 5000;

  @TempDir Path home;

  private Path write(SessionStore store, Path cwd, int number, String prompt) throws Exception {
    Path folder = Files.createDirectories(store.folderOf(cwd));
    String id = String.format(Locale.ROOT, "%016x", number * 0x1000000000L + 7);
    Path file = folder.resolve("2026-01-01T00-00-00-000Z_" + id + ".jsonl");
    Files.writeString(
        file,
        "{\"type\":\"session\",\"version\":3,\"id\":\""
            + id
            + "\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"cwd\":\""
            + cwd
            + "\"}\n{\"type\":\"message\",\"id\":\"a\",\"parentId\":null,\"timestamp\":\"t\","
            + "\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\""
            + prompt
            + "\"}]}}\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_000_000 + number)));
    return file;
  }

  @Test
  void thousandsAreListedSearchedAndFoundById() throws Exception {
    var store = new SessionStore(home);
    Path cwd = Path.of("/work/p");
    for (int i = 0; i < MANY; i++) {
      write(store, cwd, i, "prompt number " + i + (i % 1000 == 0 ? " NEEDLE" : ""));
    }
    List<SessionSummary> all = store.listing().of(cwd);
    assertThat(all).hasSize(MANY);
    assertThat(all.getFirst().name()).isEqualTo("prompt number 4999");
    assertThat(store.listing().latest(cwd).orElseThrow().file()).isEqualTo(all.getFirst().file());
    assertThat(new SessionSearch(List.of("needle", "NUMBER")).in(all))
        .hasSize(5)
        .allMatch(hit -> hit.excerpt().contains("NEEDLE"));
    assertThat(new SessionSearch(List.of("needle", "absent")).in(all)).isEmpty();
    assertThat(new SessionSearch(List.of("timestamp")).in(all)).isEmpty();
    String id = all.get(77).id();
    assertThat(store.listing().byId(id, cwd)).hasSize(1);
    assertThat(store.listing().byId(id, Path.of("/elsewhere"))).hasSize(1);
    assertThat(store.listing().byId("0000", cwd)).hasSizeGreaterThan(1000);
  }

  @Test
  void twoProjectsInOneFolderAreToldApart() throws Exception {
    var store = new SessionStore(home);
    write(store, Path.of("/a/b"), 1, "one");
    write(store, Path.of("/a-b"), 2, "two");
    assertThat(store.folderOf(Path.of("/a/b"))).isEqualTo(store.folderOf(Path.of("/a-b")));
    assertThat(store.listing().of(Path.of("/a/b")))
        .singleElement()
        .satisfies(it -> assertThat(it.name()).isEqualTo("one"));
    assertThat(store.listing().latest(Path.of("/a/b")).orElseThrow().name()).isEqualTo("one");
    assertThat(store.listing().all()).hasSize(2);
  }

  @Test
  void aLongPromptIsShownByItsBeginningAndOthersArePassedOver() throws Exception {
    var store = new SessionStore(home);
    Path cwd = Path.of("/work/p");
    Path file = write(store, cwd, 1, "begin " + "x".repeat(20_000));
    Files.writeString(file.resolveSibling("x.jsonl"), "no session\n");
    Files.writeString(file.resolveSibling("y.jsonl"), "");
    Files.createDirectory(file.resolveSibling("z.jsonl"));
    assertThat(store.listing().of(cwd))
        .singleElement()
        .satisfies(it -> assertThat(it.name()).startsWith("begin xxx").hasSize(60));
    assertThat(new SessionStore(home.resolve("none")).listing().all()).isEmpty();
  }

  @Test
  void aVeryDeepProjectHasAFolder() {
    Path deep = Path.of("/" + "verylongname/".repeat(40));
    assertThat(new SessionStore(home).folderOf(deep).getFileName().toString().length())
        .isLessThan(200);
  }
}

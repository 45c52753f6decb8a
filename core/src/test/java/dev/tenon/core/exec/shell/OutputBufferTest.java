package dev.tenon.core.exec.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputBufferTest {
  @TempDir Path folder;

  @Test
  void keepsEverythingThatIsShort() {
    var spool = new OutputBuffer(5000, Optional.empty());
    spool.add(bytes("a€"));
    spool.add(bytes("b"));
    assertThat(spool.finish()).isEqualTo(new OutputBuffer.Kept("a€b", 5, Optional.empty()));
  }

  @Test
  void endsAreTakenFromTheRightPlaces() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var artifacts = new Artifacts(folder.resolve("a"), Artifacts.Limits.DEFAULT);
      int shown = 256 + random.nextInt(4000);
      var spool = new OutputBuffer(shown, Optional.of(artifacts));
      byte[] all = text(random).getBytes(StandardCharsets.UTF_8);
      for (int at = 0; at < all.length; ) {
        int size = Math.min(all.length - at, 1 + random.nextInt(3000));
        spool.add(ByteBuffer.wrap(all, at, size));
        at += size;
      }
      OutputBuffer.Kept kept = spool.finish();
      String whole = new String(all, StandardCharsets.UTF_8);
      assertThat(kept.bytes()).isEqualTo(all.length);
      if (kept.artifact().isEmpty()) {
        assertThat(kept.text()).describedAs("seed %s", seed).isEqualTo(whole);
      } else {
        int note = kept.text().indexOf("\n[");
        int end = kept.text().indexOf("]\n", note) + 2;
        assertThat(whole)
            .describedAs("seed %s", seed)
            .startsWith(kept.text().substring(0, note))
            .endsWith(kept.text().substring(end));
        assertThat(kept.text().substring(0, note) + kept.text().substring(end))
            .doesNotContain("\ufffd");
        assertThat(Files.readAllBytes(kept.artifact().get())).isEqualTo(all);
        Files.delete(kept.artifact().get());
      }
    }
  }

  private static String text(Random random) {
    var text = new StringBuilder();
    int length = random.nextInt(12_000);
    while (text.length() < length) {
      text.append(
          random.nextInt(30) == 0 ? "\n" : random.nextBoolean() ? "x" : "€😀é".substring(0, 3));
    }
    return text.toString();
  }

  @Test
  void liveTextIsTheSameHoweverItIsCut() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      byte[] all = new byte[random.nextInt(400)];
      for (int i = 0; i < all.length; i++) {
        byte[] some = {
          'a', '\n', (byte) 0xe2, (byte) 0x82, (byte) 0xac, (byte) 0xf0, (byte) 0x9f, (byte) 0xff
        };
        all[i] = some[random.nextInt(some.length)];
      }
      var live = new LiveText();
      var seen = new StringBuilder();
      for (int at = 0; at < all.length; ) {
        int size = Math.min(all.length - at, 1 + random.nextInt(7));
        live.add(ByteBuffer.wrap(all, at, size));
        at += size;
        if (random.nextBoolean()) {
          seen.append(live.take(LiveText.Take.WHOLE_CHARACTERS));
        }
      }
      seen.append(live.take(LiveText.Take.ALL));
      assertThat(seen.toString())
          .describedAs("seed %s", seed)
          .isEqualTo(new String(all, StandardCharsets.UTF_8));
    }
  }

  @Test
  void aSlowFaceMissesWhatIsOldAndIsTold() {
    var live = new LiveText();
    for (int i = 0; i < 100_000; i++) {
      live.add(bytes("line " + i + " €\n"));
    }
    String text = live.take(LiveText.Take.WHOLE_CHARACTERS);
    assertThat(text.length()).isLessThan(LiveText.MOST + 100);
    assertThat(text).startsWith("\n[… ").endsWith("line 99999 €\n").doesNotContain("\ufffd");
    live.add(bytes("more"));
    assertThat(live.take(LiveText.Take.ALL)).isEqualTo("more");
  }

  @Test
  void oldArtifactsMakeRoom() throws Exception {
    var limits = new Artifacts.Limits(1000, 4, 3000, Duration.ofDays(7));
    var artifacts = new Artifacts(folder.resolve("a"), limits);
    for (int i = 0; i < 10; i++) {
      try (Artifacts.Writing writing = artifacts.open()) {
        writing.write(bytes("x".repeat(500)));
        Files.setLastModifiedTime(
            writing.file(), FileTime.from(Instant.now().minus(Duration.ofMinutes(60 - i))));
      }
    }
    assertThat(folder.resolve("a")).isDirectoryContaining(file -> true);
    try (var files = Files.list(folder.resolve("a"))) {
      assertThat(files.count()).isEqualTo(4);
    }
    try (Artifacts.Writing old = artifacts.open()) {
      old.write(bytes("old"));
      Files.setLastModifiedTime(old.file(), FileTime.from(Instant.now().minus(Duration.ofDays(8))));
      artifacts.open().close();
      // The new one may have got its name.
      assertThat(!Files.exists(old.file()) || Files.size(old.file()) == 0).isTrue();
    }
  }

  @Test
  void anArtifactHasABound() {
    var limits = new Artifacts.Limits(3000, 4, 10_000, Duration.ofDays(7));
    var spool = new OutputBuffer(1000, Optional.of(new Artifacts(folder.resolve("a"), limits)));
    for (int i = 0; i < 100; i++) {
      spool.add(bytes("0123456789".repeat(10)));
    }
    OutputBuffer.Kept kept = spool.finish();
    assertThat(kept.artifact().orElseThrow()).hasSize(3000);
    assertThat(kept.text()).contains("The first 3000 bytes are in ");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}

package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The file cut at every byte: it loads, has every whole entry once, says what it dropped, and goes
/// on.
class SessionCutTest {
  @TempDir Path home;

  @Test
  void everyCutLoadsToTheLastWholeEntryAndGoesOn() throws Exception {
    var store = new SessionStore(home);
    Path whole;
    List<Entry> all;
    try (SessionLog log = store.create(Path.of("/p"))) {
      log.append(new Entry.ModelChanged("p/m", null));
      log.append(SessionLogTest.user("Grüße 😀 \"quoted\""));
      log.append(new Entry.Labelled(log.leafId().orElseThrow(), "here"));
      for (var json :
          MessageFormat.write(
              new Message.Assistant(
                  List.of(new Part.Thinking("hm", "sig"), new Part.Text("{\"a\": [1]}\n")),
                  dev.tenon.core.model.StopReason.STOP,
                  dev.tenon.core.model.Usage.NONE,
                  "p/m"),
              1,
              null)) {
        log.append(new Entry.Said(json));
      }
      log.append(new Entry.Custom("tenon.x", null));
      all = log.entries();
      whole = log.file().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(whole);
    List<Integer> ends = lineEnds(bytes);
    Path file = whole.resolveSibling("cut_" + "c".repeat(16) + ".jsonl");
    for (int cut = 0; cut <= bytes.length; cut++) {
      Files.write(file, Arrays.copyOf(bytes, cut));
      // A line is whole with or without its line break.
      int at = cut;
      int lines = (int) ends.stream().filter(end -> end <= at + 1).count();
      int expected = Math.max(0, lines - 1);
      boolean torn = cut > 0 && !ends.contains(cut) && !ends.contains(cut + 1);

      try (SessionLog looked = store.look(file)) {
        assertThat(looked.entries()).as("cut at " + cut).isEqualTo(all.subList(0, expected));
        assertThat(looked.warnings().isEmpty()).as("cut at " + cut).isEqualTo(!torn);
      }
      assertThat(Files.size(file)).isEqualTo(cut);

      try (SessionLog log = store.open(file)) {
        log.append(SessionLogTest.user("goes on"));
      }
      try (SessionLog again = store.look(file)) {
        List<Entry> now = again.entries();
        assertThat(now.subList(0, expected)).isEqualTo(all.subList(0, expected));
        assertThat(now).as("cut at " + cut).hasSize(expected + 1);
        assertThat(now.getLast().parentId())
            .isEqualTo(expected == 0 ? null : all.get(expected - 1).id());
        assertThat(again.warnings()).as("cut at " + cut).isEmpty();
      }
      Path aside = file.resolveSibling(file.getFileName() + ".torn-1");
      if (torn) {
        int from = lines == 0 ? 0 : ends.get(lines - 1);
        assertThat(Files.readAllBytes(aside)).isEqualTo(Arrays.copyOfRange(bytes, from, cut));
      }
      assertThat(Files.deleteIfExists(aside)).as("cut at " + cut).isEqualTo(torn);
      Files.delete(file);
    }
  }

  private static List<Integer> lineEnds(byte[] bytes) {
    var ends = new ArrayList<Integer>();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        ends.add(i + 1);
      }
    }
    return ends;
  }
}

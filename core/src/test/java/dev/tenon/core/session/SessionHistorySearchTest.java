package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.HistorySearch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionHistorySearchTest {
  @TempDir Path folder;

  @Test
  void whatASummaryReplacedIsStillFound() throws IOException {
    try (SessionLog log = SessionStore.inMemory(folder)) {
      Entry old = log.append(said("The port is 4711, not the other one. " + "x".repeat(2_000)));
      Entry other = log.append(said("Something else entirely"));
      log.append(new Entry.Compacted("A summary.", null, other.id(), 1_000, null, null, false));
      var past = new SessionHistorySearch(() -> log);
      assertThat(past.search("PORT 4711", 5))
          .singleElement()
          .satisfies(found -> assertThat(found.id()).isEqualTo(old.id()))
          .satisfies(found -> assertThat(found.text()).startsWith("The port").endsWith("…"));
      assertThat(past.message(old.id()).map(HistorySearch.Memory::text).orElse(""))
          .hasSizeGreaterThan(2_000);
      assertThat(past.search("port elsewhere", 5)).isEmpty();
      assertThat(past.message("nothing")).isEmpty();
    }
  }

  @Test
  void anotherBranchIsNotPartOfTheConversation() throws IOException {
    try (SessionLog log = SessionStore.inMemory(folder)) {
      Entry root = log.append(said("root"));
      log.append(said("left needle"));
      log.branch(root.id());
      Entry right = log.append(said("right needle"));
      assertThat(new SessionHistorySearch(() -> log).search("needle", 5))
          .extracting(HistorySearch.Memory::id)
          .containsExactly(right.id());
    }
  }

  private static Entry.Said said(String text) {
    return new Entry.Said(Json.object().put("role", "user").put("content", text).build());
  }
}

package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class KnownPathsTest {
  private final AtomicInteger changes = new AtomicInteger();

  /// A project of two hundred thousand files takes seconds to walk, and a key takes none.
  @Test
  @Timeout(30)
  void noKeyWaitsForTheWalk() {
    var walked = new CompletableFuture<List<String>>();
    var known = new KnownPaths(walked::join, changes::incrementAndGet);
    assertThat(known.apply("")).isEmpty();
    assertThat(known.apply("ed")).isEmpty();
    walked.complete(List.of("src/", "src/Editor.java", "README.md"));
    await().until(() -> changes.get() == 1);
    assertThat(known.apply("edj")).containsExactly("src/Editor.java");
    assertThat(known.apply("zzz")).isEmpty();
  }

  @Test
  void withNothingTypedWhatIsNearTheRootComesFirst() {
    var known =
        new KnownPaths(
            () -> List.of("a/b/c.txt", "b/", "a/", "z.txt", "a/b/"), changes::incrementAndGet);
    known.apply("");
    await().until(() -> changes.get() == 1);
    assertThat(known.apply("")).containsExactly("a/", "b/", "z.txt", "a/b/", "a/b/c.txt");
  }
}

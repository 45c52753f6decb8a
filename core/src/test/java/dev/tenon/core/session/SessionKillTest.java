package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.harness.Alone;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A program that is killed while it writes, again and again, on one session.
@Timeout(240)
@Alone
class SessionKillTest {
  private static final int ROUNDS = 12;

  @TempDir Path home;

  @Test
  void nothingThatWasWrittenIsLostOrDoubled() throws Exception {
    var store = new SessionStore(home);
    var told = new ArrayList<String>();
    String file = null;
    for (int round = 0; round < ROUNDS; round++) {
      file = write(file, told, 20 + round * 37, store);
      try (SessionLog log = store.look(Path.of(file))) {
        List<String> ids = log.entries().stream().map(Entry::id).toList();
        assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
        assertThat(ids).as("round " + round).containsAll(told);
        assertThat(log.path(log.leafId().orElseThrow())).hasSameSizeAs(ids);
      }
    }
  }

  /// Lets a program write so many entries and kills it. Answers the file.
  private String write(@Nullable String file, List<String> told, int entries, SessionStore store)
      throws Exception {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SessionWriter.class.getName(),
                home.toString()));
    if (file != null) {
      command.add(file);
    }
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < entries; i++) {
        String line = lines.readLine();
        assertThat(line).as("the writer ended by itself").isNotNull();
        told.add(line.substring(0, line.indexOf(' ')));
        file = line.substring(line.indexOf(' ') + 1);
      }
      Path written = Path.of(String.valueOf(file));
      assertThatThrownBy(() -> store.open(written))
          .isInstanceOfSatisfying(
              SessionException.class,
              busy -> assertThat(busy.kind()).isEqualTo(SessionException.Kind.IN_USE));
      // Through its handle, which leaves the stream open.
      process.toHandle().destroyForcibly();
      // What it told before it died counts, too; the last line may be cut.
      String line = lines.readLine();
      while (line != null) {
        if (line.matches("[0-9a-f]{8} .*\\.jsonl")) {
          told.add(line.substring(0, 8));
        }
        line = lines.readLine();
      }
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
    return String.valueOf(file);
  }
}

package dev.tenon.core.change.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.harness.Alone;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A program that is killed while it changes binary files: all of them are changed, or none.
@Timeout(240)
@Alone
class BytesKillTest {
  private static final int ROUNDS = 8;

  @TempDir Path home;

  @Test
  void allFilesOrNone() throws Exception {
    Path root = Files.createDirectories(home.resolve("project"));
    for (String path : BytesWriter.PATHS) {
      Files.write(root.resolve(path), BytesWriter.content(path, 0));
    }
    int generation = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int told = write(root, generation, 1 + round % 4);
      Journal journal = ProjectJournal.open(home.resolve("state"), Workspace.open(root), "session");
      assertThat(journal.changes()).isNotEmpty();
      generation = generation(root, told);
      for (String path : BytesWriter.PATHS) {
        assertThat(root.resolve(path))
            .as("round " + round)
            .hasBinaryContent(BytesWriter.content(path, generation));
      }
      try (var files = Files.list(root)) {
        assertThat(files).hasSize(BytesWriter.PATHS.size());
      }
    }
  }

  private static int generation(Path root, int told) throws Exception {
    String path = BytesWriter.PATHS.getLast();
    byte[] now = Files.readAllBytes(root.resolve(path));
    for (int each = told; each < told + 1_000; each++) {
      if (Arrays.equals(now, BytesWriter.content(path, each))) {
        return each;
      }
    }
    throw new AssertionError("what was told as written is lost: generation " + told);
  }

  /// Lets a program write so many generations and kills it. Answers the last that it told.
  private int write(Path root, int from, int generations) throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    BytesWriter.class.getName(),
                    root.toString(),
                    home.resolve("state").toString(),
                    String.valueOf(from)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int told = from;
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < generations; i++) {
        String line = lines.readLine();
        assertThat(line).as("the writer ended by itself").isNotNull();
        told = Integer.parseInt(line);
      }
      process.toHandle().destroyForcibly();
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
    return told;
  }
}

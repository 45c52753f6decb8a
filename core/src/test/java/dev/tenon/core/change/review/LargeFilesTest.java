package dev.tenon.core.change.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files over 32 MB in a program whose whole memory is 48 MB.
@Timeout(240)
class LargeFilesTest {
  @TempDir Path home;

  private static void sparse(Path file, long size, int mark) throws Exception {
    try (var out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(size);
      out.seek(size / 2);
      out.write(mark);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"direct", "staged"})
  void theyAreReplacedMovedDeletedAndUndone(String way) throws Exception {
    Path root = Files.createDirectories(home.resolve("project"));
    sparse(root.resolve("a.bin"), 40L << 20, 1);
    sparse(root.resolve("b.bin"), 64L << 20, 2);
    Files.writeString(root.resolve("small"), "small");
    try (BufferedWriter out = Files.newBufferedWriter(root.resolve("text.log"))) {
      for (int i = 0; i < 1_000_000; i++) {
        out.write("a line of a log that is not short\n");
      }
    }
    Path other = home.resolve("other");
    sparse(other, 41L << 20, 3);
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmx48m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    LargeFilesRun.class.getName(),
                    root.toString(),
                    home.resolve("state").toString(),
                    other.toString(),
                    way))
            .redirectErrorStream(true)
            .start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(told).isZero();
    assertThat(told).endsWith("done\n");
    if (way.equals("staged")) {
      assertThat(told.lines())
          .containsExactlyInAnyOrder(
              "EDIT binary file, 41,943,040 → 42,991,616 bytes",
              "MOVE ",
              "DELETE large file, 34,000,000 bytes",
              "CREATE binary file, 42,991,616 bytes",
              "done");
    }
  }
}

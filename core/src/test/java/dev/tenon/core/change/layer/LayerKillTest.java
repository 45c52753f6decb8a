package dev.tenon.core.change.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.harness.Alone;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A program that is killed while it works in a layer, in every phase: whatever it had told is in
/// the layer or in the project, no mount is left, and the next program goes on with it.
@Timeout(300)
@Alone
class LayerKillTest {
  private static final List<String> PHASES = List.of("edited", "built", "noted", "merged");

  @TempDir Path home;

  @Test
  void nothingThatWasToldIsLost() throws Exception {
    var at = new LayerProject(home, null);
    at.project.write("a.txt", "edited 0\n");
    at.project.write("b.txt", "built 0\n");
    at.project.write(".gitignore", "out/\n");
    int generation = 0;
    for (String phase : PHASES) {
      int told = write(generation, phase);
      assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(home.toString());
      var again = new LayerProject(home, null);
      // What is left is merged as a person would merge it; it goes on where it was.
      var left = new TreeSet<Integer>();
      try (var layers = Files.list(again.project.state.resolve("layers"))) {
        layers.forEach(each -> left.add(Integer.parseInt(each.getFileName().toString())));
      }
      for (int each : left) {
        LayerEditing layer = again.layer("" + each);
        layer.settle();
        assertThat(again.merge(layer, "0-Kill").waiting()).as(phase).isEmpty();
        RecursiveDelete.delete(again.project.state.resolve("layers/" + each));
      }
      assertThat(number(again.root.resolve("a.txt"))).as(phase).isGreaterThanOrEqualTo(told);
      assertThat(number(again.root.resolve("b.txt")))
          .as(phase)
          .isGreaterThanOrEqualTo(phase.equals("edited") ? told - 1 : told);
      assertThat(again.root.resolve("out")).doesNotExist();
      generation = number(again.root.resolve("a.txt"));
    }
  }

  private static int number(Path file) throws Exception {
    return Integer.parseInt(Files.readString(file).replaceAll("\\D", ""));
  }

  /// Lets a program work until it has told this phase of some generation, and kills it. Answers the
  /// generation.
  private int write(int from, String phase) throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    LayerWriter.class.getName(),
                    home.toString(),
                    String.valueOf(from)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        int generation = Integer.parseInt(words[1]);
        if (words[0].equals(phase) && generation >= from + 2) {
          process.toHandle().destroyForcibly();
          return generation;
        }
      }
      throw new AssertionError("the writer ended by itself");
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }
}

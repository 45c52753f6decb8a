package dev.tenon.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A program that is killed while a layer is made, saved, merged or removed: what was changed is in
/// the layer or in the project, all files of it or none, and nothing else is left.
@Timeout(300)
final class HelperLayersKillTest {
  @TempDir Path folder;
  private Path root;

  private void makeProject() throws Exception {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    for (int i = 0; i < LayerKeeper.FILES; i++) {
      Files.writeString(root.resolve("f" + i + ".txt"), i + " generation 0\n");
    }
  }

  @Test
  void nothingOfALayerIsLostWhileItIsSavedAndMerged() throws Exception {
    makeProject();
    int generation = 0;
    for (String phase : List.of("changed", "changed", "changed", "merged")) {
      int told = killed(HelperLayers.Apart.LAYER, generation, phase);
      mergeWhatIsLeft();
      int now = generation();
      assertThat(now).as(phase).isGreaterThanOrEqualTo(told);
      assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
      generation = now;
    }
  }

  @Test
  void aWorktreeThatIsHalfMadeIsRemovedOrTakenUp() throws Exception {
    TestPrograms.require("git");
    makeProject();
    git("init", "-q", "-b", "main", ".");
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "base");
    int generation = 0;
    for (String phase : List.of("making", "making", "changed")) {
      int told = killed(HelperLayers.Apart.WORKTREE, generation, phase);
      mergeWhatIsLeft();
      int now = generation();
      assertThat(now).as(phase).isGreaterThanOrEqualTo(phase.equals("making") ? told - 1 : told);
      assertThat(git("worktree", "list", "--porcelain").lines())
          .as("worktrees after " + phase)
          .filteredOn(line -> line.startsWith("worktree "))
          .containsExactly("worktree " + root);
      generation = now;
    }
    assertThat(git("branch", "--list").lines()).containsExactly("* main");
  }

  /// As a person would with what 'tenon agents' lists.
  private void mergeWhatIsLeft() throws Exception {
    HelperLayers layers = LayerKeeper.layers(folder);
    for (LeftLayer left : layers.left()) {
      try (HelperLayer layer = layers.find(left.name())) {
        assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).unmerged()).isEmpty();
      }
    }
    assertThat(layers.left()).isEmpty();
  }

  /// The one that all files are of.
  private int generation() throws Exception {
    String first = Files.readString(root.resolve("f0.txt")).replaceFirst("0 generation ", "");
    for (int i = 0; i < LayerKeeper.FILES; i++) {
      assertThat(root.resolve("f" + i + ".txt")).hasContent(i + " generation " + first.strip());
    }
    return Integer.parseInt(first.strip());
  }

  private String git(String... words) throws Exception {
    var line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(words));
    var builder = new ProcessBuilder(line).directory(root.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  /// Lets the program work until it has told this of some generation, and kills it at once. Answers
  /// the generation.
  private int killed(HelperLayers.Apart apart, int from, String phase) throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    LayerKeeper.class.getName(),
                    folder.toString(),
                    apart.name(),
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
      throw new AssertionError("the program ended by itself");
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }
}

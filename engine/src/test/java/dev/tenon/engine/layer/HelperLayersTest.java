package dev.tenon.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of layers: nothing of them goes before it is elsewhere.
final class HelperLayersTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call-0");

  @TempDir Path folder;
  private Path root;
  private Workspace workspace;
  private Journal journal;
  private WaitingHunks waiting;

  @BeforeEach
  void makeProject() throws Exception {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
    Files.writeString(root.resolve("b.txt"), "bee\n");
    workspace = Workspace.open(root);
    journal = ProjectJournal.open(folder.resolve("state"), workspace, "session");
    waiting = new WaitingHunks(workspace, journal, journal.folder());
  }

  private HelperLayers layers(long most, CommandViews.@Nullable Kind kind) {
    return new HelperLayers(
        workspace, journal, waiting, most, folder.resolve("trees"), Workspace::open, kind);
  }

  private HelperLayers layers() {
    return layers(1 << 20, null);
  }

  private static void edit(HelperLayer layer, String path, String text) throws Exception {
    layer
        .editing()
        .commit(
            new Transaction(List.of(FileChange.of(layer.editing().current(path), text))), AGENT);
  }

  private static HelperLayer open(HelperLayers layers, String id) throws Exception {
    return layers.open(id, "2026_85bb9ee888afddf7", HelperLayers.Apart.LAYER);
  }

  @Test
  void aLayerThatCannotBeSavedStays() throws Exception {
    HelperLayers layers = layers();
    try (HelperLayer layer = open(layers, "0-Fix")) {
      edit(layer, "a.txt", "1\ntwo\nthree\n");
      // As on a full disk: nothing can be written where the contents would be kept.
      Path past = Files.writeString(journal.folder().resolve("layers/past"), "in the way");
      List<String> told = layers.merge(layer, HelperLayers.Merge.AUTO).told();
      assertThat(told.getFirst()).contains("is not merged", "tenon agents merge 0-Fix@");
      assertThatThrownBy(() -> layers.drop(layer)).hasMessageContaining("is kept");
      assertThat(Files.readString(root.resolve("a.txt"))).startsWith("one");
      assertThat(layers.left().getFirst().problem()).contains("past");
      Files.delete(past);
    }
    try (HelperLayer layer = layers.find("0-Fix")) {
      assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).told().getFirst()).contains("Merged");
    }
    assertThat(Files.readString(root.resolve("a.txt"))).startsWith("1\n");
    assertThat(layers.left()).isEmpty();
  }

  @Test
  void aFullDiskKeepsTheLayer() throws Exception {
    TestPrograms.require("mount");
    Path state = Files.createDirectories(folder.resolve("small"));
    assumeTrue(
        ran("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", state.toString()),
        "needs the right to mount a small file system");
    try {
      journal = ProjectJournal.open(state, workspace, "session");
      waiting = new WaitingHunks(workspace, journal, journal.folder());
      HelperLayers layers = layers();
      String large = "as long as it is\n".repeat(40_000);
      try (HelperLayer layer = open(layers, "0-Fix")) {
        edit(layer, "a.txt", large);
        Path filler = fill(state.resolve("filler"));
        assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).told().getFirst())
            .contains("is not merged", "No space left", "tenon agents merge 0-Fix@");
        assertThatThrownBy(() -> layers.drop(layer)).hasMessageContaining("is kept");
        assertThat(Files.readString(root.resolve("a.txt"))).startsWith("one");
        Files.delete(filler);
      }
      try (HelperLayer layer = layers.find("0-Fix")) {
        assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).told().getFirst())
            .contains("Merged");
      }
      assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo(large);
    } finally {
      ran("umount", state.toString());
    }
  }

  private static boolean ran(String... words) throws Exception {
    return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
  }

  /// Takes all the room that is left.
  private static Path fill(Path file) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      byte[] page = new byte[4096];
      for (int i = 0; i < 4096; i++) {
        out.write(page);
      }
    } catch (IOException full) {
      return file;
    }
    throw new AssertionError("the disk was not small");
  }

  @Test
  void whatIsDroppedCanBeBroughtBackAndWhatIsInUseCannotBeHad() throws Exception {
    HelperLayers layers = layers();
    try (HelperLayer layer = open(layers, "0-Fix")) {
      edit(layer, "a.txt", "1\ntwo\nthree\n");
      assertThatThrownBy(() -> layers.find("0-Fix")).hasMessageContaining("in use");
      assertThat(layers.left().getFirst().state()).isEqualTo("working");
    }
    try (HelperLayer layer = layers.find("0-Fix")) {
      assertThat(layers.drop(layer).files()).isEqualTo(1);
    }
    assertThat(layers.left()).isEmpty();
    assertThatThrownBy(() -> layers.find("0-Other")).hasMessageContaining("'tenon agents' lists");
    assertThatThrownBy(() -> layers.find("../x")).hasMessageContaining("there is no layer");
    try (HelperLayer past = layers.find("0-Fix")) {
      assertThat(layers.diff(past)).contains("-one", "+1");
      layers.merge(past, HelperLayers.Merge.AUTO);
    }
    assertThat(Files.readString(root.resolve("a.txt"))).startsWith("1\n");
  }

  /// A mode has no hunk: where the person is to decide about it, the layer stays.
  @Test
  void aModeThatDoesNotFitIsKeptAndTold() throws Exception {
    HelperLayers layers = layers();
    Path file = root.resolve("a.txt");
    try (HelperLayer layer = open(layers, "0-Fix")) {
      run(layer.program(), "chmod 700 a.txt");
      assertThat(layer.files()).hasSize(1);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).told().toString())
          .contains("cannot wait", "a.txt (both changed its mode)", "tenon agents merge 0-Fix@");
    }
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(layers.left()).hasSize(1);
    try (HelperLayer layer = open(layers, "1-New")) {
      run(layer.program(), "printf 'echo hi\\n' > run.sh; chmod 755 run.sh; chmod 600 b.txt");
      assertThat(layers.merge(layer, HelperLayers.Merge.REVIEW).told().toString())
          .contains("waiting as staged hunks", "run.sh (it is to be reviewed)")
          .contains("cannot wait", "run.sh (it is to be reviewed; its mode would be 755)")
          .contains("b.txt (it is to be reviewed)");
    }
    // With the hunks written, what is left of it comes by merging.
    Review review = waiting.editing().review();
    review.acceptAll();
    review.apply(Review.Rest.PENDING);
    try (HelperLayer layer = layers.find("1-New")) {
      layers.merge(layer, HelperLayers.Merge.AUTO);
    }
    assertThat(Files.isExecutable(root.resolve("run.sh"))).isTrue();
    assertThat(Files.getPosixFilePermissions(root.resolve("b.txt"))).hasSize(2);
    assertThat(layers.left()).hasSize(1);
  }

  @Test
  void whatHasNoHunksStaysInTheLayerAndIsTold() throws Exception {
    HelperLayers layers = layers();
    try (HelperLayer layer = open(layers, "0-Fix")) {
      run(layer.program(), "ln -sf b.txt a.txt; echo more >> b.txt");
      assertThat(layer.files()).hasSize(2);
      Files.writeString(root.resolve("a.txt"), "person\n");
      List<String> told = layers.merge(layer, HelperLayers.Merge.AUTO).told();
      assertThat(told.toString())
          .contains("Merged from its", "b.txt")
          .contains("cannot wait", "a.txt");
    }
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("person\n");
    assertThat(layers.left()).hasSize(1);
    // Where the person makes room for it, it comes.
    Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
    try (HelperLayer layer = layers.find("0-Fix")) {
      layers.merge(layer, HelperLayers.Merge.AUTO);
    }
    assertThat(Files.isSymbolicLink(root.resolve("a.txt"))).isTrue();
    assertThat(layers.left()).isEmpty();
  }

  @Test
  void whatIsLeftOutOfTheMergeIsSavedAndCanBeBroughtBack() throws Exception {
    Files.writeString(root.resolve(".gitignore"), "*.local\n");
    Files.writeString(root.resolve("same.local"), "same\n");
    HelperLayers layers = layers();
    try (HelperLayer layer = open(layers, "0-Fix")) {
      run(
          layer.program(),
          "echo note > notes.local; echo same > same.local; mkdir -p node_modules/p;"
              + " echo made > node_modules/p/i.js; echo more >> b.txt");
      assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).told())
          .anyMatch(line -> line.startsWith("Merged from its") && line.contains("b.txt"))
          .anyMatch(
              line ->
                  line.contains("node_modules/p/i.js, notes.local (2 entries)")
                      && line.contains("tenon agents diff 0-Fix@"));
    }
    assertThat(layers.left()).isEmpty();
    assertThat(root.resolve("notes.local")).doesNotExist();
    // The next layer of the same helper does not take the first one's place.
    try (HelperLayer layer = open(layers, "0-Fix")) {
      run(layer.program(), "echo second > second.local");
      layers.merge(layer, HelperLayers.Merge.AUTO);
    }
    try (HelperLayer past = layers.find("0-Fix")) {
      assertThat(layers.diff(past)).contains("+note", "+made", "+second");
      layers.merge(past, HelperLayers.Merge.AUTO);
    }
    assertThat(root.resolve("notes.local")).hasContent("note\n");
    assertThat(root.resolve("node_modules/p/i.js")).hasContent("made\n");
  }

  @Test
  void aRepositoryMadeInALayerAndTooMuchThatIsIgnoredKeepIt() throws Exception {
    TestPrograms.require("git");
    Files.writeString(root.resolve(".gitignore"), "out/\n");
    HelperLayers layers = layers();
    try (HelperLayer one = open(layers, "0-Inner");
        HelperLayer two = open(layers, "1-Many")) {
      run(
          one.program(),
          "git init -q inner && cd inner && echo x > x.txt && git add -A"
              + " && git -c user.name=t -c user.email=t@t commit -q -m inner");
      assertThat(layers.merge(one, HelperLayers.Merge.AUTO).toString())
          .contains("inner/x.txt", "not saved", "inner/.git (", "tenon agents drop 0-Inner@");
      run(two.program(), "mkdir out; cd out; for i in $(seq 2001); do : > f$i; done");
      assertThat(layers.merge(two, HelperLayers.Merge.AUTO).toString())
          .contains("out/f1", "and others (2001 entries)");
    }
    assertThat(root.resolve("inner/x.txt")).hasContent("x\n");
    assertThat(layers.left())
        .hasSize(2)
        .allMatch(left -> left.problem().contains("not saved"))
        .extracting(LeftLayer::state)
        .as("a repository is more than output of a build")
        .containsExactly(LeftLayer.KEPT, LeftLayer.MERGED);
    assertThat(layers.bytes(layers.left().getLast())).isPositive();
    open(layers, "1-Many").close();
    assertThat(layers.left().getLast().state())
        .as("whoever goes on in it makes something new")
        .isEqualTo(LeftLayer.KEPT);
    try (HelperLayer layer = layers.find("0-Inner")) {
      assertThat(layers.diff(layer)).contains("# Not merged and not saved", "inner/.git");
    }
    assertThat(layers.drop("0-Inner").lost()).contains("inner/.git");
    assertThat(layers.drop("1-Many").lost()).contains("2001 entries");
    assertThat(layers.left()).isEmpty();
  }

  @Test
  void aProgramOfItsOwnWorksInALayerAndOverlapsWait() throws Exception {
    HelperLayers layers = layers();
    try (HelperLayer one = open(layers, "0-One");
        HelperLayer two = open(layers, "1-Two");
        HelperLayer three = open(layers, "2-Three")) {
      run(three.program(), "sed -i s/one/THREE/ a.txt");
      run(one.program(), "sed -i s/one/ONE/ a.txt");
      run(two.program(), "sed -i 's/one/TWO/; s/three/3/' a.txt; echo x > new.txt");
      Helpers.Merged whole = layers.merge(one, HelperLayers.Merge.AUTO);
      assertThat(whole.told()).hasSize(1);
      assertThat(whole.unmerged()).isEmpty();
      assertThat(layers.merge(two, HelperLayers.Merge.AUTO).unmerged())
          .singleElement()
          .asString()
          .contains("a.txt (both changed line 1)");
      // One side waits at these lines already: the next one stays where it is, and nothing of the
      // first is lost.
      assertThat(layers.merge(three, HelperLayers.Merge.AUTO).toString())
          .contains("another side waits", "a.txt", "tenon agents merge 2-Three");
      assertThat(layers.left()).extracting(LeftLayer::id).containsExactly("2-Three");
    }
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("ONE\ntwo\n3\n");
    Review review = waiting.any().orElseThrow().review();
    review.acceptAll();
    review.apply(Review.Rest.PENDING);
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("TWO\ntwo\n3\n");
    assertThat(journal.changes().getLast().by().helper()).isEqualTo("1-Two");
  }

  @Test
  void aProjectThatIsTooLargeToBeCopiedIsRefusedWithTheWayOut() throws Exception {
    Files.write(root.resolve("large.bin"), new byte[3 << 20]);
    HelperLayers layers = layers(1 << 20, CommandViews.Kind.MOUNTED_COPY);
    assertThatThrownBy(() -> open(layers, "0-Fix"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("agents.layerBytes");
    assertThat(layers.left()).isEmpty();
    try (HelperLayer layer = open(layers(8 << 20, CommandViews.Kind.MOUNTED_COPY), "0-Fix")) {
      assertThat(layer.kind()).isEqualTo("layer (copy, in the project's place)");
    }
  }

  private void run(Confinement view, String line) throws Exception {
    Process process =
        new ProcessBuilder(view.wrap(List.of("/bin/bash", "-c", line), root))
            .directory(root.toFile())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
  }
}

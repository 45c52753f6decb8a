package dev.tenon.core.change.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.ShellProject;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.change.view.ViewProbe;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.search.GrepQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Layers on a real kernel: what happens in one stays in it, whatever it is, until it is merged.
class LayerEditingTest {
  @TempDir Path temporary;
  private LayerProject at;

  private LayerEditing open(CommandViews.Kind kind) throws Exception {
    assumeTrue(
        kind == CommandViews.Kind.COPY
            || ViewProbe.mounts(kind, Files.createDirectories(temporary.resolve("probe"))),
        "SKIPPED: this system does not let " + kind + " be mounted");
    at = new LayerProject(temporary, kind);
    at.project.write("a.txt", "one\ntwo\nthree\nfour\nfive\n");
    at.project.write("b.txt", "bee\n");
    at.project.write("sub/c.txt", "sea\n");
    at.project.write("sub/deep/d.txt", "d\n");
    at.project.write(".gitignore", "out/\n.env\n");
    at.project.write(".env", "KEY=1\n");
    at.project.write("run.sh", "echo hi\n");
    Files.write(at.root.resolve("e.bin"), new byte[] {0, 1, 2});
    at.project.journal.beginPrompt("go");
    return at.layer("0-Fix");
  }

  @ParameterizedTest
  @EnumSource(CommandViews.Kind.class)
  void whatHappensInALayerStaysInItAndIsThereForTheNextCommand(CommandViews.Kind kind)
      throws Exception {
    LayerEditing layer = open(kind);
    Map<String, String> disk = at.project.tree();
    LayerProject.edit(layer, "a.txt", "1\ntwo\nthree\nfour\nfive\n");
    Effects effects =
        at.run(layer, "cat a.txt .env; mkdir out; echo built > out/x.o; echo more >> b.txt");
    assertThat(at.output).startsWith("1\n").contains("KEY=1");
    assertThat(effects.where()).isEqualTo(Effects.Where.LAYER);
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly("b.txt");
    at.run(layer, "cat out/x.o && touch sub/c.txt && echo again >> a.txt");
    assertThat(at.output).isEqualTo("built\n");
    // Tools see all of it, what is ignored too.
    assertThat(layer.view().read("a.txt", ReadLimits.DEFAULT).toString()).contains("again");
    assertThat(layer.view().read("out/x.o", ReadLimits.DEFAULT).toString()).contains("built");
    assertThat(layer.view().grep(GrepQuery.of("more")).toString()).contains("b.txt");
    assertThat(at.project.tree()).isEqualTo(disk);
    // The files below are those of now, as long as the layer has none of its own.
    at.project.write("sub/c.txt", "person\n");
    at.run(layer, "cat sub/c.txt");
    assertThat(at.output).isEqualTo("person\n");
    assertThat(layer.files()).extracting(LayerFile::path).containsExactly("a.txt", "b.txt");
    // Somebody else who opens it finds the same.
    LayerEditing again = at.layer("0-Fix");
    assertThat(again.files()).extracting(LayerFile::path).containsExactly("a.txt", "b.txt");
    at.run(again, "cat out/x.o");
    assertThat(at.output).isEqualTo("built\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandViews.Kind.class,
      names = {"OVERLAY", "MOUNTED_COPY"})
  void everythingComesBackInOneTransactionAndCanBeTakenBack(CommandViews.Kind kind)
      throws Exception {
    LayerEditing layer = open(kind);
    Map<String, String> disk = at.project.tree();
    LayerProject.edit(layer, "a.txt", "1\ntwo\nthree\nfour\nfive\n");
    LayerProject.delete(layer, "b.txt");
    LayerProject.create(layer, "new/f.bin", new byte[] {0, 9, 9});
    at.run(
        layer,
        "chmod +x run.sh; ln -s a.txt link; rm -r sub/deep; printf '\\0\\3' > e.bin;"
            + " mv sub/c.txt moved.txt; mkdir out; echo x > out/y");
    LayerMerge.Result result = at.merge(layer, "0-Fix");
    assertThat(result.waiting()).isEmpty();
    Map<String, String> merged = at.project.tree();
    assertThat(Files.readString(at.root.resolve("a.txt"))).startsWith("1\n");
    assertThat(at.root.resolve("b.txt")).doesNotExist();
    assertThat(at.root.resolve("out")).doesNotExist();
    assertThat(at.root.resolve("sub/deep")).doesNotExist();
    assertThat(merged.get("link")).isEqualTo("-> a.txt");
    assertThat(merged.get("run.sh")).startsWith("rwx");
    assertThat(Files.readAllBytes(at.root.resolve("e.bin"))).containsExactly(0, 3);
    assertThat(Files.readString(at.root.resolve("moved.txt"))).isEqualTo("sea\n");
    List<Change> changes = at.project.journal.changes();
    assertThat(changes).extracting(Change::commit).containsOnly(changes.getFirst().commit());
    assertThat(changes).allMatch(change -> "0-Fix".equals(change.by().helper()));
    // Once more changes nothing.
    assertThat(at.merge(layer, "0-Fix").merged()).isEmpty();
    assertThat(at.project.tree()).isEqualTo(merged);
    assertThat(new Undo(at.project.journal).undoLatestPrompt().conflicts()).isEmpty();
    assertThat(at.project.tree()).isEqualTo(disk);
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandViews.Kind.class,
      names = {"OVERLAY", "COPY"})
  void hunksThatFitAreMergedAndOthersWaitWithBothSides(CommandViews.Kind kind) throws Exception {
    LayerEditing layer = open(kind);
    LayerProject.edit(layer, "a.txt", "1\ntwo\nthree\nfour\n5\n");
    at.run(layer, "rm b.txt; printf '\\0\\3' > e.bin; chmod +x run.sh");
    at.project.write("a.txt", "one\ntwo\nthree\nfour\nV\n");
    at.project.write("b.txt", "person\n");
    Files.write(at.root.resolve("e.bin"), new byte[] {0, 7});
    LayerMerge.Result result = at.merge(layer, "0-Fix");
    assertThat(Files.readString(at.root.resolve("a.txt"))).isEqualTo("1\ntwo\nthree\nfour\nV\n");
    assertThat(Files.readString(at.root.resolve("b.txt"))).isEqualTo("person\n");
    assertThat(at.project.tree().get("run.sh")).startsWith("rwx");
    assertThat(result.waiting())
        .extracting(LayerMerge.Waiting::path)
        .containsExactly("a.txt", "b.txt", "e.bin");
    assertThat(result.waiting().getFirst().why()).contains("line 5");
    assertThat(result.waiting().getFirst().wanted().text().orElseThrow().lf())
        .isEqualTo("1\ntwo\nthree\nfour\n5\n");
    assertThat(result.waiting().get(1).wanted()).isNull();
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandViews.Kind.class,
      names = {"OVERLAY", "MOUNTED_COPY"})
  void aFileThatThePersonChangedWhileACommandDidIsNotTakenForTheHelpers(CommandViews.Kind kind)
      throws Exception {
    LayerEditing layer = open(kind);
    CommandWatch watch = layer.watch(ShellProject.BASH);
    ShellProject.start(at.root, watch.view(), "sed -i s/one/helper/ a.txt");
    at.project.write("a.txt", "one\ntwo\nthree\nfour\nperson\n");
    watch.finish();
    LayerMerge.Result result = at.merge(layer, "0-Fix");
    // Nobody knows what the command saw, so the person's file stays and the helper's side waits.
    assertThat(Files.readString(at.root.resolve("a.txt"))).endsWith("person\n");
    assertThat(result.waiting()).hasSize(1);
    assertThat(result.waiting().getFirst().why()).contains("while a command");
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandViews.Kind.class,
      names = {"OVERLAY", "COPY"})
  void editsAreVerifiedAgainstTheLayer(CommandViews.Kind kind) throws Exception {
    LayerEditing layer = open(kind);
    FileState old = layer.current("a.txt");
    at.run(layer, "echo x >> a.txt");
    assertThatThrownBy(
            () ->
                layer.commit(
                    new Transaction(List.of(FileChange.of(old, "mine\n"))), LayerProject.AGENT))
        .isInstanceOf(CommitException.class)
        .hasMessageContaining("has changed");
    assertThat(layer.snapshot(at.root.resolve("a.txt")).orElseThrow().toString()).contains("x");
    LayerProject.delete(layer, "b.txt");
    at.run(layer, "ls; test -e b.txt || echo gone");
    assertThat(at.output).contains("gone").doesNotContain("b.txt");
    at.run(layer, "echo back > b.txt");
    at.run(layer, "cat b.txt");
    assertThat(at.output).isEqualTo("back\n");
    assertThat(layer.view().read("b.txt", ReadLimits.DEFAULT).toString()).contains("back");
  }
}

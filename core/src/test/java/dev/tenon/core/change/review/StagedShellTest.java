package dev.tenon.core.change.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.ShellProject;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.change.view.ViewProbe;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileStates;
import dev.tenon.core.edit.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractPathAssert;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Commands in the review mode: they run on a view, and their effects become hunks.
class StagedShellTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call-0");

  @TempDir Path temporary;

  private ShellProject project;
  private StagedEditing editing;

  private void open(CommandViews.Kind wanted) throws Exception {
    project = new ShellProject(temporary);
    project.write("a.txt", "one\ntwo\nthree\n");
    project.write("b.txt", "bee\n");
    project.write("sub/c.txt", "sea\n");
    project.write("sub/deep/d.txt", "d\n");
    project.write("crlf.txt", "x\r\ny\r\n");
    project.write(".gitignore", "out/\n");
    Files.write(project.root.resolve("e.bin"), new byte[] {0, 1, 2});
    editing = new StagedEditing(project.workspace, project.journal);
    assumeTrue(
        wanted == CommandViews.Kind.COPY || works(wanted),
        "SKIPPED: this system does not let " + wanted + " be mounted");
    editing.viewing(wanted);
  }

  private boolean works(CommandViews.Kind wanted) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(temporary.resolve("probe"));
    return ViewProbe.mounts(wanted, folder);
  }

  private Effects run(String line) throws IOException, InterruptedException {
    CommandWatch watch = editing.watch(ShellProject.BASH);
    ShellProject.start(project.root.toRealPath(), watch.view(), line);
    return watch.finish();
  }

  @ParameterizedTest
  @EnumSource(CommandViews.Kind.class)
  void effectsAreHunksAndTheDiskIsLeftAlone(CommandViews.Kind wanted) throws Exception {
    open(wanted);
    Map<String, String> disk = project.tree();
    Effects effects =
        run(
            "sed -i s/one/1/ a.txt; rm b.txt; mkdir -p n/m; echo new > n/m/new.txt; printf 'x\\r"
                + "\\n"
                + "z\\r"
                + "\\n"
                + "' > crlf.txt; mkdir -p out; echo o > out/o; touch sub/c.txt; printf '\\0\\1' >"
                + " e.bin; ln -s a.txt l");
    assertThat(effects.where()).isEqualTo(Effects.Where.STAGED);
    assertThat(effects.files())
        .extracting(file -> file.kind() + " " + file.path())
        .containsExactlyInAnyOrder(
            "UPDATED a.txt",
            "DELETED b.txt",
            "CREATED n/m/new.txt",
            "UPDATED crlf.txt",
            "UPDATED e.bin");
    assertThat(effects.missed())
        .containsExactly(new Effects.Missed("l", "a link, so it was not staged"));
    assertThat(effects.summary()).startsWith("staged for review: changed 3, created 1, deleted 1");
    assertThat(project.tree()).isEqualTo(disk);
    assertThat(editing.review().bundle().hunks())
        .hasSize(5)
        .allSatisfy(hunk -> assertThat(hunk.origin()).isEqualTo(Origin.SHELL))
        .anySatisfy(hunk -> assertThat(hunk.description()).isEqualTo("binary file, 3 → 2 bytes"));
    views().isEmptyDirectory();

    editing.review().acceptAll();
    editing.review().apply(Review.Rest.PENDING);
    assertThat(project.root.resolve("a.txt")).hasContent("1\ntwo\nthree");
    assertThat(project.root.resolve("b.txt")).doesNotExist();
    assertThat(project.root.resolve("n/m/new.txt")).hasContent("new");
    assertThat(Files.readString(project.root.resolve("crlf.txt"))).isEqualTo("x\r\nz\r\n");
    assertThat(project.root.resolve("e.bin")).hasBinaryContent(new byte[] {0, 1});
    project.undone();
    assertThat(project.tree()).isEqualTo(disk);
  }

  private AbstractPathAssert<?> views() throws IOException {
    return assertThat(Journal.folderOf(project.state, project.root.toRealPath()).resolve("views"));
  }

  @ParameterizedTest
  @EnumSource(CommandViews.Kind.class)
  void aCommandSeesWhatIsStaged(CommandViews.Kind wanted) throws Exception {
    open(wanted);
    Map<String, String> disk = project.tree();
    editing.commit(
        new Transaction(
            List.of(
                new FileChange.Update(
                    FileStates.of("a.txt", "one\ntwo\nthree\n"), "one\nZWEI\nthree\n"),
                new FileChange.Create("made.txt", "made\n"),
                new FileChange.Delete(FileStates.of("sub/deep/d.txt", "d\n")))),
        AGENT);
    Effects first =
        run("cat a.txt made.txt > seen.txt; ls sub/deep >> seen.txt; echo more >> made.txt");
    assertThat(first.files())
        .extracting(file -> file.kind() + " " + file.path())
        .containsExactlyInAnyOrder("UPDATED made.txt", "CREATED seen.txt");
    Effects second = run("cat seen.txt made.txt > both.txt; rm made.txt seen.txt");
    assertThat(second.files())
        .extracting(file -> file.kind() + " " + file.path())
        .containsExactlyInAnyOrder("CREATED both.txt", "DELETED made.txt", "DELETED seen.txt");
    assertThat(text("both.txt")).isEqualTo("one\nZWEI\nthree\nmade\nmade\nmore\n");
    assertThat(project.tree()).isEqualTo(disk);
    editing.review().rejectAll();
    editing.review().apply(Review.Rest.PENDING);
    assertThat(project.tree()).isEqualTo(disk);
  }

  @ParameterizedTest
  @EnumSource(CommandViews.Kind.class)
  void foldersThatGoAndComeBackAreFollowed(CommandViews.Kind wanted) throws Exception {
    open(wanted);
    Effects effects =
        run(
            "rm -r sub && mkdir sub && echo again > sub/again.txt; mv a.txt moved.txt;"
                + " rm b.txt && mkdir b.txt && echo x > b.txt/x");
    assertThat(effects.files())
        .extracting(file -> file.kind() + " " + file.path())
        .containsExactlyInAnyOrder(
            "DELETED sub/c.txt",
            "DELETED sub/deep/d.txt",
            "CREATED sub/again.txt",
            "DELETED a.txt",
            "CREATED moved.txt",
            "DELETED b.txt");
    // A file below the name of another one cannot be staged.
    assertThat(effects.missed()).extracting(Effects.Missed::path).containsExactly("b.txt/x");
    Effects next = run("ls sub a.txt moved.txt b.txt > list.txt 2>/dev/null");
    assertThat(next.files()).extracting(Effects.File::path).containsExactly("list.txt");
    assertThat(text("list.txt"))
        .contains("again.txt", "moved.txt", "x")
        .doesNotContain("a.txt\n\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandViews.Kind.class,
      names = {"OVERLAY", "MOUNTED_COPY"})
  void absolutePathsLeadIntoTheView(CommandViews.Kind wanted) throws Exception {
    open(wanted);
    Map<String, String> disk = project.tree();
    Path file = project.root.toRealPath().resolve("b.txt");
    Effects effects = run("cd /; echo changed > " + file);
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly("b.txt");
    assertThat(project.tree()).isEqualTo(disk);
  }

  @ParameterizedTest
  @EnumSource(CommandViews.Kind.class)
  void whatIsStagedMeanwhileIsNotOverwritten(CommandViews.Kind wanted) throws Exception {
    open(wanted);
    CommandWatch watch = editing.watch(ShellProject.BASH);
    ShellProject.start(project.root.toRealPath(), watch.view(), "echo shell > b.txt");
    editing.commit(
        new Transaction(List.of(new FileChange.Update(FileStates.of("b.txt", "bee\n"), "agent\n"))),
        AGENT);
    assertThat(watch.finish().missed())
        .containsExactly(new Effects.Missed("b.txt", "staged differently while the command ran"));
    assertThat(text("b.txt")).isEqualTo("agent\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandViews.Kind.class,
      names = {"MOUNTED_COPY", "COPY"})
  void aProjectThatIsTooLargeToCopyIsRefused(CommandViews.Kind wanted) throws Exception {
    open(wanted);
    var views =
        new CommandViews(
            project.workspace,
            project.journal.folder(),
            new EffectLimits(EffectLimits.Use.ON, 10, 20, 1000),
            wanted);
    assertThatThrownBy(() -> views.open(Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("too large to be copied")
        .hasMessageContaining("without --review");
    try (Stream<Path> left = Files.list(project.journal.folder().resolve("views"))) {
      assertThat(left).isEmpty();
    }
  }

  private String text(String path) throws IOException {
    return editing
        .snapshot(project.root.toRealPath().resolve(path))
        .orElseThrow()
        .text()
        .orElseThrow()
        .lf();
  }
}

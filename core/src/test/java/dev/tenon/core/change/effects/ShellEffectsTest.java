package dev.tenon.core.change.effects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileStates;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.edit.match.ExactEdit;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.core.workspace.state.FileFingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellEffectsTest {
  @TempDir Path temporary;

  private ShellProject project;

  @BeforeEach
  void open() throws Exception {
    project = new ShellProject(temporary);
    project.write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\n");
    project.write("src/b.txt", "bee\n");
  }

  @Test
  void effectsAreRecordedWithWhoDidThemAndSaidInALine() throws Exception {
    Checkpoint prompt = project.journal.beginPrompt("tidy up");
    Effects effects =
        project.run("sed -i s/one/1/ a.txt; mv src/b.txt c.txt; echo n > n.txt; chmod 600 n.txt");
    assertThat(effects.summary())
        .isEqualTo(
            "changed 1, created 1, moved 1 files (a.txt, n.txt, src/b.txt → c.txt); undo takes it"
                + " back");
    assertThat(effects.facts().objectOrEmpty("effects").number("count", 0)).isEqualTo(3);
    List<Change> changes = project.journal.changes();
    assertThat(changes)
        .hasSize(3)
        .allSatisfy(
            change -> {
              assertThat(change.by()).isEqualTo(ShellProject.BASH);
              assertThat(change.prompt()).isEqualTo(prompt.id());
              assertThat(change.commit()).isEqualTo(changes.getFirst().commit());
            });
    project.undone();
    assertThat(project.root.resolve("a.txt")).content().startsWith("one\n");
    assertThat(project.root.resolve("src/b.txt")).hasContent("bee");
    assertThat(project.root.resolve("c.txt")).doesNotExist();
    assertThat(project.root.resolve("n.txt")).doesNotExist();
  }

  @Test
  void aCommandThatChangesNothingIsNotRecorded() throws Exception {
    Effects effects = project.run("cat a.txt; touch a.txt; cp a.txt x; rm x");
    assertThat(effects.isEmpty()).isTrue();
    assertThat(effects.facts().isEmpty()).isTrue();
    assertThat(
            Files.exists(
                Journal.folderOf(project.state, project.root.toRealPath())
                    .resolve("journal.jsonl")))
        .isFalse();
  }

  @Test
  void aRewriteOfTheSameSizeIsFoundWhateverItsTimesSay() throws Exception {
    project.run("true");
    Effects effects =
        project.run(
            "cp -p a.txt /tmp/$$; printf X | dd of=a.txt conv=notrunc 2>/dev/null;"
                + " touch -r /tmp/$$ a.txt; rm /tmp/$$");
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly("a.txt");
    project.undone();
    assertThat(project.root.resolve("a.txt")).content().startsWith("one\n");
    // Again and again within one tick of the clock.
    for (int i = 0; i < 20; i++) {
      project.write("tick.txt", "before " + (char) ('a' + i));
      Effects tick = project.run("printf 'after! " + (char) ('a' + i) + "' > tick.txt");
      assertThat(tick.files()).as("round %s", i).hasSize(1);
      project.undone();
      assertThat(project.root.resolve("tick.txt")).hasContent("before " + (char) ('a' + i));
    }
  }

  @Test
  void whatIsTooLargeOrSpecialIsSaid() throws Exception {
    var small =
        new ShellProject(
            temporary.resolve("small"), new EffectLimits(EffectLimits.Use.ON, 1000, 3000, 1000));
    Files.write(small.root.resolve("large.bin"), new byte[1001]);
    for (int i = 0; i < 5; i++) {
      Files.write(small.root.resolve("f" + i), new byte[700 + i]);
    }
    Effects effects = small.run("rm -f large.bin f*; mkfifo pipe; head -c 2000 /dev/zero > new");
    assertThat(effects.missed())
        .containsExactlyInAnyOrder(
            new Effects.Missed("large.bin", "too large"),
            new Effects.Missed("f4", "the store is full"),
            new Effects.Missed("new", "too large"),
            new Effects.Missed("pipe", "neither file, link nor folder"));
    assertThat(effects.summary()).contains("cannot be undone: ", "large.bin (too large)");
    small.undone();
    assertThat(small.tree()).containsOnlyKeys("f0", "f1", "f2", "f3", "new", "pipe");
  }

  @Test
  void aProjectWithTooManyFilesIsSaid() throws Exception {
    var tiny =
        new ShellProject(
            temporary.resolve("tiny"), new EffectLimits(EffectLimits.Use.ON, 1000, 3000, 3));
    for (int i = 0; i < 5; i++) {
      tiny.write("f" + i, "x");
    }
    assertThat(tiny.run("rm f1").summary())
        .isEqualTo(
            "what this command changed cannot be undone: the project has more than 3 files and"
                + " folders");
    var off =
        new ShellProject(
            temporary.resolve("off"), new EffectLimits(EffectLimits.Use.OFF, 1000, 3000, 3));
    assertThat(off.run("echo x > y").isEmpty()).isTrue();
  }

  @Test
  void ignoredFilesAreLeftAloneAndSaidOnce() throws Exception {
    project.write(".gitignore", "target/\n*.log\n");
    project.write("target/out.txt", "old\n");
    Effects effects = project.run("echo new > target/more.txt; echo x > x.log; echo y > y.txt");
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly("y.txt");
    assertThat(effects.notes()).containsExactly("ignored files are not recorded: target, x.log");
    assertThat(project.run("echo newer > target/even-more.txt").notes()).isEmpty();
    project.undone();
    assertThat(project.root.resolve("target/more.txt")).exists();
    assertThat(project.root.resolve("y.txt")).doesNotExist();
  }

  @Test
  void rulesThatChangeMakeNothingAppearOrVanish() throws Exception {
    project.write(".gitignore", "target/\n");
    project.write("target/precious.txt", "mine\n");
    project.write("keep.txt", "kept\n");
    Map<String, String> before = project.tree();
    Effects effects = project.run("echo keep.txt > .gitignore");
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly(".gitignore");
    project.undone();
    assertThat(project.tree()).isEqualTo(before);
  }

  @Test
  void laterEditsOfAPersonSurvive() throws Exception {
    project.run("sed -i s/one/1/ a.txt; mv src/b.txt src/moved.txt");
    Files.writeString(
        project.root.resolve("a.txt"),
        Files.readString(project.root.resolve("a.txt")).replace("six", "six by hand"));
    Files.writeString(project.root.resolve("src/moved.txt"), "bee\nby hand\n");
    project.undone();
    assertThat(project.root.resolve("a.txt")).content().contains("one\n", "six by hand");
    assertThat(project.root.resolve("src/b.txt")).hasContent("bee\nby hand");

    project.run("sed -i s/two/2/ a.txt");
    Files.writeString(
        project.root.resolve("a.txt"),
        Files.readString(project.root.resolve("a.txt")).replace("2", "zwei"));
    assertThat(project.undo().conflicts())
        .singleElement()
        .satisfies(conflict -> assertThat(conflict.reason()).contains("zwei"));
    assertThat(project.root.resolve("a.txt")).content().contains("zwei");
  }

  @Test
  void whatAPersonChangesMeanwhileIsNotLost() throws Exception {
    CommandWatch watch = project.editing.watch(ShellProject.BASH);
    ShellProject.start(project.root, Confinement.none(), "sed -i s/one/1/ a.txt");
    Files.writeString(project.root.resolve("src/b.txt"), "by hand\n");
    assertThat(watch.finish().files()).hasSize(2);
    project.undone();
    new Undo(project.journal).redo();
    assertThat(project.root.resolve("src/b.txt")).hasContent("by hand");
  }

  @Test
  void whatTheJournalWroteMeanwhileIsNotTheCommands() throws Exception {
    CommandWatch watch = project.editing.watch(ShellProject.BASH);
    var agent = new Attribution(Origin.AGENT, "edit_file", "call-2");
    project.journal.commit(
        new Transaction(
            List.of(
                new FileChange.Update(FileStates.of("src/b.txt", "bee\n"), "wasp\n"),
                new FileChange.Create("new.txt", "new\n"))),
        agent);
    ShellProject.start(project.root, Confinement.none(), "echo more >> new.txt; echo x > x.txt");
    Effects effects = watch.finish();
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly("new.txt", "x.txt");
    Change more = project.journal.changes().get(2);
    assertThat(more.path()).isEqualTo("new.txt");
    assertThat(more.kind()).isEqualTo(Change.Kind.UPDATED);
    new Undo(project.journal).undo(project.journal.changes().subList(2, 4));
    assertThat(project.root.resolve("new.txt")).hasContent("new");
    assertThat(project.root.resolve("src/b.txt")).hasContent("wasp");
  }

  @Test
  void commandsThatOverlapShareNoChange() throws Exception {
    CommandWatch first = project.editing.watch(ShellProject.BASH);
    CommandWatch second = project.editing.watch(new Attribution(Origin.SHELL, "bash", "call-2"));
    ShellProject.start(project.root, Confinement.none(), "echo 1 > one.txt; echo 2 > two.txt");
    Effects early = second.finish();
    ShellProject.start(project.root, Confinement.none(), "echo 3 > three.txt; echo 1 >> one.txt");
    Effects late = first.finish();
    assertThat(early.files()).hasSize(2);
    assertThat(early.notes()).singleElement().asString().contains("at the same time");
    assertThat(late.files()).extracting(Effects.File::path).containsExactly("one.txt", "three.txt");
    assertThat(late).isSameAs(first.finish());
    new Undo(project.journal).undo(project.journal.changes());
    assertThat(project.tree()).containsOnlyKeys("a.txt", "src/", "src/b.txt");
  }

  @Test
  void anAbortStillRecords() throws Exception {
    CommandWatch watch = project.editing.watch(ShellProject.BASH);
    ShellProject.start(project.root, Confinement.none(), "rm a.txt");
    Thread.currentThread().interrupt();
    Effects effects = watch.finish();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(effects.files()).hasSize(1);
  }

  @Test
  void staleEditsAreCaughtAfterACommand() throws Exception {
    project.workspace.saw(project.workspace.snapshot(project.root.toRealPath().resolve("a.txt")));
    var plan =
        new ExactEdit("a.txt", "two", "TWO", ExactEdit.Occurrences.ONE).plan(project.editing);
    project.run("sed -i s/two/2/ a.txt; rm src/b.txt");
    assertThatThrownBy(
            () ->
                project.editing.commit(
                    plan.transaction(), new Attribution(Origin.AGENT, "edit_file", "c")))
        .isInstanceOfSatisfying(
            CommitException.class,
            stale -> assertThat(stale.kind()).isEqualTo(CommitException.Kind.STALE));
  }

  @Test
  void allWritableRootsAreWatched() throws Exception {
    Path more = Files.createDirectory(temporary.resolve("more"));
    Path fixed = Files.createDirectory(temporary.resolve("fixed"));
    Files.writeString(more.resolve("m.txt"), "m\n");
    Files.writeString(fixed.resolve("f.txt"), "f\n");
    Workspace workspace =
        Workspace.open(
            project.root,
            List.of(Root.of(more, Root.Use.WRITABLE), Root.of(fixed, Root.Use.READ_ONLY)));
    Journal journal = ProjectJournal.open(project.state, workspace, "s");
    var editing = new DirectEditing(workspace, journal);
    CommandWatch watch = editing.watch(ShellProject.BASH);
    ShellProject.start(
        project.root, Confinement.none(), "echo x > " + more + "/m.txt; rm " + fixed + "/f.txt");
    assertThat(watch.finish().files()).hasSize(1);
    new Undo(journal).undoLatestPrompt();
    assertThat(more.resolve("m.txt")).hasContent("m");
    assertThat(fixed.resolve("f.txt")).doesNotExist();
  }

  @Test
  void tenonsOwnStateInsideTheProjectIsNoEffect() throws Exception {
    Path state = project.root.resolve(".state");
    Journal journal = ProjectJournal.open(state, project.workspace, "s");
    var editing = new DirectEditing(project.workspace, journal);
    CommandWatch watch = editing.watch(ShellProject.BASH);
    ShellProject.start(project.root, Confinement.none(), "echo x > x.txt");
    assertThat(watch.finish().files()).extracting(Effects.File::path).containsExactly("x.txt");
  }

  @Test
  void aLargeRepositoryNeedsNoCopies() throws Exception {
    ShellProject.start(
        project.root,
        Confinement.none(),
        "mkdir many && for i in $(seq 2100); do echo content of $i > many/f$i; done;"
            + " find . -exec touch -d '1 hour ago' {} +; git init -q . && git add -A &&"
            + " git commit -qm all && echo dirty >> a.txt");
    awaitSettled(project.root.resolve("many"));
    ShellProject.start(project.root, Confinement.none(), "git update-index --refresh");
    Map<String, String> before = project.tree();
    Effects effects =
        project.run("rm -rf many/f1*; echo x >> many/f2; echo y >> a.txt; chmod 600 many/f3");
    assertThat(effects.missed()).isEmpty();
    assertThat(contentsKept()).isLessThan(2000L);
    project.undone();
    assertThat(project.tree()).isEqualTo(before);

    Effects lost = project.run("rm -rf .git many/f5");
    assertThat(lost.missed())
        .containsExactly(new Effects.Missed("many/f5", "its old content is lost"));
  }

  /// Files count as young for two seconds, and young ones are copied.
  private static void awaitSettled(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      Path any = files.findFirst().orElseThrow();
      await()
          .until(
              () ->
                  FileFingerprint.of(any).changed()
                      < (System.currentTimeMillis() - 4000) * 1_000_000L);
    }
  }

  private long contentsKept() throws IOException {
    return Files.size(
        Journal.folderOf(project.state, project.root.toRealPath()).resolve("shell/contents"));
  }

  @Test
  void whatACommandDidIsFoundEvenIfTheProgramDied() throws Exception {
    project.journal.beginPrompt("be careful");
    project.editing.watch(ShellProject.BASH);
    ShellProject.start(project.root, Confinement.none(), "rm -r src; echo half > a.txt");
    // The watch is never finished, and the note of it is that of a program that is gone.
    Path folder = Journal.folderOf(project.state, project.root.toRealPath());
    try (Stream<Path> notes = Files.list(folder.resolve("running"))) {
      Path note = notes.findFirst().orElseThrow();
      Files.writeString(
          note, Files.readString(note).replaceFirst("\"started\":[0-9]+", "\"started\":1"));
    }
    Journal next = ProjectJournal.open(project.state, project.workspace, "next");
    assertThat(next.takeWarnings())
        .singleElement()
        .asString()
        .contains("Tenon ended while a command ran", "3 changes");
    assertThat(folder.resolve("running")).doesNotExist();
    assertThat(new Undo(next).undoLatestPrompt().conflicts()).isEmpty();
    assertThat(project.root.resolve("src/b.txt")).hasContent("bee");
    assertThat(project.root.resolve("a.txt")).content().startsWith("one\n");
    assertThat(ProjectJournal.open(project.state, project.workspace, "x").takeWarnings()).isEmpty();
  }

  @Test
  void aDamagedStoreIsBegunAnew() throws Exception {
    project.run("echo 1 >> a.txt");
    Path store = Journal.folderOf(project.state, project.root.toRealPath()).resolve("shell");
    Files.write(store.resolve("names"), new byte[] {1, 2, 3});
    var again = new ShellProject(temporary);
    Map<String, String> before = again.tree();
    again.run("rm -r src a.txt");
    again.undone();
    assertThat(again.tree()).isEqualTo(before);
    // A last entry that was cut off is dropped.
    byte[] names = Files.readAllBytes(store.resolve("names"));
    Files.write(store.resolve("names"), Arrays.copyOf(names, names.length - 5));
    var third = new ShellProject(temporary);
    third.run("rm -r src a.txt");
    third.undone();
    assertThat(third.tree()).isEqualTo(before);
  }
}

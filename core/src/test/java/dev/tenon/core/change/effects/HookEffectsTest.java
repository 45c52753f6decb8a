package dev.tenon.core.change.effects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.exec.shell.Confinement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Watches around hooks, of all files and of some.
@Timeout(120)
class HookEffectsTest {
  private static final Attribution HOOK = new Attribution(Origin.HOOK, "PostToolUse", "call-1");

  @TempDir Path folder;
  private ShellProject project;

  @BeforeEach
  void makeProject() throws Exception {
    project = new ShellProject(folder);
    Files.writeString(project.root.resolve("a.txt"), "one\n");
    Files.writeString(project.root.resolve("b.txt"), "one\n");
  }

  private CommandWatch watch(HookExtent.Look look, HookExtent.Turn turn, String... files)
      throws Exception {
    var paths = List.of(files).stream().map(project.root::resolve).toList();
    return project.editing.watchHook(HOOK, new HookExtent(look, turn, Set.copyOf(paths)));
  }

  private void sh(String line) throws Exception {
    ShellProject.start(project.root, Confinement.none(), line);
  }

  private static List<String> paths(Journal journal) throws Exception {
    return journal.changes().stream()
        .map(change -> change.by().tool() + " " + change.path())
        .toList();
  }

  @Test
  void namedFilesAreLookedAtAndNoOthers() throws Exception {
    CommandWatch watch =
        watch(HookExtent.Look.FILES, HookExtent.Turn.THIS, "a.txt", "new.txt", ".git/config");
    sh("echo two >> a.txt; echo two >> b.txt; echo new > new.txt; mkdir .git; echo > .git/config");
    Effects effects = watch.finish();
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly("a.txt", "new.txt");
    assertThat(effects.trees()).isEqualTo(TreeFingerprints.UNKNOWN);
    assertThat(project.undo().conflicts()).isEmpty();
    assertThat(project.root.resolve("a.txt")).hasContent("one");
    assertThat(project.root.resolve("new.txt")).doesNotExist();
  }

  @Test
  void whatAnEarlierHookWasAboutIsLookedAtAgain() throws Exception {
    watch(HookExtent.Look.FILES, HookExtent.Turn.THIS, "a.txt").finish();
    CommandWatch watch = watch(HookExtent.Look.FILES, HookExtent.Turn.THIS, "b.txt");
    sh("rm a.txt");
    assertThat(watch.finish().files()).extracting(Effects.File::path).containsExactly("a.txt");
    assertThat(project.undo().conflicts()).isEmpty();
    assertThat(project.root.resolve("a.txt")).hasContent("one");
  }

  @Test
  void aCommandStillHearsWhatChangedOutsideBeforeAHook() throws Exception {
    project.run("true");
    Files.writeString(project.root.resolve("b.txt"), "another\n");
    watch(HookExtent.Look.EVERYTHING, HookExtent.Turn.THIS).finish();
    CommandWatch watch = project.editing.watch(ShellProject.BASH);
    assertThat(watch.finish().trees().outside()).containsExactly("b.txt");
  }

  @Test
  void whatComesBeforeAPromptBelongsToIt() throws Exception {
    project.journal.beginPrompt("first");
    CommandWatch watch = watch(HookExtent.Look.EVERYTHING, HookExtent.Turn.NEXT);
    sh("echo two >> a.txt");
    watch.finish();
    String second = project.journal.beginPrompt("second").id();
    assertThat(project.journal.changes()).extracting(Change::prompt).containsExactly(second);
    assertThat(project.journal.beginPrompt("third").id()).isNotEqualTo(second);
  }

  /// A note of a program that is gone; a command that runs meanwhile keeps what it needs.
  @Test
  void whatAHookDidWhoseProgramDiedIsRecorded() throws Exception {
    watch(HookExtent.Look.FILES, HookExtent.Turn.THIS, "a.txt");
    sh("echo two >> a.txt; echo two >> b.txt");
    try (var notes = Files.list(project.journal.folder().resolve("running"))) {
      for (Path note : notes.toList()) {
        Files.writeString(
            note, Files.readString(note).replaceFirst("\"pid\":\\d+", "\"pid\":999999999"));
      }
    }
    Journal again = ProjectJournal.open(project.state, project.workspace, "again");
    assertThat(paths(again)).containsExactly("PostToolUse a.txt");
    assertThat(again.takeWarnings()).anyMatch(line -> line.contains("while a hook ran"));
  }

  @Test
  void nothingIsKeptWhereCommandsAreNotRecorded() throws Exception {
    var off = new EffectLimits(EffectLimits.Use.OFF, 1 << 20, 1 << 20, 1000);
    project = new ShellProject(folder.resolve("off"), off);
    CommandWatch watch = watch(HookExtent.Look.EVERYTHING, HookExtent.Turn.THIS, "a.txt");
    sh("echo two >> a.txt");
    assertThat(watch.finish()).isEqualTo(Effects.NONE);
    assertThat(project.journal.folder().resolve("hooks")).doesNotExist();
  }
}

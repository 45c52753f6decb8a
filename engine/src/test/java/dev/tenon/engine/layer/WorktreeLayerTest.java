package dev.tenon.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.engine.Project;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Worktrees of real repositories, with everything that makes them hard.
final class WorktreeLayerTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call-0");

  @TempDir Path folder;
  private Path home;
  private Path root;

  @BeforeEach
  void makeProject() throws Exception {
    TestPrograms.require("git");
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(home.resolve("config.yml"), "");
  }

  private Project open() throws Exception {
    return Project.open(
        ProjectOptions.of(home, root).withEnvironment(Map.of()).with("sandbox.kind", "off"));
  }

  private static String git(Path at, String... words) throws Exception {
    var line =
        new ArrayList<>(
            List.of(
                "git",
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@t",
                "-c",
                "protocol.file.allow=always"));
    line.addAll(List.of(words));
    var builder = new ProcessBuilder(line).directory(at.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(String.join(" ", words) + "\n" + out).isZero();
    return out;
  }

  private static void commit(Path at, String message) throws Exception {
    git(at, "add", "-A");
    git(at, "commit", "-q", "-m", message);
  }

  private void write(String path, String text) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String text(String path) throws Exception {
    return Files.readString(root.resolve(path));
  }

  @Test
  void aWorktreeLooksLikeTheProjectAndIsMergedLikeALayer() throws Exception {
    Path module = Files.createDirectories(folder.resolve("module"));
    git(module, "init", "-q", "-b", "main", ".");
    Files.writeString(module.resolve("m.txt"), "module\n");
    commit(module, "module");
    Path origin = Files.createDirectories(folder.resolve("origin"));
    git(origin, "init", "-q", "-b", "main", ".");
    for (String path : List.of("a.txt", "b.txt", "gone.txt", "wide/c.txt", "narrow/d.txt")) {
      Files.createDirectories(origin.resolve(path).getParent());
      Files.writeString(origin.resolve(path), "one\ntwo\nthree\n");
    }
    Files.writeString(origin.resolve(".gitignore"), "nested/\n.env\nbuild/\n");
    Files.writeString(origin.resolve(".worktreeinclude"), ".env\n");
    commit(origin, "first");
    Files.writeString(origin.resolve("second.txt"), "second\n");
    commit(origin, "second");
    Files.delete(root);
    // Shallow, sparse, with a detached head.
    git(folder, "clone", "-q", "--depth", "1", "file://" + origin, root.toString());
    git(root, "sparse-checkout", "set", "--no-cone", "/*", "!/narrow/");
    git(root, "submodule", "--quiet", "add", "file://" + module, "sub");
    commit(root, "with a submodule");
    git(root, "checkout", "-q", "--detach");
    // Hooks that fail, signing that hangs.
    for (String hook : List.of("pre-commit", "post-checkout", "reference-transaction")) {
      Path file = Files.writeString(root.resolve(".git/hooks/" + hook), "#!/bin/sh\nexit 1\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    git(root, "config", "commit.gpgsign", "true");
    git(root, "config", "gpg.program", "sleep 600");
    // A repository inside that nobody tracks, and work that is not committed.
    Path nested = Files.createDirectories(root.resolve("inner"));
    git(nested, "init", "-q", "-b", "main", ".");
    Files.writeString(nested.resolve("n.txt"), "nested\n");
    commit(nested, "nested");
    Files.writeString(nested.resolve("n.txt"), "nested, not committed\n");
    write("a.txt", "one\ntwo\nTHREE\n");
    write("new.txt", "untracked\n");
    write("staged.txt", "in the index\n");
    git(root, "-c", "core.hooksPath=/dev/null", "add", "staged.txt");
    Files.delete(root.resolve("gone.txt"));
    Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
    write(".env", "KEY=1\n");
    write("build/x.o", "built\n");
    write("sub/m.txt", "module, not committed\n");
    String status = git(root, "status", "--porcelain");

    try (Project project = open()) {
      HelperLayers layers = project.layers();
      try (HelperLayer layer = layers.open("0-Tree", "session-1", HelperLayers.Apart.WORKTREE)) {
        Path tree = layer.workspace().root();
        assertThat(tree.startsWith(root)).isFalse();
        assertThat(tree.startsWith(home)).isFalse();
        assertThat(layer.kind()).isEqualTo("worktree of git");
        assertThat(tree.resolve("a.txt")).hasContent("one\ntwo\nTHREE\n");
        assertThat(tree.resolve("new.txt")).hasContent("untracked\n");
        assertThat(tree.resolve("staged.txt")).hasContent("in the index\n");
        assertThat(tree.resolve("gone.txt")).doesNotExist();
        assertThat(tree.resolve("narrow")).doesNotExist();
        assertThat(Files.readSymbolicLink(tree.resolve("link"))).hasToString("a.txt");
        assertThat(tree.resolve(".env")).hasContent("KEY=1\n");
        assertThat(tree.resolve("build")).doesNotExist();
        assertThat(tree.resolve("sub/m.txt")).hasContent("module, not committed\n");
        assertThat(tree.resolve("inner/n.txt")).hasContent("nested, not committed\n");
        assertThat(layer.files()).isEmpty();
        // The helper works there, by its tools and by hand.
        layer
            .editing()
            .commit(
                new Transaction(
                    List.of(FileChange.of(layer.editing().current("a.txt"), "ONE\ntwo\nTHREE\n"))),
                AGENT);
        Files.delete(tree.resolve("b.txt"));
        Files.writeString(tree.resolve("sub/m.txt"), "module by the helper\n");
        Files.writeString(tree.resolve("inner/n.txt"), "nested by the helper\n");
        Files.writeString(tree.resolve("made.txt"), "made\n");
        Files.writeString(tree.resolve(".env"), "KEY=2\n");
        assertThat(git(root, "status", "--porcelain")).isEqualTo(status);
        // The person goes on meanwhile.
        write("a.txt", "one\ntwo\nTHREE\nfour\n");
        write("sub/m.txt", "module by the person\n");
        assertThat(layer.files())
            .extracting(LayerFile::path)
            .containsExactly("a.txt", "b.txt", "inner/n.txt", "made.txt", "sub/m.txt");
        List<String> told = layers.merge(layer, HelperLayers.Merge.AUTO).told();
        assertThat(told.getFirst())
            .contains("Merged from its worktree of git", "a.txt, b.txt, inner/n.txt, made.txt");
        assertThat(told.get(1)).contains("sub/m.txt (both changed");
        assertThat(tree).doesNotExist();
      }
      assertThat(text("a.txt")).isEqualTo("ONE\ntwo\nTHREE\nfour\n");
      assertThat(text("inner/n.txt")).isEqualTo("nested by the helper\n");
      assertThat(text("sub/m.txt")).isEqualTo("module by the person\n");
      assertThat(text(".env")).isEqualTo("KEY=1\n");
      assertThat(root.resolve("b.txt")).doesNotExist();
      assertThat(layers.left()).isEmpty();
      assertThat(git(root, "worktree", "list").lines()).hasSize(1);
      assertThat(git(nested, "worktree", "list").lines()).hasSize(1);
      assertThat(folder.resolve("home-worktrees")).isEmptyDirectory();
    }
  }

  @Test
  void gitThatCannotBeReadKeepsTheWork() throws Exception {
    try (Project project = open()) {
      HelperLayers layers = project.layers();
      assertThatThrownBy(() -> layers.open("0-None", "session-1", HelperLayers.Apart.WORKTREE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("isolation: layer needs none");
      assertThat(layers.left()).isEmpty();
      git(root, "init", "-q", "-b", "main", ".");
      write("a.txt", "one\n");
      write("b.txt", "two\n");
      commit(root, "base");
      Path tree;
      try (HelperLayer layer = layers.open("0-Tree", "session-1", HelperLayers.Apart.WORKTREE)) {
        tree = layer.workspace().root();
        Files.writeString(tree.resolve("a.txt"), "helper\n");
      }
      // The base of a file that changed on both sides is known to git alone.
      write("a.txt", "person\n");
      Path objects = root.resolve(".git/objects");
      Files.move(objects, folder.resolve("objects"));
      try (HelperLayer layer = layers.find("0-Tree")) {
        assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).told().getFirst())
            .contains("is not merged", "git");
        assertThatThrownBy(() -> layers.drop(layer)).hasMessageContaining("is kept");
      }
      assertThat(tree.resolve("a.txt")).hasContent("helper\n");
      assertThat(layers.left().stream().filter(left -> left.id().equals("0-Tree")))
          .allMatch(left -> !left.problem().isEmpty())
          .hasSize(1);
      Files.move(folder.resolve("objects"), objects);
      try (HelperLayer layer = layers.find("0-Tree")) {
        assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).told().getFirst())
            .contains("waiting as staged hunks", "a.txt");
      }
      assertThat(tree).doesNotExist();
      assertThat(git(root, "worktree", "list").lines()).hasSize(1);
    }
  }

  @Test
  void whatAWorktreeHoldsBesideIsSavedAndARepositoryMadeInItKeepsIt() throws Exception {
    git(root, "init", "-q", "-b", "main", ".");
    write(".gitignore", "*.local\n");
    write("a.txt", "one\n");
    commit(root, "base");
    try (Project project = open()) {
      HelperLayers layers = project.layers();
      try (HelperLayer layer = layers.open("0-Tree", "session-1", HelperLayers.Apart.WORKTREE)) {
        Path tree = layer.workspace().root();
        Files.writeString(tree.resolve("notes.local"), "note\n");
        Path inner = Files.createDirectories(tree.resolve("inner"));
        git(inner, "init", "-q", "-b", "main", ".");
        Files.writeString(inner.resolve("x.txt"), "x\n");
        commit(inner, "inner");
        assertThat(layers.merge(layer, HelperLayers.Merge.AUTO).toString())
            .contains("saved: notes.local (1 entry)", "inner/.git (1 entry)", "its layer stays");
        assertThat(inner.resolve(".git")).isDirectory();
        assertThat(layers.left().getFirst().problem()).contains("inner/.git");
        assertThat(layers.diff(layer)).contains("+note", "# Not merged and not saved");
      }
      assertThat(text("inner/x.txt")).isEqualTo("x\n");
      assertThat(layers.drop("0-Tree").lost()).contains("inner/.git");
      try (HelperLayer past = layers.find("0-Tree")) {
        layers.merge(past, HelperLayers.Merge.AUTO);
      }
      assertThat(text("notes.local")).isEqualTo("note\n");
    }
  }
}

package dev.tenon.bench.choices;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Scratch;
import dev.tenon.bench.workspace.SampleTree;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.FileTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.WorkingTreeIterator;

/// The files of a repository that are not ignored: as git lists them, as a walk of ours does, and
/// as JGit does.
final class IgnoreReading {
  private static final int TREES = 200;
  private static final int FILES = 20_000;
  private static final int WARM_UPS = 4;
  private static final int ROUNDS = 9;
  private static final WalkOptions ALL =
      new WalkOptions(WalkOptions.Hidden.SHOW, WalkOptions.Ignored.SKIP, Set.of(".git"));

  private static final String[] NAMES = {
    "a", "b", "ab", "abc", "a.o", "b.o", "foo", "bar", "foo.txt", ".hidden", "a b", "x]", "build",
    "Foo", "1", "#c", "!d", "a*b", "end ", "ä.o"
  };
  private static final String[] PIECES = {
    "a",
    "b",
    "ab",
    "*",
    "*.o",
    "foo",
    "bar",
    "b*",
    "?",
    "a?",
    "[ab]",
    "[!a]",
    "[^f]*",
    "[a-c]*",
    "**",
    "*a*",
    "foo.*",
    ".*",
    "build",
    "\\a",
    "[[:alpha:]]",
    "[[:digit:]]",
    "\\*",
    "a\\*b",
    "[]x]*",
    "[x",
    "x\\]",
    "[[:upper:]]*",
    "**o",
    "a b",
    "\\#c",
    "\\!d",
    "#c",
    "end\\ ",
    "*/b"
  };

  private final Path scratch;

  IgnoreReading(Path scratch) {
    this.scratch = scratch;
  }

  void describe(Report report) throws IOException, InterruptedException {
    int ours = 0;
    int theirs = 0;
    for (int seed = 0; seed < TREES; seed++) {
      Path root = Files.createDirectory(scratch.resolve("tree" + seed));
      grow(new Random(seed), root);
      Set<String> truth = git(root);
      ours += walk(root).equals(truth) ? 0 : 1;
      theirs += jgit(root).equals(truth) ? 0 : 1;
      Scratch.delete(root);
    }
    report
        .heading("Ignored files: ours, JGit and git")
        .paragraph(
            TREES
                + " random trees with ignore files of odd patterns, compared with `git ls-files -co"
                + " --exclude-standard`; then "
                + FILES
                + " files with a `.gitignore` of ten lines in each of 20 folders, medians of "
                + ROUNDS
                + " in turns (least–most), processor ms of the process.")
        .table(
            List.of("what", "ours", "JGit", "ratio"),
            List.of(
                List.of(
                    "trees that are seen otherwise than by git",
                    Integer.toString(ours),
                    Integer.toString(theirs),
                    "–"),
                speed()));
  }

  private List<String> speed() throws IOException, InterruptedException {
    Path root = Files.createDirectory(scratch.resolve("ignoring"));
    SampleTree.names(root, FILES);
    repository(root);
    for (int i = 0; i < 20; i++) {
      Files.writeString(
          root.resolve("module" + i).resolve(".gitignore"),
          """
          *.log
          *.class
          /build/
          target/
          !keep.log
          *.t?t
          **/generated/**
          .cache
          *7.md
          # end
          """);
    }
    if (!walk(root).equals(git(root)) || !jgit(root).equals(git(root))) {
      throw new IllegalStateException("the lists differ");
    }
    var turns = new Turns(2);
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      long begin = ProcessTime.nanos();
      int ours = walk(root).size();
      long middle = ProcessTime.nanos();
      int theirs = jgit(root).size();
      long end = ProcessTime.nanos();
      if (round >= 0 && ours == theirs) {
        turns.add(0, (middle - begin) / 1e6);
        turns.add(1, (end - middle) / 1e6);
      }
    }
    return List.of(FILES + " files", turns.shown(0), turns.shown(1), turns.ratio(1, 0));
  }

  private static void repository(Path root) throws IOException {
    Files.createDirectories(root.resolve(".git/objects"));
    Files.createDirectories(root.resolve(".git/refs"));
    Files.writeString(root.resolve(".git/HEAD"), "ref: refs/heads/main\n");
  }

  private static void grow(Random random, Path root) throws IOException {
    repository(root);
    var folders = new ArrayList<>(List.of(root));
    for (int i = 10 + random.nextInt(30); i > 0; i--) {
      Path at = folders.get(random.nextInt(folders.size())).resolve(one(random, NAMES));
      if (Files.exists(at)) {
        continue;
      }
      if (random.nextInt(3) == 0) {
        folders.add(Files.createDirectory(at));
      } else {
        Files.writeString(at, "");
      }
    }
    for (Path folder : folders) {
      if (folder.equals(root) || random.nextInt(3) == 0) {
        Files.writeString(folder.resolve(".gitignore"), patterns(random));
      }
    }
  }

  private static String patterns(Random random) {
    var text = new StringBuilder();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      text.append(random.nextInt(5) == 0 ? "!" : "");
      text.append(random.nextInt(4) == 0 ? "/" : "");
      text.append(one(random, PIECES));
      text.append(random.nextInt(3) == 0 ? "/" + one(random, PIECES) : "");
      text.append(random.nextInt(4) == 0 ? "/" : "").append('\n');
    }
    return text.toString();
  }

  private static String one(Random random, String[] words) {
    return words[random.nextInt(words.length)];
  }

  private static Set<String> git(Path root) throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder(
                "git", "-c", "core.excludesFile=", "ls-files", "-co", "--exclude-standard", "-z")
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (git.waitFor() != 0) {
      throw new IOException("git failed in " + root);
    }
    var paths = new TreeSet<>(List.of(out.split("\0", -1)));
    paths.remove("");
    return paths;
  }

  private static Set<String> walk(Path root) throws IOException, InterruptedException {
    Workspace workspace = Workspace.open(root);
    return new TreeSet<>(workspace.view().walk(ALL).files(workspace.root()));
  }

  private static Set<String> jgit(Path root) throws IOException {
    var paths = new TreeSet<String>();
    try (Repository repository =
            new FileRepositoryBuilder().setGitDir(root.resolve(".git").toFile()).build();
        var walk = new TreeWalk(repository)) {
      walk.addTree(new FileTreeIterator(repository));
      walk.setRecursive(false);
      while (walk.next()) {
        var entry = walk.getTree(0, WorkingTreeIterator.class);
        if (entry == null || entry.isEntryIgnored()) {
          continue;
        }
        if (walk.isSubtree()) {
          walk.enterSubtree();
        } else {
          paths.add(walk.getPathString());
        }
      }
    }
    return paths;
  }
}

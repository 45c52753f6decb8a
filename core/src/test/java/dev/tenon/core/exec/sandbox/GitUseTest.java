package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.shell.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What people do with git behind the wall goes on working, without a note.
class GitUseTest {
  private static final List<String> HARMLESS =
      List.of(
          "new n && git -C n log -1 && git -C n config user.name N && git -C n remote add o ../x",
          "git clone -q clones/a y && git -C y pull -q && git -C y checkout -qb topic",
          "git clone -q --bare clones/a y.git && git clone -q --mirror clones/a m.git",
          "git worktree add -q wt2 && (cd wt2 && echo x > x && git add x && git commit -qm x)",
          "git worktree remove wt && git worktree prune",
          "git -c protocol.file.allow=always submodule --quiet add ./clones/a sub2 && git commit"
              + " -qm s",
          "echo 3 > file && git commit -qam 3 && git stash list && git gc -q",
          "echo s > file && git stash -q && git stash pop -q",
          "cd clones/a && echo b > b && git add b && git commit -qm b && git checkout -qb t",
          "cd sub && echo b > b && git add b && git commit -qm b",
          "cd wt && echo b > b && git add b && git commit -qm b",
          "cd husky && echo b > b && git add b && git commit -qm b",
          "git checkout -qb o HEAD~1 && echo o > o && git add o && git commit -qm o"
              + " && git checkout -q main && git merge -q -m m o",
          "git checkout -qb o HEAD~1 && echo o > o && git add o && git commit -qm o && git rebase"
              + " -q main && git revert --no-edit HEAD",
          "git checkout -qb o HEAD~1 && echo o > .gitignore && git add . && git commit -qm o; git"
              + " rebase main; git rebase --abort || true",
          "git init -q --separate-git-dir=g.git w && git -C w status",
          "git init -q -b trunk --object-format=sha256 s && git -C s commit -q --allow-empty -m x",
          "git bisect start HEAD HEAD~1 && git bisect reset",
          "mkdir -p target/t && new target/t/r && rm -rf target",
          "new n && mv n n2 && git -C n2 status && rm -rf n2",
          "new n && cd n && git config extensions.worktreeConfig true && git sparse-checkout set"
              + " x");

  @Test
  void works() throws Exception {
    var wrong = new ArrayList<String>();
    try (GitTrial trial = GitTrial.withRepositories(Sandbox.Choice.AUTO)) {
      for (String line : HARMLESS) {
        trial.again();
        Shell.Finished finished = trial.finished(line);
        List<String> next = trial.command("git status --short; git -C clones/a log -1");
        if (finished.exitCode() != 0 || !finished.notes().isEmpty() || !next.isEmpty()) {
          wrong.add(line + ": " + finished.output() + finished.notes() + next);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void aPersonBringsBackWhatWasSetAside() throws Exception {
    try (GitTrial trial = GitTrial.withRepositories(Sandbox.Choice.AUTO)) {
      List<String> notes = trial.command("new n; cd n; git config alias.st status");
      assertThat(notes).singleElement().asString().contains("alias.st").contains("; the user can");
      Path config = trial.root.resolve("n/.git/config");
      assertThat(config).content().contains("bare = \"false\"").doesNotContain("alias");
      String note = notes.getFirst();
      trial.outside("rm n/.git/config; " + note.substring(note.indexOf("mv ")));
      assertThat(config).content().contains("alias");
      assertThat(trial.command("git -C n st")).isEmpty();
      assertThat(config).content().contains("alias");
    }
  }

  @Test
  void whatAPersonMakesBetweenTwoCommandsIsTheirs() throws Exception {
    try (GitTrial trial = GitTrial.withRepositories(Sandbox.Choice.AUTO)) {
      assertThat(trial.command("new n")).isEmpty();
      trial.outside("new p; cp file p/.git/hooks/pre-push; git -C n config core.editor vi");
      assertThat(trial.command("echo x > n/x; echo y > p/y")).isEmpty();
      assertThat(trial.root.resolve("p/.git/hooks/pre-push")).exists();
      assertThat(trial.root.resolve("n/.git/config")).content().contains("editor");
    }
  }

  @Test
  void nothingIsWrittenOverAnEarlierOne() throws Exception {
    try (var trial = new GitTrial(Sandbox.Choice.AUTO)) {
      trial.command("mkdir d; evil d/.git");
      assertThat(trial.command("evil d/.git; echo '# second' >> d/.git/config")).hasSize(1);
      assertThat(trial.root.resolve("d/.git/config.aside")).content().doesNotContain("second");
      assertThat(trial.root.resolve("d/.git/config.aside2")).content().contains("second");
    }
  }

  @Test
  void aRootThatBecomesARepositoryIsLookedAtToo() throws Exception {
    try (var trial = new GitTrial(Sandbox.Choice.AUTO)) {
      assertThat(trial.command("evil .")).singleElement().asString().contains("core.fsmonitor");
      trial.outside("git --work-tree=. status; git status");
      assertThat(trial.isTripped()).isFalse();
    }
  }

  @Test
  void whatAFileToolDidToABareRepositoryIsNotThePersons() throws Exception {
    try (var trial = new GitTrial(Sandbox.Choice.AUTO)) {
      trial.command("git init -q --bare b");
      Files.writeString(trial.root.resolve("b/config"), "[core]\n\tfsmonitor = x\n");
      assertThat(trial.command("true")).singleElement().asString().contains("core.fsmonitor");
    }
  }
}

package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// After any commands behind the wall, whatever a person does with git in any folder of the project
/// runs nothing that the commands put there.
class GitPropertyTest {
  private static final long FIXED = 7;
  private static final int COMMANDS = 6;
  private static final int BLOCKS_EACH = 5;

  /// Parts of commands, harmless ones and others. `$D` is a folder, `$R` a repository's folder,
  /// with or without anything in it; `$T` is the tripwire.
  private static final List<String> BLOCKS =
      List.of(
          "new $D/n",
          "git init -q $D",
          "git init -q --bare $D/b.git",
          "git clone -q clones/a $D/c",
          "git -C $D worktree add -q ./w$RANDOM",
          "git -C $D -c protocol.file.allow=always submodule --quiet add $PWD/clones/a s$RANDOM",
          "(cd $D; echo $RANDOM > f; git add f; git commit -qm f)",
          "(cd $D; git stash -q; git checkout -qb t$RANDOM; git gc -q)",
          "git -C $D add -f .",
          "mkdir -p $D/x/y; echo y > $D/x/y/z",
          "mv $D m$RANDOM",
          "cp -a $D k$RANDOM",
          "rm -rf $D/.git/index",
          "evil $D/e",
          "evil $D/.git",
          "evil $D",
          "evil $R/modules/m",
          "git -C $D config core.fsmonitor $T",
          "git -C $D config core.pager $T",
          "git -C $D config pager.status $T",
          "git -C $D config core.editor $T",
          "git -C $D config core.hooksPath $PWD/hooks; mkdir -p hooks; cp $T hooks/post-checkout",
          "git -C $D config diff.external $T",
          "git -C $D config gpg.program $T; git -C $D config commit.gpgsign true",
          "git -C $D config alias.lg \"!$T\"",
          "git -C $D config include.path $PWD/inc; printf '[core]\\n\\tfsmonitor = %s\\n' $T > inc",
          "git -C $D remote add r$RANDOM $PWD; git -C $D config remote.origin.uploadpack $T",
          "git -C $D config remote.origin.url \"ext::$T\"; git -C $D config protocol.allow always",
          "git -C $D config remote.origin.url ssh://localhost/x; git -C $D config core.sshCommand"
              + " $T",
          "git -C $D config filter.x.smudge $T; git -C $D config filter.x.clean $T;"
              + " echo '* filter=x' > $D/.gitattributes",
          "git -C $D config diff.x.textconv $T; echo '* diff=x' > $D/.gitattributes",
          "git -C $D config credential.helper \"!$T\"",
          "git -C $D config sequence.editor $T",
          "git -C $D config interactive.diffFilter $T",
          "git -C $D config core.gitProxy $T",
          "git -C $D config extensions.worktreeConfig true;"
              + " git -C $D config --worktree core.fsmonitor $T",
          "for h in pre-commit post-checkout post-index-change pre-rebase post-merge update"
              + " reference-transaction pre-push; do mkdir -p $R/hooks; cp $T $R/hooks/$h; done",
          "rm -rf $R/hooks; mkdir -p hk; cp $T hk/reference-transaction; ln -s $PWD/hk $R/hooks",
          "printf '[core]fsmonitor=%s\\n\\377' $T >> $R/config",
          "printf '[CORE]\\n\\tFSMONITOR = \\\\\\n%s\\n' $T >> $R/config.worktree",
          "cp $R/config cfg; printf '[core]\\n"
              + "\\tfsmonitor = %s\\n"
              + "' $T >> cfg; ln -sf $PWD/cfg $R/config",
          "evil $D/e; echo $PWD/$D/e > $R/commondir",
          "evil $D/e; rm -rf $D/.git; echo 'gitdir: e' > $D/.git",
          "evil $D/e; rm -rf $D/.git; ln -s e $D/.git",
          "evil e2; for w in .git/worktrees/*; do echo $PWD/e2 > $w/commondir; done",
          "evil e3; for w in wt sub; do echo 'gitdir: ../e3' > $w/.git; done",
          "mkdir -p $R/rebase-merge; echo \"exec $T\" > $R/rebase-merge/git-rebase-todo;"
              + " echo x > $R/rebase-merge/interactive; git -C $D rev-parse HEAD"
              + " | tee $R/rebase-merge/onto > $R/rebase-merge/orig-head;"
              + " echo refs/heads/main > $R/rebase-merge/head-name",
          "mkdir -p $R/sequencer; printf '[options]\\n\\tstrategy = ./../x\\n' > $R/sequencer/opts",
          "mkdir -p $R/remotes; echo \"URL: ext::$T\" > $R/remotes/origin",
          "echo '* filter=x diff=x' > $R/info/attributes",
          "touch -d 2001-01-01 $D $R $R/config .",
          "chmod -R u-w $R/hooks",
          "mkdir -p $'d\\377'; evil $'d\\377/.git'",
          "cp $T husky/.husky/pre-commit; cp $T husky/.husky/post-checkout",
          "printf '[core]\\n\\tfsmonitor = %s\\n' $T >> husky/.gitconfig",
          "rm -rf $D; mkdir -p $D",
          "echo 'gitdir: ../husky/.git' > $D/.git; mkdir -p $D/.husky; cp $T $D/.husky/pre-commit",
          "rm -f sub/.git; evil sub/.git; git add sub");

  private static final List<String> FOLDERS =
      List.of(".", "clones/a", "clones/bare.git", "husky", "wt", "sub", "n1", "n2", "n1/n", "x/y");

  /// What a person does, in every folder.
  private static final List<String> PERSON =
      List.of(
          "status",
          "status --porcelain=2 --ignored",
          "diff",
          "diff --cached",
          "diff HEAD",
          "log -2 -p",
          "log --all --oneline",
          "show",
          "show --stat",
          "add -A",
          "add -p",
          "commit -m x --allow-empty",
          "commit --amend --no-edit",
          "commit --allow-empty",
          "fetch --all",
          "fetch origin",
          "pull",
          "push origin HEAD:refs/heads/p",
          "remote -v",
          "remote update",
          "ls-remote",
          "stash",
          "stash pop",
          "blame f",
          "describe --always",
          "grep x",
          "submodule status",
          "submodule update --init --recursive",
          "submodule foreach true",
          "submodule sync",
          "worktree list",
          "worktree prune",
          "worktree repair",
          "ls-files -s",
          "ls-files -o -m",
          "ls-tree -r HEAD",
          "rev-parse HEAD",
          "rev-list --all",
          "checkout .",
          "checkout -B tmp",
          "switch -",
          "restore .",
          "reset --hard",
          "rebase --continue",
          "rebase HEAD~1",
          "rebase -i HEAD~1",
          "merge --abort",
          "merge FETCH_HEAD",
          "cherry-pick --continue",
          "cherry-pick HEAD",
          "revert --no-edit HEAD",
          "bisect start HEAD HEAD~1",
          "bisect reset",
          "am --continue",
          "tag t",
          "branch -a",
          "update-index --refresh",
          "update-index --really-refresh",
          "read-tree HEAD",
          "write-tree",
          "cat-file -p HEAD",
          "for-each-ref",
          "reflog",
          "shortlog HEAD",
          "archive HEAD",
          "fsck",
          "gc --auto",
          "repack -q",
          "prune",
          "maintenance run --auto",
          "clean -n",
          "notes list",
          "check-attr -a f",
          "check-ignore f",
          "hash-object -w f",
          "var GIT_EDITOR",
          "range-diff HEAD~1..HEAD HEAD~1..HEAD",
          "format-patch -1 --stdout",
          "bundle create - HEAD",
          "clone -q . ../../../outside/clone",
          "difftool -y",
          "mergetool -y",
          "lg",
          "config --list",
          "count-objects",
          "diff-files -p",
          "diff-index -p HEAD",
          "request-pull HEAD .",
          "sparse-checkout list",
          "interpret-trailers",
          "verify-commit HEAD",
          "whatchanged -1",
          "show-branch",
          "name-rev HEAD");

  static Stream<Arguments> trials() {
    long random = Long.getLong("tenon.seed", 4711);
    var trials = new ArrayList<Arguments>();
    trials.add(Arguments.of(Sandbox.Choice.BWRAP, FIXED));
    trials.add(Arguments.of(Sandbox.Choice.UNSHARE, random));
    // For whoever looks for more: -Dtenon.git.trials=100
    for (int i = 0; i < Integer.getInteger("tenon.git.trials", 0); i++) {
      trials.add(Arguments.of(Sandbox.Choice.AUTO, random + i + 1));
    }
    return trials.stream();
  }

  @ParameterizedTest
  @MethodSource("trials")
  void gitRunsNothingThatACommandLeft(Sandbox.Choice choice, long seed) throws Exception {
    var random = new Random(seed);
    try (GitTrial trial = GitTrial.withRepositories(choice)) {
      trial.command("new n1; new n1/n; git init -q n2; mkdir -p x/y");
      var done = new ArrayList<String>();
      for (int i = 0; i < COMMANDS; i++) {
        String line = line(random);
        done.add(line);
        done.addAll(trial.command(line));
      }
      String said = trial.outside(person());
      assertThat(trial.isTripped())
          .as("seed %d%n%s%n%s", seed, String.join("\n", done), said)
          .isFalse();
    }
  }

  @Test
  void withoutProtectionItWould() throws Exception {
    var random = new Random(FIXED);
    try (GitTrial trial = GitTrial.withRepositories(Sandbox.Choice.UNSHARE)) {
      trial.unprotected("new n1; new n1/n; git init -q n2; mkdir -p x/y");
      for (int i = 0; i < COMMANDS; i++) {
        trial.unprotected(line(random));
      }
      trial.outside(person());
      assertThat(trial.isTripped()).isTrue();
    }
  }

  private static String line(Random random) {
    var line = new StringBuilder("R=$PWD\n");
    for (int i = 0; i < BLOCKS_EACH; i++) {
      String folder = FOLDERS.get(random.nextInt(FOLDERS.size()));
      String block = BLOCKS.get(random.nextInt(BLOCKS.size()));
      line.append("D=")
          .append(folder)
          .append("; R=$(cd $D && realpath -q $(git rev-parse --git-dir))");
      line.append(" || R=$D/.git; case $R in $PWD/*) ;; *) R=$D/.git; esac; mkdir -p $D $R\n");
      line.append("( ").append(block).append("\n)\n");
    }
    return line.append("true\n").toString();
  }

  /// Every line of the table in every repository, and some of it in every other folder; stops at
  /// the first that leaves a mark, and says which.
  private static String person() {
    var script = new StringBuilder();
    script.append("M=$PWD/../outside/mark; A=$PWD/../outside/all; F=$PWD/../outside/folders\n");
    script.append("look() { [ ! -e $M ] || { echo \"$PWD: git $1\"; exit; }; }\n");
    script.append("few() { git status; look status; git log -1 -p; look log; }\n");
    script.append("all() {\n");
    for (String each : PERSON) {
      script.append("git ").append(each).append("; look '").append(each).append("'\n");
    }
    script.append("script -qc 'git status; git log -1; git diff' /dev/null; look pager; }\n");
    script.append(
        "find \"$PWD\" -type d \\( -path '*/.git/*' -o -name refs -o -name objects -o -name hooks"
            + " -o -name info \\) -prune -o -type d -print0 | head -z -n 40 > $F\n");
    script.append(
        """
        while IFS= read -r -d '' f; do
          cd "$f" 2>/dev/null || continue
          r=$(git rev-parse --absolute-git-dir 2>/dev/null < /dev/null)
          if grep -qxF -- "$r" $A 2>/dev/null; then few; else echo "$r" >> $A; all; fi \
            < /dev/null > /dev/null 2>&1
          [ ! -e $M ] || break
        done < $F
        """);
    return script.toString();
  }

  @Test
  void theTablesAreLargeEnough() {
    assertThat(BLOCKS).hasSizeGreaterThanOrEqualTo(40).doesNotHaveDuplicates();
    assertThat(PERSON).hasSizeGreaterThanOrEqualTo(50).doesNotHaveDuplicates();
  }
}

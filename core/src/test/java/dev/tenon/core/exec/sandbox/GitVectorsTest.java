package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.shell.Shell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each way by which a command could make git run a program later, outside of the wall.
class GitVectorsTest {
  /// A way, the commands of the model, and what a person does then.
  ///
  /// @param commands run one after the other, behind the wall
  /// @param place where the commands and the person begin
  record Row(List<String> commands, String person, Place place) {
    enum Place {
      /// A folder of its own.
      FOLDER,
      /// The root of the project as it was at first.
      ROOT
    }

    /// @param number makes the folder's name
    String at(int number, String line) {
      return place == Place.ROOT ? line : "mkdir -p r%1$d; cd r%1$d\n".formatted(number) + line;
    }
  }

  private static final Map<String, Row> ROWS = new LinkedHashMap<>();

  private static void row(String name, String command, String person) {
    ROWS.put(name, new Row(List.of(command), person, Row.Place.FOLDER));
  }

  private static void root(String name, String command, String person) {
    ROWS.put(name, new Row(List.of(command), person, Row.Place.ROOT));
  }

  static {
    row("a gitlink", "new n; git add n; git -C n config core.fsmonitor $T", "git status");
    row("fsmonitor", "new n; git -C n config core.fsmonitor $T", "cd n; git status");
    row("one line", "new n; echo \"[CORE]FSMonitor=$T\" >> n/.git/config", "cd n; git status");
    row(
        "continued",
        "new n; printf '[core]\\n\\tfsmonitor = \\\\\\n%s\\n' \"$T\" >> n/.git/config",
        "cd n; git status");
    row(
        "invalid bytes",
        "new n; printf '[user]\\n"
            + "\\tx = \\377\\n"
            + "[core]\\n"
            + "\\tfsmonitor = %s\\n"
            + "' \"$T\" >> n/.git/config",
        "cd n; git status");
    row(
        "a byte order mark",
        "new n; printf '\\357\\273\\277[core]\\n\\tfsmonitor = %s\\n' \"$T\" > n/.git/config",
        "cd n; git status");
    row(
        "an include",
        "new n; printf '[core]\\n\\tfsmonitor = %s\\n' \"$T\" > x; git -C n config include.path"
            + " ../../x",
        "cd n; git status");
    row(
        "a conditional include",
        "new n; printf '[core]\\n\\tfsmonitor = %s\\n' \"$T\" > x; git -C n config"
            + " includeIf.gitdir:$PWD/.path $PWD/x",
        "cd n; git status");
    row("an alias", "new n; git -C n config alias.st \"!$T\"", "cd n; git st");
    row("a hook", "new n; cp $T n/.git/hooks/pre-commit", "cd n; git commit --allow-empty -m x");
    row(
        "a folder of hooks",
        "new n; mkdir h; cp $T h/pre-commit; git -C n config core.hooksPath $PWD/h",
        "cd n; git commit --allow-empty -m x");
    row(
        "linked hooks",
        "new n; mkdir h; cp $T h/pre-commit; rm -rf n/.git/hooks; ln -s $PWD/h n/.git/hooks",
        "cd n; git commit --allow-empty -m x");
    row(
        "a linked configuration",
        "new n; cp n/.git/config c; printf '[core]\\n\\tfsmonitor = %s\\n' \"$T\" >> c;"
            + " ln -sf $PWD/c n/.git/config",
        "cd n; git status");
    row("a pager", "new n; git -C n config core.pager $T", "cd n; script -qc 'git log' /dev/null");
    row(
        "a pager of one command",
        "new n; git -C n config pager.status $T",
        "cd n; script -qc 'git status' /dev/null");
    row("an editor", "new n; git -C n config core.editor $T", "cd n; git commit --allow-empty");
    row(
        "an editor of sequences",
        "new n; git -C n config sequence.editor $T; git -C n commit -q --allow-empty -m x",
        "cd n; git rebase -i HEAD~1");
    row(
        "a signature",
        "new n; git -C n config gpg.program $T; git -C n config commit.gpgsign true",
        "cd n; git commit --allow-empty -m x");
    row(
        "ssh",
        "new n; git -C n remote add o ssh://localhost/x; git -C n config core.sshCommand $T",
        "cd n; git fetch o");
    row(
        "a proxy",
        "new n; git -C n remote add o git://localhost/x; git -C n config core.gitProxy $T",
        "cd n; git fetch o");
    row(
        "uploadpack",
        "new n; git -C n remote add o $PWD; git -C n config remote.o.uploadpack $T",
        "cd n; git fetch --all");
    row(
        "receivepack",
        "new n; git -C n remote add o $PWD; git -C n config remote.o.receivepack $T",
        "cd n; git push o HEAD:refs/heads/x");
    row(
        "an outer transport",
        "new n; git -C n remote add o \"ext::$T\"; git -C n config protocol.ext.allow always",
        "cd n; git fetch o");
    row(
        "a filter",
        "new n; echo '* filter=x' > n/.gitattributes; git -C n config filter.x.clean $T;"
            + " echo y > n/y",
        "cd n; git add .");
    row(
        "a text conversion",
        "new n; echo '* diff=x' > n/.gitattributes; git -C n config diff.x.textconv $T;"
            + " echo y > n/t",
        "cd n; git diff");
    row("an outer diff", "new n; git -C n config diff.external $T; echo y > n/t", "cd n; git diff");
    row(
        "a merge driver",
        "new n; cd n; echo '* merge=x' > .gitattributes; git config merge.x.driver $T;"
            + " git checkout -qb o; echo o > t; git commit -qam o; git checkout -q main;"
            + " echo m > t; git commit -qam m",
        "cd n; git merge o");
    row(
        "an archive",
        "new n; git -C n config tar.x.command $T",
        "cd n; git archive --format=x HEAD");
    row(
        "a trailer",
        "new n; git -C n config trailer.x.command $T",
        "cd n; echo | git interpret-trailers --trailer x=1");
    row(
        "a missing object",
        "new n; cd n; git config remote.o.url $PWD; git config remote.o.promisor true;"
            + " git config remote.o.uploadpack $T; git config extensions.partialClone o;"
            + " git config core.repositoryFormatVersion 1;"
            + " rm -rf .git/objects/$(git rev-parse HEAD:t | cut -c1-2)",
        "cd n; git show");
    row(
        "configuration of a worktree",
        "new n; cd n; git config extensions.worktreeConfig true;"
            + " git config --worktree core.fsmonitor $T",
        "cd n; git status");
    root("commondir", "evil e; echo ../e > .git/commondir", "git status");
    row("a linked .git", "evil e; mkdir d; ln -s ../e d/.git", "cd d; git status");
    row("a .git file", "evil e; mkdir d; echo 'gitdir: ../e' > d/.git", "cd d; git status");
    row("a bare repository", "evil d", "cd d; git --work-tree=. status");
    row("in a .git of its own", "mkdir d; evil d/.git", "cd d; git status");
    root(
        "among ignored files",
        "mkdir -p ignored/x; evil ignored/x/.git",
        "cd ignored/x; git status");
    root("below .git", "evil .git/e", "cd .git/e; git --work-tree=. status");
    root(
        "a clone's configuration",
        "git -C clones/a config core.fsmonitor $T",
        "cd clones/a; git status");
    root(
        "a clone's hook",
        "cp $T clones/a/.git/hooks/pre-commit",
        "cd clones/a; git commit --allow-empty -m x");
    root(
        "a bare one's hook",
        "cp $T clones/bare.git/hooks/pre-receive",
        "git push ./clones/bare.git HEAD:refs/heads/x");
    root(
        "another clone in its place",
        "mv clones c2; mkdir clones; evil clones/a/.git; cp -a c2/a/.git/hooks clones/a/.git/hooks",
        "cd clones/a; git status");
    root("a worktree's .git", "evil e; echo 'gitdir: ../e' > wt/.git", "cd wt; git status");
    root(
        "a worktree's commondir",
        "evil e; echo $PWD/e > .git/worktrees/wt/commondir",
        "cd wt; git status");
    root("a submodule's .git", "evil e; echo 'gitdir: ../e' > sub/.git", "git status");
    root("a submodule turned repository", "rm -f sub/.git; evil sub/.git", "git status");
    root("a new module", "evil .git/modules/m", "cd .git/modules/m; git --work-tree=. status");
    root(
        "linked modules",
        "evil m/x; ln -s ../../../m clones/a/.git/modules",
        "cd clones/a/.git/modules/x; git --work-tree=. status");
    root(
        "hooks among the files",
        "cp $T husky/.husky/pre-commit",
        "cd husky; git commit --allow-empty -m x");
    root(
        "included from the files",
        "printf '[core]\\n\\tfsmonitor = %s\\n' \"$T\" >> husky/.gitconfig",
        "cd husky; git status");
    root(
        "hooks of a new worktree",
        "git -C husky worktree add -q ../hw; mkdir hw/.husky; cp $T hw/.husky/pre-commit",
        "cd hw; git commit --allow-empty -m x");
    root(
        "files that use another's hooks",
        "mkdir -p d/.husky; cp $T d/.husky/pre-commit; echo 'gitdir: ../husky/.git' > d/.git",
        "cd d; git commit --allow-empty -m x");
    root(
        "an unfinished rebase",
        "GIT_SEQUENCE_EDITOR='printf \"break\\nexec '$T'\\n\" >' git rebase -i HEAD~1",
        "git rebase --continue");
    row(
        "a name that is no text",
        "mkdir $'d\\377'; evil $'d\\377/.git'",
        "cd $'d\\377'; git status");
    row(
        "far below",
        "p=$(printf 'd/%.0s' {1..200}); mkdir -p $p; evil $p/.git",
        "cd $(printf 'd/%.0s' {1..200}); git status");
    row(
        "times set back",
        "mkdir d; evil d/.git; find d . -maxdepth 1 -exec touch -d 2001-01-01 {} +",
        "cd d; git status");
    row("rights taken away", "mkdir d; evil d/.git; chmod 555 d/.git", "cd d; git status");
    ROWS.put(
        "a second command",
        new Row(
            List.of("new n", "echo \"[core]fsmonitor=$T\" >> n/.git/config"),
            "cd n; git status",
            Row.Place.FOLDER));
    ROWS.put(
        "completed later",
        new Row(
            List.of(
                "mkdir -p d/.git/objects d/.git/refs; echo \"[core]fsmonitor=$T\" > d/.git/config",
                "echo 'ref: refs/heads/main' > d/.git/HEAD"),
            "cd d; git status",
            Row.Place.FOLDER));
    ROWS.put(
        "moved into place",
        new Row(
            List.of("mkdir d; evil d/x; mv d/x/HEAD d/y", "mv d/y d/x/HEAD; mv d/x d/.git"),
            "cd d; git status",
            Row.Place.FOLDER));
  }

  @Test
  void everyWayWorksWithoutProtection() throws Exception {
    var harmless = new ArrayList<String>();
    try (GitTrial trial = GitTrial.withRepositories(Sandbox.Choice.UNSHARE)) {
      int number = 0;
      for (Map.Entry<String, Row> each : ROWS.entrySet()) {
        Row row = each.getValue();
        trial.ready(row.place() == Row.Place.ROOT);
        number++;
        var said = new StringBuilder(each.getKey()).append(": ");
        for (String command : row.commands()) {
          said.append(trial.unprotected(row.at(number, command)));
        }
        said.append(trial.outside(row.at(number, row.person())));
        if (!trial.isTripped()) {
          harmless.add(said.toString());
        }
      }
    }
    assertThat(harmless).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"BWRAP", "UNSHARE"})
  void noWayWorks(Sandbox.Choice choice) throws Exception {
    var tripped = new ArrayList<String>();
    var silent = new ArrayList<String>();
    try (GitTrial trial = GitTrial.withRepositories(choice)) {
      int number = 0;
      for (Map.Entry<String, Row> each : ROWS.entrySet()) {
        Row row = each.getValue();
        trial.ready(row.place() == Row.Place.ROOT);
        number++;
        var notes = new ArrayList<String>();
        var said = new StringBuilder(each.getKey()).append(": ");
        for (String command : row.commands()) {
          Shell.Finished finished = trial.finished(row.at(number, command));
          notes.addAll(finished.notes());
          said.append(finished.output());
        }
        boolean refused = said.indexOf("Read-only") >= 0 || said.indexOf("busy") >= 0;
        if (notes.isEmpty() && !refused) {
          silent.add(said.toString());
        }
        said.append(trial.outside(row.at(number, row.person()))).append(notes);
        if (trial.isTripped()) {
          tripped.add(said.toString());
        }
      }
    }
    assertThat(tripped).isEmpty();
    assertThat(silent).isEmpty();
  }
}

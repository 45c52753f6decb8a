package dev.tenon.core.change.effects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Undo takes back what a command made and hid from git by itself, and the result says of a name
/// that no journal can hold that it is not covered.
class MadeIgnoredTest {
  @TempDir Path folder;
  private ShellProject project;

  @BeforeEach
  void open() throws Exception {
    TestPrograms.require("git");
    project = new ShellProject(folder);
    project.write("a.txt", "one\n");
    project.write("sub/b.txt", "two\n");
    project.write(".gitignore", "*.log\n/build/\n");
    ShellProject.start(
        project.root,
        dev.tenon.core.exec.shell.Confinement.none(),
        "git init -q && git add . && git commit -qm one && mkdir build && echo x > build/old"
            + " && echo y > old.log");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo s > secret.txt; echo secret.txt >> .gitignore",
        "echo secret.txt >> .gitignore; echo s > secret.txt",
        "echo s > secret.txt; echo secret.txt >> .git/info/exclude",
        "echo '*.txt' > sub/.gitignore; echo s > sub/secret.txt",
        "echo '*' > sub/.gitignore; echo s > sub/secret",
        "mkdir new; echo '*' > new/.gitignore; echo s > new/secret; mkdir -p new/a/b; echo s >"
            + " new/a/b/c",
        "mkdir -p new/deep/er; echo new/ >> .gitignore; echo s > new/deep/er/s; ln -s s"
            + " new/deep/er/l",
        "echo 'a.txt' >> .gitignore; echo changed > a.txt",
        "echo 'a.txt' >> .gitignore; rm a.txt",
        "echo 'sub/' >> .gitignore; echo more >> sub/b.txt; echo new > sub/c.txt",
        "echo '**/secret*' >> .gitignore; mkdir -p x/y; echo s > x/y/secret-1; echo s > secret-2",
        "rm .gitignore; echo secret > .gitignore; echo s > secret",
        "echo '/*' >> .gitignore; echo s > one; mkdir two; echo s > two/three",
        "echo '!keep' > sub/.gitignore; echo '*.t' >> sub/.gitignore; echo s > sub/x.t; echo s >"
            + " sub/keep",
        "mkdir nested; cd nested; git init -q; echo '*.o' > .gitignore; echo s > a.o; echo s > b.c",
        "echo s > .hidden; echo .hidden >> .gitignore",
        "mv a.txt moved.txt; echo moved.txt >> .gitignore",
        "chmod 700 a.txt; echo a.txt >> .gitignore",
        "echo '[st]ecret?' >> .gitignore; echo s > secret1; echo s > tecret2",
        "mkdir -p .config; echo '*' > .config/.gitignore; echo s > .config/token",
      })
  void isTakenBack(String command) throws Exception {
    var before = project.tree();
    Effects effects = project.run(command);
    assertThat(effects.files()).isNotEmpty();
    assertThat(effects.missed()).isEmpty();
    assertThat(String.join("\n", effects.notes())).doesNotContain("not recorded");
    project.undone();
    var after = project.tree();
    // What git keeps for itself is git's.
    after.keySet().removeIf(path -> path.equals("nested/") || path.startsWith("nested/.git"));
    assertThat(after).isEqualTo(before);
  }

  @Test
  void whatWasIgnoredBeforeStaysLeftOut() throws Exception {
    Effects effects =
        project.run(
            "echo more > new.log; echo o > build/out; echo '*.tmp' >> .gitignore; echo t > x.tmp");
    assertThat(effects.files()).extracting(Effects.File::path).contains(".gitignore", "x.tmp");
    assertThat(effects.files())
        .extracting(Effects.File::path)
        .doesNotContain("new.log", "build/out");
    assertThat(String.join("\n", effects.notes())).contains("ignored files are not recorded");
    project.undone();
    assertThat(project.root.resolve("new.log")).exists();
    assertThat(project.root.resolve("x.tmp")).doesNotExist();
  }

  @Test
  void moreThanABuildLeavesIsSaidInsteadOfKept() throws Exception {
    Effects effects =
        project.run(
            "mkdir out; echo '*' > out/.gitignore; for i in $(seq 2500); do echo $i > out/f$i;"
                + " done");
    assertThat(effects.summary()).contains("ignored files are not recorded: out/f");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf x > $'caf\\xe9'",
        "printf x > $'\\xff\\xfe'",
        "printf x > $'sub/\\xe9t\\xe9.txt'",
        "mkdir $'d\\xe9'; printf x > $'d\\xe9/in'",
        "ln -s a.txt $'link\\xe9'",
        "printf x > $'caf\\xe9'; printf y > $'caf\\xe8'",
      })
  void aNameThatIsNotUtf8IsSaid(String command) throws Exception {
    Effects effects = project.run(command + "; printf z > plain.txt");
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly("plain.txt");
    assertThat(effects.missed()).isNotEmpty();
    assertThat(effects.summary()).contains("cannot be undone: ", "\\x", "(its name is not UTF-8)");
    project.undone();
    Effects again = project.run("printf z > other.txt");
    assertThat(again.missed()).isEmpty();
    Effects gone =
        project.run(
            "find . -name .git -prune -o -name $'*[\\x80-\\xff]*' -print0 | LC_ALL=C sort -rz |"
                + " xargs -0 rm -rf");
    assertThat(gone.files()).isEmpty();
  }

  /// A large tree is listed by other means.
  @Test
  void aNameThatIsNotUtf8IsSaidInALargeTreeToo() throws Exception {
    project.run("mkdir many; cd many; for i in $(seq 6000); do : > f$i; done");
    Effects effects =
        project.run("printf x > $'many/caf\\xe9'; printf x > $'many/a\\xef\\xbf\\xbd'");
    assertThat(effects.missed())
        .containsExactly(new Effects.Missed("many/caf\\xe9", "its name is not UTF-8"));
    assertThat(effects.files()).extracting(Effects.File::path).containsExactly("many/a\ufffd");
  }

  @Test
  void aNameWithLettersOfAnyKindIsCovered() throws Exception {
    var before = project.tree();
    Effects effects =
        project.run(
            "echo x > 'é ü €.txt'; mkdir 日本; echo y > 日本/😀; echo z > $'a\\xef\\xbf\\xbdb'");
    assertThat(effects.missed()).isEmpty();
    project.undone();
    assertThat(project.tree()).isEqualTo(before);
    assertThat(Files.exists(project.root.resolve("日本"))).isFalse();
  }
}

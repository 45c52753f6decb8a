package dev.tenon.core.workspace.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathSandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWalkTest {
  @TempDir Path temp;

  private FileWalk walk(WalkOptions options) throws Exception {
    return new FileWalk(new PathSandbox(temp), options, new byte[0]);
  }

  private void file(String path) throws Exception {
    Path file = temp.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, path);
  }

  @Test
  void theOrderIsFixedHoweverManyFoldersThereAre() throws Exception {
    var expected = new ArrayList<String>();
    for (int i = 10; i < 40; i++) {
      for (int j = 10; j < 20; j++) {
        file("d" + i + "/e" + j + "/f");
        expected.add("d" + i + "/e" + j + "/f");
      }
      file("d" + i + "/z");
      expected.add("d" + i + "/z");
    }
    FileWalk walk = walk(WalkOptions.DEFAULT);
    for (int i = 0; i < 20; i++) {
      assertThat(walk.files(temp.toRealPath())).isEqualTo(expected);
    }
  }

  /// In a large tree names are looked at only if they can matter; that must not be seen.
  @Test
  void aGlobFindsTheSameInALargeTree() throws Exception {
    for (int i = 10; i < 60; i++) {
      file("d" + i + "/x.java");
      file("d" + i + "/x.txt");
      file("d" + i + "/gone.java");
      Files.writeString(temp.resolve("d" + i + "/.gitignore"), "gone.*\n");
      Files.createSymbolicLink(temp.resolve("d" + i + "/link.java"), Path.of("x.txt"));
      if (i % 3 == 0) {
        file("d" + i + "/folder.java/deep/y.java");
      }
    }
    Glob glob = Glob.of("**/*.java");
    FileWalk walk = walk(WalkOptions.DEFAULT);
    FileWalk.Found found = walk.find(temp.toRealPath(), glob, 10_000);
    FileWalk.Filter asksForAll = (path, kind) -> glob.wants(path, kind);
    assertThat(found).isEqualTo(walk.find(temp.toRealPath(), asksForAll, 10_000));
    assertThat(found.paths())
        .hasSize(50 * 2 + 16)
        .contains("d59/link.java", "d57/folder.java/deep/y.java")
        .doesNotContain("d59/gone.java");
  }

  @Test
  void aLimitIsToldApartFromTheEnd() throws Exception {
    for (String path : List.of("a", "b/c", "d")) {
      file(path);
    }
    FileWalk walk = walk(WalkOptions.DEFAULT);
    FileWalk.Filter filesOnly = (path, kind) -> kind == FileStat.Kind.FILE;
    assertThat(walk.find(temp.toRealPath(), filesOnly, 2))
        .isEqualTo(new FileWalk.Found(List.of("a", "b/c"), FileWalk.More.MORE_EXIST, 0));
    assertThat(walk.find(temp.toRealPath(), filesOnly, 3))
        .isEqualTo(new FileWalk.Found(List.of("a", "b/c", "d"), FileWalk.More.ALL_SHOWN, 0));
  }

  @Test
  void hiddenNamesAndHeavyFolders() throws Exception {
    for (String path : List.of(".env", ".git/config", "node_modules/x/y", "a", ".DS_Store")) {
      file(path);
    }
    assertThat(walk(WalkOptions.DEFAULT).files(temp.toRealPath())).containsExactly(".env", "a");
    assertThat(walk(WalkOptions.DEFAULT.with(WalkOptions.Hidden.SKIP)).files(temp.toRealPath()))
        .containsExactly("a");
    assertThat(walk(WalkOptions.DEFAULT.showing("node_modules")).files(temp.toRealPath()))
        .containsExactly(".env", "a", "node_modules/x/y");
  }

  @Test
  void linksAreShownAndNotFollowed() throws Exception {
    file("real/x");
    Files.createSymbolicLink(temp.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(temp.resolve("same"), Path.of("real"));
    assertThat(walk(WalkOptions.DEFAULT).find(temp.toRealPath(), (path, kind) -> true, 100).paths())
        .containsExactly("real", "real/x", "same", "up");
    assertThat(walk(WalkOptions.DEFAULT).files(temp.toRealPath())).containsExactly("real/x");
  }

  @Test
  void foldersThatCannotBeReadAreCounted() throws Exception {
    assumeFalse(System.getProperty("user.name").equals("root"), "root can read everything");
    file("open/x");
    file("closed/x");
    Files.setPosixFilePermissions(
        temp.resolve("closed"), PosixFilePermissions.fromString("---------"));
    FileWalk.Found found =
        walk(WalkOptions.DEFAULT).find(temp.toRealPath(), (path, kind) -> true, 100);
    assertThat(found.paths()).containsExactly("closed", "open", "open/x");
    assertThat(found.unreadable()).isEqualTo(1);
    Files.setPosixFilePermissions(
        temp.resolve("closed"), PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void anInterruptEndsIt() throws Exception {
    file("a/b/c");
    FileWalk walk = walk(WalkOptions.DEFAULT);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> walk.files(temp.toRealPath()))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aBugInAFilterIsNotSwallowed() throws Exception {
    for (int i = 0; i < 60; i++) {
      file("d" + i + "/e/f");
    }
    FileWalk walk = walk(WalkOptions.DEFAULT);
    assertThatThrownBy(
            () ->
                walk.find(
                    temp.toRealPath(),
                    (path, kind) -> {
                      if (path.equals("d50/e/f")) {
                        throw new IllegalStateException("bug");
                      }
                      return true;
                    },
                    1000))
        .hasMessage("bug");
  }

  @Test
  void aLongListIsSortedInTheOrderOfAWalk() {
    var random = new Random(5);
    String letters = "ab/.- \u0001é\uffff\ud83d\ude00";
    for (int round = 0; round < 300; round++) {
      var paths = new ArrayList<String>();
      for (int i = 0; i < 30; i++) {
        var path = new StringBuilder();
        for (int j = random.nextInt(6); j >= 0; j--) {
          path.append(letters.charAt(random.nextInt(letters.length())));
        }
        paths.add(path.toString());
      }
      var expected = new ArrayList<>(paths);
      expected.sort(FileWalk.ORDER);
      FileWalk.sort(paths);
      assertThat(paths).as("round %d", round).isEqualTo(expected);
    }
  }
}

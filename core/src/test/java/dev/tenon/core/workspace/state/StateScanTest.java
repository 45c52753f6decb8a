package dev.tenon.core.workspace.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.core.workspace.walk.IgnoreCheck;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateScanTest {
  @TempDir Path temporary;

  @Test
  void bothWaysToListAFolderSeeTheSame() throws Exception {
    NativeListing listing = NativeListing.open(Arena.ofAuto());
    assumeTrue(listing != null, "SKIPPED: the C library of this system is not used");
    Path folder = sample();
    Map<String, FileFingerprint> expected = new TreeMap<>();
    try (var names = Files.newDirectoryStream(folder)) {
      for (Path path : names) {
        expected.put(path.getFileName().toString(), FileFingerprint.of(path));
      }
    }
    Map<String, FileFingerprint> found = new TreeMap<>();
    listing.list(folder, found::put);
    assertThat(found).isEqualTo(expected).hasSize(9);
  }

  @Test
  void aLargeTreeIsSeenWholeByAllThreads() throws Exception {
    Path root = Files.createDirectory(temporary.resolve("large"));
    Map<String, FileFingerprint> expected = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      Path folder = Files.createDirectories(root.resolve("d" + i % 7 + "/e" + i));
      for (int j = 0; j < 100; j++) {
        Path file = Files.writeString(folder.resolve("f" + j), "x".repeat(j));
        expected.put(root.relativize(file).toString(), FileFingerprint.of(file));
      }
    }
    // The first scan tells how large the tree is, the others may use the C library.
    for (int round = 0; round < 3; round++) {
      TreeState state = new StateScan(new PathSandbox(root), temporary, 100_000).scan();
      assertThat(state.entries()).hasSize(6000 + 60 + 7).containsAllEntriesOf(expected);
      assertThat(state.reach()).isEqualTo(TreeState.Reach.ALL);
    }
    TreeState few = new StateScan(new PathSandbox(root), temporary, 1000).scan();
    assertThat(few.reach()).isEqualTo(TreeState.Reach.TOO_MANY);
  }

  @Test
  void rulesAndRootsAreRespected() throws Exception {
    Path root = Files.createDirectory(temporary.resolve("project"));
    for (String file :
        List.of(
            "a.txt",
            "out/x",
            "sub/keep.log",
            "sub/no.log",
            ".git/config",
            "node_modules/m/i.js",
            "own/state",
            "fixed/f")) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.writeString(root.resolve(file), "x");
    }
    Files.writeString(root.resolve(".gitignore"), "out/\n*.log\n");
    Files.writeString(root.resolve("sub/.gitignore"), "!keep.log\n");
    Root fixed = Root.of(root.resolve("fixed"), Root.Use.READ_ONLY);
    Root inner = Root.of(root.resolve("sub"), Root.Use.WRITABLE);
    var sandbox = new PathSandbox(root, List.of(fixed, inner));
    TreeState state = new StateScan(sandbox, root.toRealPath().resolve("own"), 1000).scan();
    assertThat(state.entries())
        .containsOnlyKeys("a.txt", ".gitignore", "sub", "sub/.gitignore", "sub/keep.log");
    assertThat(state.ignored()).containsOnlyKeys("out", "sub/no.log", "node_modules");
    assertThat(state.leftOut("out/deep/y")).isEqualTo("out");
    assertThat(state.leftOut("sub/keep.log")).isNull();
    assertThat(new IgnoreCheck(sandbox, root.toRealPath()))
        .satisfies(
            check -> {
              Path real = root.toRealPath();
              assertThat(check.ignores(real.resolve("out/x"), FileStat.Kind.FILE)).isTrue();
              assertThat(check.ignores(real.resolve("sub/no.log"), FileStat.Kind.FILE)).isTrue();
              assertThat(check.ignores(real.resolve("sub/keep.log"), FileStat.Kind.FILE)).isFalse();
              assertThat(check.ignores(real.resolve("new/a.txt"), FileStat.Kind.FILE)).isFalse();
            });
  }

  private Path sample() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("sample"));
    Files.createDirectory(folder.resolve("folder"));
    Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
    for (String name :
        List.of("a", "..b", ".c", "with space", "naïve-日本", "new\nline", "n".repeat(255))) {
      Files.writeString(folder.resolve(name), name);
    }
    return folder;
  }
}

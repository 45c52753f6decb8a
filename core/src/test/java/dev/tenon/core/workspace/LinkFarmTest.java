package dev.tenon.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.text.FileBytes;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.TemporaryFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sandbox among hostile links: random farms of them, and links that are swapped in while a
/// path is in use. Nothing outside may ever be read or changed.
class LinkFarmTest {
  private static final String[] NAMES = {"a", "b", "c", "d"};

  @TempDir Path temp;

  @Test
  void noRandomPathThroughARandomFarmLeadsOut() {
    var allowed = new AtomicInteger();
    var written = new AtomicInteger();
    Seeds.check(
        60,
        random -> {
          Path base = Files.createTempDirectory(temp.toRealPath(), "farm");
          Path root = Files.createDirectory(base.resolve("root"));
          Path outside = Files.createDirectory(base.resolve("outside"));
          grow(random, root, outside);
          var sandbox = new PathSandbox(root);
          Map<String, String> before = contents(outside);
          for (int i = 0; i < 60; i++) {
            String path = path(random, root, outside);
            if (readsOnlyInside(sandbox, path)) {
              allowed.incrementAndGet();
            }
            if (i % 6 == 0 && write(sandbox, path)) {
              written.incrementAndGet();
            }
          }
          assertThat(contents(outside)).isEqualTo(before);
        });
    assertThat(allowed.get()).isGreaterThan(150);
    assertThat(written.get()).isGreaterThan(30);
  }

  private static boolean readsOnlyInside(PathSandbox sandbox, String path) throws IOException {
    Path there = sandbox.root().resolve(path).normalize();
    boolean leadsInside = Files.exists(there) && there.toRealPath().startsWith(sandbox.root());
    Path real;
    try {
      real = sandbox.existing(path);
    } catch (PathException refused) {
      assertThat(leadsInside).as(path + " was refused: " + refused.getMessage()).isFalse();
      return false;
    }
    assertThat(leadsInside).as(path).isTrue();
    assertThat(real).isEqualTo(there.toRealPath());
    if (Files.isRegularFile(real)) {
      String content = new String(sandbox.files().readAll(real, 1000), StandardCharsets.UTF_8);
      assertThat(content).as(path).isEqualTo("inside");
    }
    return true;
  }

  private static boolean write(PathSandbox sandbox, String path) throws IOException {
    try {
      Path real = sandbox.writable(path);
      if (Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      sandbox.files().createFolders(real.getParent());
      try (TemporaryFile staged =
          sandbox
              .files()
              .stage(real, FileBytes.of("inside".getBytes(StandardCharsets.UTF_8)), null)) {
        staged.commit();
      }
      assertThat(real.toRealPath()).startsWith(sandbox.root());
      return true;
    } catch (PathException refused) {
      return false;
    }
  }

  private static void grow(Random random, Path root, Path outside) throws IOException {
    var folders = new ArrayList<>(List.of(root, outside));
    for (int i = 0; i < 30; i++) {
      Path at = folders.get(random.nextInt(folders.size())).resolve(Seeds.oneOf(random, NAMES));
      if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      switch (random.nextInt(4)) {
        case 0 -> folders.add(Files.createDirectory(at));
        case 1 -> Files.writeString(at, at.startsWith(root) ? "inside" : "outside");
        default -> Files.createSymbolicLink(at, Path.of(path(random, root, outside)));
      }
    }
  }

  private static String path(Random random, Path root, Path outside) {
    var path = new StringBuilder();
    switch (random.nextInt(6)) {
      case 0 -> path.append(root).append('/');
      case 1 -> path.append(outside).append('/');
      case 2 -> path.append("../");
      default -> {}
    }
    int length = 1 + random.nextInt(4);
    for (int i = 0; i < length; i++) {
      path.append(i == 0 ? "" : "/");
      path.append(random.nextInt(6) == 0 ? ".." : Seeds.oneOf(random, NAMES));
    }
    return path.toString();
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    var contents = new TreeMap<String, String>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.toList()) {
        boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
        contents.put(path.toString(), file ? Files.readString(path) : "");
      }
    }
    return contents;
  }

  /// A thread swaps a folder for a link to the outside and back, as fast as it can.
  @Test
  void aLinkSwappedInBetweenGainsNothing() throws Exception {
    Path base = temp.toRealPath();
    Path root = Files.createDirectory(base.resolve("root"));
    Path outside = Files.createDirectory(base.resolve("outside"));
    Files.writeString(outside.resolve("x"), "outside");
    Path folder = Files.createDirectory(root.resolve("dir"));
    Files.writeString(folder.resolve("x"), "inside");
    Path aside = base.resolve("aside");
    Path link = Files.createSymbolicLink(base.resolve("link"), outside);
    var sandbox = new PathSandbox(root);
    Map<String, String> before = contents(outside);

    var stop = new AtomicBoolean();
    var swaps = new AtomicInteger();
    Thread swapper =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!stop.get()) {
                    put(folder, aside);
                    put(link, folder);
                    put(folder, link);
                    put(aside, folder);
                    swaps.incrementAndGet();
                  }
                });
    int read = 0;
    int written = 0;
    long begin = System.nanoTime();
    long enough = begin + 2_000_000_000L;
    long latest = begin + 60_000_000_000L;
    try {
      for (int i = 0; i < 20_000 && System.nanoTime() < enough; i++) {
        read += readOnce(sandbox) ? 1 : 0;
        written += writeOnce(sandbox, i) ? 1 : 0;
      }
      // On a busy machine it takes longer until the two have met often enough.
      for (int i = 20_000; System.nanoTime() < latest; i++) {
        if (read > 5 && written > 5 && swaps.get() > 50) {
          break;
        }
        read += readOnce(sandbox) ? 1 : 0;
        written += writeOnce(sandbox, i) ? 1 : 0;
      }
    } finally {
      stop.set(true);
      swapper.join();
    }
    assertThat(contents(outside)).isEqualTo(before);
    assertThat(swaps.get()).isGreaterThan(50);
    assertThat(read).isGreaterThan(5);
    assertThat(written).isGreaterThan(5);
  }

  /// Renames; a folder that the other thread has just made in the way is removed first.
  private static void put(Path from, Path to) {
    while (true) {
      try {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        return;
      } catch (IOException inTheWay) {
        deleteTree(to);
      }
    }
  }

  private static void deleteTree(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.toList().reversed()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException changedMeanwhile) {
      Thread.onSpinWait();
    }
  }

  private static boolean readOnce(PathSandbox sandbox) {
    try {
      byte[] bytes = sandbox.files().readAll(sandbox.existing("dir/x"), 1000);
      assertThat(bytes).isEqualTo("inside".getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (IOException | PathException refused) {
      return false;
    }
  }

  private static boolean writeOnce(PathSandbox sandbox, int i) {
    try {
      Path real = sandbox.writable("dir/new" + i % 5 + "/y");
      sandbox.files().createFolders(real.getParent());
      try (TemporaryFile staged =
          sandbox.files().stage(real, FileBytes.of(new byte[] {'y'}), null)) {
        staged.commit();
      }
      sandbox.files().delete(real);
      sandbox.files().deleteFolder(real.getParent());
      return true;
    } catch (IOException | PathException refused) {
      return false;
    }
  }
}

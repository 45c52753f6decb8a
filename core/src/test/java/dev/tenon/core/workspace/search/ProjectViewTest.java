package dev.tenon.core.workspace.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.BufferOverlay;
import dev.tenon.core.workspace.path.FileBuffer;
import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.ForbiddenPaths;
import dev.tenon.core.workspace.path.OverlayFolder;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files in memory over those on the disk, whatever put them there.
class ProjectViewTest {
  @TempDir Path temporary;

  private final Map<Path, Optional<FileBuffer>> files = new LinkedHashMap<>();
  private Path root;
  private Workspace workspace;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.resolve("project")).toRealPath();
    workspace = Workspace.open(root);
  }

  private void disk(String path, String text) throws Exception {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), text);
  }

  private void stage(String path, String text) {
    stage(path, text.getBytes(StandardCharsets.UTF_8));
  }

  private void stage(String path, byte[] bytes) {
    files.put(root.resolve(path), Optional.of(new FileBuffer(bytes, Sha256.of(bytes), null)));
  }

  private void remove(String path) {
    files.put(root.resolve(path), Optional.empty());
  }

  private ProjectView view() {
    return workspace.view(BufferOverlay.of(files));
  }

  private List<String> all() throws Exception {
    return view().walk(WalkOptions.DEFAULT).list(root, FileWalk.Depth.ALL, 1000).paths();
  }

  private String text(String path) throws Exception {
    return ((ReadResult.Text) view().read(path, ReadLimits.DEFAULT)).content();
  }

  @Test
  void nothingLiesOverTheDiskWhenNothingIsStaged() throws Exception {
    disk("sub/a.txt", "a\n");
    assertThat(workspace.sandbox().over(BufferOverlay.of(files))).isSameAs(workspace.sandbox());
    stage("b.txt", "b\n");
    try (Folder untouched =
        workspace.sandbox().over(BufferOverlay.of(files)).files().folder(root.resolve("sub"))) {
      assertThat(untouched).isNotInstanceOf(OverlayFolder.class);
    }
  }

  @Test
  void aFileMayTakeThePlaceOfAFolderAndAFolderThatOfAFile() throws Exception {
    disk("folder/inner.txt", "needle\n");
    disk("file", "needle\n");
    remove("folder/inner.txt");
    stage("folder", "needle in a file\n");
    remove("file");
    stage("file/inner.txt", "needle in a folder\n");
    assertThat(all()).containsExactly("file/", "file/inner.txt", "folder");
    assertThat(text("folder")).isEqualTo("needle in a file\n");
    assertThat(text("file/inner.txt")).isEqualTo("needle in a folder\n");
    assertThat(view().grep(GrepQuery.of("needle").with(GrepQuery.Show.FILES)).files())
        .extracting(GrepResult.Matches::path)
        .containsExactly("file/inner.txt", "folder");
    assertThat(view().has("folder/inner.txt")).isFalse();
    assertThat(view().stat(root.resolve("file")).isFolder()).isTrue();
  }

  @Test
  void everyEncodingIsReadAndSearchedAsOnTheDisk() throws Exception {
    byte[] wide = "\uFEFFwide needle\r\n".getBytes(StandardCharsets.UTF_16LE);
    byte[] latin = "caf\u00e9 needle\n".getBytes(StandardCharsets.ISO_8859_1);
    byte[] binary = {'n', 'e', 'e', 'd', 'l', 'e', 0, 1};
    byte[] controls = "\u0001\u0002\u0003needle".getBytes(StandardCharsets.UTF_8);
    stage("wide.txt", wide);
    stage("latin.txt", latin);
    stage("binary", binary);
    stage("controls", controls);
    assertThat(text("wide.txt")).isEqualTo("wide needle\n");
    assertThat(text("latin.txt")).isEqualTo("caf\u00e9 needle\n");
    assertThat(view().read("binary", ReadLimits.DEFAULT)).isInstanceOf(ReadResult.Binary.class);
    assertThat(view().read("controls", ReadLimits.DEFAULT)).isInstanceOf(ReadResult.Binary.class);
    assertThat(view().bytes(root.resolve("binary"), 100)).isEqualTo(binary);
    GrepResult staged = view().grep(GrepQuery.of("needle"));
    for (Map.Entry<Path, Optional<FileBuffer>> file : files.entrySet()) {
      Files.write(file.getKey(), file.getValue().orElseThrow().data().load());
    }
    assertThat(staged.files()).isEqualTo(workspace.view().grep(GrepQuery.of("needle")).files());
    assertThat(staged.files()).hasSize(3);
  }

  @Test
  void largeFilesAreStreamedFromMemory() throws Exception {
    String line = "x".repeat(1023) + "\n";
    stage("large.txt", line.repeat(2048) + "the end\n");
    var read = (ReadResult.Text) view().read("large.txt:2049", ReadLimits.DEFAULT);
    assertThat(read.lines()).containsExactly("the end");
    assertThat(read.total()).isEqualTo(2049);
    stage("huge.txt", line.repeat(17 * 1024) + "a needle\n");
    GrepResult found = view().grep(GrepQuery.of("a needle"));
    assertThat(found.files()).hasSize(1);
    assertThat(found.files().getFirst().lines().getFirst().number()).isEqualTo(17 * 1024 + 1);
  }

  @Test
  void bothEnginesGiveTheSameAnswer() throws Exception {
    disk("a/disk.txt", "one needle\n");
    disk("b/changed.txt", "old needle\n");
    disk("c/gone.txt", "needle\n");
    disk("b.txt", "needle\nneedle\n");
    stage("b/changed.txt", "new needle\nneedle\nnone\n");
    stage("a/new/made.txt", "needle\n");
    remove("c/gone.txt");
    PathSandbox seen = workspace.sandbox().over(BufferOverlay.of(files));
    Ripgrep rg = Ripgrep.find(System.getenv().getOrDefault("PATH", ""));
    for (GrepQuery.Show show : GrepQuery.Show.values()) {
      for (int limit : new int[] {1, 2, 3, 100}) {
        for (String place : List.of(".", "a", "b", "b/changed.txt", "a/new")) {
          GrepQuery query = GrepQuery.of("needle").with(show).in(place).page(0, limit);
          GrepResult own = new Grep(seen, null).search(query);
          GrepResult fast = new Grep(seen, rg).search(query);
          assertThat(fast.files()).as("%s", query).isEqualTo(own.files());
          assertThat(fast.more()).as("%s", query).isEqualTo(own.more());
        }
      }
    }
    assertThat(
            new Grep(seen, rg).search(GrepQuery.of("needle").with(GrepQuery.Show.COUNTS)).files())
        .extracting(file -> file.path() + ":" + file.count())
        .containsExactly("a/disk.txt:1", "a/new/made.txt:1", "b/changed.txt:2", "b.txt:2");
  }

  @Test
  void aStagedIgnoreFileHidesAndShowsFilesOnTheDisk() throws Exception {
    Files.createDirectory(root.resolve(".git"));
    disk(".gitignore", "*.log\n");
    disk("sub/a.log", "needle\n");
    disk("sub/b.txt", "needle\n");
    stage(".gitignore", "*.txt\n");
    assertThat(all()).containsExactly(".gitignore", "sub/", "sub/a.log");
    for (String place : List.of(".", "sub")) {
      assertThat(view().grep(GrepQuery.of("needle").in(place)).files())
          .extracting(GrepResult.Matches::path)
          .containsExactly("sub/a.log");
    }
    remove(".gitignore");
    assertThat(all()).containsExactly("sub/", "sub/a.log", "sub/b.txt");
  }

  @Test
  void closedPathsAreClosedForStagedFilesToo() throws Exception {
    Path closed = root.resolve("secrets");
    workspace =
        Workspace.open(
            root,
            List.of(),
            new ForbiddenPaths() {
              @Override
              public @Nullable String reading(Path path) {
                return path.startsWith(closed) ? "deny read(secrets)" : null;
              }

              @Override
              public @Nullable String writing(Path path) {
                return reading(path);
              }
            });
    stage("secrets/key.txt", "needle\n");
    stage("open.txt", "needle\n");
    assertThat(all()).containsExactly("open.txt");
    assertThat(view().grep(GrepQuery.of("needle")).files()).hasSize(1);
    assertThat(view().find("key", 5)).isEmpty();
    assertThatThrownBy(() -> view().read("secrets/key.txt", ReadLimits.DEFAULT))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("closed by the rule deny read(secrets)");
    assertThat(view().has("secrets/key.txt")).isFalse();
  }

  @Test
  void pathsAreJudgedAsOnTheDisk() throws Exception {
    disk("real/a.txt", "a\n");
    Files.createSymbolicLink(root.resolve("link"), Path.of("real"));
    Files.createSymbolicLink(root.resolve("out"), temporary);
    stage("real/new.txt", "new\n");
    stage("made/Needle.java", "class Needle {}\n");
    assertThat(view().existing("link/new.txt")).isEqualTo(root.resolve("real/new.txt"));
    assertThat(view().existing("./made/../made")).isEqualTo(root.resolve("made"));
    assertThatThrownBy(() -> view().existing("out/new.txt"))
        .isInstanceOfSatisfying(
            PathException.class,
            denied -> assertThat(denied.kind()).isEqualTo(PathException.Kind.DENIED));
    assertThatThrownBy(() -> view().existing("made/Nedle.java"))
        .isInstanceOfSatisfying(
            PathException.class,
            missing ->
                assertThat(missing.suggestions())
                    .containsExactly("Did you mean made/Needle.java?"));
    assertThat(view().target("made/Needle.java:1").path()).isEqualTo("made/Needle.java");
    stage("odd:1", "odd\n");
    assertThat(view().target("odd:1").path()).isEqualTo("odd:1");
    stage(" spaced ", "spaced\n");
    assertThat(text(" spaced ")).isEqualTo("spaced\n");
  }

  @Test
  void aViewIsNotWrittenTo() throws Exception {
    stage("a.txt", "a\n");
    PathSandbox seen = workspace.sandbox().over(BufferOverlay.of(files));
    assertThatThrownBy(() -> seen.files().delete(root.resolve("a.txt")))
        .isInstanceOf(ReadOnlyFileSystemException.class);
    SeekableByteChannel channel = seen.files().open(root.resolve("a.txt"));
    assertThat(channel.size()).isEqualTo(2);
    ByteBuffer one = ByteBuffer.allocate(1);
    assertThat(channel.position(1).read(one)).isEqualTo(1);
    assertThat(one.get(0)).isEqualTo((byte) '\n');
    assertThat(channel.position()).isEqualTo(2);
    assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    assertThatThrownBy(() -> channel.truncate(0)).isInstanceOf(NonWritableChannelException.class);
    channel.close();
    assertThatThrownBy(channel::size).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void aReadOfABufferCountsAsSeen() throws Exception {
    disk("a.txt", "disk\n");
    stage("a.txt", "staged\n");
    var read = (ReadResult.Text) view().read("a.txt", ReadLimits.DEFAULT);
    assertThat(workspace.seen().latest(root.resolve("a.txt"))).isEqualTo(read.versionIfAny());
    assertThat(workspace.seen().text(Sha256.of("staged\n")).orElseThrow().lf())
        .isEqualTo("staged\n");
    assertThat(view().snapshot(root.resolve("a.txt")).sha256()).isEqualTo(Sha256.of("staged\n"));
    assertThat(view().staged().get(root.resolve("a.txt")).orElseThrow().sha256())
        .isEqualTo(Sha256.of("staged\n"));
  }
}

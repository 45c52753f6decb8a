package dev.tenon.core.workspace.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileMode;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SafeFilesTest {
  @TempDir Path temp;

  /// With and without the directory handles of the platform.
  enum Way {
    HANDLES(Folder::open),
    PATHS(PathFolder::new);

    @SuppressWarnings("ImmutableEnumChecker")
    private final SafeFiles.Opener opener;

    Way(SafeFiles.Opener opener) {
      this.opener = opener;
    }
  }

  private Path root() throws IOException {
    return temp.toRealPath();
  }

  private SafeFiles files(Way way) throws IOException {
    return new PathSandbox(temp, List.of(), way.opener).files();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.walk(root())) {
      Path root = root();
      return all.map(path -> root.relativize(path).toString())
          .filter(name -> !name.isEmpty())
          .sorted()
          .toList();
    }
  }

  @Test
  void linuxHasHandles() throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"));
    try (Folder folder = Folder.open(temp)) {
      assertThat(folder).isInstanceOf(HandleFolder.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void filesAreStagedCommittedReadListedMovedAndDeleted(Way way) throws Exception {
    SafeFiles files = files(way);
    Path file = root().resolve("a/b/x.txt");
    assertThat(files.createFolders(file.getParent()))
        .containsExactly(root().resolve("a"), root().resolve("a/b"));
    assertThat(files.createFolders(file.getParent())).isEmpty();
    try (TemporaryFile staged = files.stage(file, FileBytes.of(bytes("one")), null)) {
      assertThat(file).doesNotExist();
      assertThat(staged.target()).isEqualTo(file);
      staged.commit();
    }
    assertThat(files.readAll(file, 3)).isEqualTo(bytes("one"));
    assertThat(files.stat(file).size()).isEqualTo(3);
    assertThat(files.stat(root()).isFolder()).isTrue();
    assertThat(files.list(root().resolve("a/b")))
        .extracting(SafeFiles.Entry::name)
        .containsExactly("x.txt");
    files.move(file, root().resolve("a/y.txt"));
    assertThat(names()).containsExactly("a", "a/b", "a/y.txt");
    files.delete(root().resolve("a/y.txt"));
    files.deleteFolder(root().resolve("a/b"));
    assertThat(names()).containsExactly("a");
    assertThat(files.statIfThere(file)).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void aStagedFileThatIsNotCommittedLeavesNothing(Way way) throws Exception {
    Path file = root().resolve("x.txt");
    Files.writeString(file, "old");
    try (TemporaryFile staged = files(way).stage(file, FileBytes.of(bytes("new")), null)) {
      assertThat(names()).hasSize(2);
      assertThat(staged.target()).hasContent("old");
    }
    assertThat(names()).containsExactly("x.txt");
    assertThat(file).hasContent("old");
  }

  @ParameterizedTest
  @EnumSource
  void theModeIsKeptOrSet(Way way) throws Exception {
    SafeFiles files = files(way);
    Path file = root().resolve("run.sh");
    Files.writeString(file, "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));
    try (TemporaryFile staged = files.stage(file, FileBytes.of(bytes("new")), null)) {
      staged.commit();
    }
    assertThat(files.stat(file).mode()).isEqualTo(new FileMode(0751));
    try (TemporaryFile staged = files.stage(file, FileBytes.of(bytes("new")), new FileMode(0400))) {
      staged.commit();
    }
    assertThat(files.stat(file).mode()).isEqualTo(new FileMode(0400));
    files.setMode(file, new FileMode(0644));
    assertThat(files.stat(file).mode()).isEqualTo(new FileMode(0644));
  }

  @ParameterizedTest
  @EnumSource
  void noOperationFollowsALink(Way way) throws Exception {
    Path project = Files.createDirectory(root().resolve("project"));
    Path outside = Files.createDirectory(root().resolve("outside"));
    Files.writeString(outside.resolve("x"), "secret");
    Files.createSymbolicLink(project.resolve("dir"), outside);
    Files.createSymbolicLink(project.resolve("file"), outside.resolve("x"));
    SafeFiles files = new PathSandbox(project, List.of(), way.opener).files();
    Path through = project.resolve("dir/x");
    assertThatThrownBy(() -> files.open(through)).isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> files.open(project.resolve("file")))
        .hasMessageContaining("link")
        .hasMessageContaining(project.resolve("file").toString());
    assertThatThrownBy(() -> files.list(project.resolve("dir")))
        .isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> files.stat(through)).isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> files.stage(through, FileBytes.of(bytes("x")), null))
        .isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> files.stage(project.resolve("file"), FileBytes.of(bytes("x")), null))
        .isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> files.delete(through)).isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> files.createFolders(project.resolve("dir/new")))
        .isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> files.setMode(project.resolve("file"), new FileMode(0)))
        .isInstanceOf(FileSystemException.class);
    files.delete(project.resolve("file"));
    assertThat(outside.resolve("x")).hasContent("secret");
    assertThat(names()).containsExactly("outside", "outside/x", "project", "project/dir");
  }

  @ParameterizedTest
  @EnumSource
  void pathsOutsideOrNotNormalisedAreRefused(Way way) throws Exception {
    SafeFiles files = files(way);
    for (Path path :
        List.of(Path.of("/etc/hosts"), root().resolve("../x"), root().resolve("a/../../x"))) {
      assertThatThrownBy(() -> files.open(path)).isInstanceOf(AccessDeniedException.class);
      assertThatThrownBy(() -> files.stage(path, FileBytes.of(bytes("x")), null))
          .isInstanceOf(AccessDeniedException.class);
      assertThatThrownBy(() -> files.delete(path)).isInstanceOf(AccessDeniedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void problemsNameTheWholePath(Way way) throws Exception {
    SafeFiles files = files(way);
    Files.writeString(root().resolve("file"), "x");
    Path missing = root().resolve("no/such/file");
    assertThatThrownBy(() -> files.open(missing))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining(missing.toString());
    assertThatThrownBy(() -> files.createFolders(root().resolve("a/b/../../file/c").normalize()))
        .hasMessageContaining(root().resolve("file/c").toString());
    assertThatThrownBy(() -> files.open(root())).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> files.readAll(root().resolve("file"), 0))
        .hasMessageContaining("limit of 0");
  }

  @ParameterizedTest
  @EnumSource
  void foldersThatCannotAllBeCreatedAreNotLeftBehind(Way way) throws Exception {
    Path tooLong = root().resolve("a/b/" + "x".repeat(300) + "/c");
    assertThatThrownBy(() -> files(way).createFolders(tooLong))
        .isInstanceOf(FileSystemException.class);
    assertThat(names()).isEmpty();
  }

  @Test
  void pipesAreRefusedInsteadOfBlocking() throws Exception {
    Path pipe = root().resolve("pipe");
    TestPrograms.require("mkfifo");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> files(Way.HANDLES).open(pipe)).hasMessageContaining("pipe");
  }

  /// A file may have another size by now than when its folder was listed.
  @ParameterizedTest
  @EnumSource
  void aFileThatGrewOrShrankIsReadToItsEnd(Way way) throws Exception {
    String text = "0123456789".repeat(3000);
    Files.writeString(root().resolve("x"), text);
    try (Folder folder = way.opener.open(root())) {
      for (long size : new long[] {0, 1, 29_999, 30_000, 30_001, 50_000}) {
        var listed = new Folder.Named("x", FileStat.Kind.FILE, size);
        ByteBuffer read = folder.read(listed, 50_000);
        assertThat(read).isNotNull();
        assertThat(StandardCharsets.UTF_8.decode(read.duplicate().rewind()).toString())
            .as("listed with " + size)
            .isEqualTo(text);
        assertThat(folder.read(listed, 29_999)).as("listed with " + size).isNull();
      }
    }
  }

  @Test
  void anInterruptStopsReading() throws Exception {
    Path file = Files.writeString(root().resolve("x"), "x");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> files(Way.HANDLES).readAll(file, 10))
        .isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}

package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.harness.TestPrograms;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {
  private static final long SECONDS = 1_794_820_605L;

  @TempDir Path folder;

  @Test
  void anotherTarReadsNamesModesTimesAndLinks() throws Exception {
    TestPrograms.require("tar");
    String deep = "d".repeat(90) + "/" + "e".repeat(60);
    Path archive = folder.resolve("a.tar.gz");
    try (var tar = new Tar(new Gzip(Files.newOutputStream(archive)), SECONDS)) {
      tar.folder("top");
      tar.file("top/run", 0755, "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8));
      tar.file("top/empty", 0644, new byte[0]);
      tar.file("top/block", 0644, new byte[512]);
      tar.link("top/link", "run");
      tar.folder("d".repeat(90));
      tar.file(deep, 0644, new byte[] {1, 2, 3});
    }
    Path out = Files.createDirectory(folder.resolve("out"));
    Processes.run(
        out, folder.resolve("log"), List.of("tar", "-xzf", archive.toString(), "--no-same-owner"));
    assertThat(out.resolve("top/run")).hasContent("#!/bin/sh\n");
    assertThat(Files.getPosixFilePermissions(out.resolve("top/run")))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(Files.getPosixFilePermissions(out.resolve("top/empty")))
        .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(Files.getLastModifiedTime(out.resolve("top/block")))
        .isEqualTo(FileTime.from(Instant.ofEpochSecond(SECONDS)));
    assertThat(Files.size(out.resolve("top/block"))).isEqualTo(512);
    assertThat(Files.readSymbolicLink(out.resolve("top/link"))).hasToString("run");
    assertThat(out.resolve(deep)).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void theSameFolderGivesTheSameBytesWhateverItsTimesAndUmask() throws Exception {
    byte[] first = packed(tree("one", "rw-r--r--"));
    byte[] second = packed(tree("two", "rw-rw----"));
    assertThat(second).isEqualTo(first);
  }

  @Test
  void aNameThatDoesNotFitIsRefused() throws IOException {
    try (var tar = new Tar(new ByteArrayOutputStream(), 0)) {
      assertThatThrownBy(() -> tar.file("x".repeat(101), 0644, new byte[0]))
          .hasMessageContaining("too long a name");
      assertThatThrownBy(() -> tar.link("link", "x".repeat(101)))
          .hasMessageContaining("too long a link");
    }
  }

  private Path tree(String name, String mode) throws IOException {
    Path root = Files.createDirectories(folder.resolve(name));
    for (String file :
        name.equals("one") ? List.of("b", "a/c", "a/b") : List.of("a/b", "a/c", "b")) {
      Path made = root.resolve(file);
      Files.createDirectories(made.getParent());
      Files.writeString(made, "content of " + file);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
      Files.setLastModifiedTime(made, FileTime.fromMillis(name.hashCode()));
    }
    Files.createSymbolicLink(root.resolve("link"), Path.of("a/b"));
    return root;
  }

  private static byte[] packed(Path root) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new Tar(new Gzip(bytes), SECONDS)) {
      new Tree(root).write(tar, "top/");
    }
    return bytes.toByteArray();
  }
}

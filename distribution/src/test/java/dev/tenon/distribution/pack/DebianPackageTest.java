package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebianPackageTest {
  @TempDir Path folder;

  @Test
  void dpkgReadsWhatIsWritten() throws Exception {
    TestPrograms.require("dpkg-deb");
    Path deb = write("one.deb");
    assertThat(run("dpkg-deb", "--field", deb.toString()))
        .contains("Package: tenon\n", "Version: 1.2.3\n", "Architecture: amd64\n")
        .contains("Installed-Size: ", "Depends: libc6");
    assertThat(run("dpkg-deb", "--ctrl-tarfile", deb.toString())).doesNotContain("postinst");
    assertThat(run("dpkg-deb", "--contents", deb.toString()))
        .contains("root/root")
        .contains("./usr/bin/tenon -> ../lib/tenon/tenon")
        .contains("./usr/share/man/man1/tenon.1.gz")
        .contains("./usr/share/zsh/vendor-completions/_tenon")
        .contains("./usr/share/doc/tenon/copyright")
        .contains("2001-09-09");
    Path out = Files.createDirectory(folder.resolve("out"));
    run("dpkg-deb", "--extract", deb.toString(), out.toString());
    assertThat(run(out.resolve("usr/bin/tenon").toString())).isEqualTo("started\n");
    Path control = folder.resolve("control");
    run("dpkg-deb", "--control", deb.toString(), control.toString());
    Processes.run(
        out, folder.resolve("log"), List.of("md5sum", "--check", control.resolve("md5sums") + ""));
  }

  @Test
  void theSameFilesGiveTheSameBytes() throws Exception {
    assertThat(write("one.deb")).hasSameBinaryContentAs(write("two.deb"));
  }

  @Test
  void aSnapshotComesBeforeItsRelease() {
    var snapshot =
        new Product(
            "1.2.3-SNAPSHOT",
            "abc",
            SbomTest.PRODUCT.time(),
            SbomTest.PRODUCT.javaVersion(),
            SbomTest.PRODUCT.javaVendor());
    assertThat(snapshot.debianVersion()).isEqualTo("1.2.3~SNAPSHOT");
  }

  private Path write(String name) throws IOException {
    Path staged = folder.resolve("staged-" + name);
    put(staged, "dist/launch", "main=x\n");
    put(staged, "share/man/man1/tenon.1", ".TH TENON 1\n");
    put(staged, "share/zsh/site-functions/_tenon", "#compdef tenon\n");
    put(staged, "NOTICE", "notice\n");
    put(staged, "licenses/lib/LICENSE", "licence\n");
    Path launcher = put(staged, "tenon", "#!/bin/sh\necho started\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    Path deb = folder.resolve(name);
    new DebianPackage(SbomTest.PRODUCT, new Maintainer("A. U. Thor <a@b.example>"))
        .write(staged, deb);
    return deb;
  }

  private static Path put(Path staged, String name, String text) throws IOException {
    Path file = staged.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private String run(String... command) throws Exception {
    return Processes.run(folder, folder.resolve("log"), List.of(command));
  }
}

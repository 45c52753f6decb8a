package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.sandbox.ClosedPrograms.Closed;
import dev.tenon.core.exec.sandbox.ClosedPrograms.Open;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramFinderTest {
  @TempDir Path folder;
  private Path bin;
  private Path other;
  private Path home;

  @BeforeEach
  void folders() throws Exception {
    folder = folder.toRealPath();
    bin = Files.createDirectories(folder.resolve("bin"));
    other = Files.createDirectories(folder.resolve("other"));
    home = Files.createDirectories(folder.resolve("home"));
    program(bin.resolve("fetch"));
    program(bin.resolve("fetch2.1"));
    program(bin.resolve("fetcher"));
    program(other.resolve("fetch"));
    Files.createSymbolicLink(bin.resolve("get"), Path.of("fetch"));
    Files.createSymbolicLink(other.resolve("grab"), bin.resolve("get"));
    Files.createSymbolicLink(bin.resolve("fetch2"), Path.of("fetch2.1"));
    Files.createLink(other.resolve("hard"), bin.resolve("fetch"));
    Files.writeString(bin.resolve("notes-fetch"), "not executable");
    program(home.resolve(".pyenv/versions/3.9/bin/snake"));
  }

  private static Path program(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ProgramFinder finder(String word) {
    return new ProgramFinder(
        List.of(new ProgramFinder.Denied(word, "deny bash(" + word + ")")),
        bin + ":relative::" + other + ":" + folder.resolve("missing"),
        home);
  }

  private Set<String> closed(String word) {
    var files = new TreeSet<String>();
    for (Closed each : finder(word).now().closed()) {
      files.add(folder.relativize(each.file()).toString());
    }
    return files;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fetch     | bin/fetch other/fetch other/hard",
        "FETCH     | bin/fetch other/fetch other/hard",
        "get       | bin/fetch other/hard",
        "grab      | bin/fetch other/hard",
        "hard      | bin/fetch other/hard",
        "fetch2    | bin/fetch2.1",
        "fetch2.1  | bin/fetch2.1",
        "fetch*    | bin/fetch bin/fetch2.1 bin/fetcher other/fetch other/hard",
        "*etche*   | bin/fetcher",
        "fet*c*r   | bin/fetcher",
        "snake     | home/.pyenv/versions/3.9/bin/snake",
        "notes-*   | ''",
        "nothing   | ''",
        "fetc      | ''"
      })
  void everyNameOfTheFileIsClosed(String word, String files) {
    assertThat(closed(word)).isEqualTo(files.isEmpty() ? Set.of() : Set.of(files.split(" ", -1)));
  }

  @Test
  void aPathMeansThatFile() throws Exception {
    assertThat(closed(bin.resolve("fetcher").toString())).containsExactly("bin/fetcher");
    assertThat(closed(other.resolve("grab").toString())).contains("bin/fetch", "other/hard");
    program(folder.resolve("elsewhere/tool"));
    assertThat(closed(folder.resolve("elsewhere/tool").toString()))
        .containsExactly("elsewhere/tool");
    assertThat(closed(bin + "/*er")).containsExactly("bin/fetcher");
  }

  @ParameterizedTest
  @CsvSource({"sh", "bash", "env", "setpriv", "unshare", "umount", "/bin/sh"})
  void whatCommandsAreStartedWithStays(String word) {
    ClosedPrograms now = finder(word).now();
    assertThat(now.closed()).isEmpty();
    assertThat(now.open()).isNotEmpty().allMatch(it -> it.reason().contains("start commands"));
  }

  @Test
  void aProgramThatIsManyStaysUnlessItIsMeantItself() throws Exception {
    program(bin.resolve("busybox"));
    Files.createSymbolicLink(bin.resolve("pull"), Path.of("busybox"));
    assertThat(finder("pull").now())
        .isEqualTo(
            new ClosedPrograms(
                List.of(),
                List.of(
                    new Open(
                        "deny bash(pull)",
                        "pull is one of many names of " + bin.resolve("busybox")))));
    assertThat(closed("busybox")).contains("bin/busybox");
    program(bin.resolve("box"));
    for (int i = 0; i < 14; i++) {
      Files.createSymbolicLink(bin.resolve("boxed" + i), Path.of("box"));
    }
    assertThat(closed("boxed3")).isEmpty();
    for (int i = 0; i < 14; i++) {
      Files.createLink(bin.resolve("twin" + i), bin.resolve("fetcher"));
    }
    assertThat(closed("twin3")).isEmpty();
    assertThat(closed("box")).containsExactly("bin/box");
  }

  @Test
  void gitIsClosedWithItsParts() throws Exception {
    Path core = folder.resolve("lib/git-core");
    program(core.resolve("git-remote-x"));
    program(core.resolve("other-part"));
    var finder =
        new ProgramFinder(
            List.of(new ProgramFinder.Denied("git", "deny bash(git)")), core.toString(), home);
    assertThat(finder.now().closed())
        .extracting(Closed::name)
        .contains("git-remote-x")
        .doesNotContain("other-part");
  }

  @Test
  void everythingIsLeftToTheText() {
    assertThat(finder("*").now().closed()).isEmpty();
    assertThat(finder("*").now().open()).hasSize(1);
  }

  @Test
  void whatIsInstalledLaterIsFound() throws Exception {
    ProgramFinder finder = finder("later");
    assertThat(finder.now().closed()).isEmpty();
    program(other.resolve("later"));
    Files.setLastModifiedTime(other, FileTime.fromMillis(System.currentTimeMillis() + 5000));
    await().atMost(10, TimeUnit.SECONDS).until(() -> finder.now().closed().size() == 1);
    assertThat(finder.now()).isSameAs(finder.now());
  }
}

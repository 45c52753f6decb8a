package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `install.sh` with other shells and programs, on disks that are full, read-only or run nothing,
/// and beside what is there and runs already.
@Timeout(120)
class InstallSurroundingsTest {
  /// What the script needs of a system, without what computes sums and downloads.
  static final List<String> PROGRAMS =
      List.of(
          "readlink",
          "mkdir",
          "rm",
          "rmdir",
          "mv",
          "ln",
          "chmod",
          "df",
          "awk",
          "cut",
          "gzip",
          "tar",
          "uname",
          "date",
          "sed",
          "head",
          "tr",
          "perl");

  @TempDir Path folder;
  private InstallHome in;
  private Path local;

  @BeforeEach
  void makeHome() throws IOException {
    in = InstallHome.in(folder);
    local = in.local();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
  void everyPosixShellRunsIt(String shell) throws Exception {
    List<String> words = List.of(shell.split(" ", -1));
    switch (words.getFirst()) {
      case "dash" -> TestPrograms.require("dash");
      case "bash" -> TestPrograms.require("bash");
      default -> TestPrograms.require("busybox");
    }
    InstallHome other = in.with(words.toArray(String[]::new));
    throughItsLife(other, Map.of());
  }

  /// Nothing but busybox, as on Alpine: its tar, gzip, mv, df and sums, too.
  @Test
  void busyboxIsSystemEnough() throws Exception {
    TestPrograms.require("busybox");
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path copy = bin.resolve("busybox");
    in.run(Map.of(), List.of("sh", "-c", "cp \"$(command -v busybox)\" \"$0\"", copy.toString()));
    in.run(Map.of(), List.of(copy.toString(), "--install", bin.toString()));
    assertThat(bin.resolve("sha256sum")).exists();
    throughItsLife(
        in.with(bin.resolve("sh").toString()), Map.of("PATH", bin.toString(), "LC_ALL", "C"));
  }

  private void throughItsLife(InstallHome here, Map<String, String> environment) throws Exception {
    for (String version : List.of("1.0", "1.1", "1.0")) {
      Path archive = here.archive(version, "tenon " + version);
      InstallHome.Outcome outcome = here.run(environment, archive.toString());
      assertThat(outcome.errors()).contains("tenon " + version + " is installed");
      assertThat(outcome.code()).isZero();
      assertThat(here.start()).isEqualTo("tenon " + version + "\n");
    }
    Path damaged = here.archive("1.2", "tenon 1.2");
    Files.write(damaged, Arrays.copyOf(Files.readAllBytes(damaged), 20));
    here.refused(environment, "damaged or not complete", damaged.toString());
    assertThat(here.start()).isEqualTo("tenon 1.0\n");
    assertThat(here.leftovers()).isEmpty();
    assertThat(here.run(environment, "--uninstall").code()).isZero();
    try (Stream<Path> left = Files.list(local)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void anotherProgramComputesTheSumWhereOneIsMissing() throws Exception {
    TestPrograms.require("perl");
    Path archive = in.archive("1.0", "tenon 1.0");
    in.refused(path(), "needs sha256sum or shasum", archive.toString());
    assertThat(local.resolve("lib")).doesNotExist();
    assertThat(in.run(path("shasum"), archive.toString()).errors()).contains("is installed");
  }

  @Test
  void aSumIsComparedWhateverItsLettersAndTheEndOfItsFile() throws Exception {
    Path archive = in.archive("1.0", "tenon 1.0");
    String sum = Library.sha256(Files.readAllBytes(archive));
    Path sums = in.downloads().resolve("SHA256SUMS");
    Files.writeString(sums, sum.toUpperCase(Locale.ROOT) + " *" + archive.getFileName());
    assertThat(in.install(archive).code()).isZero();
    Files.delete(sums);
    assertThat(in.run(archive.toString(), "--sha256", sum).code()).isZero();
  }

  /// The hint for people whose `tenon` would be another one, or none.
  @Test
  void itSaysWhatTheNameStarts() throws Exception {
    Path archive = in.archive("1.0", "tenon 1.0");
    Path other = Files.createDirectory(folder.resolve("other"));
    Path foreign = InstallHome.program(other.resolve("tenon"), "echo joinery");
    String rest = System.getenv("PATH");
    String ours = local.resolve("bin").toString();
    assertThat(in.install(archive).errors()).contains(ours + " is not on your PATH");
    assertThat(in.run(Map.of("PATH", other + ":" + ours + ":" + rest), archive + "").errors())
        .contains(foreign + " comes before " + ours + "/tenon on your PATH");
    assertThat(in.run(Map.of("PATH", ours + ":" + other + ":" + rest), archive + "").errors())
        .doesNotContain("PATH");
    assertThat(foreign).hasContent("#!/bin/sh\necho joinery");
  }

  /// Each mount is made in a namespace of its own and gone with it.
  @Test
  void aDiskThatCannotTakeItIsNamedAndKeepsNothing() throws Exception {
    TestPrograms.require("unshare", "mount");
    String archive = in.archive("1.0", "tenon 1.0").toString();
    mounted("size=3m", "", "has 3 MB free, and 350 are needed", archive);
    // Room by the bytes, but none for files.
    mounted("size=400m,nr_inodes=4", "", "is the disk full?", archive);
    mounted("size=400m,nr_inodes=9", "", "could not unpack", archive);
    mounted("size=400m", "mount -o remount,ro \"$HOME\"; ", "is not writable", archive);
    mounted("size=400m,noexec", "", "does not start here", archive);
    mounted(
        "size=400m",
        "mkdir -p \"$HOME/.local/bin\"; mount -t tmpfs -o ro none \"$HOME/.local/bin\"; ",
        ".local/bin is not writable",
        archive);
  }

  /// Installs with an own file system as home, and looks at what is in it afterwards.
  private void mounted(String options, String more, String words, String archive) throws Exception {
    String script =
        "mount -t tmpfs -o "
            + options
            + " none \"$HOME\" || exit 9; "
            + more
            + "sh \"$0\" \"$1\"; code=$?; find \"$HOME\" ! -type d; exit $code";
    InstallHome.Outcome outcome =
        in.run(
            Map.of(),
            List.of("unshare", "-rm", "sh", "-c", script, InstallHome.SCRIPT.toString(), archive));
    assertThat(outcome.errors()).as(options).contains("install.sh: ").contains(words);
    assertThat(outcome.code()).as(options).isOne();
    assertThat(outcome.output()).as(options).isEmpty();
  }

  @Test
  void aFileWhereAFolderShouldBeIsNamed() throws Exception {
    Files.writeString(Files.createDirectories(local).resolve("share"), "a file");
    in.refused(local.resolve("share") + " is in the way", in.archive("1.0", "x").toString());
    assertThat(local.resolve("lib")).doesNotExist();
    in.refused("needs a value", "--prefix", "");
  }

  /// Also when the home is reached through a link, which the kernel resolves and a shell does not.
  @ParameterizedTest
  @ValueSource(strings = {"real", "linked"})
  void whatStillRunsKeepsItsFiles(String kind) throws Exception {
    Map<String, String> environment = Map.of();
    if (kind.equals("linked")) {
      Path link = Files.createSymbolicLink(folder.resolve("link"), in.home());
      environment = Map.of("HOME", link.toString());
    }
    byte[] java = Files.readAllBytes(Path.of("/bin/sleep").toRealPath());
    Path first = in.archive("1.0", "#!/bin/sh\necho tenon 1.0\n", java);
    assertThat(in.run(environment, first.toString()).code()).isZero();
    Process running =
        new ProcessBuilder(local.resolve("lib/tenon/1.0/dist/runtime/bin/java").toString(), "100")
            .start();
    try {
      Path second = in.archive("1.1", "tenon 1.1");
      assertThat(in.run(environment, second.toString()).errors())
          .contains("1.0 is still running", "tenon 1.1 is installed");
      assertThat(in.start()).isEqualTo("tenon 1.1\n");
      assertThat(local.resolve("lib/tenon/1.0/dist/launch")).exists();
    } finally {
      running.destroyForcibly().waitFor();
    }
    assertThat(in.run(environment, in.archive("1.2", "tenon 1.2").toString()).code()).isZero();
    assertThat(local.resolve("lib/tenon/1.0")).doesNotExist();
    assertThat(local.resolve("lib/tenon/1.1")).doesNotExist();
  }

  @Test
  void stateAndConfigurationStayWhatEverHappens() throws Exception {
    Path state = Files.createDirectories(in.home().resolve(".tenon/projects")).getParent();
    Path settings = Files.writeString(state.resolve("config.yml"), "mode: plan\n");
    for (String version : List.of("1.0", "2.0", "1.0")) {
      assertThat(in.install(in.archive(version, "tenon " + version)).code()).isZero();
    }
    assertThat(in.run("--uninstall").errors()).contains("stay in " + state);
    assertThat(settings).hasContent("mode: plan");
    assertThat(state.resolve("projects")).isDirectory();
  }

  /// A search path with the programs that every system has, and these.
  private Map<String, String> path(String... more) throws IOException {
    var names = new ArrayList<>(PROGRAMS);
    names.addAll(List.of(more));
    Path bin = Files.createTempDirectory(folder, "bin");
    for (String name : names) {
      InstallHome.program(bin.resolve(name), "exec /usr/bin/" + name + " \"$@\"");
    }
    return Map.of("PATH", bin.toString());
  }
}

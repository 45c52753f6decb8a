package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `install.sh` with archives that hold a program in small, in a home with a space in its name.
@Timeout(120)
class InstallScriptTest {
  private static final Path SCRIPT = TestPrograms.house().resolve("install.sh");

  @TempDir Path folder;
  private Path home;
  private Path local;
  private Path downloads;

  record Outcome(int code, String output, String errors) {}

  @BeforeEach
  void makeHome() throws IOException {
    TestPrograms.require("tar", "gzip");
    home = Files.createDirectory(folder.resolve("a home"));
    local = home.resolve(".local");
    downloads = Files.createDirectory(folder.resolve("downloads"));
  }

  @Test
  void installsUpgradesAndTakesItselfAwayAgain() throws Exception {
    Files.createDirectories(home.resolve(".tenon/projects"));
    Outcome first = install(archive("1.0", "tenon 1.0"));
    assertThat(first.errors()).contains("tenon 1.0 is installed").contains("not on your PATH");
    assertThat(first.code()).isZero();
    assertThat(start()).isEqualTo("tenon 1.0\n");
    assertThat(local.resolve("share/man/man1/tenon.1")).hasContent("manual of 1.0");
    assertThat(local.resolve("share/zsh/site-functions/_tenon")).exists();

    Outcome second = install(archive("1.1", "tenon 1.1"));
    assertThat(second.errors()).contains("tenon 1.1 is installed").contains("in the place of 1.0");
    assertThat(start()).isEqualTo("tenon 1.1\n");
    assertThat(local.resolve("share/man/man1/tenon.1")).hasContent("manual of 1.1");
    assertThat(local.resolve("lib/tenon/1.0")).doesNotExist();

    // The same version again replaces what may be damaged.
    Files.delete(local.resolve("lib/tenon/1.1/tenon"));
    assertThat(install(archive("1.1", "tenon 1.1 again")).code()).isZero();
    assertThat(start()).isEqualTo("tenon 1.1 again\n");
    assertThat(leftovers()).isEmpty();

    Outcome gone = run("--uninstall");
    assertThat(gone.code()).isZero();
    assertThat(gone.errors()).contains("took Tenon away").contains("stay in " + home);
    assertThat(local.resolve("lib")).doesNotExist();
    assertThat(local.resolve("bin")).doesNotExist();
    assertThat(local.resolve("share")).doesNotExist();
    assertThat(home.resolve(".tenon/projects")).exists();
    assertThat(run("--uninstall").errors()).contains("nothing is installed");

    assertThat(run("--uninstall", "--purge").errors()).contains("took state and configuration");
    assertThat(home.resolve(".tenon")).doesNotExist();
  }

  @Test
  void purgeTakesNothingThatIsNotTenons() throws Exception {
    Path state = Files.createDirectories(home.resolve("state/projects")).getParent();
    Files.writeString(state.resolve("thesis.tex"), "years of work");
    Outcome mixed = run(Map.of("TENON_HOME", state.toString()), "--uninstall", "--purge");
    assertThat(mixed.code()).isOne();
    assertThat(mixed.errors()).contains("left alone").contains("thesis.tex");
    assertThat(state.resolve("projects")).exists();
    for (String around : List.of(home.toString(), home + "/.", folder.toString())) {
      Outcome refused = run(Map.of("TENON_HOME", around), "--uninstall", "--purge");
      assertThat(refused.code()).isOne();
      assertThat(refused.errors()).contains("left alone");
    }
    Path link = Files.createSymbolicLink(home.resolve("link"), state);
    assertThat(run(Map.of("TENON_HOME", link.toString()), "--uninstall", "--purge").errors())
        .contains("is a link");
  }

  @Test
  void refusesWithWordsAndChangesNothing() throws Exception {
    assertThat(install(archive("1.0", "tenon 1.0")).code()).isZero();
    Path half = archive("1.1", "tenon 1.1");
    byte[] whole = Files.readAllBytes(half);
    Files.write(half, Arrays.copyOf(whole, whole.length / 2));
    refused("damaged or not complete", half.toString());
    Files.write(half, whole);
    refused("should be 00", half.toString(), "--sha256", "00");
    refused("there is no file", folder.resolve("tenon-9-linux-x64.tar.gz").toString());
    refused("another platform", archive("1.1", "x").toString().replace("linux-x64", "macos-arm64"));
    refused("no archive of Tenon", Files.writeString(folder.resolve("x.zip"), "").toString());
    refused("only https", "http://127.0.0.1:1/tenon-1.1-linux-x64.tar.gz");
    refused("which archive");
    refused("no option --frob", "--frob");
    refused("needs a value", "--prefix");
    refused("goes with --uninstall", half.toString(), "--purge");
    refused("has a colon", half.toString(), "--prefix", "/tmp/a:b");
    Files.delete(downloads.resolve("SHA256SUMS"));
    refused("no SHA256SUMS beside", half.toString());
    Files.writeString(downloads.resolve("SHA256SUMS"), "00  other\n");
    refused("does not name", half.toString());
    // A sum that fits, and still no program in it, or one that does not start.
    Path garbage =
        Files.writeString(downloads.resolve("tenon-1.1-linux-x64.tar.gz"), "not an archive");
    sums(garbage);
    refused("could not unpack", garbage.toString());
    refused("holds no Tenon 1.2", renamed(archive("1.1", "x"), "1.2").toString());
    refused("does not start here", archive("1.3", "x'; echo broken >&2; exit 3; '").toString());
    assertThat(start()).isEqualTo("tenon 1.0\n");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void aFirstInstallThatFailsLeavesNothing() throws Exception {
    refused("should be 00", archive("1.0", "tenon 1.0").toString(), "--sha256", "00");
    assertThat(local.resolve("lib")).doesNotExist();
    assertThat(local.resolve("bin")).doesNotExist();
  }

  @Test
  void foreignFilesInTheWayStay() throws Exception {
    Path own = Files.createDirectories(local.resolve("bin")).resolve("tenon");
    Files.writeString(own, "my own script");
    refused("in the way", archive("1.0", "tenon 1.0").toString());
    assertThat(own).hasContent("my own script");
    assertThat(local.resolve("lib")).doesNotExist();
    Files.delete(own);
    Path other = Files.createDirectories(local.resolve("lib/tenon"));
    Files.writeString(other.resolve("data"), "somebody's");
    refused("was not made by install.sh", archive("1.0", "tenon 1.0").toString());
    assertThat(run("--uninstall").errors()).contains("was not made by install.sh");
    assertThat(other.resolve("data")).hasContent("somebody's");
  }

  @Test
  void whatSomebodyPutBesideTheVersionsStays() throws Exception {
    install(archive("1.0", "tenon 1.0"));
    Path mine = Files.createDirectory(local.resolve("lib/tenon/mine"));
    Files.writeString(mine.resolve("data"), "somebody's");
    assertThat(run("--uninstall").errors()).contains("holds other files");
    assertThat(mine.resolve("data")).exists();
    assertThat(local.resolve("lib/tenon/1.0")).doesNotExist();
  }

  private void refused(String words, String... arguments) throws Exception {
    Outcome outcome = run(arguments);
    assertThat(outcome.errors()).contains("install.sh: ").contains(words);
    assertThat(outcome.code()).isOne();
  }

  private Outcome install(Path archive) throws Exception {
    return run(archive.toString());
  }

  private String start() throws Exception {
    return run(Map.of(), List.of(local.resolve("bin/tenon").toString(), "--version")).output();
  }

  /// Unfinished installations.
  private List<Path> leftovers() throws IOException {
    return new Tree(local)
        .paths().stream().filter(path -> path.getFileName().toString().contains(".new.")).toList();
  }

  /// An archive, with its sum beside it.
  private Path archive(String version, String says) throws IOException {
    Path file = downloads.resolve("tenon-" + version + "-linux-x64.tar.gz");
    String top = "tenon-" + version;
    try (var tar = new Tar(new Gzip(Files.newOutputStream(file)), 1_000_000_000)) {
      tar.file(top + "/tenon", 0755, bytes("#!/bin/sh\necho '" + says + "'\n"));
      tar.file(top + "/dist/launch", 0644, bytes("main=x\n"));
      tar.file(top + "/share/man/man1/tenon.1", 0644, bytes("manual of " + version));
      for (String name :
          List.of(
              "bash-completion/completions/tenon",
              "zsh/site-functions/_tenon",
              "fish/vendor_completions.d/tenon.fish")) {
        tar.file(top + "/share/" + name, 0644, bytes("completion"));
      }
    }
    return sums(file);
  }

  private Path renamed(Path archive, String version) throws IOException {
    return sums(
        Files.copy(archive, archive.resolveSibling("tenon-" + version + "-linux-x64.tar.gz")));
  }

  private Path sums(Path file) throws IOException {
    Files.writeString(
        downloads.resolve("SHA256SUMS"),
        Library.sha256(Files.readAllBytes(file)) + "  " + file.getFileName() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return file;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Outcome run(String... arguments) throws Exception {
    return run(Map.of(), arguments);
  }

  private Outcome run(Map<String, String> environment, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("sh", SCRIPT.toString()));
    command.addAll(List.of(arguments));
    return run(environment, command);
  }

  private Outcome run(Map<String, String> environment, List<String> command) throws Exception {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().keySet().retainAll(List.of("PATH"));
    builder.environment().put("HOME", home.toString());
    builder.environment().putAll(environment);
    int code = builder.start().waitFor();
    assertThat(Files.exists(home, LinkOption.NOFOLLOW_LINKS)).isTrue();
    return new Outcome(code, Files.readString(output), Files.readString(errors));
  }
}

package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `install.sh` with archives that hold a program in small.
@Timeout(120)
class InstallScriptTest {
  @TempDir Path folder;
  private InstallHome in;
  private Path home;
  private Path local;

  @BeforeEach
  void makeHome() throws IOException {
    in = InstallHome.in(folder);
    home = in.home();
    local = in.local();
  }

  @Test
  void installsUpgradesAndTakesItselfAwayAgain() throws Exception {
    Files.createDirectories(home.resolve(".tenon/projects"));
    InstallHome.Outcome first = in.install(in.archive("1.0", "tenon 1.0"));
    assertThat(first.errors()).contains("tenon 1.0 is installed").contains("not on your PATH");
    assertThat(first.code()).isZero();
    assertThat(in.start()).isEqualTo("tenon 1.0\n");
    assertThat(local.resolve("share/man/man1/tenon.1")).hasContent("manual of 1.0");
    assertThat(local.resolve("share/zsh/site-functions/_tenon")).exists();

    InstallHome.Outcome second = in.install(in.archive("1.1", "tenon 1.1"));
    assertThat(second.errors()).contains("tenon 1.1 is installed").contains("in the place of 1.0");
    assertThat(in.start()).isEqualTo("tenon 1.1\n");
    assertThat(local.resolve("share/man/man1/tenon.1")).hasContent("manual of 1.1");
    assertThat(local.resolve("lib/tenon/1.0")).doesNotExist();

    // The same version again replaces what may be damaged.
    Files.delete(local.resolve("lib/tenon/1.1/tenon"));
    assertThat(in.install(in.archive("1.1", "tenon 1.1 again")).code()).isZero();
    assertThat(in.start()).isEqualTo("tenon 1.1 again\n");
    assertThat(in.leftovers()).isEmpty();

    InstallHome.Outcome gone = in.run("--uninstall");
    assertThat(gone.code()).isZero();
    assertThat(gone.errors()).contains("took Tenon away").contains("stay in " + home);
    assertThat(local.resolve("lib")).doesNotExist();
    assertThat(local.resolve("bin")).doesNotExist();
    assertThat(local.resolve("share")).doesNotExist();
    assertThat(home.resolve(".tenon/projects")).exists();
    assertThat(in.run("--uninstall").errors()).contains("nothing is installed");

    assertThat(in.run("--uninstall", "--purge").errors()).contains("took state and configuration");
    assertThat(home.resolve(".tenon")).doesNotExist();
  }

  @Test
  void purgeTakesNothingThatIsNotTenons() throws Exception {
    Path state = Files.createDirectories(home.resolve("state/projects")).getParent();
    Files.writeString(state.resolve("thesis.tex"), "years of work");
    InstallHome.Outcome mixed =
        in.run(Map.of("TENON_HOME", state.toString()), "--uninstall", "--purge");
    assertThat(mixed.code()).isOne();
    assertThat(mixed.errors()).contains("left alone").contains("thesis.tex");
    assertThat(state.resolve("projects")).exists();
    for (String around : List.of(home.toString(), home + "/.", folder.toString())) {
      InstallHome.Outcome refused = in.run(Map.of("TENON_HOME", around), "--uninstall", "--purge");
      assertThat(refused.code()).isOne();
      assertThat(refused.errors()).contains("left alone");
    }
    Path link = Files.createSymbolicLink(home.resolve("link"), state);
    assertThat(in.run(Map.of("TENON_HOME", link.toString()), "--uninstall", "--purge").errors())
        .contains("is a link");
  }

  @Test
  void refusesWithWordsAndChangesNothing() throws Exception {
    assertThat(in.install(in.archive("1.0", "tenon 1.0")).code()).isZero();
    Path half = in.archive("1.1", "tenon 1.1");
    byte[] whole = Files.readAllBytes(half);
    Files.write(half, Arrays.copyOf(whole, whole.length / 2));
    in.refused("damaged or not complete", half.toString());
    Files.write(half, whole);
    in.refused("should be 00", half.toString(), "--sha256", "00");
    in.refused("there is no file", folder.resolve("tenon-9-linux-x64.tar.gz").toString());
    in.refused(
        "another platform", in.archive("1.1", "x").toString().replace("linux-x64", "macos-arm64"));
    in.refused("no archive of Tenon", Files.writeString(folder.resolve("x.zip"), "").toString());
    in.refused("only https", "http://127.0.0.1:1/tenon-1.1-linux-x64.tar.gz");
    in.refused("which archive");
    in.refused("no option --frob", "--frob");
    in.refused("needs a value", "--prefix");
    in.refused("goes with --uninstall", half.toString(), "--purge");
    in.refused("has a colon", half.toString(), "--prefix", "/tmp/a:b");
    Files.delete(in.downloads().resolve("SHA256SUMS"));
    in.refused("no SHA256SUMS beside", half.toString());
    Files.writeString(in.downloads().resolve("SHA256SUMS"), "00  other\n");
    in.refused("does not name", half.toString());
    // A sum that fits, and still no program in it, or one that does not start.
    Path garbage =
        Files.writeString(in.downloads().resolve("tenon-1.1-linux-x64.tar.gz"), "not an archive");
    in.sums(garbage);
    in.refused("could not unpack", garbage.toString());
    in.refused("holds no Tenon 1.2", renamed(in.archive("1.1", "x"), "1.2").toString());
    in.refused(
        "does not start here", in.archive("1.3", "x'; echo broken >&2; exit 3; '").toString());
    assertThat(in.start()).isEqualTo("tenon 1.0\n");
    assertThat(in.leftovers()).isEmpty();
  }

  @Test
  void aFirstInstallThatFailsLeavesNothing() throws Exception {
    in.refused("should be 00", in.archive("1.0", "tenon 1.0").toString(), "--sha256", "00");
    assertThat(local.resolve("lib")).doesNotExist();
    assertThat(local.resolve("bin")).doesNotExist();
  }

  @Test
  void foreignFilesInTheWayStay() throws Exception {
    Path own = Files.createDirectories(local.resolve("bin")).resolve("tenon");
    Files.writeString(own, "my own script");
    in.refused("in the way", in.archive("1.0", "tenon 1.0").toString());
    assertThat(own).hasContent("my own script");
    assertThat(local.resolve("lib")).doesNotExist();
    Files.delete(own);
    Path other = Files.createDirectories(local.resolve("lib/tenon"));
    Files.writeString(other.resolve("data"), "somebody's");
    in.refused("was not made by install.sh", in.archive("1.0", "tenon 1.0").toString());
    assertThat(in.run("--uninstall").errors()).contains("was not made by install.sh");
    assertThat(other.resolve("data")).hasContent("somebody's");
  }

  @Test
  void whatSomebodyPutBesideTheVersionsStays() throws Exception {
    in.install(in.archive("1.0", "tenon 1.0"));
    Path mine = Files.createDirectory(local.resolve("lib/tenon/mine"));
    Files.writeString(mine.resolve("data"), "somebody's");
    assertThat(in.run("--uninstall").errors()).contains("holds other files");
    assertThat(mine.resolve("data")).exists();
    assertThat(local.resolve("lib/tenon/1.0")).doesNotExist();
  }

  private Path renamed(Path archive, String version) throws IOException {
    return in.sums(
        Files.copy(archive, archive.resolveSibling("tenon-" + version + "-linux-x64.tar.gz")));
  }
}

package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.model.KeyRing;
import dev.tenon.protocols.mcp.oauth.TokenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tokens lie in the key ring, and in files where it takes nothing; never an old one in the one and
/// a new one in the other.
class RingVaultTest {
  private static final String NAME = "mcp-token-0123";

  @TempDir Path folder;
  private TokenFiles files;

  @BeforeEach
  void files() {
    files = new TokenFiles(folder.resolve("tokens"));
  }

  /// With a program in the place of libsecret's.
  private RingVault vault(String store, String clear) throws IOException {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Path program = programs.resolve("secret-tool");
    String ring = folder.resolve("ring").toString();
    Files.writeString(
        program,
        "#!/bin/sh\ncase $1 in store) "
            + store.replace("RING", ring)
            + ";; lookup) cat "
            + ring
            + ";; clear) "
            + clear.replace("RING", ring)
            + ";; esac\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new RingVault(
        KeyRing.of(
            Map.of(
                "PATH", programs + ":/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS", "unix:path=/no")),
        files);
  }

  private Path file() {
    return folder.resolve("tokens").resolve(NAME + ".json");
  }

  @Test
  void aRingThatWorksHasItAlone() throws Exception {
    RingVault vault = vault("cat >RING", "rm RING");
    files.write(NAME, "of before");
    vault.write(NAME, "first");
    assertThat(file()).doesNotExist();
    assertThat(vault.read(NAME)).contains("first");
    vault.write(NAME, "second");
    assertThat(vault.read(NAME)).contains("second");
    vault.delete(NAME);
    assertThat(vault.read(NAME)).isEmpty();
    assertThat(folder.resolve("ring")).doesNotExist();
    vault.delete(NAME);
  }

  /// What it gives back is not what it was given: the file has it, and the ring nothing.
  @Test
  void aRingThatCutsKeepsNothing() throws Exception {
    RingVault vault = vault("head -c 10 >RING", "rm RING");
    vault.write(NAME, "x".repeat(20_000));
    assertThat(folder.resolve("ring")).doesNotExist();
    assertThat(vault.read(NAME)).contains("x".repeat(20_000));
    vault.write(NAME, "y".repeat(20));
    assertThat(vault.read(NAME)).contains("y".repeat(20));
    vault.delete(NAME);
    assertThat(vault.read(NAME)).isEmpty();
  }

  @Test
  void longTokensFitIntoTheRing() throws Exception {
    RingVault vault = vault("cat >RING", "rm RING");
    vault.write(NAME, "x".repeat(20_000));
    assertThat(file()).doesNotExist();
    assertThat(vault.read(NAME)).contains("x".repeat(20_000));
  }

  @Test
  void aRingThatTakesNothingLeavesItToTheFile() throws Exception {
    RingVault vault = vault("exit 1", "exit 1");
    vault.write(NAME, "first");
    assertThat(vault.read(NAME)).contains("first");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  /// An older token that cannot be taken out is not used instead of the new one.
  @Test
  void aRingThatKeepsAnOlderOneDoesNotCount() throws Exception {
    RingVault vault = vault("exit 1", "exit 1");
    Files.writeString(folder.resolve("ring"), "older");
    vault.write(NAME, "new");
    assertThat(vault.read(NAME)).contains("new");
    assertThat(vault.delete(NAME)).as("the ring still has one").isFalse();
  }

  /// What was written over ssh is newer than what the ring of the desktop has.
  @Test
  void whatWasWrittenWithoutTheRingIsNewer() throws Exception {
    RingVault desktop = vault("cat >RING", "rm RING");
    var remote = new RingVault(KeyRing.of(Map.of("PATH", "/usr/bin")), files);
    desktop.write(NAME, "first");
    assertThat(remote.read(NAME)).isEmpty();
    remote.write(NAME, "second");
    assertThat(desktop.read(NAME)).contains("second");
    desktop.write(NAME, "third");
    assertThat(file()).doesNotExist();
    assertThat(desktop.read(NAME)).contains("third");
  }

  @Test
  void whatLiesInARingThatCannotBeReachedIsTold() throws Exception {
    RingVault desktop = vault("cat >RING", "rm RING");
    var remote = new RingVault(KeyRing.of(Map.of("PATH", "/usr/bin")), files);
    desktop.write(NAME, "first");
    remote.write(NAME, "second");
    assertThat(remote.delete(NAME)).isFalse();
    assertThat(file()).doesNotExist();
    assertThat(desktop.delete(NAME)).isTrue();
    assertThat(desktop.read(NAME)).isEmpty();
    assertThat(remote.delete(NAME)).isTrue();
    assertThat(folder.resolve("tokens")).isEmptyDirectory();
  }

  @Test
  void withoutARingThereAreFiles() throws Exception {
    var vault = new RingVault(KeyRing.of(Map.of("PATH", "/usr/bin")), files);
    vault.write(NAME, "first");
    assertThat(vault.read(NAME)).contains("first");
    vault.delete(NAME);
    assertThat(vault.read(NAME)).isEmpty();
  }
}

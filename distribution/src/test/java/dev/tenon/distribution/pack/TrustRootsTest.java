package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A JDK in small whose store holds the root of a list and one that the machine's owner added.
class TrustRootsTest {
  private static final Path LOG = Path.of("/dev/null");

  @TempDir Path folder;
  private Path jdk;
  private Path store;
  private Path distributed;

  @BeforeEach
  void makeStore() throws Exception {
    jdk = Files.createDirectory(folder.resolve("jdk"));
    store = jdk.resolve("cacerts");
    distributed = Files.createDirectory(folder.resolve("list"));
    root("listed");
    root("company");
    KeyStore all = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
    byte[] listed = all.getCertificate("listed").getEncoded();
    Files.writeString(
        distributed.resolve("Listed.crt"),
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(listed)
            + "\n-----END CERTIFICATE-----\n");
  }

  @Test
  void aStoreOfTheJdkItselfIsTakenWhole() throws Exception {
    TrustRoots roots = TrustRoots.of(store, jdk, folder.resolve("none"));
    assertThat(roots.certificates()).hasSize(2);
    assertThat(roots.left()).isEmpty();
  }

  @Test
  void theMachinesOwnAuthoritiesAreLeftOut() throws Exception {
    Path linked = linked();
    TrustRoots roots = TrustRoots.of(linked, linked.getParent(), distributed);
    assertThat(roots.left()).containsExactly("company");
    byte[] bytes = roots.store(1_000);
    assertThat(roots.store(1_000)).isEqualTo(bytes);
    Path written = Files.write(folder.resolve("written"), bytes);
    KeyStore read = KeyStore.getInstance(written.toFile(), "changeit".toCharArray());
    assertThat(read.size()).isEqualTo(1);
  }

  @Test
  void aForeignStoreWithNothingToCompareItWithIsRefused() throws Exception {
    Path linked = linked();
    assertThatThrownBy(() -> TrustRoots.of(linked, linked.getParent(), folder.resolve("none")))
        .isInstanceOf(PackException.class)
        .hasMessageContaining("outside");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> TrustRoots.of(linked, linked.getParent(), empty))
        .isInstanceOf(PackException.class)
        .hasMessageContaining("no root is left");
  }

  private Path linked() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other"));
    return Files.createSymbolicLink(other.resolve("cacerts"), store);
  }

  private void root(String name) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin/keytool").toString();
    Processes.run(
        folder,
        LOG,
        List.of(
            keytool,
            "-genkeypair",
            "-alias",
            "key-" + name,
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + name,
            "-keystore",
            "keys",
            "-storepass",
            "changeit"));
    Processes.run(
        folder,
        LOG,
        List.of(
            keytool,
            "-exportcert",
            "-alias",
            "key-" + name,
            "-keystore",
            "keys",
            "-storepass",
            "changeit",
            "-file",
            name + ".der"));
    Processes.run(
        folder,
        LOG,
        List.of(
            keytool,
            "-importcert",
            "-noprompt",
            "-alias",
            name,
            "-keystore",
            store.toString(),
            "-storepass",
            "changeit",
            "-file",
            name + ".der"));
  }
}

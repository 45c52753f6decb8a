package dev.tenon.core.http.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.tls.TestCa.Made;
import dev.tenon.core.http.tls.TestCa.Wish;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is refused though a trusted CA has issued it. For wildcards below public suffixes, see
/// [HandshakeTableTest].
class DistrustTest {
  @TempDir Path folder;

  private static String fingerprint(Made made) {
    return TestCa.openssl(
            "x509", "-in", made.certificate().toString(), "-noout", "-sha256", "-fingerprint")
        .strip()
        .replaceFirst(".*=", "")
        .replace(":", "");
  }

  @Test
  void aBlockedCertificateIsRefusedWhereverItStandsInTheChain() throws Exception {
    TestPrograms.require("openssl");
    var ca = new TestCa(folder);
    Made root = ca.selfSigned(Wish.ca("Blocking Root"));
    Made between = ca.issue(root, Wish.ca("Between"));
    Made server = ca.issue(between, Wish.server("server", "DNS:localhost"));
    Made other = ca.issue(root, Wish.server("other", "DNS:localhost"));
    Path chain = ca.bundle("chain", between);
    Path roots = ca.bundle("roots", root);
    Path list = folder.resolve("blocked.certs");
    try (var listening = new SslServer(server, chain, "-www")) {
      for (Made blocked : List.of(server, between, root)) {
        Files.writeString(list, "Algorithm=SHA-256\n" + fingerprint(blocked) + "\n");
        assertThat(verdict(list, roots, listening.port()))
            .isEqualTo(
                "CERTIFICATE: its certificate is not acceptable: the JDK blocks a certificate of"
                    + " its chain");
      }
      Files.writeString(list, "Algorithm=SHA-256\n" + fingerprint(other) + "\n");
      assertThat(verdict(list, roots, listening.port())).isEmpty();
      Files.delete(list);
      assertThat(verdict(list, roots, listening.port())).isEmpty();
    }
  }

  private static String verdict(Path list, Path roots, int port) throws Exception {
    Distrust distrust = Distrust.of(list.toString(), null);
    assertThat(distrust).isNotNull();
    OpenSsl stack =
        OpenSsl.open(
            Handshakes.Library.BUILT, Handshakes.trusting(roots), new Roots.None(), distrust);
    return Handshakes.verdict(stack, port, "localhost");
  }

  /// Then the JDK's own TLS is used.
  @Test
  void aListOfAnotherKindIsNotTakenForAnEmptyOne() throws Exception {
    Path list = Files.writeString(folder.resolve("list"), "Algorithm=SHA3-512\nABCD\n");
    assertThat(Distrust.of(list.toString(), null)).isNull();
  }

  @Test
  void whatThisJdkBlocksIsBlocked() throws Exception {
    Path list = Path.of(System.getProperty("java.home"), "lib/security/blocked.certs");
    Distrust jdk = Distrust.ofJdk();
    assertThat(jdk).isNotNull();
    List<String> lines = Files.readAllLines(list);
    assertThat(lines).hasSizeGreaterThan(10);
    for (String fingerprint : lines.subList(1, lines.size())) {
      assertThat(jdk.isBlocked(fingerprint)).as(fingerprint).isTrue();
    }
    assertThat(jdk.isBlocked("0".repeat(64))).isFalse();
  }

  @Test
  void theSuffixesOfTheRegistriesAreThere() throws Exception {
    SuffixFiles.write(Path.of(System.getProperty("java.home")), folder.resolve("suffixes"));
    Distrust distrust =
        Distrust.of(folder.resolve("none").toString(), folder.resolve("suffixes").toString());
    for (String suffix : List.of("co.uk", "com.au", "k12.ca.us", "x.kawasaki.jp", "co.jp")) {
      assertThat(distrust.isForEverybody("*." + suffix)).as(suffix).isTrue();
    }
    for (String name :
        List.of(
            "com", "example.com", "city.kawasaki.jp", "a.co.uk", "..", "x.", ".", "x./uk", "")) {
      assertThat(distrust.isForEverybody("*." + name)).as(name).isFalse();
    }
    try (Stream<Path> files = Files.list(folder.resolve("suffixes"))) {
      assertThat(files.filter(file -> !file.getFileName().toString().matches("[a-z0-9-]+")))
          .isEmpty();
    }
  }
}

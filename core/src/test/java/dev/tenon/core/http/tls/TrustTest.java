package dev.tenon.core.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.tls.TestCa.Made;
import dev.tenon.core.http.tls.TestCa.Wish;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which files are trusted, and what is said about those that cannot be; by both stacks alike.
class TrustTest {
  @TempDir static Path folder;

  private static Made root;
  private static Made other;
  private static Made server;
  private static TestCa ca;

  @BeforeAll
  static void make() {
    TestPrograms.require("openssl");
    ca = new TestCa(folder);
    root = ca.selfSigned(Wish.ca("Trusted"));
    other = ca.selfSigned(Wish.ca("Other"));
    server = ca.issue(root, Wish.server("server", "DNS:localhost"));
  }

  private static List<TlsStack> stacks(Trust trust) throws IOException {
    return List.of(Handshakes.openSsl(trust), new Jsse(trust, "a test"));
  }

  @Test
  void namedFilesAreTrusted() throws IOException {
    Path mine = ca.bundle("mine", root);
    Path both = ca.bundle("both", other, root);
    Path others = ca.bundle("others", other);
    var instead = new Trust.CaFile("SSL_CERT_FILE", others.toString());
    try (var listening = new SslServer(server, null, "-www")) {
      for (Trust good :
          List.of(
              Handshakes.trusting(mine),
              Handshakes.trusting(both),
              new Trust(
                  instead, List.of(new Trust.CaFile("network.caFile", mine.toString())), false))) {
        for (TlsStack stack : stacks(good)) {
          assertThat(Handshakes.verdict(stack, listening.port(), "localhost")).isEmpty();
        }
      }
      for (TlsStack stack : stacks(Handshakes.trusting(others))) {
        assertThat(Handshakes.verdict(stack, listening.port(), "localhost")).startsWith("ISSUER: ");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          empty        | is empty
          blank        | is empty
          garbage      | holds no certificate in PEM
          binary       | holds no certificate in PEM
          missing      | does not exist
          folder       | is a folder
          key          | holds a private key
          with-key     | holds a private key
          der          | is DER, not PEM
          cut          | is damaged: its certificate 1 cannot be read
          not-base64   | is damaged: its certificate 1 cannot be read
          not-asn1     | is damaged: its certificate 1 cannot be read
          second-bad   | is damaged: its certificate 2 cannot be read
          trailing     | is damaged: its certificate 1 cannot be read
          trusted      | is in OpenSSL's own form
          device       | is no file with certificates
          crl          | holds no certificate in PEM
          """)
  void whatIsWrongWithAFileIsSaid(String kind, String problem) throws IOException {
    Path file = wrong(kind);
    var named = new Trust.CaFile("network.caFile", file.toString());
    var trust = new Trust(named, List.of(), false);
    assertThatThrownBy(() -> Handshakes.openSsl(trust))
        .isInstanceOf(TrustException.class)
        .hasMessageStartingWith("network.caFile " + file)
        .hasMessageContaining(problem);
    try (var listening = new SslServer(server, null, "-www")) {
      assertThat(Handshakes.verdict(new Jsse(trust, "a test"), listening.port(), "localhost"))
          .startsWith("network.caFile " + file)
          .contains(problem);
    }
  }

  private static Path wrong(String kind) throws IOException {
    Path file = folder.resolve("wrong-" + kind);
    String pem = Files.readString(root.certificate());
    String key = Files.readString(root.key());
    switch (kind) {
      case "missing" -> Files.deleteIfExists(file);
      case "folder" -> Files.createDirectories(file);
      case "device" -> file = Path.of("/dev/zero");
      case "empty" -> Files.writeString(file, "");
      case "blank" -> Files.writeString(file, " \n\n");
      case "garbage" -> Files.writeString(file, "hello, I am no certificate\n");
      case "binary" -> Files.write(file, new byte[] {1, 2, 3, 0, -1});
      case "key" -> Files.writeString(file, key);
      case "with-key" -> Files.writeString(file, pem + key);
      case "der" ->
          TestCa.openssl(
              "x509",
              "-in",
              root.certificate().toString(),
              "-outform",
              "der",
              "-out",
              file.toString());
      case "cut" -> Files.writeString(file, pem.substring(0, pem.length() / 2));
      case "not-base64" ->
          Files.writeString(file, "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n");
      case "not-asn1" ->
          Files.writeString(
              file, "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n");
      case "second-bad" ->
          Files.writeString(
              file, pem + "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n");
      case "trailing" -> {
        String body = pem.replaceAll("-----[A-Z ]+-----|\\s", "");
        byte[] der = java.util.Base64.getDecoder().decode(body);
        String longer =
            java.util.Base64.getEncoder()
                .encodeToString(java.util.Arrays.copyOf(der, der.length + 3));
        Files.writeString(
            file, "-----BEGIN CERTIFICATE-----\n" + longer + "\n-----END CERTIFICATE-----\n");
      }
      case "trusted" ->
          Files.writeString(file, pem.replace(" CERTIFICATE", " TRUSTED CERTIFICATE"));
      case "crl" ->
          Files.writeString(file, "-----BEGIN X509 CRL-----\naGVsbG8=\n-----END X509 CRL-----\n");
      default -> throw new AssertionError(kind);
    }
    return file;
  }

  @Test
  void theEnvironmentSaysWhom() {
    assertThat(Trust.of(Map.of())).isEqualTo(Trust.JDK);
    assertThat(Trust.of(Map.of("SSL_CERT_FILE", "", "NODE_EXTRA_CA_CERTS", " ")))
        .isEqualTo(Trust.JDK);
    assertThat(Trust.of(Map.of("SSL_CERT_FILE", "/a")).describe()).isEqualTo("SSL_CERT_FILE /a");
    assertThat(Trust.of(Map.of("NODE_EXTRA_CA_CERTS", "/b")).describe())
        .isEqualTo("the JDK's roots and NODE_EXTRA_CA_CERTS /b");
    assertThat(Trust.of("~/c.pem", true, Map.of("HOME", "/h")).describe())
        .isEqualTo("the system's roots and network.caFile /h/c.pem");
  }

  /// Neither OPENSSL_CONF nor SSL_CERT_DIR of the environment has a say: only what a trust names.
  @Test
  void aPropertyOfTheJdkMeansTheJdk() throws IOException {
    System.setProperty("javax.net.ssl.trustStoreType", "PKCS12");
    try {
      assertThat(TlsStack.of(Trust.JDK).describe())
          .startsWith("the JDK's TLS (javax.net.ssl.trustStoreType is set)");
    } finally {
      System.clearProperty("javax.net.ssl.trustStoreType");
    }
  }

  @Test
  void theSameTrustHasTheSameStack() throws IOException {
    Trust trust = Handshakes.trusting(ca.bundle("same", root));
    assertThat(TlsStack.of(trust))
        .isSameAs(TlsStack.of(Handshakes.trusting(ca.bundle("same", root))));
    assertThat(TlsStack.of(trust).describe()).startsWith("OpenSSL 3.");
  }
}

package dev.tenon.core.http.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.tls.TestCa.Wish;
import dev.tenon.harness.TestPrograms;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootsFolderTest {
  @Test
  void everyRootLiesWhereOpenSslLooks(@TempDir Path temp) throws Exception {
    TestPrograms.require("openssl");
    Path folder = temp.resolve("roots");
    RootsFolder.write(Path.of(System.getProperty("java.home")), folder);
    List<Path> roots;
    try (Stream<Path> files = Files.list(folder)) {
      roots = files.filter(file -> !file.endsWith("made-of")).sorted().toList();
    }
    assertThat(roots).hasSizeGreaterThan(80);
    var wrong = new java.util.ArrayList<String>();
    for (Path root : roots) {
      String hash = TestCa.openssl("x509", "-in", root.toString(), "-noout", "-hash").strip();
      if (!root.getFileName().toString().startsWith(hash + ".")) {
        wrong.add(root + " should be " + hash);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(folder.resolve("made-of")).exists();
  }

  @Test
  void unusualNamesHaveTheHashOfOpenSsl(@TempDir Path temp) throws Exception {
    TestPrograms.require("openssl");
    var ca = new TestCa(temp);
    for (String subject :
        List.of(
            "/CN=  Two   Blanks /O=ÄÖ Ünlaut",
            "/O=UPPER lower/CN=x",
            "/CN=" + "long ".repeat(12))) {
      TestCa.Made made = ca.selfSigned(Wish.ca("odd").subject(subject));
      try (InputStream in = Files.newInputStream(made.certificate())) {
        var root =
            (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        assertThat(RootsFolder.hash(root.getSubjectX500Principal().getEncoded()))
            .isEqualTo(
                TestCa.openssl("x509", "-in", made.certificate().toString(), "-noout", "-hash")
                    .strip());
      }
    }
  }

  @Test
  void rootsThatTheJdkDistrustsAreLeftOut(@TempDir Path temp) throws Exception {
    Path folder = temp.resolve("roots");
    RootsFolder.write(Path.of(System.getProperty("java.home")), folder);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(file -> !file.endsWith("made-of")).toList()) {
        try (InputStream in = Files.newInputStream(file)) {
          var root =
              (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
          assertThat(root.getSubjectX500Principal().getName())
              .doesNotContain("Entrust")
              .doesNotContain("Chunghwa");
        }
      }
    }
  }
}

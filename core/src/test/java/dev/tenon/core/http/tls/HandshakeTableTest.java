package dev.tenon.core.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tenon.core.http.tls.TestCa.Made;
import dev.tenon.core.http.tls.TestCa.Wish;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Whom OpenSSL accepts, case by case, and beside it the JDK: what the JDK refuses is never
/// accepted.
class HandshakeTableTest {
  private static final String[] SLACK = {"-www", "-cipher", "ALL:eNULL:@SECLEVEL=0"};
  private static final String NAME = "DNS:api.test.example";
  private static final String HOST = "api.test.example";

  @TempDir static Path folder;

  private static TestCa ca;
  private static Made root;
  private static Path roots;

  private final List<DynamicTest> tests = new ArrayList<>();

  private enum Both {
    /// Accepted by both.
    YES,
    /// Refused by both.
    NO,
    /// Refused by OpenSSL, accepted by the JDK.
    STRICTER
  }

  @BeforeAll
  static void make() {
    TestPrograms.require("openssl");
    ca = new TestCa(folder);
    root = ca.selfSigned(Wish.ca("Test Root").key("rsa:2048"));
    roots = ca.bundle("roots", root);
  }

  private static Wish server(String names) {
    return Wish.server("server", names);
  }

  private void row(Both expected, String what, Made made, String host, Made... chain) {
    row(expected, what, made, host, roots, SLACK, chain);
  }

  private void row(
      Both expected,
      String what,
      Made made,
      String host,
      Path trusted,
      String[] options,
      Made... chain) {
    tests.add(
        dynamicTest(
            what,
            () -> {
              Path sent =
                  chain.length == 0
                      ? null
                      : ca.bundle("chain" + tests.size() + what.hashCode(), chain);
              try (var server = new SslServer(made, sent, options)) {
                String openSsl =
                    Handshakes.verdict(Handshakes.openSsl(trusted), server.port(), host);
                String jsse = Handshakes.verdict(Handshakes.jsse(trusted), server.port(), host);
                String both = "OpenSSL: '" + openSsl + "', JDK: '" + jsse + "'";
                assertThat(openSsl.isEmpty()).as(both).isEqualTo(expected == Both.YES);
                assertThat(jsse.isEmpty()).as(both).isEqualTo(expected != Both.NO);
              }
            }));
  }

  @TestFactory
  List<DynamicTest> names() {
    Made one = ca.issue(root, server(NAME));
    row(Both.YES, "the right name", one, HOST);
    row(Both.YES, "the right name in capitals", one, "API.Test.Example");
    row(Both.NO, "another name", one, "other.test.example");
    row(Both.NO, "a name below", one, "x.api.test.example");
    row(Both.NO, "the name above", one, "test.example");
    row(Both.NO, "an address instead of the name", one, "127.0.0.1");
    row(Both.NO, "a name that begins alike", one, "api.test.example.evil.example");
    Made any = ca.issue(root, server("DNS:*.test.example"));
    row(Both.YES, "a wildcard", any, HOST);
    row(Both.NO, "a wildcard for two labels", any, "a.b.test.example");
    row(Both.NO, "a wildcard for no label", any, "test.example");
    row(Both.NO, "a wildcard for a label begun", any, ".test.example");
    row(Both.YES, "a name with a dot at the end", any, "api.test.example.");
    row(Both.NO, "a name with an empty label", any, "api..example");
    Made suffix = ca.issue(root, server("DNS:*.co.uk"));
    row(Both.STRICTER, "a wildcard below a public suffix", suffix, "api.co.uk");
    row(Both.STRICTER, "the same in capitals", ca.issue(root, server("DNS:*.CO.UK")), "a.co.uk");
    row(
        Both.STRICTER,
        "below a suffix of three",
        ca.issue(root, server("DNS:*.k12.ak.us")),
        "a.k12.ak.us");
    row(Both.STRICTER, "below any suffix", ca.issue(root, server("DNS:*.org.ck")), "a.org.ck");
    row(
        Both.STRICTER,
        "below a suffix in Chinese",
        ca.issue(root, server("DNS:*.xn--55qx5d.cn")),
        "a.xn--55qx5d.cn");
    row(Both.YES, "below an exception", ca.issue(root, server("DNS:*.www.ck")), "a.www.ck");
    row(
        Both.YES,
        "below a name below a suffix",
        ca.issue(root, server("DNS:*.a.co.uk")),
        "b.a.co.uk");
    row(
        Both.YES,
        "below a suffix of a company",
        ca.issue(root, server("DNS:*.github.io")),
        "a.github.io");
    row(Both.YES, "a public suffix itself", ca.issue(root, server("DNS:co.uk")), "co.uk");
    Made part = ca.issue(root, server("DNS:a*.test.example"));
    row(Both.STRICTER, "part of a label as a wildcard", part, HOST);
    row(Both.NO, "a wildcard not in front", ca.issue(root, server("DNS:api.*.example")), HOST);
    row(Both.NO, "two wildcards", ca.issue(root, server("DNS:*.*.example")), HOST);
    row(Both.NO, "a wildcard for everything", ca.issue(root, server("DNS:*")), "localhost");
    row(
        Both.NO,
        "a wildcard for everything below",
        ca.issue(root, server("DNS:*.example")),
        "x.y.example");
    Made address = ca.issue(root, server("IP:127.0.0.1,IP:::1"));
    row(Both.YES, "an address", address, "127.0.0.1");
    row(Both.YES, "an address of version 6", address, "[::1]");
    row(Both.NO, "another address", address, "127.0.0.2");
    row(Both.NO, "another address of version 6", address, "[::2]");
    row(Both.NO, "an address as a DNS name", ca.issue(root, server("DNS:127.0.0.1")), "127.0.0.1");
    Made common = ca.issue(root, new Wish(HOST).with("basicConstraints=CA:FALSE"));
    row(Both.STRICTER, "only a common name", common, HOST);
    Made differs = ca.issue(root, Wish.server(HOST, "DNS:other.example"));
    row(Both.NO, "the common name, other alternatives", differs, HOST);
    Made mail = ca.issue(root, Wish.server(HOST, "email:a@api.test.example"));
    row(Both.STRICTER, "the common name and a mail address", mail, HOST);
    Made many = ca.issue(root, server("DNS:a.example,DNS:b.example," + NAME));
    row(Both.YES, "the last of many names", many, HOST);
    return tests;
  }

  @TestFactory
  List<DynamicTest> datesAndIssuers() {
    row(Both.NO, "expired", ca.issue(root, server(NAME).days(-10, -1)), HOST);
    row(Both.NO, "not yet valid", ca.issue(root, server(NAME).days(2, 9)), HOST);
    row(Both.NO, "signed by itself", ca.selfSigned(server(NAME)), HOST);
    Made stranger = ca.selfSigned(Wish.ca("Stranger"));
    row(Both.NO, "an unknown issuer", ca.issue(stranger, server(NAME)), HOST);
    row(
        Both.NO,
        "an unknown issuer that is sent",
        ca.issue(stranger, server(NAME)),
        HOST,
        stranger);
    Made impostor = ca.selfSigned(Wish.ca("Test Root").key("rsa:2048"));
    row(Both.NO, "an issuer of the same name", ca.issue(impostor, server(NAME)), HOST);
    row(
        Both.NO,
        "an issuer of the same name, sent",
        ca.issue(impostor, server(NAME)),
        HOST,
        impostor);
    Made middle = ca.issue(root, Wish.ca("Middle"));
    Made below = ca.issue(middle, server(NAME));
    row(Both.YES, "with its intermediate", below, HOST, middle);
    row(Both.NO, "without its intermediate", below, HOST);
    row(Both.NO, "with another intermediate", below, HOST, ca.issue(root, Wish.ca("Another")));
    Made second = ca.issue(middle, Wish.ca("Second"));
    row(Both.YES, "two intermediates", ca.issue(second, server(NAME)), HOST, second, middle);
    row(
        Both.YES,
        "intermediates in disorder",
        ca.issue(second, server(NAME)),
        HOST,
        middle,
        second);
    row(Both.YES, "a root too many", below, HOST, middle, root);
    row(
        Both.YES,
        "an intermediate that is trusted itself",
        below,
        HOST,
        ca.bundle("middle", middle),
        SLACK);
    Made own = ca.selfSigned(server(NAME));
    row(Both.YES, "signed by itself and trusted", own, HOST, ca.bundle("own", own), SLACK);
    row(
        Both.NO,
        "trusted itself, for another name",
        own,
        "x.example",
        ca.bundle("own2", own),
        SLACK);
    Made old = ca.issue(root, Wish.ca("Old").days(-20, -1));
    row(Both.NO, "an expired intermediate", ca.issue(old, server(NAME)), HOST, old);
    return tests;
  }

  @TestFactory
  List<DynamicTest> whatIssuersMay() {
    Made leaf = ca.issue(root, server("DNS:leaf.example"));
    row(Both.NO, "issued by a server", ca.issue(leaf, server(NAME)), HOST, leaf);
    Made bare = ca.issue(root, new Wish("Bare").with("keyUsage=keyCertSign"));
    row(Both.NO, "issued by what does not say CA", ca.issue(bare, server(NAME)), HOST, bare);
    Made nothing = ca.issue(root, new Wish("Nothing"));
    row(Both.NO, "issued by what says nothing", ca.issue(nothing, server(NAME)), HOST, nothing);
    Made mute =
        ca.issue(
            root,
            new Wish("Mute").with("basicConstraints=critical,CA:TRUE").with("keyUsage=cRLSign"));
    row(Both.NO, "issued without the right to sign", ca.issue(mute, server(NAME)), HOST, mute);
    Made last =
        ca.issue(
            root,
            new Wish("Last")
                .with("basicConstraints=critical,CA:TRUE,pathlen:0")
                .with("keyUsage=keyCertSign"));
    Made below = ca.issue(last, Wish.ca("Below"));
    row(Both.YES, "within the length of the path", ca.issue(last, server(NAME)), HOST, last);
    row(Both.NO, "beyond the length of the path", ca.issue(below, server(NAME)), HOST, below, last);
    Made within =
        ca.issue(
            root, Wish.ca("Within").with("nameConstraints=critical,permitted;DNS:test.example"));
    row(Both.YES, "a permitted name", ca.issue(within, server(NAME)), HOST, within);
    row(
        Both.NO,
        "a name that is not permitted",
        ca.issue(within, server("DNS:evil.example")),
        "evil.example",
        within);
    row(
        Both.NO,
        "one name permitted, one not",
        ca.issue(within, server(NAME + ",DNS:evil.example")),
        HOST,
        within);
    Made without =
        ca.issue(
            root, Wish.ca("Without").with("nameConstraints=critical,excluded;DNS:test.example"));
    row(Both.NO, "an excluded name", ca.issue(without, server(NAME)), HOST, without);
    Made addresses =
        ca.issue(
            root,
            Wish.ca("Addresses").with("nameConstraints=critical,permitted;IP:10.0.0.0/255.0.0.0"));
    row(
        Both.NO,
        "an address that is not permitted",
        ca.issue(addresses, server("IP:127.0.0.1")),
        "127.0.0.1",
        addresses);
    Made strict =
        ca.issue(
            root, Wish.ca("Strict").with("policyConstraints=critical,requireExplicitPolicy:0"));
    row(Both.NO, "no policy where one is required", ca.issue(strict, server(NAME)), HOST, strict);
    return tests;
  }

  @TestFactory
  List<DynamicTest> usages() {
    row(
        Both.YES,
        "for servers",
        ca.issue(root, server(NAME).with("extendedKeyUsage=serverAuth")),
        HOST);
    row(
        Both.NO,
        "for clients only",
        ca.issue(root, server(NAME).with("extendedKeyUsage=clientAuth")),
        HOST);
    row(
        Both.NO,
        "for code only",
        ca.issue(root, server(NAME).with("extendedKeyUsage=codeSigning")),
        HOST);
    row(
        Both.STRICTER,
        "for step-up only",
        ca.issue(root, server(NAME).with("extendedKeyUsage=nsSGC")),
        HOST);
    row(
        Both.STRICTER,
        "for anything",
        ca.issue(root, server(NAME).with("extendedKeyUsage=anyExtendedKeyUsage")),
        HOST);
    Made exchange = ca.issue(root, server(NAME).key("rsa:2048").with("keyUsage=keyEncipherment"));
    row(Both.NO, "a key for encryption only", exchange, HOST);
    Made agreement = ca.issue(root, server(NAME).with("keyUsage=keyAgreement"));
    row(Both.NO, "a key for agreement only", agreement, HOST);
    row(
        Both.NO,
        "an unknown critical extension",
        ca.issue(root, server(NAME).with("1.2.3.4.5=critical,ASN1:UTF8String:x")),
        HOST);
    row(
        Both.YES,
        "an unknown extension",
        ca.issue(root, server(NAME).with("1.2.3.4.5=ASN1:UTF8String:x")),
        HOST);
    row(
        Both.NO,
        "critical places of revocation lists",
        ca.issue(root, server(NAME).with("crlDistributionPoints=critical,URI:http://c.example/x")),
        HOST);
    return tests;
  }

  @TestFactory
  List<DynamicTest> strength() {
    row(Both.NO, "RSA 512", ca.issue(root, server(NAME).key("rsa:512")), HOST);
    row(Both.STRICTER, "RSA 1024", ca.issue(root, server(NAME).key("rsa:1024")), HOST);
    row(Both.YES, "RSA 2048", ca.issue(root, server(NAME).key("rsa:2048")), HOST);
    row(Both.YES, "RSA 4096", ca.issue(root, server(NAME).key("rsa:4096")), HOST);
    row(Both.YES, "P-384", ca.issue(root, server(NAME).key("ec:P-384")), HOST);
    row(Both.YES, "P-521", ca.issue(root, server(NAME).key("ec:P-521")), HOST);
    row(Both.YES, "Ed25519", ca.issue(root, server(NAME).key("ed25519")), HOST);
    row(Both.NO, "secp256k1", ca.issue(root, server(NAME).key("ec:secp256k1")), HOST);
    row(Both.NO, "a Brainpool curve", ca.issue(root, server(NAME).key("ec:brainpoolP256r1")), HOST);
    row(Both.NO, "P-192", ca.issue(root, server(NAME).key("ec:prime192v1")), HOST);
    row(Both.NO, "signed with MD5", ca.issue(root, server(NAME).digest("md5")), HOST);
    row(Both.STRICTER, "signed with SHA-1", ca.issue(root, server(NAME).digest("sha1")), HOST);
    row(Both.YES, "signed with SHA-512", ca.issue(root, server(NAME).digest("sha512")), HOST);
    Made weak = ca.issue(root, Wish.ca("Weak").key("rsa:512"));
    row(Both.NO, "an intermediate of RSA 512", ca.issue(weak, server(NAME)), HOST, weak);
    Made md5 = ca.issue(root, Wish.ca("Md5").digest("md5"));
    row(Both.NO, "an intermediate signed with MD5", ca.issue(md5, server(NAME)), HOST, md5);
    Made sha1 = ca.issue(root, Wish.ca("Sha1").digest("sha1"));
    row(
        Both.STRICTER,
        "an intermediate signed with SHA-1",
        ca.issue(sha1, server(NAME)),
        HOST,
        sha1);
    Made odd = ca.issue(root, Wish.ca("Odd").key("ec:brainpoolP256r1"));
    row(Both.NO, "an intermediate on a Brainpool curve", ca.issue(odd, server(NAME)), HOST, odd);
    return tests;
  }

  @TestFactory
  List<DynamicTest> versions() {
    Made rsa = ca.issue(root, server(NAME).key("rsa:2048"));
    version(Both.YES, "TLS 1.3 only", rsa, "-tls1_3");
    version(Both.YES, "TLS 1.2 only", rsa, "-tls1_2");
    version(Both.NO, "TLS 1.1 only", rsa, "-tls1_1");
    version(Both.NO, "TLS 1.0 only", rsa, "-tls1");
    version(Both.NO, "static RSA only", rsa, "-tls1_2", "-cipher", "kRSA:@SECLEVEL=0");
    version(Both.NO, "no encryption", rsa, "-tls1_2", "-cipher", "eNULL:@SECLEVEL=0");
    version(Both.NO, "nobody signs", rsa, "-tls1_2", "-cipher", "aNULL:@SECLEVEL=0");
    version(Both.YES, "CBC", rsa, "-tls1_2", "-cipher", "ECDHE-RSA-AES128-SHA256");
    version(
        Both.NO,
        "handshake signed with SHA-1",
        rsa,
        "-tls1_2",
        "-sigalgs",
        "RSA+SHA1",
        "-cipher",
        "ALL:@SECLEVEL=0");
    version(Both.YES, "another protocol is refused by us not", rsa, "-alpn", "http/1.1");
    version(Both.NO, "only another protocol", rsa, "-alpn", "h2");
    return tests;
  }

  private void version(Both expected, String what, Made made, String... options) {
    var all = new ArrayList<>(List.of("-www"));
    all.addAll(List.of(options));
    if (!all.contains("-cipher")) {
      all.addAll(List.of("-cipher", "ALL:@SECLEVEL=0"));
    }
    row(expected, what, made, HOST, roots, all.toArray(String[]::new));
  }
}

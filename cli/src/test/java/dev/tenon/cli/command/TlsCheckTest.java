package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.harness.TestPrograms;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `tenon doctor` says about TLS, with real handshakes on this machine.
class TlsCheckTest {
  @TempDir Path folder;

  private String doctor(String url, Map<String, String> more) {
    var out = new ByteArrayOutputStream();
    var environment = new HashMap<>(more);
    environment.put("TENON_HOME", folder.resolve("home").toString());
    environment.put("ANTHROPIC_API_KEY", "key");
    environment.put("ANTHROPIC_BASE_URL", url);
    environment.put("COLUMNS", "1000");
    Main.run(
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new Streams.Tty(false, false, false)),
        environment,
        "doctor",
        "--json",
        "--model",
        "anthropic/claude-opus-4-6",
        "--root",
        folder.toString());
    return tls(out.toString(StandardCharsets.UTF_8));
  }

  private static String tls(String said) {
    return said.replaceAll("\\s+", " ").replaceAll(".*?(\"part\": ?\"tls\".*?)}.*", "$1");
  }

  @Test
  void namesTheStackAndWhatIsWrong() throws Exception {
    try (var server = ModelServer.start(Settings.DEFAULT.tls())) {
      Map<String, String> trusting = Map.of("SSL_CERT_FILE", server.certificate().toString());
      assertThat(doctor(server.url(), trusting))
          .contains("\"ok\"", "OpenSSL 3.", "the handshake with 127.0.0.1 is fine");
      String otherName = server.url().replace("127.0.0.1", "[::ffff:127.0.0.1]");
      assertThat(doctor(otherName, trusting))
          .contains("\"bad\"", "is for 127.0.0.1, localhost, not for [::ffff:127.0.0.1]");
      assertThat(doctor(server.url(), Map.of())).contains("\"bad\"", "set network.systemRoots");
      assertThat(doctor(server.url(), Map.of("SSL_CERT_FILE", "/no/such.pem")))
          .contains("\"bad\"", "SSL_CERT_FILE /no/such.pem does not exist");
    }
  }

  /// As in a network that inspects traffic: the issuer is among the roots of the machine, here in a
  /// mount namespace of the process, and not among the JDK's.
  @Test
  void tellsAnInspectedConnectionFromAForgedOne() throws Exception {
    TestPrograms.require("unshare");
    Path roots =
        Stream.of(
                "/etc/ssl/certs/ca-certificates.crt",
                "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem")
            .map(Path::of)
            .filter(Files::isReadable)
            .findFirst()
            .orElse(null);
    assumeTrue(roots != null, "SKIPPED: this machine has no roots where they are looked for");
    try (var server = ModelServer.start(Settings.DEFAULT.tls());
        var forger = ModelServer.start(Settings.DEFAULT.tls())) {
      Path issuer = server.certificate();
      assertThat(doctorWhere(roots, issuer, server.url()))
          .contains("\"bad\"", "the network inspects traffic on purpose")
          .contains("set network.systemRoots to true");
      assertThat(doctorWhere(roots, issuer, forger.url()))
          .contains("\"bad\"", "nobody who is trusted")
          .doesNotContain("on purpose");
      assertThat(doctorWhere(roots, issuer, server.url(), "--config", "network.systemRoots=true"))
          .contains("\"ok\"", "the system's roots", "the handshake with 127.0.0.1 is fine");
    }
  }

  /// What a doctor of its own process says, for which one file is in place of another.
  private String doctorWhere(Path place, Path content, String url, String... more)
      throws Exception {
    var command =
        new ArrayList<>(
            List.of(
                "unshare",
                "-rm",
                "sh",
                "-c",
                "mount --bind \"$1\" \"$2\" && shift 2 && exec \"$@\"",
                "sh",
                content.toString(),
                place.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "doctor",
                "--json",
                "--model",
                "anthropic/claude-opus-4-6",
                "--root",
                folder.toString()));
    command.addAll(List.of(more));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                System.getenv("PATH"),
                "TENON_HOME",
                folder.resolve("home").toString(),
                "ANTHROPIC_API_KEY",
                "key",
                "ANTHROPIC_BASE_URL",
                url));
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return tls(said);
  }

  @Test
  void namesWhoDoesNotAnswer() throws Exception {
    Path nobody = Files.writeString(folder.resolve("x.pem"), "");
    try (var plain = ModelServer.start()) {
      String url = plain.url().replace("http:", "https:");
      assertThat(doctor(url, Map.of("SSL_CERT_FILE", nobody.toString()))).contains("is empty");
      assertThat(doctor(url, Map.of())).contains("\"note\"", "no secure connection to 127.0.0.1");
    }
    assertThat(doctor("https://127.0.0.1:1", Map.of())).contains("\"note\"", "nothing listens");
    assertThat(doctor("https://no-such-host.invalid", Map.of()))
        .contains("\"note\"", "cannot find no-such-host.invalid");
  }

  @Test
  void aPlainAddressNeedsNoHandshake() {
    assertThat(doctor("http://127.0.0.1:1", Map.of())).contains("\"ok\"");
  }
}

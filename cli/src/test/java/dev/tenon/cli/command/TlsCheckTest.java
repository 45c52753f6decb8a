package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
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
    return out.toString(StandardCharsets.UTF_8)
        .replaceAll("\\s+", " ")
        .replaceAll(".*?(\"part\": ?\"tls\".*?)}.*", "$1");
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

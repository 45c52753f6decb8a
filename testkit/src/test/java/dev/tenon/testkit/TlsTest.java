package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Wire;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.KeyStore;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

/// The server over TLS, trusted through its own store.
final class TlsTest {
  @Test
  void streamsOverTls() throws Exception {
    try (ModelServer server = ModelServer.start(Settings.DEFAULT.tls())) {
      server.reply(Reply.text("Grüße über TLS"));
      var connection =
          (HttpsURLConnection) URI.create(server.url() + "/api/chat").toURL().openConnection();
      connection.setSSLSocketFactory(trusting(server).getSocketFactory());
      connection.setDoOutput(true);
      connection
          .getOutputStream()
          .write(Requests.body(Wire.OLLAMA).getBytes(StandardCharsets.UTF_8));
      String body = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(body).contains("Grüße").contains("\"done\":true");
      server.assertClean();

      assertThatThrownBy(
              () -> URI.create(server.url() + "/api/version").toURL().openStream().close())
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  private static SSLContext trusting(ModelServer server) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(server.trustStore())) {
      store.load(in, "changeit".toCharArray());
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}

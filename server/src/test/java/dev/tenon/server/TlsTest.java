package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.model.script.Step;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.http.guard.Tls;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// HTTPS with certificates that `keytool` made, and a client that trusts nothing else.
class TlsTest {
  private static final String PASSWORD = "a password of the test";

  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder.resolve("served"));
    server.answering(Step.says("Hi."));
  }

  @AfterEach
  void close() throws Exception {
    if (server.server() != null) {
      server.close();
    }
  }

  private Path store(String name, String... more) throws Exception {
    Path file = folder.resolve(name + ".p12");
    var command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=tenon test",
                "-ext",
                "san=dns:localhost,dns:tenon.example,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD));
    command.addAll(List.of(more));
    if (!command.contains("-keyalg")) {
      command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    }
    Process made =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(made.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(made.exitValue()).as(Files.readString(folder.resolve("keytool.log"))).isZero();
    return file;
  }

  private static KeyStore load(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static Certificate certificate(Path file) throws Exception {
    KeyStore store = load(file);
    return store.getCertificate(store.aliases().nextElement());
  }

  private Path pem(String name, String label, byte[]... blocks) throws Exception {
    var text = new StringBuilder("some words before it\n");
    for (byte[] block : blocks) {
      text.append("-----BEGIN ").append(label).append("-----\n");
      text.append(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(block));
      text.append("\n-----END ").append(label).append("-----\n");
    }
    return Files.writeString(folder.resolve(name), text);
  }

  private Path chain(Path store) throws Exception {
    return pem(store.getFileName() + ".crt", "CERTIFICATE", certificate(store).getEncoded());
  }

  private Path key(Path store) throws Exception {
    KeyStore loaded = load(store);
    return pem(
        store.getFileName() + ".key",
        "PRIVATE KEY",
        loaded.getKey(loaded.aliases().nextElement(), PASSWORD.toCharArray()).getEncoded());
  }

  private static HttpClient trusting(Path store, String... protocols) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("it", certificate(store));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    var parameters = new SSLParameters();
    if (protocols.length > 0) {
      parameters.setProtocols(protocols);
    }
    return HttpClient.newBuilder().sslContext(context).sslParameters(parameters).build();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + Harness.TOKEN);
  }

  private void serve(Tls tls) {
    server.settings = ServerSettings.loopback(0, Harness.TOKEN).with(tls);
    server.start();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-keyalg RSA -keysize 2048", "-keyalg EC -groupname secp384r1", "-keyalg Ed25519"})
  void itSpeaksTlsWithEveryKindOfKey(String kind) throws Exception {
    Path store = store("one", kind.split(" ", -1));
    serve(Tls.ofPem(chain(store), key(store)));
    assertThat(server.url()).startsWith("https://127.0.0.1:");
    try (HttpClient client = trusting(store)) {
      HttpResponse<String> got =
          client.send(request("/api/agent/sessions").build(), HttpResponse.BodyHandlers.ofString());
      assertThat(got.statusCode()).isEqualTo(200);
      assertThat(got.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
      assertThat(got.headers().firstValue("Strict-Transport-Security"))
          .hasValue("max-age=31536000");
    }
    try (HttpClient older = trusting(store, "TLSv1.2")) {
      HttpResponse<String> got =
          older.send(request("/api/agent/sessions").build(), HttpResponse.BodyHandlers.ofString());
      assertThat(got.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.2");
    }
    try (HttpClient other = HttpClient.newHttpClient()) {
      assertThatThrownBy(
              () ->
                  other.send(
                      request("/api/agent/sessions").build(), HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void aKeyStoreServesStreamsPagesAndLogins() throws Exception {
    Path store = store("one");
    serve(Tls.ofKeyStore(store, PASSWORD.toCharArray()));
    try (HttpClient client = trusting(store)) {
      var text = HttpResponse.BodyHandlers.ofString();
      String session =
          dev.tenon.core.json.Json.parseObject(
                  client
                      .send(
                          request("/api/agent/sessions")
                              .POST(HttpRequest.BodyPublishers.noBody())
                              .build(),
                          text)
                      .body())
              .string("session_id", "");
      String job =
          dev.tenon.core.json.Json.parseObject(
                  client
                      .send(
                          request("/api/agent/run")
                              .header("Content-Type", "application/json")
                              .header("Origin", server.url())
                              .POST(
                                  HttpRequest.BodyPublishers.ofString(
                                      "{\"instruction\":\"greet\",\"session_id\":\""
                                          + session
                                          + "\"}"))
                              .build(),
                          text)
                      .body())
              .string("job_id", "");
      HttpResponse<String> stream =
          client.send(request("/api/agent/jobs/" + job + "/stream").build(), text);
      assertThat(stream.body()).contains("event: job.completed").contains("event: end");
      HttpResponse<String> login =
          client.send(
              HttpRequest.newBuilder(URI.create(server.url() + "/?token=" + Harness.TOKEN)).build(),
              text);
      assertThat(login.statusCode()).isEqualTo(303);
      assertThat(login.headers().firstValue("Set-Cookie").orElseThrow())
          .startsWith("__Host-tenon_")
          .contains("; Secure")
          .contains("; Path=/");
      HttpResponse<String> insecure =
          client.send(
              request("/api/agent/sessions")
                  .header("Origin", server.url().replace("https", "http"))
                  .build(),
              text);
      assertThat(insecure.statusCode()).as("the same place without TLS").isEqualTo(403);
      HttpResponse<String> local =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("https://localhost:" + server.port() + "/api/agent/sessions"))
                  .header("Authorization", "Bearer " + Harness.TOKEN)
                  .build(),
              text);
      assertThat(local.headers().firstValue("Strict-Transport-Security"))
          .as("other servers on localhost stay reachable")
          .isEmpty();
    }
  }

  @Test
  void plainHttpGetsNothing() throws Exception {
    Path store = store("one");
    serve(Tls.ofPem(chain(store), key(store)));
    assertThat(Raw.exchange(server, Raw.request(server, "GET /api/agent/sessions")))
        .doesNotContain("HTTP/1.1")
        .doesNotContain("sessions");
  }

  @Test
  void theNamesOfTheCertificateAreItsOwnForOtherMachines() throws Exception {
    Path store = store("one");
    server.settings =
        new ServerSettings(
            "127.0.0.1",
            0,
            Harness.TOKEN,
            java.util.Set.of(),
            ServerSettings.Reach.REMOTE,
            Tls.ofPem(chain(store), key(store)),
            dev.tenon.server.http.wire.HttpLimits.DEFAULT);
    server.start();
    assertThat(server.server().browserUrl()).isEqualTo("https://localhost:" + server.port());
    assertThat(secure(store, "tenon.example")).startsWith("HTTP/1.1 200 ");
    assertThat(secure(store, "192.168.7.7")).startsWith("HTTP/1.1 200 ");
    assertThat(secure(store, "evil.example")).startsWith("HTTP/1.1 403 ");
  }

  private String secure(Path store, String host) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("it", certificate(store));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (var socket = context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      socket
          .getOutputStream()
          .write(
              Raw.request(server, "GET /api/agent/sessions", "Host: " + host)
                  .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      return new String(
          socket.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  private void refused(Path chain, Path key, String... words) {
    assertThatThrownBy(() -> Tls.ofPem(chain, key))
        .isInstanceOf(Tls.TlsException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void badFilesAreToldWithTheWayOut() throws Exception {
    Path store = store("one");
    Path other = store("two");
    Path rsa = store("three", "-keyalg", "RSA", "-keysize", "2048");
    Path chain = chain(store);
    Path key = key(store);
    Path missing = folder.resolve("missing.pem");
    refused(missing, key, "there is no certificate", missing.toString());
    refused(chain, missing, "there is no key", missing.toString());
    refused(folder, key, "is a folder");
    refused(chain, key(other), "does not belong to the certificate", chain.toString());
    refused(chain, key(rsa), "does not belong to the certificate");
    refused(key, key, "no '-----BEGIN CERTIFICATE-----'");
    refused(chain, chain, "no '-----BEGIN PRIVATE KEY-----'");
    byte[] some = {1, 2, 3};
    refused(chain, pem("e", "ENCRYPTED PRIVATE KEY", some), "is encrypted", "openssl pkcs8 -in");
    refused(chain, pem("r", "RSA PRIVATE KEY", some), "openssl pkcs8 -topk8 -nocrypt -in", "RSA");
    refused(chain, pem("s", "EC PRIVATE KEY", some), "openssl pkcs8 -topk8 -nocrypt -in", "EC");
    refused(chain, pem("d", "PRIVATE KEY", some), "is damaged");
    refused(pem("c", "CERTIFICATE", some), key, "is damaged");
    Path cut = Files.writeString(folder.resolve("cut.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA");
    refused(chain, cut, "ends in the middle");
    Path wrongOrder =
        pem(
            "order",
            "CERTIFICATE",
            certificate(other).getEncoded(),
            certificate(store).getEncoded());
    refused(wrongOrder, key, "must be the server's own");
    Path huge = Files.write(folder.resolve("huge.pem"), new byte[2 * 1024 * 1024]);
    refused(huge, key, "too large");
    assertThatThrownBy(() -> Tls.ofKeyStore(store, "wrong".toCharArray()))
        .hasMessageContainingAll("password", "--tls-password-file", "TENON_TLS_PASSWORD");
    assertThatThrownBy(() -> Tls.ofKeyStore(chain, PASSWORD.toCharArray()))
        .hasMessageContaining("PKCS #12");
    assertThatThrownBy(() -> Tls.ofKeyStore(missing, PASSWORD.toCharArray()))
        .hasMessageContaining("there is no key store");
  }

  @Test
  void anUnreadableFileIsToldAsSuch() throws Exception {
    Path store = store("one");
    Path key = key(store);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("---------"));
    org.junit.jupiter.api.Assumptions.assumeFalse(
        Files.isReadable(key), "root can read everything");
    refused(chain(store), key, "permission denied");
  }

  @Test
  void anExpiredCertificateIsAWarning() throws Exception {
    Path old = store("old", "-startdate", "-10d", "-validity", "2");
    Tls tls = Tls.ofPem(chain(old), key(old));
    assertThat(tls.warnings(Instant.now())).singleElement().asString().contains("expired on 20");
    assertThat(tls.warnings(Instant.now().minus(Duration.ofDays(9))))
        .singleElement()
        .asString()
        .contains("expires on");
    assertThat(tls.warnings(Instant.now().minus(Duration.ofDays(20))))
        .singleElement()
        .asString()
        .contains("not valid before");
    Path fresh = store("fresh", "-validity", "100");
    assertThat(Tls.ofPem(chain(fresh), key(fresh)).warnings(Instant.now())).isEmpty();
  }
}

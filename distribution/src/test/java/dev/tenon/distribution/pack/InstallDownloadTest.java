package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.RawServer;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `install.sh` with the address of an archive, on a server of ours that speaks TLS.
@Timeout(120)
class InstallDownloadTest {
  private static final String NAME = "tenon-1.0-linux-x64.tar.gz";

  @TempDir Path folder;
  private InstallHome in;
  private RawServer server;

  /// The whole answer to a path, with its head.
  private final Map<String, byte[]> answers = new ConcurrentHashMap<>();

  @BeforeEach
  void serve() throws Exception {
    TestPrograms.require("openssl", "curl", "wget");
    in = InstallHome.in(folder);
    server = new RawServer(tls(), this::answer);
    Path archive = in.archive("1.0", "tenon 1.0");
    give("/d/" + NAME, Files.readAllBytes(archive));
    give("/d/SHA256SUMS", Files.readAllBytes(in.downloads().resolve("SHA256SUMS")));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"curl", "wget"})
  void installsFromAnAddress(String by) throws Exception {
    InstallHome.Outcome outcome = in.run(using(by), address("/d/"));
    assertThat(outcome.errors()).contains("tenon 1.0 is installed");
    assertThat(outcome.code()).isZero();
    assertThat(in.start()).isEqualTo("tenon 1.0\n");
    assertThat(in.leftovers()).isEmpty();
    // With a sum of one's own, no file of sums is needed.
    String sum = Library.sha256(Files.readAllBytes(in.downloads().resolve(NAME)));
    answers.remove("/d/SHA256SUMS");
    assertThat(in.run(using(by), address("/d/"), "--sha256", sum).code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"curl", "wget"})
  void followsRedirectsThatStayEncrypted(String by) throws Exception {
    redirect("/e/" + NAME, address("/d/"));
    redirect("/e/SHA256SUMS", "/d/SHA256SUMS");
    assertThat(in.run(using(by), address("/e/")).errors()).contains("tenon 1.0 is installed");
    assertThat(in.run("--uninstall").code()).isZero();

    var reached = ConcurrentHashMap.<String>newKeySet();
    try (var plain =
        new RawServer(
            (input, output) -> {
              reached.add(String.valueOf(RawServer.readRequest(input)));
              output.write(answers.get("/d/" + NAME));
            })) {
      redirect("/f/" + NAME, plain.uri() + "/d/" + NAME);
      nothing(by, "could not download", address("/f/"));
      assertThat(reached).isEmpty();
    }
    redirect("/g/" + NAME, "/g/" + NAME);
    nothing(by, "could not download", address("/g/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"curl", "wget"})
  void whatIsNotWholeOrNotRightIsNotInstalled(String by) throws Exception {
    byte[] whole = answers.get("/d/" + NAME);
    byte[] sums = answers.get("/d/SHA256SUMS");
    // Cut in the middle, with and without a length that tells it.
    give("/d/" + NAME, Arrays.copyOf(whole, whole.length - 200));
    nothing(by, "damaged or not complete", address("/d/"));
    answers.put("/d/" + NAME, Arrays.copyOf(whole, whole.length - 200));
    nothing(by, "could not download", address("/d/"));
    answers.put("/d/" + NAME, whole);

    give("/d/SHA256SUMS", ("0".repeat(64) + "  " + NAME + "\n").getBytes(StandardCharsets.UTF_8));
    nothing(by, "damaged or not complete", address("/d/"));
    give("/d/SHA256SUMS", "<html>Not here</html>".getBytes(StandardCharsets.UTF_8));
    nothing(by, "SHA256SUMS does not name " + NAME, address("/d/"));
    answers.remove("/d/SHA256SUMS");
    nothing(by, "there is no SHA256SUMS beside", address("/d/"));
    answers.put("/d/SHA256SUMS", sums);
    nothing(by, "should be 00", address("/d/"), "--sha256", "00");
    nothing(by, "could not download", address("/nowhere/"));
    nothing(by, "no archive of Tenon", address("/d/") + "?token=x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"curl", "wget"})
  void aServerThatIsDownOrNotToBeTrustedIsNoServer(String by) throws Exception {
    var trusting = new HashMap<>(using(by));
    trusting.remove("CURL_CA_BUNDLE");
    trusting.remove("WGETRC");
    in.refused(trusting, "could not download", address("/d/"));
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    nothing(by, "could not download", "https://127.0.0.1:" + port + "/d/" + NAME);
    in.refused(using(by), "only https", address("/d/").replace("https", "http"));
  }

  @Test
  void withoutAProgramThatChecksTheServerNothingIsDownloaded() throws Exception {
    // As busybox's wget: it has no --version, and takes every certificate.
    var environment = new HashMap<>(using("none"));
    Path bin = Path.of(environment.get("PATH"));
    InstallHome.program(bin.resolve("wget"), "echo 'wget: unrecognized option' >&2; exit 1");
    in.refused(environment, "needs curl or GNU wget", address("/d/"));
    assertThat(in.local().resolve("lib")).doesNotExist();
  }

  private void nothing(String by, String words, String... arguments) throws Exception {
    in.refused(using(by), words, arguments);
    assertThat(in.local().resolve("lib")).doesNotExist();
    assertThat(in.local().resolve("bin")).doesNotExist();
  }

  private String address(String path) {
    return server.uri().toString().replace("http:", "https:") + path + NAME;
  }

  private void give(String path, byte[] content) {
    answers.put(path, answer("200 OK\r\nContent-Length: " + content.length, content));
  }

  private void redirect(String path, String to) {
    answers.put(path, answer("302 Found\r\nContent-Length: 0\r\nLocation: " + to, new byte[0]));
  }

  private static byte[] answer(String head, byte[] content) {
    byte[] first =
        ("HTTP/1.1 " + head + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(first, first.length + content.length);
    System.arraycopy(content, 0, all, first.length, content.length);
    return all;
  }

  private void answer(InputStream input, OutputStream output) throws IOException {
    String request = RawServer.readRequest(input);
    if (request != null) {
      String path = request.split(" ", -1)[1];
      output.write(
          answers.getOrDefault(path, answer("404 Not Found\r\nContent-Length: 0", new byte[0])));
      output.flush();
    }
  }

  /// An environment in which one program downloads, and trusts the server.
  private Map<String, String> using(String by) throws IOException {
    Path bin = Files.createTempDirectory(folder, "bin");
    for (String name : InstallSurroundingsTest.PROGRAMS) {
      InstallHome.program(bin.resolve(name), "exec /usr/bin/" + name + " \"$@\"");
    }
    for (String name : List.of("sha256sum", by)) {
      InstallHome.program(bin.resolve(name), "exec /usr/bin/" + name + " \"$@\"");
    }
    Path certificate = folder.resolve("certificate.pem");
    Path settings = folder.resolve("wgetrc");
    Files.writeString(settings, "ca_certificate = " + certificate + "\n");
    return Map.of(
        "PATH",
        bin.toString(),
        "CURL_CA_BUNDLE",
        certificate.toString(),
        "WGETRC",
        settings.toString());
  }

  private ServerSocketFactory tls() throws Exception {
    Path store = folder.resolve("store.p12");
    String made =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
            + " -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout key.pem"
            + " -out certificate.pem && openssl pkcs12 -export -inkey key.pem -in certificate.pem"
            + " -passout pass:changeit -out store.p12";
    InstallHome.Outcome outcome = in.run(Map.of(), List.of("sh", "-c", made));
    assertThat(outcome.code()).as(outcome.errors()).isZero();
    char[] password = "changeit".toCharArray();
    KeyStore keys = KeyStore.getInstance(store.toFile(), password);
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context.getServerSocketFactory();
  }
}

package dev.tenon.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A key of one's own for 127.0.0.1, made with the JDK's keytool, which takes about a second. It
/// serves as the client's trust store too.
record Tls(Path store) {
  static final String PASSWORD = "changeit";

  static Tls create() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tenon-testkit-tls");
    Path store = folder.resolve("store.p12");
    folder.toFile().deleteOnExit();
    store.toFile().deleteOnExit();
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                "tenon",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "SAN=IP:127.0.0.1,DNS:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IOException("keytool could not make a key: " + output);
    }
    return new Tls(store);
  }

  /// The certificate in PEM, for a client that wants it so.
  Path certificate() throws IOException {
    Path file = store.resolveSibling("certificate.pem");
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      byte[] der = keys.getCertificate("tenon").getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
      Files.writeString(
          file, "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
      file.toFile().deleteOnExit();
      return file;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot read the certificate in " + store, e);
    }
  }

  ServerSocket listen(int port, int backlog, InetAddress address) throws IOException {
    return context().getServerSocketFactory().createServerSocket(port, backlog, address);
  }

  private SSLContext context() throws IOException {
    try (InputStream in = Files.newInputStream(store)) {
      char[] password = PASSWORD.toCharArray();
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, password);
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot read the key in " + store, e);
    }
  }
}

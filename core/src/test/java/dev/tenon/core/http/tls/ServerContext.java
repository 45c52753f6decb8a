package dev.tenon.core.http.tls;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A TLS server of the JDK with a certificate that `openssl` made.
public final class ServerContext {
  private ServerContext() {}

  public static SSLContext of(TestCa.Made made) throws Exception {
    Path store = made.certificate().resolveSibling(made.certificate().getFileName() + ".p12");
    TestCa.openssl(
        "pkcs12",
        "-export",
        "-in",
        made.certificate().toString(),
        "-inkey",
        made.key().toString(),
        "-passout",
        "pass:changeit",
        "-out",
        store.toString());
    char[] password = "changeit".toCharArray();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password);
    }
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}

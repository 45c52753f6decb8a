package dev.tenon.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;

/// Whom a client trusts that talks to the server of a benchmark: everyone the JDK trusts, and the
/// server. So it costs what an ordinary connection costs; a store with a password would cost more.
final class TrustStore {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private TrustStore() {}

  /// @param server the store with the certificate of the server
  static Path write(Path server, Path file) throws IOException {
    try {
      var trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      Path everyone = Path.of(System.getProperty("java.home"), "lib", "security", "cacerts");
      add(KeyStore.getInstance(everyone.toFile(), PASSWORD), trusted);
      var own = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(server)) {
        own.load(in, PASSWORD);
      }
      add(own, trusted);
      try (OutputStream out = Files.newOutputStream(file)) {
        trusted.store(out, null);
      }
      return file;
    } catch (GeneralSecurityException unusable) {
      throw new IOException("no trust store for the TLS runs", unusable);
    }
  }

  private static void add(KeyStore from, KeyStore to) throws GeneralSecurityException {
    for (String alias : Collections.list(from.aliases())) {
      to.setCertificateEntry(alias, from.getCertificate(alias));
    }
  }
}

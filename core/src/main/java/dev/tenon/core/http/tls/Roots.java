package dev.tenon.core.http.tls;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Where OpenSSL finds the roots.
sealed interface Roots {
  /// Nowhere: the trust names others.
  record None() implements Roots {}

  /// Files named by the hash of their subject; only what is needed is read.
  record Folder(Path path) implements Roots {}

  /// One file with all.
  record Bundle(Path path) implements Roots {}

  /// The customary places of the system's roots.
  List<String> SYSTEM =
      List.of(
          "/etc/ssl/certs/ca-certificates.crt",
          "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
          "/etc/pki/tls/certs/ca-bundle.crt",
          "/etc/ssl/ca-bundle.pem",
          "/etc/ssl/cert.pem");

  /// The file with the system's roots, or null.
  static @Nullable Path system() {
    for (String place : SYSTEM) {
      Path file = Path.of(place);
      if (Files.isReadable(file)) {
        return file;
      }
    }
    return null;
  }

  /// The roots of this JDK as the build of the distribution has written them, or null if it has
  /// not, or if the JDK has other roots by now.
  static @Nullable Path jdk() {
    String dist = System.getProperty("tenon.dist");
    if (dist == null) {
      return null;
    }
    Path folder = Path.of(dist, "roots");
    Path security = Path.of(System.getProperty("java.home"), "lib", "security");
    try {
      if (Files.exists(security.resolve("jssecacerts"))) {
        return null;
      }
      byte[] of = Files.readAllBytes(folder.resolve("made-of"));
      String identity = identity(security.resolve("cacerts"));
      return new String(of, StandardCharsets.US_ASCII).strip().equals(identity) ? folder : null;
    } catch (IOException absent) {
      return null;
    }
  }

  /// Tells one store from another; whoever can change the store needs not deceive this. Read in
  /// small pieces, for the whole would stay in memory, and twice.
  static String identity(Path store) throws IOException {
    var sum = new CRC32();
    var piece = new byte[8_192];
    long length = 0;
    try (InputStream in = new FileInputStream(store.toFile())) {
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        sum.update(piece, 0, count);
        length += count;
      }
    }
    return length + " " + sum.getValue();
  }
}

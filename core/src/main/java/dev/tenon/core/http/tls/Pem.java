package dev.tenon.core.http.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Reads the certificates of a PEM file, for both stacks alike. A file that is named as trusted has
/// to hold certificates and nothing secret; whatever else it is, is an error that names it.
final class Pem {
  private static final String BEGIN = "-----BEGIN ";
  private static final String DASHES = "-----";
  private static final long MOST_BYTES = 16_000_000;

  private Pem() {}

  /// The certificates in DER; at least one.
  static List<byte[]> read(Trust.CaFile file) throws TrustException {
    String text = text(file);
    var found = new ArrayList<byte[]>();
    int at = text.indexOf(BEGIN);
    while (at >= 0) {
      int labelEnd = text.indexOf(DASHES, at + BEGIN.length());
      if (labelEnd < 0) {
        throw damaged(file, found.size() + 1);
      }
      String label = text.substring(at + BEGIN.length(), labelEnd);
      int end = text.indexOf("-----END " + label + DASHES, labelEnd);
      if (label.endsWith("PRIVATE KEY")) {
        throw new TrustException(
            file, "holds a private key; name a file that holds certificates only");
      }
      if (label.equals("TRUSTED CERTIFICATE")) {
        throw new TrustException(
            file, "is in OpenSSL's own form; convert it: openssl x509 -in FILE -out PEM-FILE");
      }
      if (end < 0) {
        throw damaged(file, found.size() + 1);
      }
      if (label.equals("CERTIFICATE") || label.equals("X509 CERTIFICATE")) {
        found.add(decode(file, text, labelEnd + DASHES.length(), end, found.size() + 1));
      }
      at = text.indexOf(BEGIN, end);
    }
    if (found.isEmpty()) {
      throw new TrustException(file, without(text));
    }
    return found;
  }

  static TrustException damaged(Trust.CaFile file, int number) {
    return new TrustException(file, "is damaged: its certificate " + number + " cannot be read");
  }

  private static String text(Trust.CaFile named) throws TrustException {
    Path file = named.file();
    try {
      if (!Files.exists(file)) {
        throw new TrustException(named, "does not exist");
      }
      if (Files.isDirectory(file)) {
        throw new TrustException(named, "is a folder; name a file with certificates in PEM");
      }
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        throw new TrustException(named, "is no file with certificates in PEM");
      }
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (TrustException known) {
      throw known;
    } catch (AccessDeniedException denied) {
      throw new TrustException(named, "cannot be read: permission denied");
    } catch (IOException broken) {
      throw new TrustException(named, "cannot be read: " + broken.getMessage());
    }
  }

  private static String without(String text) {
    if (text.isBlank()) {
      return "is empty";
    }
    return text.charAt(0) == 0x30 && text.length() > 1 && text.charAt(1) >= 0x80
        ? "is DER, not PEM; convert it: openssl x509 -inform der -in FILE -out PEM-FILE"
        : "holds no certificate in PEM";
  }

  private static byte[] decode(Trust.CaFile file, String text, int from, int to, int number)
      throws TrustException {
    var compact = new byte[to - from];
    int length = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c != '\n' && c != '\r' && c != ' ' && c != '\t') {
        compact[length++] = (byte) c;
      }
    }
    try {
      var exact = new byte[length];
      System.arraycopy(compact, 0, exact, 0, length);
      return Base64.getDecoder().decode(exact);
    } catch (IllegalArgumentException garbage) {
      throw damaged(file, number);
    }
  }
}

package dev.tenon.core.http.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes the roots of a JDK so that OpenSSL finds the one it needs by the hash of its subject, and
/// reads no other: all of them take 11 ms to read.
final class RootsFolder {
  /// The JDK has these in its store, and by its policies distrusts what they have issued lately.
  private static final List<String> DISTRUSTED =
      List.of(
          "entrust",
          "affirmtrust",
          "camerfirma",
          "chunghwa",
          "geotrust",
          "thawte",
          "verisign",
          "symantec");

  private static final int UTF_8 = 12;

  private RootsFolder() {}

  /// @param folder does not exist yet
  static void write(Path javaHome, Path folder) throws IOException, GeneralSecurityException {
    Path store = javaHome.resolve(Path.of("lib", "security", "cacerts"));
    Files.createDirectories(folder);
    KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
    var aliases = new ArrayList<>(Collections.list(keys.aliases()));
    Collections.sort(aliases);
    Map<String, Integer> used = new HashMap<>();
    for (String alias : aliases) {
      if (keys.getCertificate(alias) instanceof X509Certificate root && !isDistrusted(root)) {
        String hash = hash(root.getSubjectX500Principal().getEncoded());
        int number = used.merge(hash, 1, Integer::sum) - 1;
        Files.writeString(folder.resolve(hash + "." + number), pem(root.getEncoded()));
      }
    }
    Files.writeString(folder.resolve("made-of"), Roots.identity(store) + "\n");
  }

  private static boolean isDistrusted(X509Certificate root) {
    String subject = root.getSubjectX500Principal().getName().toLowerCase(Locale.ROOT);
    return DISTRUSTED.stream().anyMatch(subject::contains);
  }

  private static String pem(byte[] der) {
    byte[] lineEnd = {'\n'};
    return "-----BEGIN CERTIFICATE-----\n"
        + Base64.getMimeEncoder(64, lineEnd).encodeToString(der)
        + "\n-----END CERTIFICATE-----\n";
  }

  /// OpenSSL's hash of a name: of its encoding with all texts in UTF-8, small letters and single
  /// blanks, without the outermost header.
  static String hash(byte[] name) throws GeneralSecurityException {
    var canonical = new ByteArrayOutputStream();
    var sets = new Der(new Der(name, 0, name.length).next().content());
    while (sets.hasNext()) {
      var entries = new Der(sets.next().content());
      var set = new ByteArrayOutputStream();
      while (entries.hasNext()) {
        var parts = new Der(entries.next().content());
        var entry = new ByteArrayOutputStream();
        Element type = parts.next();
        put(entry, type.tag(), type.content());
        Element value = parts.next();
        Charset text = charset(value.tag());
        if (text == null) {
          put(entry, value.tag(), value.content());
        } else {
          put(entry, UTF_8, plain(new String(value.content(), text)));
        }
        put(set, 0x30, entry.toByteArray());
      }
      put(canonical, 0x31, set.toByteArray());
    }
    byte[] sum = MessageDigest.getInstance("SHA-1").digest(canonical.toByteArray());
    return String.format("%02x%02x%02x%02x", sum[3], sum[2], sum[1], sum[0]);
  }

  private static @Nullable Charset charset(int tag) {
    return switch (tag) {
      case UTF_8 -> StandardCharsets.UTF_8;
      case 19, 20, 22, 26 -> StandardCharsets.ISO_8859_1;
      case 30 -> StandardCharsets.UTF_16BE;
      default -> null;
    };
  }

  private static byte[] plain(String text) {
    var small = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean blank = c == ' ' || (c >= '\t' && c <= '\r');
      if (!blank) {
        small.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
      } else if (!small.isEmpty() && small.charAt(small.length() - 1) != ' ') {
        small.append(' ');
      }
    }
    return small.toString().strip().getBytes(StandardCharsets.UTF_8);
  }

  private static void put(ByteArrayOutputStream out, int tag, byte[] content) {
    out.write(tag);
    if (content.length >= 0x80) {
      int bytes = content.length > 0xff ? 2 : 1;
      out.write(0x80 | bytes);
      if (bytes == 2) {
        out.write(content.length >> 8);
      }
    }
    out.write(content.length);
    out.writeBytes(content);
  }

  private static final class Element {
    private final int tag;
    private final byte[] content;

    Element(int tag, byte[] content) {
      this.tag = tag;
      this.content = content;
    }

    int tag() {
      return tag;
    }

    byte[] content() {
      return content;
    }
  }

  /// Reads elements of DER one after the other.
  private static final class Der {
    private final byte[] bytes;
    private final int end;
    private int at;

    Der(byte[] bytes, int from, int end) {
      this.bytes = bytes;
      this.at = from;
      this.end = end;
    }

    Der(byte[] bytes) {
      this(bytes, 0, bytes.length);
    }

    boolean hasNext() {
      return at < end;
    }

    Element next() {
      int tag = bytes[at++] & 0xff;
      int length = bytes[at++] & 0xff;
      if (length >= 0x80) {
        int count = length & 0x7f;
        length = 0;
        for (int i = 0; i < count; i++) {
          length = (length << 8) | (bytes[at++] & 0xff);
        }
      }
      var content = new byte[length];
      System.arraycopy(bytes, at, content, 0, length);
      at += length;
      return new Element(tag, content);
    }
  }
}

package dev.tenon.core.http.tls;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What the JDK does not accept though a trusted CA has issued it: certificates that it blocks one
/// by one, and wildcards right below a public suffix (`*.co.uk`).
final class Distrust {
  /// Where [SuffixFiles] are, in the folder of the distribution.
  static final String SUFFIXES = "suffixes";

  private static final String KIND = "Algorithm=SHA-256";

  private final String blocked;
  private final @Nullable String suffixes;

  private Distrust(String blocked, @Nullable String suffixes) {
    this.blocked = blocked;
    this.suffixes = suffixes;
  }

  /// The JDK's, or null if its list is of a kind that is not understood.
  static @Nullable Distrust ofJdk() {
    String dist = System.getProperty("tenon.dist");
    try {
      return of(
          System.getProperty("java.home") + "/lib/security/blocked.certs",
          dist == null ? null : dist + "/" + SUFFIXES);
    } catch (IOException unreadable) {
      return null;
    }
  }

  /// @param blocked the file with the fingerprints; a JDK without one blocks nothing
  /// @param suffixes the folder with the public suffixes; null for none
  static @Nullable Distrust of(String blocked, @Nullable String suffixes) throws IOException {
    String text = text(blocked);
    boolean known = text.isEmpty() || text.startsWith(KIND);
    return known ? new Distrust(text, suffixes) : null;
  }

  /// Empty if there is no such file. Without channels, which nothing else at the start needs.
  private static String text(String file) throws IOException {
    try (InputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (FileNotFoundException absent) {
      return "";
    }
  }

  /// @param fingerprint SHA-256 of a certificate, in hex with capitals
  boolean isBlocked(String fingerprint) {
    return blocked.contains(fingerprint);
  }

  /// Whether a name of a certificate that begins with `*.` stands for everybody's names.
  boolean isForEverybody(String wildcard) throws IOException {
    String domain = lowerCase(wildcard.substring(2));
    int top = domain.lastIndexOf('.') + 1;
    // OpenSSL has refused what is right below a top-level domain.
    if (suffixes == null || top == 0 || !isLabel(domain, top)) {
      return false;
    }
    String rules = text(suffixes + "/" + domain.substring(top));
    if (rules.isEmpty()) {
      return false;
    }
    String above = domain.substring(domain.indexOf('.') + 1);
    return rules.contains("\n" + domain + "\n")
        || (rules.contains("\n*." + above + "\n") && !rules.contains("\n!" + domain + "\n"));
  }

  private static String lowerCase(String name) {
    var small = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      small.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return small.toString();
  }

  /// Letters, digits and hyphens only: it becomes the name of a file.
  private static boolean isLabel(String name, int from) {
    for (int i = from; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-') {
        return false;
      }
    }
    return from < name.length();
  }
}

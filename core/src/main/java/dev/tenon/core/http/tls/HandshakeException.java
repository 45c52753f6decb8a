package dev.tenon.core.http.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// A handshake that came to nothing, in one line for a person.
public final class HandshakeException extends SSLHandshakeException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_NAMES = 4;

  /// What is wrong.
  public enum Problem {
    /// The certificate is for another name.
    NAME,
    /// The certificate, or one above it, has expired or is not valid yet.
    DATE,
    /// Nobody who is trusted has issued the certificate.
    ISSUER,
    /// A key, a signature or a certificate that is not acceptable for what it is used for.
    CERTIFICATE,
    /// The other side does not speak TLS, or no kind of it that is acceptable.
    PROTOCOL
  }

  private final Problem problem;

  HandshakeException(Problem problem, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }

  static HandshakeException of(Problem problem, @Nullable X509Certificate peer, String detail) {
    String message =
        switch (problem) {
          case NAME ->
              "its certificate is for "
                  + (peer == null ? "another name" : names(peer))
                  + ", not for "
                  + detail;
          case DATE -> date(peer, detail);
          case ISSUER -> issuer(peer, detail);
          case CERTIFICATE -> "its certificate is not acceptable: " + detail;
          case PROTOCOL -> detail;
        };
    return new HandshakeException(problem, message, null);
  }

  private static String date(@Nullable X509Certificate peer, String detail) {
    Instant now = Instant.now();
    if (peer != null && peer.getNotAfter().toInstant().isBefore(now)) {
      return "its certificate expired on " + day(peer.getNotAfter().toInstant());
    }
    if (peer != null && peer.getNotBefore().toInstant().isAfter(now)) {
      return "its certificate is valid only from "
          + day(peer.getNotBefore().toInstant())
          + "; is the clock of this machine right?";
    }
    return "a certificate of its chain is out of date (" + detail + ")";
  }

  private static String day(Instant time) {
    return time.toString().substring(0, 10);
  }

  private static String issuer(@Nullable X509Certificate peer, String detail) {
    if (peer == null) {
      return "nobody who is trusted has issued its certificate (" + detail + ")";
    }
    boolean own = peer.getIssuerX500Principal().equals(peer.getSubjectX500Principal());
    return (own
            ? "its certificate is signed by itself and not trusted"
            : "its certificate was issued by '" + common(peer) + "', which is not trusted")
        + "; behind a network that inspects traffic, set network.systemRoots or network.caFile";
  }

  /// The name of the issuer, without control characters: it is the other side's text.
  private static String common(X509Certificate peer) {
    String whole = peer.getIssuerX500Principal().getName();
    int at = whole.indexOf("CN=");
    int end = at < 0 ? -1 : whole.indexOf(',', at);
    return printable(at < 0 ? whole : whole.substring(at + 3, end < 0 ? whole.length() : end));
  }

  private static String names(X509Certificate peer) {
    var names = new ArrayList<String>();
    try {
      Collection<List<?>> all = peer.getSubjectAlternativeNames();
      if (all != null) {
        for (List<?> name : all) {
          if (name.get(0) instanceof Integer kind && (kind == 2 || kind == 7)) {
            names.add(printable(String.valueOf(name.get(1))));
          }
        }
      }
    } catch (CertificateParsingException unreadable) {
      return "names that cannot be read";
    }
    if (names.isEmpty()) {
      return "no name (it has no subject alternative name)";
    }
    int more = names.size() - MOST_NAMES;
    return String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String printable(String text) {
    var clean = new StringBuilder();
    for (int i = 0; i < text.length() && clean.length() < 100; i++) {
      char c = text.charAt(i);
      clean.append(Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c);
    }
    return clean.toString();
  }
}

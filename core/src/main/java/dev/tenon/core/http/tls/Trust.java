package dev.tenon.core.http.tls;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Whom to trust: the roots of the JDK, or others instead, and more besides. There is no trust
/// without checks.
///
/// @param instead whose certificates are the roots, in place of all others; or null
/// @param more what is trusted besides
/// @param systemRoots whether the roots are the operating system's instead of the JDK's
public record Trust(@Nullable CaFile instead, List<CaFile> more, boolean systemRoots) {
  /// The roots of the JDK alone.
  public static final Trust JDK = new Trust(null, List.of(), false);

  public Trust {
    more = List.copyOf(more);
  }

  /// A file with certificates in PEM.
  ///
  /// @param named by which setting or variable
  public record CaFile(String named, String path) {
    Path file() throws TrustException {
      try {
        return Path.of(path);
      } catch (InvalidPathException malformed) {
        throw new TrustException(this, "is no path");
      }
    }

    @Override
    public String toString() {
      return named + " " + path;
    }
  }

  /// What the environment alone says.
  public static Trust of(Map<String, String> environment) {
    return of("", false, environment);
  }

  /// `SSL_CERT_FILE` takes the place of all roots, as everywhere else; `NODE_EXTRA_CA_CERTS` and
  /// the file of the configuration are trusted besides.
  ///
  /// @param caFile the setting `network.caFile`; empty for none
  public static Trust of(String caFile, boolean systemRoots, Map<String, String> environment) {
    String instead = environment.get("SSL_CERT_FILE");
    String extra = environment.get("NODE_EXTRA_CA_CERTS");
    var more = new ArrayList<CaFile>(2);
    if (!caFile.isBlank()) {
      more.add(new CaFile("network.caFile", inHome(caFile.strip(), environment)));
    }
    if (extra != null && !extra.isBlank()) {
      more.add(new CaFile("NODE_EXTRA_CA_CERTS", extra));
    }
    return new Trust(
        instead == null || instead.isBlank() ? null : new CaFile("SSL_CERT_FILE", instead),
        more,
        systemRoots);
  }

  private static String inHome(String path, Map<String, String> environment) {
    String home = environment.get("HOME");
    return path.startsWith("~/") && home != null ? home + path.substring(1) : path;
  }

  /// For people.
  public String describe() {
    var text = new StringBuilder();
    text.append(
        instead != null
            ? instead.toString()
            : systemRoots ? "the system's roots" : "the JDK's roots");
    for (CaFile file : more) {
      text.append(" and ").append(file);
    }
    return text.toString();
  }
}

package dev.tenon.core.http.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/// Writes what [OpenSsl] needs besides the system's library: the roots and the public suffixes of a
/// JDK, and the library by which functions are called. Used when a distribution is built.
///
/// `TlsFiles JAVA-HOME DIST`
public final class TlsFiles {
  private TlsFiles() {}

  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    Path dist = Path.of(arguments[1]);
    Path javaHome = Path.of(arguments[0]);
    RootsFolder.write(javaHome, dist.resolve("roots"));
    SuffixFiles.write(javaHome, dist.resolve(Distrust.SUFFIXES));
    CallLibrary.write(dist);
  }
}

package dev.tenon.core.http.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Shakes hands with a server on this machine by one stack, and asks for a page.
final class Handshakes {
  static final int MILLIS = 10_000;

  private Handshakes() {}

  static Trust trusting(Path file) {
    return new Trust(new Trust.CaFile("SSL_CERT_FILE", file.toString()), List.of(), false);
  }

  static OpenSsl openSsl(Path roots) throws IOException {
    return openSsl(trusting(roots));
  }

  static OpenSsl openSsl(Trust trust) throws IOException {
    return OpenSsl.open(Library.BUILT, trust, new Roots.None(), Library.DISTRUST);
  }

  /// OpenSSL as the built program calls it. [Libssl#orNull] is what calls it without a
  /// distribution.
  static final class Library {
    static final Libssl BUILT;
    static final Distrust DISTRUST;

    static {
      assertThat(Libssl.orNull()).as(Libssl.missing()).isNotNull();
      try {
        Path dist = Files.createTempDirectory("tenon-tls-files-");
        Path javaHome = Path.of(System.getProperty("java.home"));
        CallLibrary.write(dist);
        SuffixFiles.write(javaHome, dist.resolve(Distrust.SUFFIXES));
        Path file = dist.resolve(CallLibrary.FOLDER).resolve(CallLibrary.NAME);
        BUILT =
            System.getProperty("os.arch").equals("amd64")
                ? new Libssl(Downcall.Jni.load(file.toFile()))
                : Libssl.orNull();
        DISTRUST =
            Distrust.of(
                javaHome.resolve("lib/security/blocked.certs").toString(),
                dist.resolve(Distrust.SUFFIXES).toString());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(dist)));
      } catch (IOException full) {
        throw new AssertionError(full);
      }
    }

    private static void delete(Path folder) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      } catch (IOException gone) {
        return;
      }
    }
  }

  static Jsse jsse(Path roots) {
    return new Jsse(trusting(roots), "a test");
  }

  static Socket plain(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(MILLIS);
    return socket;
  }

  static Socket connect(TlsStack stack, int port, String host) throws IOException {
    Socket raw = plain(port);
    boolean done = false;
    try {
      Socket secure = stack.secure(raw, host, port, MILLIS);
      done = true;
      return secure;
    } finally {
      if (!done) {
        raw.close();
      }
    }
  }

  /// What the stack makes of the server: empty if it is accepted, else why not.
  static String verdict(TlsStack stack, int port, String host) {
    try (Socket socket = connect(stack, port, host)) {
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
      int first = socket.getInputStream().read();
      return first == 'H' ? "" : "read " + first;
    } catch (IOException refused) {
      return (refused instanceof HandshakeException handshake ? handshake.problem() + ": " : "")
          + refused.getMessage();
    }
  }
}

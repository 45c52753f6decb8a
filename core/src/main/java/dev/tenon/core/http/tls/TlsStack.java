package dev.tenon.core.http.tls;

import java.io.IOException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/// Makes connected sockets secure. Safe for several threads.
public sealed interface TlsStack permits Jsse, OpenSsl {

  /// Shakes hands as a client and checks chain, name and dates.
  ///
  /// Closing the plain socket ends every blocked call of the secure one, at once and without a word
  /// to the other side; [#release] then frees what is behind the secure one.
  ///
  /// @param over connected; another secure socket is as good, for a proxy that has TLS of its own
  /// @param host a name or an address, which the certificate has to be for
  /// @param millis how long the handshake may take
  /// @throws HandshakeException when the other side is not to be trusted, or speaks no TLS
  Socket secure(Socket over, String host, int port, int millis) throws IOException;

  /// Frees what is behind a secure socket whose plain socket is closed. Any other socket, or null,
  /// is let be.
  static void release(@Nullable Socket secure) {
    if (secure instanceof OpenSslSocket open) {
      open.release();
    }
  }

  /// For people: what it is, and why when that could surprise.
  String describe();

  /// The stack for this trust: OpenSSL where it is there and would trust the same, else the JDK's.
  /// Gives the same one for the same trust.
  ///
  /// @throws TrustException when a file that is named cannot be used
  static TlsStack of(Trust trust) throws TrustException {
    return Stacks.of(trust);
  }

  /// Makes ready, in a thread of its own, what the first secure connection will need: for the start
  /// of a program that will probably make one. What goes wrong is told to the one who connects.
  static void warm(Trust trust) {
    Stacks.warm(trust);
  }
}

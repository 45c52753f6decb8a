package dev.tenon.core.http.tls;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/// A secure socket of the JDK that tells the end of a session from the end of the connection. The
/// JDK takes both for an end, so that anybody could cut an answer short.
final class JsseSocket extends SocketOver {
  private final SSLSocket secure;
  private final Below below;

  JsseSocket(SSLSocket secure, Below below) throws SocketException {
    super(secure);
    this.secure = secure;
    this.below = below;
  }

  /// The socket below, which knows when it has ended. After the word that ends a session, nothing
  /// is read from it any more.
  static final class Below extends SocketOver {
    private volatile boolean ended;

    Below(Socket over) throws SocketException {
      super(over);
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read() throws IOException {
          int one = super.read();
          ended |= one < 0;
          return one;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
          int count = super.read(target, offset, length);
          ended |= count < 0;
          return count;
        }
      };
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(secure.getInputStream()) {
      @Override
      public int read() throws IOException {
        return checked(super.read());
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        return checked(super.read(target, offset, length));
      }
    };
  }

  private int checked(int result) throws SSLException {
    if (result < 0 && (below.ended || below.isClosed())) {
      throw new SSLException("the connection ended without a close_notify");
    }
    return result;
  }
}

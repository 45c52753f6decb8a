package dev.tenon.core.http.tls;

import dev.tenon.core.http.tls.HandshakeException.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// TLS over another socket. OpenSSL never sees the network: bytes go in and out through buffers in
/// memory, and the I/O is the other socket's, with its time-outs, its interrupts and its end.
///
/// One thread may read while another writes. Every native sequence runs under [#session] and never
/// blocks there, so that it stays on one native thread and nothing is freed under it. Where two
/// locks are held, [#session] is the inner one.
final class OpenSslSocket extends SocketOver {
  /// A record with all that may surround it.
  private static final int RECORD = 16_384 + 2_048;

  private static final int WANT_READ = 2;
  private static final int ZERO_RETURN = 6;

  private final OpenSsl owner;
  private final Libssl library;
  private final Socket over;
  private final InputStream from;
  private final OutputStream to;
  private final NativeHandle ssl;
  private final long received;
  private final long toSend;
  private final ReentrantLock session = new ReentrantLock();
  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock writing = new ReentrantLock();
  private final byte[] cipher = new byte[RECORD];

  /// Null once the session is freed.
  private @Nullable TransferBuffer buffer;

  private final In in = new In();
  private final Out out = new Out();

  /// @param owner keeps the context alive
  /// @param address a session that is set up except for its buffers, which is ours now
  OpenSslSocket(OpenSsl owner, Libssl library, Socket over, long address) throws IOException {
    super(over);
    this.owner = owner;
    this.library = library;
    this.over = over;
    ssl = new NativeHandle(this, library, library.sslFree, address);
    long memory = library.call(library.bioMemory, 0, 0);
    received = library.call(library.bioNew, memory, 0);
    toSend = library.call(library.bioNew, memory, 0);
    // From here on they are the session's, and freed with it.
    library.call(library.sslBios, address, received, toSend);
    library.call(library.sslConnectState, address, 0);
    from = over.getInputStream();
    to = over.getOutputStream();
    buffer = TransferBuffer.take();
  }

  void handshake(String host, int millis) throws IOException {
    long deadline = System.nanoTime() + millis * 1_000_000L;
    int before = over.getSoTimeout();
    while (true) {
      HandshakeException failure = null;
      boolean wantsMore = false;
      session.lock();
      try {
        TransferBuffer open = open();
        library.call(library.errClear, 0, 0);
        int result = (int) library.call(library.sslHandshake, ssl.address(), 0);
        if (result != 1) {
          wantsMore = (int) library.call(library.sslError, ssl.address(), result) == WANT_READ;
          failure = wantsMore ? null : PeerCheck.failure(library, ssl.address(), host, open);
        }
      } finally {
        session.unlock();
      }
      try {
        flush();
      } catch (IOException broken) {
        if (failure == null) {
          throw broken;
        }
      }
      if (failure != null) {
        throw failure;
      }
      if (!wantsMore) {
        break;
      }
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SocketTimeoutException("the handshake took too long");
      }
      over.setSoTimeout((int) left);
      if (!receive()) {
        throw new HandshakeException(
            Problem.PROTOCOL, "it closed the connection in the handshake", null);
      }
    }
    over.setSoTimeout(before);
    session.lock();
    try {
      PeerCheck.accept(library, ssl.address(), open(), owner.distrust());
    } finally {
      session.unlock();
    }
  }

  /// Must be called with the session locked.
  private TransferBuffer open() throws SocketException {
    TransferBuffer open = buffer;
    if (open == null || ssl.address() == 0) {
      throw new SocketException("Socket closed");
    }
    return open;
  }

  /// Waits for bytes from the other side and gives them to the session. False at the end.
  private boolean receive() throws IOException {
    int count = from.read(cipher, 0, cipher.length);
    if (count < 0) {
      return false;
    }
    session.lock();
    try {
      TransferBuffer open = open();
      int done = 0;
      while (done < count) {
        int part = Math.min(count - done, TransferBuffer.SIZE);
        open.put(cipher, done, part);
        int taken = (int) library.call(library.bioWrite, received, open.address(), part);
        if (taken <= 0) {
          throw new SSLException("OpenSSL has no memory");
        }
        done += taken;
      }
    } finally {
      session.unlock();
    }
    return true;
  }

  /// Sends what the session has to send, if nobody is about to do it anyway.
  private void flush() throws IOException {
    if (writing.tryLock()) {
      try {
        send();
      } finally {
        writing.unlock();
      }
    }
  }

  /// Must be called with [#writing] held.
  private void send() throws IOException {
    while (true) {
      byte[] bytes;
      session.lock();
      try {
        TransferBuffer open = open();
        int pending = (int) Math.min(library.call(library.bioPending, toSend, 0), 1 << 20);
        if (pending <= 0) {
          return;
        }
        int part = Math.min(pending, TransferBuffer.SIZE);
        int count = (int) library.call(library.bioRead, toSend, open.address(), part);
        if (count <= 0) {
          return;
        }
        bytes = new byte[count];
        open.get(bytes, 0, count);
      } finally {
        session.unlock();
      }
      to.write(bytes, 0, bytes.length);
    }
  }

  private int read(byte[] target, int offset, int length) throws IOException {
    reading.lock();
    try {
      while (true) {
        int count;
        boolean answer;
        session.lock();
        try {
          TransferBuffer open = open();
          int most = Math.min(length, TransferBuffer.SIZE);
          library.call(library.errClear, 0, 0);
          count = (int) library.call(library.sslRead, ssl.address(), open.address(), most);
          if (count > 0) {
            open.get(target, offset, count);
          } else {
            int error = (int) library.call(library.sslError, ssl.address(), count);
            if (error == ZERO_RETURN) {
              // The other side may answer our own closing with a proper end, which is none.
              if (over.isClosed()) {
                throw new SocketException("Socket closed");
              }
              return -1;
            }
            if (error != WANT_READ) {
              throw new SSLException(PeerCheck.reason(library));
            }
          }
          // An answer to a change of keys, or to a wish to negotiate again.
          answer = library.call(library.bioPending, toSend, 0) > 0;
        } finally {
          session.unlock();
        }
        if (answer) {
          flush();
        }
        if (count > 0) {
          return count;
        }
        if (!receive()) {
          throw new SSLException("the connection ended without a close_notify");
        }
      }
    } finally {
      reading.unlock();
    }
  }

  private void write(byte[] source, int offset, int length) throws IOException {
    writing.lock();
    try {
      int done = 0;
      while (done < length) {
        session.lock();
        try {
          TransferBuffer open = open();
          int part = Math.min(length - done, TransferBuffer.PLAIN);
          open.put(source, offset + done, part);
          library.call(library.errClear, 0, 0);
          int count = (int) library.call(library.sslWrite, ssl.address(), open.address(), part);
          if (count <= 0) {
            // It never has to wait: the buffer takes all, and negotiating again is refused.
            throw new SSLException(PeerCheck.reason(library));
          }
          done += count;
        } finally {
          session.unlock();
        }
        send();
      }
    } finally {
      writing.unlock();
    }
  }

  @Override
  public InputStream getInputStream() {
    return in;
  }

  @Override
  public OutputStream getOutputStream() {
    return out;
  }

  @Override
  public boolean isClosed() {
    return ssl.address() == 0;
  }

  /// Closes the other socket first, so that whoever blocks in it lets go.
  @Override
  public void close() throws IOException {
    try {
      over.close();
    } finally {
      release();
    }
  }

  /// Frees the session, and the one below it. Native calls under way come to their end first; later
  /// ones find the socket closed.
  void release() {
    session.lock();
    try {
      TransferBuffer unused = buffer;
      buffer = null;
      ssl.free();
      if (unused != null) {
        unused.giveBack();
      }
    } finally {
      session.unlock();
    }
    TlsStack.release(over);
  }

  @Override
  public String toString() {
    return owner.describe() + " over " + over;
  }

  private final class In extends InputStream {
    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return length == 0 ? 0 : OpenSslSocket.this.read(target, offset, length);
    }

    @Override
    public void close() throws IOException {
      OpenSslSocket.this.close();
    }
  }

  private final class Out extends OutputStream {
    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      OpenSslSocket.this.write(source, offset, length);
    }

    @Override
    public void close() throws IOException {
      OpenSslSocket.this.close();
    }
  }
}

package dev.tenon.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/// A server for bytes that no well-behaved server sends. Its handler gets every connection.
public final class RawServer implements AutoCloseable {
  private final ServerSocket listener;
  private final Handler handler;
  private final List<Socket> accepted = Collections.synchronizedList(new ArrayList<>());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /// Serves one connection; it is closed afterwards.
  @FunctionalInterface
  public interface Handler {
    void serve(InputStream in, OutputStream out) throws IOException;
  }

  public RawServer(Handler handler) {
    this(ServerSocketFactory.getDefault(), handler);
  }

  public RawServer(ServerSocketFactory sockets, Handler handler) {
    this.handler = handler;
    try {
      listener = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  /// Answers every request of a connection with these bytes.
  public static RawServer answering(String response) {
    return new RawServer(always(response));
  }

  public static Handler always(String response) {
    return (in, out) -> {
      while (readRequest(in) != null) {
        write(out, response);
      }
    };
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  public int connections() {
    return accepted.size();
  }

  /// The head of the next request; its body is read too. Null at the end of the connection.
  public static @Nullable String readRequest(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      head.write(next);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int at = text.indexOf("Content-Length: ");
    if (at >= 0) {
      int start = at + "Content-Length: ".length();
      in.readNBytes(Integer.parseInt(text.substring(start, text.indexOf('\r', start))));
    }
    return text;
  }

  public static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        accepted.add(socket);
        threads.execute(() -> serve(socket));
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      handler.serve(socket.getInputStream(), socket.getOutputStream());
    } catch (IOException clientLeft) {
      // What a test expects of its client, it asserts there.
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : List.copyOf(accepted)) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.close();
  }
}

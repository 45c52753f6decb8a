package dev.tenon.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// The models of the training run: says a word on each wire, and on Anthropic's has tools run
/// first.
final class TrainingServer implements AutoCloseable {
  private static final String PASSWORD = "training";

  private final ServerSocket socket;
  private final String scheme;

  private TrainingServer(ServerSocket socket, String scheme) {
    this.socket = socket;
    this.scheme = scheme;
    Thread.ofPlatform().daemon().name("training-server").start(this::accept);
  }

  static TrainingServer plain() throws IOException {
    return new TrainingServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "http");
  }

  /// With a certificate made for this run, which the JVM is told to trust.
  static TrainingServer secured(Path folder) throws IOException, InterruptedException {
    Path store = folder.resolve("keys.p12");
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Process process =
        new ProcessBuilder(
                List.of(
                    keytool.toString(),
                    "-genkeypair",
                    "-alias",
                    "t",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "san=dns:localhost,ip:127.0.0.1",
                    "-storepass",
                    PASSWORD,
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
    System.setProperty("javax.net.ssl.trustStore", store.toString());
    System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
    try (InputStream in = Files.newInputStream(store)) {
      var keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, PASSWORD.toCharArray());
      var context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return new TrainingServer(
          context
              .getServerSocketFactory()
              .createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
          "https");
    } catch (GeneralSecurityException unusable) {
      throw new IOException("no TLS for the training", unusable);
    }
  }

  String url() {
    return scheme + "://127.0.0.1:" + socket.getLocalPort();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void serve(Socket connection) {
    try (connection) {
      var in = new BufferedInputStream(connection.getInputStream());
      for (String path = line(in); !path.isEmpty(); path = line(in)) {
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
          if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
            length = Integer.parseInt(header.substring(15).strip());
          }
        }
        answer(
            connection.getOutputStream(),
            path,
            new String(in.readNBytes(length), StandardCharsets.UTF_8));
      }
    } catch (IOException gone) {
      // The client has what it wanted.
    }
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }

  private static void answer(OutputStream out, String path, String body) throws IOException {
    String events = TrainingAnswers.of(path, body);
    var head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.UTF_8));
    for (String event : events.split("(?<=\n\n)", -1)) {
      byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
      if (bytes.length > 0) {
        out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.write(bytes);
        out.write("\r\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    }
    out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException stuck) {
                  throw new UncheckedIOException(stuck);
                }
              });
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

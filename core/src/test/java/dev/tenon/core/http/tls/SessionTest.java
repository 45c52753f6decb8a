package dev.tenon.core.http.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.tls.TestCa.Made;
import dev.tenon.core.http.tls.TestCa.Wish;
import dev.tenon.harness.RawServer;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session of OpenSSL with the JDK at the other end: what goes through, how it ends, and that
/// nothing is left.
class SessionTest {
  private static final String HOST = "localhost";

  @TempDir static Path folder;

  private static Made server;
  private static Path roots;
  private static ServerSocketFactory listening;
  private static OpenSsl stack;

  @BeforeAll
  static void make() throws Exception {
    TestPrograms.require("openssl");
    var ca = new TestCa(folder);
    Made root = ca.selfSigned(Wish.ca("Session Root"));
    server = ca.issue(root, Wish.server("server", "DNS:localhost,IP:127.0.0.1"));
    roots = ca.bundle("session-roots", root);
    listening = ServerContext.of(server).getServerSocketFactory();
    stack = Handshakes.openSsl(roots);
  }

  private static int port(RawServer listening) {
    return listening.uri().getPort();
  }

  @Test
  void carriesEverySizeBothWays() throws Exception {
    try (var echo =
            new RawServer(
                listening,
                (in, out) -> {
                  var chunk = new byte[50_000];
                  for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                    out.write(chunk, 0, n);
                    out.flush();
                  }
                });
        Socket socket = Handshakes.connect(stack, port(echo), HOST)) {
      for (int size : new int[] {1, 2, 16_383, 16_384, 16_385, 18_432, 100_000, 1_000_000}) {
        var sent = new byte[size];
        new Random(size).nextBytes(sent);
        Thread writer =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        socket.getOutputStream().write(sent);
                      } catch (IOException broken) {
                        throw new AssertionError(broken);
                      }
                    });
        assertThat(socket.getInputStream().readNBytes(size)).isEqualTo(sent);
        writer.join();
      }
    }
  }

  @Test
  void takesRecordsByteByByte() throws Exception {
    try (var plain = new RawServer(listening, RawServer.always("HTTP/1.1 200 OK\r\n\r\n"));
        var dripping = new RawServer((in, out) -> Relay.bytewise(in, out, port(plain)))) {
      assertThat(Handshakes.verdict(stack, port(dripping), HOST)).isEmpty();
    }
  }

  @Test
  void anEndWithoutCloseNotifyIsAnError() throws Exception {
    for (TlsStack each : new TlsStack[] {stack, Handshakes.jsse(roots)}) {
      try (var plain = new RawServer(listening, RawServer.always("hello"));
          var cutting = new RawServer((in, out) -> Relay.untilAnswered(in, out, port(plain)));
          Socket socket = Handshakes.connect(each, port(cutting), HOST)) {
        socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
        InputStream in = socket.getInputStream();
        assertThatThrownBy(() -> in.readAllBytes())
            .as(each.describe())
            .isInstanceOf(SSLException.class);
      }
    }
  }

  @Test
  void aCloseNotifyIsTheEnd() throws Exception {
    try (var once =
            new RawServer(
                listening,
                (in, out) -> {
                  RawServer.readRequest(in);
                  RawServer.write(out, "hello");
                });
        Socket socket = Handshakes.connect(stack, port(once), HOST)) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII)).isEqualTo("hello");
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void whatIsNoTlsIsToldApart() throws Exception {
    var garbage = new byte[4_000];
    new Random(1).nextBytes(garbage);
    byte[] hugeRecord = Arrays.copyOf(new byte[] {22, 3, 3, (byte) 0xff, (byte) 0xff}, 70_000);
    byte[] alert = {21, 3, 3, 0, 2, 2, 40};
    byte[][] all = {
      "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII), garbage, hugeRecord, alert, {}
    };
    for (byte[] answer : all) {
      for (TlsStack each : new TlsStack[] {stack, Handshakes.jsse(roots)}) {
        try (var odd =
            new RawServer(
                (in, out) -> {
                  in.read();
                  out.write(answer);
                  out.flush();
                })) {
          assertThat(Handshakes.verdict(each, port(odd), HOST)).startsWith("PROTOCOL: ");
        }
      }
    }
  }

  @Test
  void aHandshakeThatDripsEndsInTime() throws Exception {
    var drips = new Semaphore(0);
    try (var plain = new RawServer(listening, RawServer.always("x"));
        var slow = new RawServer((in, out) -> Relay.dripping(in, out, port(plain), drips))) {
      Socket raw = Handshakes.plain(port(slow));
      drips.release(20);
      assertThatThrownBy(() -> stack.secure(raw, HOST, 443, 300))
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @Test
  void aChangeOfKeysIsAnsweredAndRenegotiationIsNot() throws Exception {
    try (var other = new SslServer(server, null, "-tls1_3");
        Socket socket = Handshakes.connect(stack, other.port(), HOST)) {
      socket.getOutputStream().write('\n');
      assertThat(afterChange(other, socket)).contains("after");
      socket.getOutputStream().write("more\n".getBytes(US_ASCII));
      assertThat(afterChange(other, socket)).contains("after");
    }
    try (var other = new SslServer(server, null, "-tls1_2");
        Socket socket = Handshakes.connect(stack, other.port(), HOST)) {
      other.command("r");
      socket.setSoTimeout(2_000);
      assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
          .isInstanceOf(IOException.class);
    }
  }

  /// K changes the keys of both sides, and the text behind it comes with the new ones. What reaches
  /// the server together with the K is lost, so it is told again.
  private static String afterChange(SslServer other, Socket socket) throws IOException {
    socket.setSoTimeout(300);
    var lost = new ArrayList<SocketTimeoutException>();
    while (lost.size() < 50) {
      other.command("K");
      other.command("after");
      try {
        return line(socket.getInputStream());
      } catch (SocketTimeoutException late) {
        lost.add(late);
      }
    }
    throw new AssertionError("nothing came after a change of keys", lost.getLast());
  }

  private static String line(InputStream in) throws IOException {
    var text = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      text.append((char) c);
    }
    return text.toString();
  }

  @Test
  void aTimeOutLeavesTheSessionWhole() throws Exception {
    var go = new Semaphore(0);
    try (var late =
            new RawServer(
                listening,
                (in, out) -> {
                  in.read();
                  go.acquireUninterruptibly();
                  RawServer.write(out, "late");
                });
        Socket socket = Handshakes.connect(stack, port(late), HOST)) {
      socket.getOutputStream().write('\n');
      socket.setSoTimeout(50);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      go.release();
      socket.setSoTimeout(5_000);
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII)).isEqualTo("late");
    }
  }

  @Test
  void closingEndsABlockedReadOfAnyThread() throws Exception {
    try (var silent = new RawServer(listening, (in, out) -> in.read())) {
      for (Thread.Builder kind : new Thread.Builder[] {Thread.ofVirtual(), Thread.ofPlatform()}) {
        Socket socket = Handshakes.connect(stack, port(silent), HOST);
        socket.setSoTimeout(0);
        var reading = new CountDownLatch(1);
        var ended = new AtomicReference<Throwable>();
        Thread reader =
            kind.start(
                () -> {
                  reading.countDown();
                  try {
                    int read = socket.getInputStream().read();
                    ended.set(new AssertionError("read " + read));
                  } catch (IOException | RuntimeException closed) {
                    ended.set(closed);
                  }
                });
        reading.await();
        socket.close();
        assertThat(reader.join(Duration.ofSeconds(5))).isTrue();
        assertThat(ended.get()).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> socket.getOutputStream().write(1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
        socket.close();
      }
    }
  }

  @Test
  void anInterruptEndsABlockedReadOfAVirtualThread() throws Exception {
    try (var silent = new RawServer(listening, (in, out) -> in.read());
        Socket socket = Handshakes.connect(stack, port(silent), HOST)) {
      socket.setSoTimeout(0);
      var reading = new CountDownLatch(1);
      Thread reader =
          Thread.ofVirtual()
              .start(
                  () -> {
                    reading.countDown();
                    try {
                      socket.getInputStream().read();
                    } catch (IOException interrupted) {
                      return;
                    }
                  });
      reading.await();
      reader.interrupt();
      assertThat(reader.join(Duration.ofSeconds(5))).isTrue();
    }
  }

  @Test
  void fiftyAtOnce() throws Exception {
    try (var page = new RawServer(listening, RawServer.always("HTTP/1.1 200 OK\r\n\r\n"));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var verdicts = new ArrayList<Future<String>>();
      for (int i = 0; i < 50; i++) {
        // Every fifth asks for a name that the certificate is not for: errors must not stray.
        String host = i % 5 == 0 ? "wrong.example" : HOST;
        verdicts.add(threads.submit(() -> Handshakes.verdict(stack, port(page), host)));
      }
      for (int i = 0; i < 50; i++) {
        String verdict = verdicts.get(i).get(30, TimeUnit.SECONDS);
        assertThat(verdict)
            .startsWith(i % 5 == 0 ? "NAME: " : "")
            .hasSizeLessThan(i % 5 == 0 ? 200 : 1);
      }
    }
  }

  @Test
  void closingFromElsewhereWhileBytesFlowNeverCrashes() throws Exception {
    try (var flood =
        new RawServer(
            listening,
            (in, out) -> {
              var chunk = new byte[8_192];
              while (true) {
                out.write(chunk);
              }
            })) {
      for (int i = 0; i < 40; i++) {
        Socket socket = Handshakes.connect(stack, port(flood), HOST);
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        Thread reader = Thread.ofVirtual().start(() -> quietly(() -> in.skip(1L << 30)));
        Thread writer = Thread.ofVirtual().start(() -> quietly(() -> out.write(new byte[1 << 20])));
        in.read();
        socket.close();
        assertThat(reader.join(Duration.ofSeconds(5))).isTrue();
        assertThat(writer.join(Duration.ofSeconds(5))).isTrue();
      }
    }
  }

  private interface Io {
    void run() throws IOException;
  }

  private static void quietly(Io io) {
    try {
      io.run();
    } catch (IOException closed) {
      return;
    }
  }

  @Test
  void nothingIsLeftAfterFiveHundredSessions() throws Exception {
    try (var page = new RawServer(listening, RawServer.always("HTTP/1.1 200 OK\r\n\r\n"))) {
      for (int i = 0; i < 100; i++) {
        Handshakes.verdict(stack, port(page), i % 3 == 0 ? "wrong.example" : HOST);
      }
      int before = NativeHandle.live();
      long memory = resident();
      for (int i = 0; i < 500; i++) {
        Handshakes.verdict(stack, port(page), i % 3 == 0 ? "wrong.example" : HOST);
      }
      assertThat(NativeHandle.live()).isLessThanOrEqualTo(before);
      // A session takes some 60 KB, so that 500 would be 30 MB; the heap grows too, but less.
      assertThat(resident() - memory).isLessThan(25_000_000);
    }
  }

  private static long resident() throws IOException {
    System.gc();
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    return 0;
  }

  @Test
  void aForgottenSessionIsFreed() throws Exception {
    try (var silent = new RawServer(listening, (in, out) -> in.read())) {
      int before = NativeHandle.live();
      forget(port(silent));
      long deadline = System.nanoTime() + 20_000_000_000L;
      while (NativeHandle.live() > before && System.nanoTime() < deadline) {
        System.gc();
        Thread.onSpinWait();
      }
      assertThat(NativeHandle.live()).isLessThanOrEqualTo(before);
    }
  }

  private static void forget(int port) throws IOException {
    Handshakes.connect(stack, port, HOST);
  }
}

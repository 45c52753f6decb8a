package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.server.http.wire.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A client that asks for much and reads nothing, over a real connection.
class SlowReaderTest {
  /// More than the buffers of both ends together.
  private static final int KILOBYTES = 24_000;

  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("big.txt", ("x".repeat(1_023) + "\n").repeat(KILOBYTES));
    server.settings =
        server.settings.with(HttpLimits.DEFAULT.withSlowReader(Duration.ofMillis(500)));
    server.answering().start();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void itIsCutOffAndHoldsUpNobody() throws Exception {
    String session = server.session();
    try (var silent = asking(session)) {
      await().atMost(Duration.ofSeconds(30)).until(() -> server.server().openRequests() == 1);
      assertThat(server.get("/api/agent/sessions").status()).isEqualTo(200);
      await().atMost(Duration.ofSeconds(30)).until(() -> server.server().openRequests() == 0);
      assertThat(silent.isConnected()).isTrue();
    }
  }

  private Socket asking(String session) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    String line = "GET /api/agent/sessions/" + session + "/buffer?file_path=big.txt";
    socket.getOutputStream().write(Raw.request(server, line).getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }
}

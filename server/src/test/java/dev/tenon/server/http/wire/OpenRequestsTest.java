package dev.tenon.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A client that does not read holds its thread for a bounded time.
class OpenRequestsTest {
  @Test
  @Timeout(60)
  void aWriteThatNobodyReadsIsCutOff() throws Exception {
    var requests = new OpenRequests(Duration.ofMillis(200));
    try (var nobody = new PipedInputStream(16);
        var out = new PipedOutputStream(nobody);
        OpenRequests.Request request = requests.enter()) {
      assertThat(requests.size()).isOne();
      assertThatThrownBy(() -> request.write(out, new byte[1_000])).isInstanceOf(IOException.class);
    } finally {
      assertThat(requests.size()).isZero();
      requests.close(Duration.ZERO);
    }
  }
}

package dev.tenon.protocols.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RpcWireTest {
  private static final int EVENT = 100_000;

  /// Another side that takes nothing before it is let.
  private static final class Unread extends OutputStream {
    private final CountDownLatch read = new CountDownLatch(1);
    private final AtomicLong bytes = new AtomicLong();

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] some, int from, int count) {
      try {
        read.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      bytes.addAndGet(count);
    }
  }

  @Test
  void atMostEightMegabytesWaitForASideThatDoesNotRead() throws Exception {
    var out = new Unread();
    var told = new AtomicInteger();
    try (var wire = new RpcWire(InputStream.nullInputStream(), out, () -> {})) {
      Json.Obj event = Json.object().put("text", "x".repeat(EVENT)).build();
      Thread talker =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    for (int i = 0; i < 200; i++) {
                      wire.tell(event);
                      told.incrementAndGet();
                    }
                  });
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> talker.getState() == Thread.State.TIMED_WAITING || told.get() == 200);
      assertThat((long) told.get() * EVENT).isBetween(7L << 20, 8L << 20);
      out.read.countDown();
      talker.join();
    }
    assertThat(out.bytes.get()).as("nothing is lost").isGreaterThan(200L * EVENT);
  }
}

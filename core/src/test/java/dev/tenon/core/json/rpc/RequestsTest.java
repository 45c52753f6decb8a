package dev.tenon.core.json.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What comes faster than it is handled waits where it comes from.
class RequestsTest {
  private static final int MANY = 30_000;

  @Test
  void aBurstOfNotificationsIsHeardWhole() throws Exception {
    var begin = new CountDownLatch(1);
    var heard = new AtomicInteger();
    RpcHandler slow =
        new RpcHandler() {
          @Override
          public Json request(String method, Json params) {
            return Json.Obj.EMPTY;
          }

          @Override
          public void notification(String method, Json params) throws InterruptedException {
            begin.await();
            heard.incrementAndGet();
          }
        };
    var requests = new Requests(PeerSetup.of("other", Framing.LINES, slow));
    Thread.ofVirtual().start(requests::run);
    var told = new Incoming.Notification("n", Json.Obj.EMPTY);
    var reading =
        new FutureTask<>(
            () -> {
              for (int i = 0; i < MANY; i++) {
                if (!requests.add(told, 1)) {
                  return false;
                }
              }
              return true;
            });
    Thread reader = Thread.ofPlatform().daemon().start(reading);
    // It waits for room, or has given up.
    while (reader.getState() != Thread.State.TIMED_WAITING && reader.isAlive()) {
      Thread.onSpinWait();
    }
    begin.countDown();
    assertThat(reading.get(60, TimeUnit.SECONDS)).as("nobody was cut off").isTrue();
    requests.awaitHandled(MANY, TimeUnit.SECONDS.toNanos(60));
    assertThat(heard).hasValue(MANY);
    requests.close();
  }
}

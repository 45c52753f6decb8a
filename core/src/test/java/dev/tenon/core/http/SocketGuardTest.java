package dev.tenon.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One thread watches over all exchanges: over several at once, and again after it has ended.
@Timeout(60)
final class SocketGuardTest {

  @Test
  void closesOnlyTheSocketWhoseTimeIsOver() throws IOException, InterruptedException {
    try (var server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
        var hasty = new Socket(server.getInetAddress(), server.getLocalPort());
        var patient = new Socket(server.getInetAddress(), server.getLocalPort())) {
      SocketGuard over = SocketGuard.within(1);
      over.over(hasty);
      SocketGuard within = SocketGuard.within(Duration.ofHours(1).toNanos());
      within.over(patient);
      await(hasty::isClosed);
      assertThat(patient.isClosed()).isFalse();
      over.release();
      within.release();
    }
  }

  @Test
  void doesNotTouchASocketThatWasReleased() throws IOException, InterruptedException {
    try (var server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
        var kept = new Socket(server.getInetAddress(), server.getLocalPort());
        var hasty = new Socket(server.getInetAddress(), server.getLocalPort())) {
      SocketGuard early = SocketGuard.within(Duration.ofHours(1).toNanos());
      early.over(kept);
      early.limit(1);
      early.release();
      SocketGuard late = SocketGuard.within(1);
      late.over(hasty);
      await(hasty::isClosed);
      late.release();
      assertThat(kept.isClosed()).isFalse();
    }
  }

  @Test
  void watchesAgainAfterItHasEnded() throws IOException, InterruptedException {
    SocketGuard.start().release();
    await(() -> !SocketGuard.watching());
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
      var guarded = new CountDownLatch(1);
      var owner =
          new Thread(
              () -> {
                SocketGuard guard = SocketGuard.start();
                guard.over(socket);
                guarded.countDown();
                try {
                  assertThat(socket.getInputStream().read()).isEqualTo(-1);
                } catch (IOException closed) {
                  // So it should be.
                } finally {
                  guard.release();
                }
              });
      owner.start();
      assertThat(guarded.await(30, TimeUnit.SECONDS)).isTrue();
      owner.interrupt();
      assertThat(owner.join(Duration.ofSeconds(30))).isTrue();
      assertThat(socket.isClosed()).isTrue();
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}

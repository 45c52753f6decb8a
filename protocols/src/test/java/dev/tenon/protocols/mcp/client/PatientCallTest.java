package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// How long a call may take, with short times in place of 60 and 600 seconds.
class PatientCallTest {
  private static final Json.Obj DONE = Json.object().put("done", true).build();
  private static final Duration LONG = Duration.ofMinutes(10);

  private static PatientCall call(Duration idle, Duration total) {
    return new PatientCall("s, asked for x,", idle, total, () -> false);
  }

  private static McpException late(PatientCall call, PatientCall.Asking asking) {
    McpException late = catchThrowableOfType(McpException.class, () -> call.run(asking));
    assertThat(late.kind()).isEqualTo(McpException.Kind.TIMED_OUT);
    return late;
  }

  @Test
  void silenceEndsItAndTellsTheServer() throws Exception {
    var interrupted = new CountDownLatch(1);
    McpException late =
        late(
            call(Duration.ofMillis(50), LONG),
            () -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException over) {
                interrupted.countDown();
              }
              return DONE;
            });
    assertThat(late).hasMessageContaining("s, asked for x, showed no sign of life");
    assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
  }

  /// Signs of life make it last, and not for ever.
  @Test
  void progressKeepsItAliveUntilAllOfItsTimeIsOver() throws Exception {
    Duration idle = Duration.ofSeconds(2);
    var signing = new AtomicReference<>(call(idle, LONG));
    PatientCall.Asking lively =
        () -> {
          long end = System.nanoTime() + idle.multipliedBy(5).dividedBy(4).toNanos();
          while (System.nanoTime() < end) {
            signing.get().sign();
            boolean _ = new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
          }
          return DONE;
        };
    assertThat(signing.get().run(lively)).isEqualTo(DONE);
    signing.set(call(idle, Duration.ofMillis(200)));
    assertThat(late(signing.get(), lively)).hasMessageContaining("took longer than");
  }
}

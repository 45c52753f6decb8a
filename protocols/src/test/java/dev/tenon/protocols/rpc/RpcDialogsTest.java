package dev.tenon.protocols.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.Asker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RpcDialogsTest {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final RpcDialogs dialogs = new RpcDialogs(told -> asked.countDown(), Duration.ZERO);

  private interface Asking {
    Object ask() throws InterruptedException;
  }

  /// How a question ends that is open when the other side goes.
  private Object afterClosing(Asking asking) throws Exception {
    var ended = new CompletableFuture<Object>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                ended.complete(asking.ask());
              } catch (InterruptedException stopped) {
                ended.complete("stopped");
              }
            });
    asked.await();
    dialogs.close();
    return ended.get(20, TimeUnit.SECONDS);
  }

  @Test
  void whoIsGoneHasDeclinedNothing() throws Exception {
    var question = new Asker.Question("a", "Which?", List.of("x", "y"), Asker.Choice.ONE, -1);
    assertThat(afterClosing(() -> new RpcAsker(dialogs).ask(List.of(question))))
        .isEqualTo("stopped");
  }

  @Test
  void nobodyIsAskedWhoIsGone() {
    dialogs.close();
    assertThatThrownBy(() -> dialogs.ask("confirm", Json.Obj.EMPTY))
        .isInstanceOf(InterruptedException.class);
    assertThat(asked.getCount()).isOne();
  }
}

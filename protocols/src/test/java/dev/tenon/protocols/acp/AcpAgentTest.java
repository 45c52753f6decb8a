package dev.tenon.protocols.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a connection does with sessions that are slow or broken.
@Timeout(60)
class AcpAgentTest {
  @TempDir Path folder;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final List<String> prompts = new CopyOnWriteArrayList<>();
  private final AtomicInteger closed = new AtomicInteger();
  private final AtomicInteger brokenReplays = new AtomicInteger();
  private final AcpAgent agent = new AcpAgent(new Host(), new AcpClient(line -> {}));

  /// A session whose first prompt cannot be stopped before it is let go.
  private final class Session implements AcpSession {
    @Override
    public String id() {
      return "s";
    }

    @Override
    public Json.Obj state() {
      return Json.Obj.EMPTY;
    }

    @Override
    public void replay() throws RpcException {
      if (brokenReplays.getAndDecrement() > 0) {
        throw new RpcException(RpcException.INTERNAL_ERROR, "the session cannot be read");
      }
    }

    @Override
    public void opened() {}

    @Override
    public String prompt(List<Json.Obj> blocks) throws InterruptedException {
      most.accumulateAndGet(running.incrementAndGet(), Math::max);
      prompts.add(blocks.getFirst().string("text", ""));
      try {
        if (prompts.size() == 1) {
          begun.countDown();
          awaitStubbornly();
        }
        return "end_turn";
      } finally {
        running.decrementAndGet();
      }
    }

    private void awaitStubbornly() throws InterruptedException {
      boolean stopped = false;
      while (release.getCount() > 0) {
        try {
          release.await();
        } catch (InterruptedException ignored) {
          stopped = true;
        }
      }
      if (stopped) {
        throw new InterruptedException();
      }
    }

    @Override
    public void abandon() {}

    @Override
    public void setMode(String mode) {}

    @Override
    public List<Json.Obj> setOption(String id, Json value) {
      return List.of();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  private final class Host implements AcpHost {
    @Override
    public Json.Obj info() {
      return Json.Obj.EMPTY;
    }

    @Override
    public List<Json.Obj> authMethods(ClientAbilities abilities) {
      return List.of();
    }

    @Override
    public void authenticate(String method) {}

    @Override
    public void logout() {}

    @Override
    public AcpSession create(SessionPlace place, AcpClient client) {
      return new Session();
    }

    @Override
    public AcpSession open(String id, SessionPlace place, AcpClient client) {
      return new Session();
    }

    @Override
    public Json.Obj list(@Nullable Path cwd, String cursor, ClientPaths paths) {
      return Json.Obj.EMPTY;
    }

    @Override
    public void delete(String id) {}
  }

  @BeforeEach
  void greet() throws Exception {
    Json.Obj hello =
        Json.object().put("protocolVersion", 1).put("clientCapabilities", Json.Obj.EMPTY).build();
    agent.arrived("initialize", hello);
    agent.request("initialize", hello);
  }

  private Json.Obj place() {
    return Json.object().put("sessionId", "s").put("cwd", folder.toString()).build();
  }

  /// Says something as the connection does: it arrives in order, and is answered on its own thread.
  private CompletableFuture<Json> prompt(String text) {
    Json.Obj params =
        Json.object()
            .put("sessionId", "s")
            .array("prompt", List.of(Json.object().put("text", text).build()))
            .build();
    agent.arrived("session/prompt", params);
    var answer = new CompletableFuture<Json>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(agent.request("session/prompt", params));
              } catch (RpcException | InterruptedException | RuntimeException failed) {
                answer.completeExceptionally(failed);
              }
            });
    return answer;
  }

  private void cancel() {
    agent.notification("session/cancel", Json.object().put("sessionId", "s").build());
  }

  private static String reason(CompletableFuture<Json> answer) throws Exception {
    return answer.get() instanceof Json.Obj object ? object.string("stopReason", "") : "";
  }

  @Test
  void aPromptAfterTwoQuickStopsWaitsForTheFirstThatStillRuns() throws Exception {
    agent.request("session/new", place());
    CompletableFuture<Json> first = prompt("one");
    begun.await();
    cancel();
    assertThat(reason(first)).isEqualTo("cancelled");
    CompletableFuture<Json> second = prompt("two");
    cancel();
    assertThat(reason(second)).isEqualTo("cancelled");
    CompletableFuture<Json> third = prompt("three");
    assertThat(prompts).containsExactly("one");
    release.countDown();
    assertThat(reason(third)).isEqualTo("end_turn");
    assertThat(prompts).containsExactly("one", "three");
    assertThat(most.get()).as("one runs at a time").isOne();
  }

  @Test
  void aSessionThatCannotBeToldCanBeLoadedAgain() throws Exception {
    brokenReplays.set(1);
    assertThatThrownBy(() -> agent.request("session/load", place()))
        .hasMessageContaining("cannot be read");
    assertThat(closed.get()).isOne();
    assertThat(agent.request("session/load", place())).isEqualTo(Json.Obj.EMPTY);
  }
}

package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Calls that a stateless server answers with a task, to the end of the task or of the patience
/// with it.
@Timeout(60)
class TaskPollTest {
  private static final String FORM =
      "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":"
          + "{\"type\":\"object\",\"properties\":{}}}}";
  private static final String SAMPLE = "{\"method\":\"sampling/createMessage\",\"params\":{}}";

  @TempDir Path folder;
  private OpenedServers servers;
  private HostileAddress address;
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch cancelled = new CountDownLatch(1);

  @BeforeEach
  void open() {
    servers = new OpenedServers(folder);
    address = new HostileAddress("http");
    address
        .on(
            "server/discover",
            address.answering(
                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                    + "\"capabilities\":{\"tools\":{}}}"))
        .on("tools/call", address.answering(task("working", "")))
        .on("tasks/update", address.answering("{}"))
        .on(
            "tasks/cancel",
            request -> {
              address.answering("{}").to(request);
              cancelled.countDown();
            });
  }

  @AfterEach
  void close() {
    servers.close();
    address.close();
  }

  private static String task(String status, String more) {
    return "{\"resultType\":\"task\",\"taskId\":\"t1\",\"pollIntervalMs\":1,\"status\":\""
        + status
        + "\""
        + more
        + "}";
  }

  private static String wanting(String requests) {
    return task("input_required", ",\"inputRequests\":{" + requests + "}");
  }

  private static String completed() {
    return task("completed", ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}");
  }

  /// What it answers when it is asked how far it is; the last answer stays.
  private void states(String... states) {
    Queue<String> left = new ConcurrentLinkedQueue<>(Arrays.asList(states));
    address.on(
        "tasks/get",
        request -> {
          String now = left.size() > 1 ? left.remove() : left.element();
          address.answering(now).to(request);
        });
  }

  private ClientSide side() {
    var defaults = new OpenedServers.Defaults(folder);
    return new ClientSide() {
      @Override
      public List<Path> roots() {
        return defaults.roots();
      }

      @Override
      public boolean elicits() {
        return true;
      }

      @Override
      public Json.Obj elicit(Json.Obj params) throws RpcException {
        asked.incrementAndGet();
        return defaults.elicit(params);
      }

      @Override
      public boolean samples() {
        return false;
      }

      @Override
      public Json.Obj sample(Json.Obj params) throws RpcException {
        throw new RpcException(-1, "sampling is off");
      }
    };
  }

  private McpClient client() throws Exception {
    return McpClient.open(
        OpenedServers.address(address.url(), "http"),
        servers.connector(),
        McpClient.Options.of(side()));
  }

  private McpException failure() throws Exception {
    try (McpClient client = client()) {
      return catchThrowableOfType(
          McpException.class, () -> client.callTool("t", Json.Obj.EMPTY, told -> {}));
    }
  }

  private List<Json.Obj> heard(String method) {
    return address.heard.stream()
        .filter(each -> each.method().equals(method))
        .map(each -> each.message().objectOrEmpty("params"))
        .toList();
  }

  @Test
  void itsResultIsThatOfTheCall() throws Exception {
    states(task("working", ",\"statusMessage\":\"half of it\""), task("working", ""), completed());
    var told = new ArrayList<String>();
    try (McpClient client = client()) {
      Json.Obj result =
          client.callTool("t", Json.Obj.EMPTY, each -> told.add(each.string("message", "")));
      assertThat(ContentText.of(result)).contains("done");
    }
    assertThat(told).containsExactly("half of it");
    assertThat(heard("tasks/get"))
        .hasSize(3)
        .allSatisfy(each -> assertThat(each.string("taskId")).isEqualTo("t1"));
    assertThat(address.methods()).doesNotContain("tasks/cancel", "tasks/update");
  }

  @Test
  void oneThatFailedSaysWhy() throws Exception {
    states(task("failed", ",\"error\":{\"code\":-7,\"message\":\"no disk\"}"));
    McpException failed = failure();
    assertThat(failed.kind()).isEqualTo(McpException.Kind.REFUSED);
    assertThat(failed.code()).isEqualTo(-7);
    assertThat(failed).hasMessageContaining("no disk");
    assertThat(address.methods()).as("it is over").doesNotContain("tasks/cancel");
  }

  @Test
  void oneThatWasCancelledIsOver() throws Exception {
    states(task("cancelled", ""));
    assertThat(failure()).hasMessageContaining("has cancelled the task");
    assertThat(address.methods()).doesNotContain("tasks/cancel");
  }

  /// A server takes its time to notice that it has been answered.
  @Test
  void eachQuestionIsAnsweredOnce() throws Exception {
    String first = "\"a\":" + FORM;
    String both = first + ",\"b\":" + FORM;
    var states = new ArrayList<String>();
    for (int i = 0; i < 10; i++) {
      states.add(wanting(first));
    }
    for (int i = 0; i < 10; i++) {
      states.add(wanting(both));
    }
    states.add(completed());
    states(states.toArray(String[]::new));
    try (McpClient client = client()) {
      assertThat(ContentText.of(client.callTool("t", Json.Obj.EMPTY, told -> {}))).contains("done");
    }
    assertThat(asked).hasValue(2);
    assertThat(heard("tasks/update"))
        .extracting(each -> each.objectOrEmpty("inputResponses").members().keySet().toString())
        .containsExactly("[a]", "[b]");
  }

  @Test
  void itCannotAskForEver() throws Exception {
    var states = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      states.add(wanting("\"q" + i + "\":" + FORM));
    }
    states(states.toArray(String[]::new));
    assertThat(failure()).hasMessageContaining("asked for more than 8 times in a task");
    assertThat(asked).hasValue(8);
    assertThat(cancelled.await(30, TimeUnit.SECONDS)).as("nobody waits for it").isTrue();
  }

  @Test
  void oneThatAsksForWhatIsNotAnsweredIsCancelled() throws Exception {
    states(wanting("\"a\":" + SAMPLE));
    assertThat(failure()).hasMessageContaining("sampling is off");
    assertThat(cancelled.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whoStopsTheCallCancelsIt() throws Exception {
    var polled = new CountDownLatch(2);
    address.on(
        "tasks/get",
        request -> {
          polled.countDown();
          address.answering(task("working", "")).to(request);
        });
    try (McpClient client = client()) {
      var end = new CompletableFuture<Object>();
      Thread caller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      end.complete(client.callTool("t", Json.Obj.EMPTY, told -> {}));
                    } catch (McpException | InterruptedException over) {
                      end.complete(over);
                    }
                  });
      assertThat(polled.await(30, TimeUnit.SECONDS)).isTrue();
      caller.interrupt();
      assertThat(end.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
      assertThat(cancelled.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void oneWithoutANameIsAFault() throws Exception {
    address.on("tools/call", address.answering("{\"resultType\":\"task\"}"));
    McpException failed = failure();
    assertThat(failed.kind()).isEqualTo(McpException.Kind.PROTOCOL);
    assertThat(failed).hasMessageContaining("a task without an id");
  }

  /// The time is that of the whole call, and what a person needs for an answer is not part of it.
  @Test
  void itHasNoMoreTimeThanIsLeftOfTheCall() throws Exception {
    var requests = new ClientRequests(side(), ServerNews.NOBODY);
    var server = OpenedServers.address(address.url(), "http");
    var cancels = new CountDownLatch(1);
    TaskPoll.Asking working =
        (method, params, limit) -> {
          if (method.equals("tasks/cancel")) {
            cancels.countDown();
          }
          return Json.object().put("status", "working").build();
        };
    Json.Obj created = Json.parseObject(task("working", ""));
    var poll = new TaskPoll(server, working, requests, Duration.ofMillis(20));
    McpException late =
        catchThrowableOfType(McpException.class, () -> poll.result(created, told -> {}));
    assertThat(late.kind()).isEqualTo(McpException.Kind.TIMED_OUT);
    assertThat(late).hasMessageContaining("the call took longer than 600 s");
    assertThat(cancels.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void thePersonMayTakeTheirTime() throws Exception {
    Duration left = Duration.ofMillis(300);
    ClientSide slow =
        new SlowSide(
            () -> {
              long end = System.nanoTime() + 2 * left.toNanos();
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
            });
    var requests = new ClientRequests(slow, ServerNews.NOBODY);
    var answered = new AtomicBoolean();
    TaskPoll.Asking asking =
        (method, params, limit) -> {
          if (method.equals("tasks/update")) {
            answered.set(true);
          }
          return parsed(answered.get() ? completed() : wanting("\"a\":" + FORM));
        };
    var server = OpenedServers.address(address.url(), "http");
    Json.Obj result =
        new TaskPoll(server, asking, requests, left)
            .result(parsed(wanting("\"a\":" + FORM)), told -> {});
    assertThat(ContentText.of(result)).contains("done");
  }

  private static Json.Obj parsed(String text) {
    try {
      return Json.parseObject(text);
    } catch (dev.tenon.core.json.JsonException broken) {
      throw new AssertionError(broken);
    }
  }

  private record SlowSide(Runnable thinking) implements ClientSide {
    @Override
    public List<Path> roots() {
      return List.of();
    }

    @Override
    public boolean elicits() {
      return true;
    }

    @Override
    public Json.Obj elicit(Json.Obj params) {
      thinking.run();
      return ElicitForm.accepted(Map.of());
    }

    @Override
    public boolean samples() {
      return false;
    }

    @Override
    public Json.Obj sample(Json.Obj params) throws RpcException {
      throw new RpcException(-1, "sampling is off");
    }
  }

  /// In the handshake of 2025-11-25 the one answer comes when the person has answered.
  @Test
  void thePersonMayTakeTheirTimeWhereTheResultIsAwaited() throws Exception {
    Duration left = Duration.ofMillis(300);
    ClientSide slow =
        new SlowSide(
            () -> {
              long end = System.nanoTime() + 3 * left.toNanos();
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
            });
    var requests = new ClientRequests(slow, ServerNews.NOBODY);
    TaskPoll.Asking asking =
        (method, params, limit) -> {
          try {
            requests.request(ClientRequests.ELICIT, Json.Obj.EMPTY);
          } catch (RpcException refused) {
            throw new AssertionError(refused);
          }
          return Json.object().put("content", Json.array(List.of())).build();
        };
    var server = OpenedServers.address(address.url(), "http");
    Json.Obj created = Json.parseObject("{\"task\":{\"taskId\":\"x\"}}");
    assertThat(new TaskPoll(server, asking, requests, left).awaited(created).has("content"))
        .isTrue();
    TaskPoll.Asking silent =
        (method, params, limit) -> {
          if (method.equals("tasks/result")) {
            new CountDownLatch(1).await();
          }
          return Json.Obj.EMPTY;
        };
    McpException late =
        catchThrowableOfType(
            McpException.class,
            () -> new TaskPoll(server, silent, requests, left).awaited(created));
    assertThat(late.kind()).isEqualTo(McpException.Kind.TIMED_OUT);
  }
}

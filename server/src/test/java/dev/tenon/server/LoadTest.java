package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.server.job.record.AgentMode;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many at once: every job ends, every reader gets every event once.
class LoadTest {
  private static final int JOBS = 200;
  private static final int POLLERS = 1_000;

  @TempDir Path folder;

  @Test
  void twoHundredJobsAndAThousandPollers() throws Exception {
    Harness server = Harness.in(folder);
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var together = new CountDownLatch(server.limits.running());
    server.models.put(
        AgentMode.Side.REMOTE,
        (request, sink) -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          try {
            // Nobody goes on before as many run as may: fewer would wait in vain.
            together.countDown();
            assertThat(together.await(30, TimeUnit.SECONDS)).isTrue();
          } finally {
            running.decrementAndGet();
          }
          return new Message.Assistant(
              List.of(new Part.Text("done")), StopReason.STOP, Usage.NONE, "test/model");
        });
    server.retention = new dev.tenon.server.store.Retention(1_000, 100, Duration.ofHours(1));
    server.start();
    var jobs = new ArrayList<String>();
    for (int i = 0; i < JOBS; i++) {
      jobs.add(server.run(server.session(), "job " + i));
    }
    var problems = new ConcurrentLinkedQueue<String>();
    var done = new CountDownLatch(POLLERS);
    try (var pollers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < POLLERS; i++) {
        String job = jobs.get(i % JOBS);
        pollers.execute(
            () -> {
              try {
                poll(server, job, problems);
              } catch (Exception broken) {
                problems.add(String.valueOf(broken));
              } finally {
                done.countDown();
              }
            });
      }
      done.await();
    }
    assertThat(problems).isEmpty();
    assertThat(most.get()).isEqualTo(server.limits.running());
    server.close();
  }

  private static void poll(Harness server, String job, ConcurrentLinkedQueue<String> problems)
      throws Exception {
    long cursor = 0;
    String status = "";
    String last = "";
    while (!status.equals("completed")) {
      Json.Obj page =
          server.get("/api/agent/jobs/" + job + "/events?wait_ms=5000&cursor=" + cursor).json();
      status = page.string("status", "");
      for (Json.Obj event : page.objects("events")) {
        if (event.number("cursor", 0) != cursor + 1) {
          problems.add(job + " jumps from " + cursor + " to " + event.number("cursor", 0));
        }
        cursor = event.number("cursor", 0);
        last = event.string("type", "");
      }
      if (status.equals("failed")) {
        problems.add(job + " failed");
        return;
      }
    }
    // Whoever is told that the job is over has been told everything.
    if (!last.equals("job.completed")) {
      problems.add(job + " is over, but its last event was " + last);
    }
  }

  @Test
  void clientsThatVanishOrNeverReadHoldUpNobody() throws Exception {
    Harness server = Harness.in(folder);
    server
        .answering(
            dev.tenon.core.model.script.Step.calls(
                "clarify_user", Json.object().put("question", "Go?").build()),
            dev.tenon.core.model.script.Step.says("x".repeat(100_000)))
        .start();
    String job = server.run(server.session(), "x");
    server.until(job, "waiting_for_user");
    var silent = new ArrayList<Socket>();
    for (int i = 0; i < 50; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      socket
          .getOutputStream()
          .write(
              ("GET /api/agent/jobs/"
                      + job
                      + "/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                      + Harness.TOKEN
                      + "\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      if (i % 2 == 0) {
        InputStream in = socket.getInputStream();
        assertThat(in.read()).isEqualTo('H');
        socket.close();
      } else {
        silent.add(socket);
      }
    }
    server.post(
        "/api/agent/jobs/" + job + "/clarify",
        Json.object().put("question_id", "q_1").put("answer", "go").build());
    server.until(job, "completed");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> server.get("/api/agent/sessions").status() == 200);
    for (Socket socket : silent) {
      socket.close();
    }
    server.close();
  }
}

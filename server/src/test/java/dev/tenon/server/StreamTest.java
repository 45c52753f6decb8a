package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.http.wire.HttpLimits;
import dev.tenon.server.job.record.AgentMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Server-sent events: begin, go on, end, and what happens to clients that vanish or do not read.
class StreamTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", "one\n");
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private Harness.Got stream(String job, String... headers) throws Exception {
    var request = server.request("/api/agent/jobs/" + job + "/stream").GET();
    return server.send(headers.length == 0 ? request : request.headers(headers));
  }

  private static List<Long> ids(String text) {
    return text.lines()
        .filter(it -> it.startsWith("id: "))
        .map(it -> Long.parseLong(it.substring(4)))
        .toList();
  }

  @Test
  void anEndedJobTellsItsEndAndAReconnectGetsNothing() throws Exception {
    server.answering(Step.says("Hi.")).start();
    String job = server.run(server.session(), "greet");
    long last = server.until(job, "completed").number("cursor", 0);
    String all = stream(job).response().body();
    assertThat(ids(all))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, last).boxed().toList());
    assertThat(all)
        .startsWith("retry: 2000\n\n")
        .endsWith("event: end\ndata: {\"status\":\"completed\"}\n\n");
    assertThat(stream(job, "Last-Event-ID", String.valueOf(last)).status()).isEqualTo(204);
    assertThat(
            server
                .send(server.request("/api/agent/jobs/" + job + "/stream?cursor=" + last).GET())
                .status())
        .isEqualTo(204);
    assertThat(ids(stream(job, "Last-Event-ID", String.valueOf(last - 1)).response().body()))
        .containsExactly(last);
    var head = Raw.exchange(server, Raw.request(server, "HEAD /api/agent/jobs/" + job + "/stream"));
    assertThat(head).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
  }

  @Test
  void aCursorThatIsNoneIsRefused() throws Exception {
    server.answering(Step.says("Hi.")).start();
    String job = server.run(server.session(), "greet");
    server.until(job, "completed");
    assertThat(stream(job, "Last-Event-ID", "soon").status()).isEqualTo(400);
    assertThat(stream("job_none").status()).isEqualTo(404);
  }

  @Test
  void aQuietStreamSaysThatItIsThere() throws Exception {
    server.settings = server.settings.with(HttpLimits.DEFAULT.withHeartbeat(Duration.ofMillis(50)));
    server.answering(Step.answer().hanging()).start();
    String job = server.run(server.session(), "hang");
    server.until(job, "running");
    try (Raw raw = Raw.to(server)) {
      raw.send(Raw.request(server, "GET /api/agent/jobs/" + job + "/stream"));
      raw.until(": still here");
      raw.until(": still here");
    }
    await().until(() -> server.server().openStreams() == 0);
  }

  @Test
  void thereIsABoundOnStreams() throws Exception {
    server.settings =
        server.settings.with(
            HttpLimits.DEFAULT.withStreams(2).withHeartbeat(Duration.ofMillis(50)));
    server.answering(Step.answer().hanging()).start();
    String job = server.run(server.session(), "hang");
    server.until(job, "running");
    String request = Raw.request(server, "GET /api/agent/jobs/" + job + "/stream");
    try (Raw one = Raw.to(server);
        Raw two = Raw.to(server)) {
      one.send(request);
      one.until("event: job.started");
      two.send(request);
      two.until("event: job.started");
      var refused = stream(job);
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.error().string("code")).isEqualTo("too_many_streams");
      assertThat(refused.response().headers().firstValue("Retry-After")).hasValue("5");
      assertThat(server.get("/api/agent/jobs/" + job + "/events").status()).isEqualTo(200);
    }
    await().until(() -> server.server().openStreams() == 0);
    try (Raw again = Raw.to(server)) {
      again.send(request);
      again.until("event: job.started");
    }
  }

  @Test
  void clientsThatVanishAreNoticed() throws Exception {
    server.settings =
        server.settings.with(HttpLimits.DEFAULT.withHeartbeat(Duration.ofMillis(100)));
    server.answering(Step.answer().hanging()).start();
    String job = server.run(server.session(), "hang");
    server.until(job, "running");
    String request = Raw.request(server, "GET /api/agent/jobs/" + job + "/stream");
    for (int i = 0; i < 50; i++) {
      try (Raw raw = Raw.to(server)) {
        raw.send(request);
        raw.until("event: job.started");
      }
    }
    await().untilAsserted(() -> assertThat(server.server().openStreams()).isZero());
    await().untilAsserted(() -> assertThat(server.server().openRequests()).isZero());
  }

  /// Jobs are interrupted and whoever listens is told, whether the job was at work or under review.
  @Test
  void theEndOfTheServerIsPromptAndTold() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "a.txt", 1, 1, "ONE")),
            Step.says("Done."),
            Step.answer().hanging())
        .startOnDisk();
    String reviewed = server.run(server.session(), "shout");
    server.until(reviewed, "awaiting_review");
    String hanging = server.run(server.session(), "hang");
    server.until(hanging, "running");
    try (Raw one = Raw.to(server);
        Raw two = Raw.to(server);
        Raw poll = Raw.to(server)) {
      one.send(Raw.request(server, "GET /api/agent/jobs/" + reviewed + "/stream"));
      one.until("event: diff.generated");
      two.send(Raw.request(server, "GET /api/agent/jobs/" + hanging + "/stream"));
      two.until("event: job.started");
      poll.send(
          Raw.request(
              server, "GET /api/agent/jobs/" + reviewed + "/events?wait_ms=30000&cursor=1000"));
      await().until(() -> server.server().openRequests() == 3);
      long began = System.nanoTime();
      server.restart();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
      assertThat(one.rest()).contains("event: stopping");
      assertThat(two.rest()).contains("event: job.failed").contains("interrupted");
      assertThat(poll.rest()).startsWith("HTTP/1.1 503 ").contains("\"stopping\"");
    }
    assertThat(
            server.get("/api/agent/jobs/" + hanging).json().objectOrEmpty("error").string("code"))
        .isEqualTo("interrupted");
    assertThat(server.get("/api/agent/jobs/" + reviewed).text("status"))
        .isEqualTo("awaiting_review");
  }

  /// A job that makes a step whenever it is let.
  private Semaphore stepping(int steps, String words) {
    var permits = new Semaphore(0);
    var made = new AtomicInteger();
    server.models.put(
        AgentMode.Side.REMOTE,
        (request, sink) -> {
          permits.acquire();
          int step = made.incrementAndGet();
          if (step > steps) {
            return answer(List.of(new Part.Text("done")), StopReason.STOP);
          }
          return answer(
              List.of(
                  new Part.Text(words + step),
                  new Part.Call("c" + step, "list_files", Json.Obj.EMPTY, null, null)),
              StopReason.TOOL_USE);
        });
    return permits;
  }

  private static Message.Assistant answer(List<Part.Output> parts, StopReason reason) {
    return new Message.Assistant(parts, reason, Usage.NONE, "test/model");
  }

  /// However a reader comes and goes, it gets every event once and in order.
  @Test
  void readersThatComeAndGoMissNothing() throws Exception {
    for (long seed = 1; seed <= 6; seed++) {
      var random = new Random(seed);
      Harness each = Harness.in(folder.resolve("s" + seed));
      server = each;
      Semaphore permits = stepping(20, "step ");
      each.start();
      String job = each.run(each.session(), "walk");
      var seen = new ArrayList<Long>();
      String last = "";
      int budget = 0;
      while (!last.equals("job.completed") && !last.equals("job.failed")) {
        if (budget < 21 && random.nextBoolean()) {
          int more = 1 + random.nextInt(3);
          permits.release(more);
          budget += more;
        }
        if (budget >= 21) {
          permits.release(21);
        }
        long cursor = seen.isEmpty() ? 0 : seen.getLast();
        last =
            random.nextBoolean()
                ? poll(each, job, cursor, seen, last)
                : follow(each, job, cursor, 1 + random.nextInt(6), seen, last);
      }
      assertThat(seen)
          .as("seed " + seed)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, seen.size()).boxed().toList());
      assertThat(seen.size()).as("seed " + seed).isGreaterThan(50);
      if (seed < 6) {
        each.close();
      }
    }
  }

  private static String poll(Harness server, String job, long cursor, List<Long> seen, String last)
      throws Exception {
    Json.Obj page =
        server.get("/api/agent/jobs/" + job + "/events?wait_ms=20&cursor=" + cursor).json();
    String type = last;
    for (Json.Obj event : page.objects("events")) {
      seen.add(event.number("cursor", 0));
      type = event.string("type", "");
    }
    return type;
  }

  /// Reads some lines of a stream and goes away in the middle of it.
  private static String follow(
      Harness server, String job, long cursor, int events, List<Long> seen, String last)
      throws Exception {
    HttpResponse<InputStream> response =
        server.client.send(
            server
                .request("/api/agent/jobs/" + job + "/stream")
                .header("Last-Event-ID", String.valueOf(cursor))
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
    String type = last;
    int left = events;
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      long id = 0;
      String line = lines.readLine();
      while (line != null) {
        if (line.startsWith("id: ")) {
          id = Long.parseLong(line.substring(4));
        } else if (line.startsWith("event: ") && id > 0) {
          type = line.substring(7);
        } else if (line.isEmpty() && id > 0) {
          seen.add(id);
          id = 0;
          left--;
        }
        // Between two events it goes away, when it has enough or nothing is new.
        if (line.isEmpty() && (left <= 0 || !lines.ready())) {
          break;
        }
        line = lines.readLine();
      }
    }
    return type;
  }

  /// As many as there may well be, kept light.
  @Test
  void fiveHundredListenersGetEverything() throws Exception {
    Semaphore permits = stepping(3, "step ");
    server.start();
    String job = server.run(server.session(), "walk");
    int listeners = 500;
    var begun = new CountDownLatch(listeners);
    var whole = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < listeners; i++) {
        threads.execute(
            () -> {
              try (Raw raw = Raw.to(server)) {
                raw.send(Raw.request(server, "GET /api/agent/jobs/" + job + "/stream"));
                String head = raw.until("event: job.started");
                begun.countDown();
                String text = head + raw.rest();
                List<Long> ids = ids(text);
                if (ids.equals(LongStream.rangeClosed(1, ids.size()).boxed().toList())
                    && text.contains("event: job.completed")
                    && text.contains("event: end")) {
                  whole.incrementAndGet();
                }
              } catch (IOException broken) {
                begun.countDown();
              }
            });
      }
      begun.await();
      assertThat(server.server().openStreams()).isEqualTo(listeners);
      permits.release(4);
    }
    assertThat(whole.get()).isEqualTo(listeners);
    await().until(() -> server.server().openStreams() == 0);
  }
}

package dev.tenon.bench.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The operations of a server that set up a measurement. Anything but success is an exception.
final class Api implements AutoCloseable {
  private static final Duration MOST = Duration.ofSeconds(60);

  private final String base;
  private final String token;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Api(int port, String token) {
    this.base = "http://127.0.0.1:" + port;
    this.token = token;
  }

  String get(String path) throws IOException, InterruptedException {
    return send(path, request(path).GET().build());
  }

  String post(String path, Json.Obj body) throws IOException, InterruptedException {
    return send(
        path,
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.compact()))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(MOST)
        .header("Authorization", "Bearer " + token);
  }

  private String send(String path, HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IOException(path + " was answered with " + response.statusCode() + response.body());
    }
    return response.body();
  }

  static Json.Obj json(String text) throws IOException {
    try {
      return Json.parseObject(text);
    } catch (JsonException unreadable) {
      throw new IOException("not JSON: " + text, unreadable);
    }
  }

  String session() throws IOException, InterruptedException {
    return json(post("/api/agent/sessions", Json.Obj.EMPTY)).string("session_id", "");
  }

  String run(String session, String instruction) throws IOException, InterruptedException {
    Json.Obj request =
        Json.object()
            .put("session_id", session)
            .put("instruction", instruction)
            .object("tool_config", config -> config.put("max_tool_calls", 100_000))
            .build();
    return json(post("/api/agent/run", request)).string("job_id", "");
  }

  /// So many jobs with the same instruction, each in a session of its own, all at work.
  List<String> running(int count, String instruction) throws IOException, InterruptedException {
    var jobs = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      jobs.add(run(session(), instruction));
    }
    for (String job : jobs) {
      await(job, "provider.selected");
    }
    return jobs;
  }

  /// Waits for an event and answers it with those before it.
  List<Json.Obj> await(String job, String type) throws IOException, InterruptedException {
    var events = new ArrayList<Json.Obj>();
    long cursor = 0;
    long deadline = System.nanoTime() + MOST.toNanos();
    while (System.nanoTime() < deadline) {
      Json.Obj page = json(get("/api/agent/jobs/" + job + "/events?wait_ms=5000&cursor=" + cursor));
      cursor = page.number("next_cursor", cursor);
      for (Json.Obj event : page.objects("events")) {
        events.add(event);
        if (event.string("type", "").equals(type)) {
          return events;
        }
      }
    }
    throw new IOException("job " + job + " had no " + type + " but " + events);
  }

  @Override
  public void close() {
    client.close();
  }
}

package dev.tenon.engine.observe;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.json.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends to an OTLP collector over HTTP, in order, on a thread of its own. A collector that is not
/// there costs its data and nothing else; it is told once.
public final class HttpCollector implements Telemetry.Collector {
  private static final int MOST_WAITING = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final String endpoint;
  private final Map<String, String> headers;
  private final Transport transport;
  private final Consumer<String> problems;
  private final LinkedBlockingQueue<Parcel> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final Thread thread;
  private volatile boolean closing;
  private boolean told;

  private record Parcel(String path, Json.Obj body) {}

  HttpCollector(
      String endpoint,
      Map<String, String> headers,
      Transport transport,
      Consumer<String> problems) {
    this.endpoint =
        endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
    this.headers = new LinkedHashMap<>(headers);
    this.headers.put("Content-Type", "application/json");
    this.transport = transport;
    this.problems = problems;
    this.thread = Thread.ofPlatform().daemon().name("telemetry").start(this::work);
  }

  @Override
  public void send(String path, Json.Obj body) {
    if (!waiting.offer(new Parcel(path, body))) {
      tell("it does not keep up");
    }
  }

  private void work() {
    try {
      while (true) {
        @Nullable Parcel parcel = waiting.poll(50, TimeUnit.MILLISECONDS);
        if (parcel != null) {
          deliver(parcel);
        } else if (closing) {
          return;
        }
      }
    } catch (InterruptedException leaving) {
      // The program ends and does not wait any longer.
    }
  }

  private void deliver(Parcel parcel) throws InterruptedException {
    byte[] bytes = parcel.body().compact().getBytes(StandardCharsets.UTF_8);
    try (HttpResponse response =
        transport.send(HttpRequest.post(URI.create(endpoint + parcel.path()), headers, bytes))) {
      if (!response.ok()) {
        tell("it answered " + response.status() + " to " + parcel.path());
      }
    } catch (TransportException unreachable) {
      tell(String.valueOf(unreachable.getMessage()));
    }
  }

  private synchronized void tell(String what) {
    if (!told) {
      told = true;
      problems.accept(
          "telemetry does not reach "
              + HttpRequest.safe(URI.create(endpoint))
              + ": "
              + what
              + "; check telemetry.endpoint");
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join(PATIENCE);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
    transport.close();
  }
}

package dev.tenon.bench.server;

import dev.tenon.bench.measure.Report;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Live clients of event streams: everyone gets everything once and in order.
final class Streaming {
  private final Path scratch;
  private final int clients;
  private final int jobs;
  private final int turns;

  /// @param turns of each job, one every half second
  Streaming(Path scratch, int clients, int jobs, int turns) {
    this.scratch = scratch;
    this.clients = clients;
    this.jobs = jobs;
    this.turns = turns;
  }

  /// @param delivered events that arrived, counted once for each client
  /// @param threads more than without clients
  /// @param kilobytes heap of the server in use for each client
  record Result(
      Histogram latency,
      long delivered,
      double seconds,
      long threads,
      double kilobytes,
      double server,
      double client) {}

  Result measure() throws IOException, InterruptedException {
    try (var server = TrialProcess.start(scratch, jobs);
        Api api = server.api()) {
      // What every server has done before many watch it.
      api.await(api.run(api.session(), "pace 10 20"), "job.completed");
      List<String> running = api.running(jobs, "pace 500 " + turns);
      List<String> watched = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        watched.add(running.get(i % jobs));
      }
      double memory = server.heap();
      long threads = server.proc.threads();
      double processor = server.proc.processorSeconds();
      long begin = System.nanoTime();
      try (var watchers = new Watchers(server.port, ServerTrial.TOKEN, watched)) {
        watchers.until(Watcher::begun, Duration.ofSeconds(30));
        double more = server.heap() - memory;
        long moreThreads = server.proc.threads() - threads;
        watchers.count();
        watchers.until(Watcher::ended, Duration.ofSeconds(30).plusMillis(1_000L * turns));
        long delivered = 0;
        for (Watcher watcher : watchers.all()) {
          Json.Obj job = Api.json(api.get("/api/agent/jobs/" + watcher.job()));
          if (watcher.last() != job.number("cursor", -1)) {
            throw new IOException(watcher.job() + " was cut at " + watcher.last());
          }
          delivered += watcher.last();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Result(
            watchers.latency(),
            delivered,
            seconds,
            moreThreads,
            more * 1e3 / clients,
            (server.proc.processorSeconds() - processor) / seconds,
            watchers.processorSeconds() / seconds);
      }
    }
  }

  void describe(Report report) throws IOException, InterruptedException {
    Result result = measure();
    report
        .heading("Live streams")
        .paragraph(
            clients
                + " clients of server-sent events watch "
                + jobs
                + " jobs from the first event to the last; every one got every event once and in"
                + " order, or there would be no page. Latency is from the moment an event is made,"
                + " before it is stored, to its arrival.")
        .table(
            List.of("what", "reached"),
            List.of(
                List.of("events delivered", Long.toString(result.delivered)),
                List.of(
                    "events delivered a second", Report.number(result.delivered / result.seconds)),
                List.of("latency p50, ms", Report.number(result.latency.millis(0.5))),
                List.of("latency p99, ms", Report.number(result.latency.millis(0.99))),
                List.of("more threads of the kernel", Long.toString(result.threads)),
                List.of("more heap in use for each client, KB", Report.number(result.kilobytes)),
                List.of("cores of the server", Report.number(result.server)),
                List.of("cores of the clients", Report.number(result.client))));
  }
}

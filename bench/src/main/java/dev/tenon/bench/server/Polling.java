package dev.tenon.bench.server;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Polls for events while many jobs run, next to the JDK's bare server in the same process.
final class Polling {
  static final double RATE = 10_000;
  static final double P99 = 20;

  private final Path scratch;
  private final int jobs;
  private final int rounds;
  private final Duration stretch;

  /// @param stretch how long each measurement takes
  Polling(Path scratch, int jobs, int rounds, Duration stretch) {
    this.scratch = scratch;
    this.jobs = jobs;
    this.rounds = rounds;
    this.stretch = stretch;
  }

  /// One way to poll, with a value of each kind for each round.
  ///
  /// @param server processor time of the server for one answer, in microseconds
  /// @param client the same of the client
  record Measured(
      Sample rate, Sample p50, Sample p99, Sample most, Sample server, Sample client, Sample news) {
    Measured() {
      this(
          new Sample(),
          new Sample(),
          new Sample(),
          new Sample(),
          new Sample(),
          new Sample(),
          new Sample());
    }

    void add(Pollers.Load load, double serverSeconds) {
      rate.add(load.eachSecond());
      p50.add(load.latency().millis(0.5));
      p99.add(load.latency().millis(0.99));
      most.add(load.latency().largestMillis());
      server.add(serverSeconds / load.latency().count() * 1e6);
      client.add(load.client() / load.latency().count() * 1e6);
      news.add(load.events() / load.seconds());
    }

    List<String> row(String name) {
      return List.of(
          name,
          Report.number(rate.median()),
          Report.number(p50.median()),
          Report.number(p99.median()),
          Report.number(most.max()),
          Report.number(server.median()),
          Report.number(client.median()));
    }
  }

  /// All ways to poll.
  record Result(Measured pacedPolls, Measured pacedBare, Measured fastPolls, Measured fastBare) {
    Result() {
      this(new Measured(), new Measured(), new Measured(), new Measured());
    }
  }

  Result measure() throws IOException, InterruptedException {
    var result = new Result();
    try (var server = TrialProcess.start(scratch, jobs);
        Api api = server.api()) {
      List<String> targets = new ArrayList<>();
      for (String job : api.running(jobs, "pace 1000 100000")) {
        targets.add("/api/agent/jobs/" + job + "/events?cursor=");
      }
      try (var polls = new Pollers(server.port, ServerTrial.TOKEN, targets);
          var bare =
              new Pollers(
                  server.barePort,
                  ServerTrial.TOKEN,
                  Collections.nCopies(jobs, "/constant?cursor="))) {
        bare.asFastAsPossible(stretch);
        polls.asFastAsPossible(stretch);
        for (int round = 0; round < rounds; round++) {
          add(result.fastBare, server, () -> bare.asFastAsPossible(stretch));
          add(result.fastPolls, server, () -> polls.asFastAsPossible(stretch));
          add(result.pacedBare, server, () -> bare.paced(RATE, stretch));
          add(result.pacedPolls, server, () -> polls.paced(RATE, stretch));
        }
      }
    }
    return result;
  }

  private interface Stretch {
    Pollers.Load run() throws IOException;
  }

  private static void add(Measured measured, TrialProcess server, Stretch stretch)
      throws IOException {
    double before = server.proc.processorSeconds();
    Pollers.Load load = stretch.run();
    measured.add(load, server.proc.processorSeconds() - before);
  }

  void describe(Report report) throws IOException, InterruptedException {
    Result result = measure();
    double rate = result.fastPolls.rate.median();
    double p99 = result.pacedPolls.p99.median();
    report
        .heading("Polls for events")
        .paragraph(
            jobs
                + " jobs run, each with a sentence and a tool call every second, on SQLite ("
                + Report.number(result.pacedPolls.news.median())
                + " events a second). "
                + jobs
                + " connections poll, one for each job with its cursor; beside them the JDK's bare"
                + " server in the same process answers a constant of the same size to the same"
                + " client. Medians of "
                + rounds
                + " rounds of "
                + stretch.toSeconds()
                + " s, milliseconds; with a fixed rate the time counts from when a request was due."
                + " Processor time is in microseconds for each answer, for the server with the jobs"
                + " in it.")
        .table(
            List.of("way", "answers/s", "p50", "p99", "longest", "server CPU", "client CPU"),
            List.of(
                result.fastPolls.row("polls, as fast as possible"),
                result.fastBare.row("bare server, as fast as possible"),
                result.pacedPolls.row("polls, 10,000 a second"),
                result.pacedBare.row("bare server, 10,000 a second")))
        .paragraph(
            "Polls reach "
                + Report.number(rate / result.fastBare.rate.median())
                + " times the rate of the bare server. Aims: over 10,000 polls a second: "
                + Report.verdict(-rate, -RATE)
                + "; p99 under 20 ms at that rate: "
                + Report.verdict(p99, P99)
                + ".");
  }
}

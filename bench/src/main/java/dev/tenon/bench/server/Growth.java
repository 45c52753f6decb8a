package dev.tenon.bench.server;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Many short jobs one after the other: how soon each begins, and what memory they leave behind.
final class Growth {
  private static final int STEPS = 4;

  private final Path scratch;
  private final int jobs;

  Growth(Path scratch, int jobs) {
    this.scratch = scratch;
    this.jobs = jobs;
  }

  /// @param begun from the request to the event `job.started` in the client's hands, milliseconds
  /// @param done from the request to `job.completed`
  /// @param heaps megabytes of heap in use after a quarter of the jobs, a half, …
  record Result(Sample begun, Sample done, List<Double> heaps, List<Double> resident) {}

  Result measure() throws IOException, InterruptedException {
    var result = new Result(new Sample(), new Sample(), new ArrayList<>(), new ArrayList<>());
    try (var server = TrialProcess.start(scratch, 4);
        Api api = server.api()) {
      for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < jobs / STEPS; i++) {
          String session = api.session();
          long begin = System.nanoTime();
          String job = api.run(session, "answer");
          api.await(job, "job.started");
          double begun = (System.nanoTime() - begin) / 1e6;
          api.await(job, "job.completed");
          if (step > 0) {
            result.begun.add(begun);
            result.done.add((System.nanoTime() - begin) / 1e6);
          }
        }
        result.heaps.add(server.heap());
        result.resident.add(server.proc.megabytes());
      }
    }
    return result;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Result result = measure();
    var rows = new ArrayList<List<String>>();
    for (int step = 0; step < STEPS; step++) {
      rows.add(
          List.of(
              Integer.toString(jobs / STEPS * (step + 1)),
              Report.number(result.heaps.get(step)),
              Report.number(result.resident.get(step))));
    }
    report
        .heading("Many jobs one after the other")
        .paragraph(
            jobs
                + " jobs, each in a session of its own, with a model that answers at once. From"
                + " the request to `job.started` at the client: median "
                + Report.number(result.begun.median())
                + " ms, nine of ten below "
                + Report.number(result.begun.p90())
                + " ms; to `job.completed`: median "
                + Report.number(result.done.median())
                + " ms. Both with a client that is not lean.")
        .table(List.of("jobs so far", "heap in use, MB", "resident, MB"), rows);
  }
}

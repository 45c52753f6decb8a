package dev.tenon.bench.server;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import dev.tenon.server.store.Retention;
import dev.tenon.server.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The built program with an empty and with a full store: from its start to the first answer, and
/// the memory it holds when it has nothing to do.
final class Starting {
  private static final int RUNS = 7;
  private static final int EVENTS = 20;
  private static final double START = 1_000;
  private static final double MEMORY = 120;
  private static final Duration BURST = Duration.ofSeconds(5);

  private final Path launcher;
  private final Path scratch;
  private final int sessions;

  Starting(Path launcher, Path scratch, int sessions) {
    this.launcher = launcher;
    this.scratch = scratch;
    this.sessions = sessions;
  }

  private record Result(Sample empty, Sample full, Sample page, Sample lastPage) {
    Result() {
      this(new Sample(), new Sample(), new Sample(), new Sample());
    }
  }

  void describe(Report report) throws IOException, InterruptedException {
    Path project = Files.createDirectories(scratch.resolve("project")).toRealPath();
    Path fullHome = scratch.resolve("full");
    Path emptyHome = scratch.resolve("empty");
    fill(Journal.folderOf(fullHome, project).resolve("server.db"));
    var result = new Result();
    for (int run = 0; run < RUNS; run++) {
      try (var server = Serving.start(launcher, project, emptyHome)) {
        result.empty.add(server.millis);
      }
      try (var server = Serving.start(launcher, project, fullHome);
          Api api = server.api()) {
        result.full.add(server.millis);
        for (int i = 0; i < 20; i++) {
          String path = "/api/agent/sessions?limit=100&skip=";
          result.page.add(timed(api, path + 0));
          result.lastPage.add(timed(api, path + (sessions - 100)));
        }
      }
    }
    report
        .heading("Start with " + sessions + " sessions")
        .paragraph(
            "The built program from its start to its first answer, a page of sessions; each session"
                + " has a job with "
                + EVENTS
                + " events and a conversation. Medians of "
                + RUNS
                + " interleaved starts. Aim: under 1,000 ms: "
                + Report.verdict(result.full.median(), START)
                + ".")
        .table(
            List.of("what", "ms", "longest"),
            List.of(
                row("start with an empty store", result.empty),
                row("start with the full store", result.full),
                row("the first page of 100 sessions", result.page),
                row("the last page of 100 sessions", result.lastPage)));
    memory(report, project, fullHome);
  }

  private static List<String> row(String what, Sample sample) {
    return List.of(what, Report.number(sample.median()), Report.number(sample.max()));
  }

  private static double timed(Api api, String path) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    api.get(path);
    return (System.nanoTime() - begin) / 1e6;
  }

  private void memory(Report report, Path project, Path home)
      throws IOException, InterruptedException {
    var rows = new ArrayList<List<String>>();
    double worst = 0;
    try (var server = Serving.start(launcher, project, home);
        Api api = server.api()) {
      Thread.sleep(2_000);
      rows.add(memory("after the start", server));
      worst = Math.max(worst, server.proc.megabytes());
      try (var pollers =
          new Pollers(
              server.port,
              Serving.TOKEN,
              Collections.nCopies(100, "/api/agent/jobs/job_00000000/events?cursor="))) {
        pollers.asFastAsPossible(BURST);
        for (int i = 0; i < 40; i++) {
          api.get("/api/agent/sessions?limit=500&skip=" + i * 200);
        }
        rows.add(memory("right after a burst of polls and lists", server));
      }
      Thread.sleep(20_000);
      rows.add(memory("20 s later", server));
      worst = Math.max(worst, server.proc.megabytes());
    }
    report
        .heading("Memory of the idle program")
        .paragraph(
            "Resident memory as the kernel tells it. Aim: under 120 MB idle: "
                + Report.verdict(worst, MEMORY)
                + ".")
        .table(List.of("when", "MB", "threads"), rows);
  }

  private static List<String> memory(String when, Serving server) throws IOException {
    return List.of(
        when, Report.number(server.proc.megabytes()), Long.toString(server.proc.threads()));
  }

  private void fill(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (Store store = Stores.sqlite(file, Retention.ON_DISK, 3_000, Clock.systemUTC())) {
      Json.Arr messages =
          Json.arrayOf(
              Json.object().put("role", "user").put("text", "word ".repeat(200)).build(),
              Json.object().put("role", "assistant").put("text", "word ".repeat(400)).build());
      for (int i = 0; i < sessions; i++) {
        fill(store, String.format(java.util.Locale.ROOT, "%08d", i), messages);
      }
    }
  }

  private static void fill(Store store, String number, Json.Arr messages) {
    Instant now = Instant.now();
    var events = new ArrayList<EventRecord>();
    for (int cursor = 1; cursor <= EVENTS; cursor++) {
      events.add(
          new EventRecord(
              cursor,
              JobEventType.TOOL_COMPLETED,
              now,
              Json.object().put("tool", "search_project").put("result_count", 20).build()));
    }
    String session = "sess_" + number;
    String job = "job_" + number;
    var record =
        new SessionRecord(
            session,
            0,
            "",
            "Session " + number,
            now,
            now,
            SessionRecord.Status.ACTIVE,
            List.of(),
            job,
            CommandUse.OFF,
            "");
    store.save(record);
    store.saveState(
        record, new Store.State(messages, Json.Obj.EMPTY, Optional.empty(), Store.Buffers.CLEAN));
    store.save(Storing.over(job, session, EVENTS), events);
  }
}

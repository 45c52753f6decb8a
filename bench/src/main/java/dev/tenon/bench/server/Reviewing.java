package dev.tenon.bench.server;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A job that changes many files: from its end to the bundle, decisions, and the write.
final class Reviewing {
  private static final double BUNDLE = 1_000;
  private static final int DECISIONS = 10;

  private final Path scratch;
  private final int files;
  private final int rounds;

  Reviewing(Path scratch, int files, int rounds) {
    this.scratch = scratch;
    this.files = files;
    this.rounds = rounds;
  }

  /// Everything in milliseconds.
  ///
  /// @param propose the tool call with all edits
  /// @param bundle from the model's last word to the job with its bundle in the client's hands
  record Result(
      Sample propose, Sample bundle, Sample get, Sample decide, Sample acceptAll, Sample apply) {
    Result() {
      this(new Sample(), new Sample(), new Sample(), new Sample(), new Sample(), new Sample());
    }
  }

  Result measure() throws IOException, InterruptedException {
    var result = new Result();
    try (var server = TrialProcess.start(scratch, 4);
        Api api = server.api()) {
      for (int round = 0; round <= rounds; round++) {
        writeFiles();
        // The first one is for the compiler.
        round(api, round == 0 ? new Result() : result);
      }
    }
    return result;
  }

  private void writeFiles() throws IOException {
    var lines = new ArrayList<String>();
    for (int i = 1; i <= 40; i++) {
      lines.add(i == PacedModel.EDITED_LINE ? PacedModel.OLD : "Line " + i + " of a short note.");
    }
    for (int i = 0; i < files; i++) {
      Path file = scratch.resolve("project").resolve(PacedModel.fileName(i));
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    }
  }

  private void round(Api api, Result result) throws IOException, InterruptedException {
    String session = api.session();
    String job = api.run(session, "edit " + files);
    List<Json.Obj> events = api.await(job, "diff.generated");
    String text = api.get("/api/agent/jobs/" + job);
    Instant served = Instant.now();
    result.propose.add(
        millis(time(events, "tool.call.requested"), time(events, "tool.call.completed")));
    result.bundle.add(millis(time(events.reversed(), "assistant.message"), served));
    long begin = System.nanoTime();
    api.get("/api/agent/jobs/" + job + "/diff");
    result.get.add((System.nanoTime() - begin) / 1e6);
    List<String> hunks = hunks(Api.json(text).objectOrEmpty("diff_bundle"));
    if (hunks.size() != files) {
      throw new IOException(hunks.size() + " hunks for " + files + " files");
    }
    for (int i = 0; i < DECISIONS; i++) {
      var choice = Json.object().put("action", "accept");
      choice.put("hunk_ids", Json.strings(List.of(hunks.get(i % files))));
      result.decide.add(post(api, "/api/agent/jobs/" + job + "/review", choice.build()));
    }
    Json.Obj all = Json.object().put("action", "accept_all").build();
    result.acceptAll.add(post(api, "/api/agent/jobs/" + job + "/review", all));
    Json.Obj apply =
        Json.object()
            .put("session_id", session)
            .put("job_id", job)
            .put("accepted_hunk_ids", Json.strings(hunks))
            .build();
    result.apply.add(post(api, "/api/agent/apply", apply));
    Path last = scratch.resolve("project").resolve(PacedModel.fileName(files - 1));
    if (!Files.readString(last).contains(PacedModel.NEW)) {
      throw new IOException(last + " was not written");
    }
  }

  private static double post(Api api, String path, Json.Obj body)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    api.post(path, body);
    return (System.nanoTime() - begin) / 1e6;
  }

  private static List<String> hunks(Json.Obj bundle) {
    var hunks = new ArrayList<String>();
    for (Json.Obj file : bundle.objects("files")) {
      for (Json.Obj hunk : file.objects("hunks")) {
        hunks.add(hunk.string("hunk_id", ""));
      }
    }
    return hunks;
  }

  private static Instant time(List<Json.Obj> events, String type) throws IOException {
    for (Json.Obj event : events) {
      if (event.string("type", "").equals(type)) {
        return Instant.parse(event.string("ts", ""));
      }
    }
    throw new IOException("there was no " + type);
  }

  private static double millis(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e6;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Result result = measure();
    double bundle = result.bundle.median();
    report
        .heading("Review of " + files + " changed files")
        .paragraph(
            "Each file has 40 lines, of which one is replaced. The bundle counts from the model's"
                + " last word to the job in the client's hands. Aim: under 1,000 ms: "
                + Report.verdict(bundle, BUNDLE)
                + ". Medians, after one round that does not count.")
        .table(
            List.of("what", "ms", "longest"),
            List.of(
                row("`propose_edits` with all edits", result.propose),
                row("the diff bundle", result.bundle),
                row("`GET …/diff`", result.get),
                row("accept one hunk", result.decide),
                row("accept all", result.acceptAll),
                row("apply, every file synced to the disk", result.apply)));
  }

  private static List<String> row(String what, Sample sample) {
    return List.of(what, Report.number(sample.median()), Report.number(sample.max()));
  }
}

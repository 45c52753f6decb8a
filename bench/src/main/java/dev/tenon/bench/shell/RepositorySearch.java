package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.exec.repository.Repositories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// What it costs to know which repositories a command made or changed, in a project with many
/// folders.
final class RepositorySearch {
  private static final double AIM = 10;
  private static final String AFTER = "after a command";
  private static final int FILES_IN_FOLDER = 10;

  private final Path scratch;
  private final int files;
  private final int rounds;

  RepositorySearch(Path scratch, int files, int rounds) {
    this.scratch = scratch;
    this.files = files;
    this.rounds = rounds;
  }

  void describe(Report report) throws IOException {
    Map<String, Sample> times = measure();
    var rows = new ArrayList<List<String>>();
    times.forEach(
        (name, sample) ->
            rows.add(List.of(name, Report.number(sample.median()), Report.number(sample.p90()))));
    report
        .heading("Looking for repositories")
        .paragraph(
            files
                + " files in folders of "
                + FILES_IN_FOLDER
                + ", one folder changed by each command, ms. Aim: after a command less than "
                + (int) AIM
                + " ms: "
                + Report.verdict(Objects.requireNonNull(times.get(AFTER)).median(), AIM)
                + ".")
        .table(List.of("when", "median", "p90"), rows);
  }

  Map<String, Sample> measure() throws IOException {
    Path project = Files.createDirectory(scratch.resolve("folders")).toRealPath();
    for (int i = 0; i < files; i++) {
      int folder = i / FILES_IN_FOLDER;
      Path at = project.resolve("module" + folder % 50).resolve("package" + folder);
      if (i % FILES_IN_FOLDER == 0) {
        Files.createDirectories(at);
      }
      Files.createFile(at.resolve("File" + i + ".java"));
    }
    var first = new Sample();
    var before = new Sample();
    var after = new Sample();
    var repositories = new Repositories();
    long start = System.nanoTime();
    repositories.expect(List.of(project), Set.of());
    first.add((System.nanoTime() - start) / 1e6);
    repositories.inspect();
    for (int round = -rounds / 3 - 1; round < rounds; round++) {
      long began = System.nanoTime();
      repositories.expect(List.of(project), Set.of());
      long ready = System.nanoTime();
      Files.createFile(project.resolve("module0/package0/made" + round));
      long over = System.nanoTime();
      repositories.inspect();
      long done = System.nanoTime();
      if (round >= 0) {
        before.add((ready - began) / 1e6);
        after.add((done - over) / 1e6);
      }
    }
    Map<String, Sample> times = new LinkedHashMap<>();
    times.put(AFTER, after);
    times.put("before a command", before);
    times.put("before the first command", first);
    return times;
  }
}

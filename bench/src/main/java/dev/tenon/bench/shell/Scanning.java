package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.state.StateScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What it costs to know afterwards what a command did, in a project with many files.
final class Scanning {
  private static final double AIM = 150;
  private static final String SCAN = "one scan";

  private final Path scratch;
  private final int files;
  private final int rounds;

  Scanning(Path scratch, int files, int rounds) {
    this.scratch = scratch;
    this.files = files;
    this.rounds = rounds;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Map<String, Sample> times = measure();
    var rows = new ArrayList<List<String>>();
    times.forEach(
        (name, sample) ->
            rows.add(List.of(name, Report.number(sample.median()), Report.number(sample.p90()))));
    report
        .heading("Finding what a command did")
        .paragraph(
            files
                + " files of 1 KB in folders of 100, ms. Aim: a warm scan in less than "
                + (int) AIM
                + " ms: "
                + Report.verdict(Objects.requireNonNull(times.get(SCAN)).median(), AIM)
                + ". Everything that one command costs is its two scans, a comparison and a note;"
                + " the first command of a project also puts the contents aside.")
        .table(List.of("what", "median", "p90"), rows);
  }

  Map<String, Sample> measure() throws IOException, InterruptedException {
    Path project = Files.createDirectory(scratch.resolve("many"));
    for (int i = 0; i < files; i++) {
      Path folder = project.resolve("module" + i / 100 % 20).resolve("package" + i / 100);
      if (i % 100 == 0) {
        Files.createDirectories(folder);
      }
      Files.writeString(folder.resolve("File" + i + ".java"), ("line " + i + "\n").repeat(90));
    }
    Workspace workspace = Workspace.open(project);
    Map<String, Sample> times = new LinkedHashMap<>();
    for (String name : List.of(SCAN, "before a command", "after it", "before the first command")) {
      times.put(name, new Sample());
    }
    try {
      Journal journal = ProjectJournal.open(scratch.resolve("many-state"), workspace, "b");
      var editing = new DirectEditing(workspace, journal);
      var by = new Attribution(Origin.SHELL, "bash", "1");
      long first = System.nanoTime();
      CommandWatch watch = editing.watch(by);
      Objects.requireNonNull(times.get("before the first command"))
          .add((System.nanoTime() - first) / 1e6);
      watch.finish();
      for (int round = -rounds / 3 - 1; round < rounds; round++) {
        long start = System.nanoTime();
        new StateScan(workspace.sandbox(), scratch.resolve("many-state"), 1_000_000).scan();
        long scanned = System.nanoTime();
        watch = editing.watch(by);
        long watched = System.nanoTime();
        watch.finish();
        long finished = System.nanoTime();
        if (round >= 0) {
          Objects.requireNonNull(times.get(SCAN)).add((scanned - start) / 1e6);
          Objects.requireNonNull(times.get("before a command")).add((watched - scanned) / 1e6);
          Objects.requireNonNull(times.get("after it")).add((finished - watched) / 1e6);
        }
      }
    } catch (CommitException broken) {
      throw new IOException(broken);
    }
    return times;
  }
}

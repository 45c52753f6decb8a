package dev.tenon.bench.agents;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.engine.Project;
import dev.tenon.engine.layer.HelperLayer;
import dev.tenon.engine.layer.HelperLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What the layer of an isolated helper costs: opening it over a large project, and merging what
/// was changed in it.
final class Layering {
  private static final double AIM_OPEN = 60;
  private static final double AIM_MERGE = 1000;
  private static final int CHANGED = 1000;

  /// How many times fewer files the second project has.
  private static final int SMALLER = 10;

  private final Path scratch;
  private final int files;
  private final int rounds;

  Layering(Path scratch, int files, int rounds) {
    this.scratch = scratch;
    this.files = files;
    this.rounds = rounds;
  }

  /// Milliseconds.
  ///
  /// @param openSmall over a tenth of the files
  record Times(Sample open, Sample openSmall, Sample merge, String kind) {

    /// Milliseconds that a layer costs for each thousand files below it.
    double slope(int files) {
      return (open.median() - openSmall.median()) / (files - files / SMALLER) * 1_000;
    }
  }

  Times measure() throws Exception {
    Sample small = opened();
    Path root = filled("layering", files);
    Path home = Files.createDirectories(scratch.resolve("layering-home"));
    Files.writeString(home.resolve("config.yml"), "");
    var times = new Times(new Sample(), small, new Sample(), "");
    try (Project project = HelperTrial.open(home, root)) {
      HelperLayers layers = project.layers();
      String kind = "";
      for (int round = -2; round < rounds; round++) {
        long begin = System.nanoTime();
        try (HelperLayer layer =
            layers.open("0-Bench", "round" + round, HelperLayers.Apart.LAYER)) {
          double opened = (System.nanoTime() - begin) / 1e6;
          kind = layer.kind();
          change(layer, round + 3);
          begin = System.nanoTime();
          List<String> told = layers.merge(layer, HelperLayers.Merge.AUTO).told();
          double merged = (System.nanoTime() - begin) / 1e6;
          if (!told.getFirst().startsWith("Merged") || !layers.left().isEmpty()) {
            throw new IllegalStateException("the layer was not merged: " + told);
          }
          if (round >= 0) {
            times.open.add(opened);
            times.merge.add(merged);
          }
        }
      }
      return new Times(times.open, small, times.merge, kind);
    }
  }

  /// How long it takes to open a layer over a tenth of the files.
  private Sample opened() throws Exception {
    Path root = filled("layering-small", files / SMALLER);
    Path home = Files.createDirectories(scratch.resolve("layering-small-home"));
    Files.writeString(home.resolve("config.yml"), "");
    var sample = new Sample();
    try (Project project = HelperTrial.open(home, root)) {
      for (int round = -2; round < rounds; round++) {
        long begin = System.nanoTime();
        try (HelperLayer layer =
            project.layers().open("0-Small", "round" + round, HelperLayers.Apart.LAYER)) {
          double took = (System.nanoTime() - begin) / 1e6;
          if (round >= 0) {
            sample.add(took);
          }
          project.layers().merge(layer, HelperLayers.Merge.AUTO);
        }
      }
    }
    return sample;
  }

  private Path filled(String folder, int count) throws IOException {
    Path root = Files.createDirectory(scratch.resolve(folder)).toRealPath();
    for (int i = 0; i < count; i++) {
      Path file = root.resolve(name(i));
      if (i % 100 == 0 && file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.writeString(file, text(i, 0));
    }
    return root;
  }

  private static String name(int i) {
    return "module" + i / 100 % 20 + "/package" + i / 100 + "/File" + i + ".java";
  }

  private static String text(int i, int round) {
    return "line "
        + i
        + "\n"
        + "the same in every file and every round\n".repeat(40)
        + round
        + "\n";
  }

  /// Changes every so many files, so that all folders have some.
  private void change(HelperLayer layer, int round) throws Exception {
    var changes = new ArrayList<FileChange>();
    for (int i = 0; i < CHANGED; i++) {
      int file = i * (files / CHANGED);
      changes.add(FileChange.of(layer.editing().current(name(file)), text(file, round)));
    }
    layer
        .editing()
        .commit(new Transaction(changes), new Attribution(Origin.AGENT, "edit_file", "call"));
  }

  void describe(Report report) throws Exception {
    Times times = measure();
    report
        .heading("Layers")
        .paragraph(
            "A project of "
                + files
                + " files, a "
                + times.kind
                + ", medians of "
                + rounds
                + " rounds in one warm JVM, ms. Merging saves the layer, writes the files in one"
                + " transaction down to the disk, and removes the layer.")
        .table(
            List.of("what", "median", "p90", "aim below", ""),
            List.of(
                Proving.row("opening a layer", times.open, AIM_OPEN),
                Proving.row(
                    "opening one over " + files / SMALLER + " files", times.openSmall, AIM_OPEN),
                Proving.row("merging " + CHANGED + " changed files", times.merge, AIM_MERGE)))
        .paragraph(
            "A thousand files more below a layer cost "
                + Report.number(times.slope(files))
                + " ms when it is opened; it should be nothing.");
  }
}

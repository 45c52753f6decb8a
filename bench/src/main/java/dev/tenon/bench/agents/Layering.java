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

  private final Path scratch;
  private final int files;
  private final int rounds;

  Layering(Path scratch, int files, int rounds) {
    this.scratch = scratch;
    this.files = files;
    this.rounds = rounds;
  }

  /// Milliseconds.
  record Times(Sample open, Sample merge, String kind) {}

  Times measure() throws Exception {
    Path root = Files.createDirectory(scratch.resolve("layering")).toRealPath();
    for (int i = 0; i < files; i++) {
      Path file = root.resolve(name(i));
      if (i % 100 == 0 && file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.writeString(file, text(i, 0));
    }
    Path home = Files.createDirectories(scratch.resolve("layering-home"));
    Files.writeString(home.resolve("config.yml"), "");
    var times = new Times(new Sample(), new Sample(), "");
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
      return new Times(times.open, times.merge, kind);
    }
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
                Proving.row("merging " + CHANGED + " changed files", times.merge, AIM_MERGE)));
  }
}

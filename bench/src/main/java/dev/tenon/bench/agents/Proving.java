package dev.tenon.bench.agents;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.evidence.Check;
import dev.tenon.core.evidence.Receipts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What evidence costs: the fingerprint around a check, and the receipt of a prompt.
final class Proving {
  private static final double AIM_FINGERPRINT = 150;
  private static final double AIM_RECEIPT = 5;
  private static final int CHECKS = 50;

  private final Path scratch;
  private final int files;
  private final int rounds;

  Proving(Path scratch, int files, int rounds) {
    this.scratch = scratch;
    this.files = files;
    this.rounds = rounds;
  }

  /// Milliseconds.
  record Times(Sample fingerprint, Sample receipt, int changes, int checks) {}

  Times measure() throws Exception {
    Path project = Files.createDirectory(scratch.resolve("proving"));
    for (int i = 0; i < files; i++) {
      Path folder = project.resolve("module" + i / 100 % 20).resolve("package" + i / 100);
      if (i % 100 == 0) {
        Files.createDirectories(folder);
      }
      Files.writeString(folder.resolve("File" + i + ".java"), "line " + i + "\n");
    }
    ignore(project);
    Workspace workspace = Workspace.open(project);
    Journal journal = ProjectJournal.open(scratch.resolve("proving-state"), workspace, "b");
    var editing = new DirectEditing(workspace, journal);
    editing.beginPrompt("many changes");
    var by = new Attribution(Origin.SHELL, "bash", "1");
    for (int i = 0; i < 20; i++) {
      var watch = editing.watch(by);
      Files.writeString(project.resolve("made" + i + ".txt"), "made " + i + "\n");
      watch.finish();
    }
    List<Change> changes = journal.changes();
    List<Check> checks = checks(changes, journal.currentPrompt().orElseThrow().id());
    String prompt = journal.currentPrompt().orElseThrow().id();
    var fingerprint = new Sample();
    var receipt = new Sample();
    for (int round = -rounds / 3 - 1; round < rounds; round++) {
      long begin = System.nanoTime();
      boolean known = editing.fingerprint().isKnown();
      long seen = System.nanoTime();
      boolean made = new Receipts(changes, checks).of(prompt, "").isPresent();
      long ended = System.nanoTime();
      if (!known || !made) {
        throw new IllegalStateException("there is no fingerprint, or no receipt");
      }
      if (round >= 0) {
        fingerprint.add((seen - begin) / 1e6);
        receipt.add((ended - seen) / 1e6);
      }
    }
    return new Times(fingerprint, receipt, changes.size(), checks.size());
  }

  /// A repository as people have it: rules at the top and below, and output that they leave out.
  private static void ignore(Path project) throws IOException, InterruptedException {
    Process git = new ProcessBuilder("git", "init", "-q", project.toString()).start();
    if (git.waitFor() != 0) {
      throw new IOException("git init failed in " + project);
    }
    Files.writeString(project.resolve(".gitignore"), "target/\n*.log\n!keep.log\n/module1/tmp*\n");
    for (int i = 0; i < 20; i++) {
      Path module = Files.createDirectories(project.resolve("module" + i));
      Files.writeString(module.resolve(".gitignore"), "*.class\ngenerated/\n");
      Path target = Files.createDirectories(module.resolve("target"));
      for (int j = 0; j < 100; j++) {
        Files.writeString(target.resolve("Output" + j + ".class"), "output " + j);
      }
    }
  }

  /// Checks after every change, as one who is careful leaves them.
  private static List<Check> checks(List<Change> changes, String prompt) {
    var checks = new ArrayList<Check>();
    for (int i = 0; i < CHECKS; i++) {
      Instant at = Instant.EPOCH.plusSeconds(i);
      String command = "make test-" + i;
      checks.add(
          new Check(
              "c" + (i + 1),
              "call" + i,
              "bash",
              command,
              List.of(command),
              "",
              Shell.Ending.EXITED,
              i % 5 == 0 ? 1 : 0,
              at,
              at.plusMillis(500),
              prompt,
              changes.get(i * changes.size() / CHECKS).id(),
              TreeFingerprints.UNKNOWN,
              List.of(),
              "",
              ""));
    }
    return checks;
  }

  void describe(Report report) throws Exception {
    Times times = measure();
    report
        .heading("Evidence")
        .paragraph("Medians of " + rounds + " rounds in one warm JVM, ms.")
        .table(
            List.of("what", "median", "p90", "aim below", ""),
            List.of(
                row(
                    "the fingerprint of " + files + " files in a repository with ignore rules",
                    times.fingerprint,
                    AIM_FINGERPRINT),
                row(
                    "a receipt over " + times.changes + " changes and " + times.checks + " checks",
                    times.receipt,
                    AIM_RECEIPT)));
  }

  static List<String> row(String name, Sample sample, double aim) {
    return List.of(
        name,
        Report.number(sample.median()),
        Report.number(sample.p90()),
        Report.number(aim),
        Report.verdict(sample.median(), aim));
  }
}

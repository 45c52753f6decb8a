package dev.tenon.bench.workspace;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reads a few lines at the end of a file of 1 GB, and of a small one, with the built program: the
/// memory must be the same.
final class HugeFile {
  private static final int LINE = 100;
  private static final int LINES = 10_000_000;
  private static final int RUNS = 3;

  private final Path launcher;
  private final Path scratch;
  private final Runner runner;

  HugeFile(Path launcher, Path scratch, Runner runner) {
    this.launcher = launcher;
    this.scratch = scratch;
    this.runner = runner;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Path project = Files.createDirectory(scratch.resolve("huge"));
    write(project.resolve("small.txt"), 1000);
    write(project.resolve("huge.txt"), LINES);
    var rows = new ArrayList<List<String>>();
    rows.add(row(project, "small.txt", 990, "100 KB, line 990"));
    rows.add(row(project, "huge.txt", 1000, "1 GB, line 1,000"));
    rows.add(row(project, "huge.txt", LINES - 10, "1 GB, line " + (LINES - 10)));
    report
        .heading("A range of a huge file")
        .paragraph(
            "`tenon tool read_file` of five lines as a process, medians of "
                + RUNS
                + "; memory in MB must not depend on the file.")
        .table(List.of("file", "ms", "peak memory"), rows);
  }

  private static void write(Path file, int lines) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      byte[] line = new byte[LINE];
      for (int i = 1; i <= lines; i++) {
        byte[] number = ("line " + i + " ").getBytes(StandardCharsets.US_ASCII);
        java.util.Arrays.fill(line, (byte) '.');
        System.arraycopy(number, 0, line, 0, number.length);
        line[LINE - 1] = '\n';
        out.write(line);
      }
    }
  }

  private List<String> row(Path project, String file, int line, String what)
      throws IOException, InterruptedException {
    var program =
        new Program(
            what,
            List.of(
                launcher.toString(),
                "tool",
                "read_file",
                "{\"path\":\"" + file + ":" + line + "+5\"}"),
            project,
            Map.of(
                "PATH", Program.path(),
                "HOME", scratch.toString(),
                "TENON_HOME", scratch.resolve("state").toString(),
                "TENON_NO_BUILD", "1"));
    if (!runner.print(program).contains("line " + line + " ")) {
      throw new IllegalStateException(what + " did not show line " + line);
    }
    var time = new Sample();
    var memory = new Sample();
    for (int i = 0; i < RUNS; i++) {
      time.add(runner.time(program).wall() / 1e6);
      memory.add(runner.peakMemory(program) / 1e6);
    }
    return List.of(what, Report.number(time.median()), Report.number(memory.median()));
  }
}

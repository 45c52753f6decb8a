package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.exec.shell.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// How long a line takes from the command that prints it to the face that shows it.
final class Liveness {
  private static final double AIM = 50;

  private final Path scratch;
  private final int lines;

  Liveness(Path scratch, int lines) {
    this.scratch = scratch;
    this.lines = lines;
  }

  void describe(Report report) throws IOException {
    Sample sample = measure();
    report
        .heading("From the command to the face")
        .paragraph(
            lines
                + " lines, one every 60 ms, each with the time at which it was printed; ms until"
                + " it is shown. Aim: within "
                + (int) AIM
                + " ms: "
                + Report.verdict(sample.p90(), AIM)
                + ".")
        .table(
            List.of("", "median", "p90", "most"),
            List.of(
                List.of(
                    "a line",
                    Report.number(sample.median()),
                    Report.number(sample.p90()),
                    Report.number(sample.max()))));
  }

  Sample measure() throws IOException {
    var sample = new Sample();
    try (var shell = new Shell(Shell.Setup.DEFAULT)) {
      String line =
          "for ((i = 0; i < " + lines + "; i++)); do echo $EPOCHREALTIME; sleep 0.06; done";
      shell.run(
          new Shell.Command(line, scratch, Duration.ofMinutes(5)).with(Map.of("LC_ALL", "C")),
          text -> {
            Instant now = Instant.now();
            double seconds = now.getEpochSecond() + now.getNano() / 1e9;
            text.lines().forEach(each -> sample.add((seconds - Double.parseDouble(each)) * 1000));
          });
    }
    return sample;
  }
}

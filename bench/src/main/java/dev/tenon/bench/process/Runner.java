package dev.tenon.bench.process;

import dev.tenon.bench.measure.ChildTime;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs programs one at a time and measures them. A program that fails ends the measurement: the
/// time of a failure is not worth knowing.
public final class Runner {
  private static final int MOST_SECONDS = 120;
  private static final long POLL_NANOS = 300_000;

  private final Path output;
  private final Path errors;

  /// @param scratch a folder for what the programs print
  public Runner(Path scratch) {
    output = scratch.resolve("stdout");
    errors = scratch.resolve("stderr");
  }

  /// What one run took, in nanoseconds.
  public record Time(long wall, long processor) {}

  public Time time(Program program) throws IOException, InterruptedException {
    long processor = ChildTime.nanos();
    long begin = System.nanoTime();
    Process process = start(program, Redirect.DISCARD);
    boolean ended = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
    long end = System.nanoTime();
    finish(program, process, ended);
    return new Time(end - begin, ChildTime.nanos() - processor);
  }

  /// Runs it once and answers what it printed.
  public String print(Program program) throws IOException, InterruptedException {
    Process process = start(program, Redirect.to(output.toFile()));
    finish(program, process, process.waitFor(MOST_SECONDS, TimeUnit.SECONDS));
    return Files.readString(output);
  }

  /// The largest resident memory in bytes, as the kernel counts it, or 0 where it does not tell.
  /// The count ends with the process, so it is read again and again; that disturbs the time, which
  /// is therefore measured in other runs.
  public long peakMemory(Program program) throws IOException, InterruptedException {
    Process process = start(program, Redirect.DISCARD);
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    long peak = 0;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (!process.waitFor(POLL_NANOS, TimeUnit.NANOSECONDS) && System.nanoTime() < deadline) {
      // A new image begins its own count, so the last one is the one that matters.
      long now = highWater(status);
      peak = now > 0 ? now : peak;
    }
    finish(program, process, !process.isAlive());
    return peak;
  }

  private static long highWater(Path status) {
    List<String> lines;
    try {
      lines = Files.readAllLines(status);
    } catch (IOException gone) {
      return 0;
    }
    for (String line : lines) {
      if (line.startsWith("VmHWM:")) {
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }

  private Process start(Program program, Redirect to) throws IOException {
    var builder =
        new ProcessBuilder(program.command())
            .directory(program.folder().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(to)
            .redirectError(errors.toFile());
    builder.environment().clear();
    builder.environment().putAll(program.environment());
    return builder.start();
  }

  private void finish(Program program, Process process, boolean ended)
      throws IOException, InterruptedException {
    if (!ended) {
      process.destroyForcibly().waitFor();
      throw new IOException(program.name() + " did not end within " + MOST_SECONDS + " s");
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          program.name()
              + " ended with "
              + process.exitValue()
              + ": "
              + Files.readString(errors).strip());
    }
  }
}

package dev.tenon.bench.loop;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.MicroBench;
import dev.tenon.bench.measure.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the benchmarks of this room and says what the numbers mean.
public final class LoopReport {
  private LoopReport() {}

  /// @param log where JMH writes what it has to say
  public static Report run(Path log) {
    var machine = new Machine();
    Map<String, Double> micros = MicroBench.run(LoopReport.class.getPackageName(), log);
    var report = new Report().heading("The loop inside one process");
    machine.describe(report);
    report.paragraph("JMH, one warm JVM each, average times; the JVM's own choice of compilers.");
    var rows = new ArrayList<List<String>>();
    double frames = micros.getOrDefault("Decoding.frames", Double.NaN);
    double framesWithJson = micros.getOrDefault("Decoding.framesWithJson", Double.NaN);
    rows.add(row("server-sent events, MB/s", Decoding.STREAM.length / frames));
    rows.add(row("the same with their JSON, MB/s", Decoding.STREAM.length / framesWithJson));
    rows.add(
        row("partial arguments of 8 KB, one look, µs", micros.get("Decoding.partialArguments")));
    rows.add(
        row(
            "the same after each of their "
                + Decoding.ARGUMENTS.length() / Decoding.DELTA
                + " deltas, together, µs",
            micros.get("Decoding.growingArguments")));
    double answer = micros.getOrDefault("Streaming.answer", Double.NaN);
    rows.add(
        row(
            "an answer of " + RecordedStream.DELTAS + " deltas from the socket to JSON lines, ms",
            answer / 1e3));
    rows.add(
        row("so much of a core at " + RecordedStream.DELTAS + " deltas a second, %", answer / 1e4));
    double prompt = micros.getOrDefault("Turns.answer", Double.NaN);
    rows.add(row("a prompt that is just answered, µs", prompt));
    rows.add(
        row(
            "each further turn with a `read_file`, µs",
            (micros.getOrDefault("Turns.toolTurns", Double.NaN) - prompt) / Turns.TOOL_TURNS));
    return report.table(List.of("what", "measured"), rows);
  }

  private static List<String> row(String what, @Nullable Double value) {
    return List.of(what, value == null || value.isNaN() ? "–" : Report.number(value));
  }
}

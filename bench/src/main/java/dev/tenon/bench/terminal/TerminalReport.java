package dev.tenon.bench.terminal;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Lineup;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Runs the trials and says what the numbers mean.
public final class TerminalReport {
  private static final int MOST_STARTS = 15;
  private static final int REPEATS = 3;
  private static final double MOST_FRAMES = 60;

  /// Peak memory at the prompt when the aim was set, in MB. It stays: an aim that follows the last
  /// page would follow every growth.
  private static final double MEMORY_BEFORE = 76.7;

  /// As they were measured for the issue that set the aims, on another machine.
  private static final Map<String, Integer> RIVALS =
      new TreeMap<>(Map.of("goose", 74, "codex", 276, "pi", 288, "claude", 417));

  private final Path launcher;
  private final Optional<Path> against;
  private final Path scratch;
  private final int starts;
  private final List<List<String>> aims = new ArrayList<>();
  private final List<List<String>> programs = new ArrayList<>();

  private TerminalReport(Path launcher, Optional<Path> against, Path scratch, int runs) {
    this.launcher = launcher;
    this.against = against;
    this.scratch = scratch;
    this.starts = Math.min(runs, MOST_STARTS);
  }

  /// @param against the launcher of another checkout, to be started in the same rounds
  public static Report run(Path launcher, Optional<Path> against, Path scratch, int runs)
      throws IOException, InterruptedException {
    var report = new Report().heading("The terminal");
    if (!Files.exists(Path.of("/dev/ptmx")) || Program.find("setsid").isEmpty()) {
      return report.paragraph("Not measured: that takes Linux, and `setsid`.");
    }
    var machine = new Machine();
    var bench = new TerminalReport(launcher, against, scratch, runs);
    try (var ours = new Conversations(launcher, scratch.resolve("ours"))) {
      bench.starts(ours);
      bench.streaming(ours);
      bench.pasting(ours);
      bench.idle(ours);
    }
    machine.describe(report);
    return report
        .paragraph(
            "The built program on a pseudo-terminal of 120 columns that does not echo and answers"
                + " no query. A start is usable when a key that was typed is on the screen; the"
                + " clock starts before `setsid` and `sh`, which attach the terminal. Medians of "
                + bench.starts
                + " interleaved starts, in ms; CPU is user and system time until the program has"
                + " left again.")
        .table(
            List.of("program", "first picture", "usable", "min", "max", "CPU", "empty JVMs"),
            bench.programs)
        .heading("Aims")
        .table(List.of("what", "reached", "aim below", ""), bench.aims)
        .paragraph(
            "The model streams about 1,000 tokens of four characters a second, with headings, lists"
                + " and code. Writes are all calls of the process that write, to whatever file, as"
                + " the kernel counts them; the terminal is one of them. Idle is the prompt, three"
                + " seconds after its start, for "
                + Trials.IDLE_SECONDS
                + " s.")
        .paragraph(rivals());
  }

  private void aim(String what, double reached, double limit) {
    aims.add(
        List.of(
            what, Report.number(reached), Report.number(limit), Report.verdict(reached, limit)));
  }

  private void starts(Conversations ours) throws IOException, InterruptedException {
    var fresh = new Trials.Starts();
    var resumed = new Trials.Starts();
    var other = new Trials.Starts();
    var empty = new Sample();
    var node = new Sample();
    var runner = new Runner(scratch);
    Path folder = Files.createDirectories(scratch.resolve("theirs"));
    try (var theirs = new Conversations(against.orElse(launcher), folder)) {
      // The first start of a state folder makes it.
      new Trials.Starts().once(ours.fresh());
      for (int i = 0; i < starts; i++) {
        fresh.once(ours.fresh());
        resumed.once(ours.resumed());
        if (against.isPresent()) {
          other.once(theirs.fresh());
        }
        empty.add(runner.time(plain(Lineup.emptyJvm())).wall() / 1e6);
        if (Program.find("node").isPresent()) {
          node.add(runner.time(plain(List.of("node", "-e", "0"))).wall() / 1e6);
        }
      }
    }
    row("`tenon`", fresh, empty);
    row("`tenon --resume`, " + Conversations.MESSAGES + " messages", resumed, empty);
    if (against.isPresent()) {
      row("`tenon` of the other checkout", other, empty);
    }
    floor("an empty `main` on the JVM, to its end", empty, empty);
    if (!node.isEmpty()) {
      floor("`node -e 0`, to its end", node, empty);
    }
    aim("start to a usable prompt, ms", fresh.usable.median(), 200);
    aim("a session of 10,000 messages to the prompt, ms", resumed.usable.median(), 300);
    double memory = fresh.megabytes.median();
    aim("peak memory at the prompt, MB", memory, 1.1 * MEMORY_BEFORE);
  }

  private void row(String name, Trials.Starts starts, Sample empty) {
    programs.add(
        List.of(
            name,
            Report.number(starts.picture.median()),
            Report.number(starts.usable.median()),
            Report.number(starts.usable.min()),
            Report.number(starts.usable.max()),
            Report.number(starts.processor.median()),
            Report.number(starts.usable.median() / empty.median())));
  }

  private void floor(String name, Sample time, Sample empty) {
    programs.add(
        List.of(
            name,
            "",
            Report.number(time.median()),
            Report.number(time.min()),
            Report.number(time.max()),
            "",
            Report.number(time.median() / empty.median())));
  }

  private Program plain(List<String> command) {
    return new Program("floor", command, scratch, Map.of("PATH", Program.path()));
  }

  private void streaming(Conversations ours) throws IOException, InterruptedException {
    var medians = new Sample();
    var worst = new Sample();
    var tokens = new Sample();
    var writes = new Sample();
    var frames = new Sample();
    var memory = new Sample();
    for (int i = 0; i < REPEATS; i++) {
      Trials.Streamed streamed = Trials.streaming(ours.fresh());
      medians.add(streamed.keys().median());
      worst.add(streamed.keys().max());
      tokens.add(streamed.tokens());
      writes.add(streamed.writes());
      frames.add(streamed.frames());
      memory.add(streamed.megabytes());
    }
    String rate = " at " + Report.number(tokens.median()) + " tokens a second";
    aim("a key to the screen" + rate + ", median, ms", medians.median(), 5);
    aim("the same, the worst of all keys, ms", worst.max(), 16);
    aim("writes a second" + rate, writes.median(), 100);
    aim("frames a second" + rate + ", with a key every 90 ms", frames.median(), MOST_FRAMES);
    aims.add(List.of("peak memory after the answer, MB", Report.number(memory.median()), "", ""));
  }

  private void pasting(Conversations ours) throws IOException, InterruptedException {
    var token = new Sample();
    var worst = new Sample();
    for (int i = 0; i < REPEATS; i++) {
      Trials.Pasted pasted = Trials.pasting(ours.fresh());
      token.add(pasted.token());
      worst.add(pasted.keys().max());
    }
    aim("a paste of 1 MB until its token is shown, ms", token.median(), 300);
    aim("a key behind it, the worst of all keys, ms", worst.max(), 16);
  }

  private void idle(Conversations ours) throws IOException, InterruptedException {
    ThreadFacts idle = Trials.idle(ours.fresh());
    aim("idle for 10 s, ms of a processor, the virtual machine included", idle.millis(), 10);
    aim("how often its own threads woke up meanwhile", (double) idle.wakeUps(), 10);
    aims.add(List.of("what woke up, the virtual machine included", idle.awake(), "", ""));
  }

  private static String rivals() {
    var text = new StringBuilder("Others, start to a usable prompt, as the aims cite them: ");
    var cited = new ArrayList<String>();
    RIVALS.forEach(
        (name, millis) ->
            cited.add(
                "`"
                    + name
                    + "` "
                    + millis
                    + " ms ("
                    + (Program.find(name).isPresent()
                        ? "installed here, not measured"
                        : "not installed here")
                    + ")"));
    return text.append(String.join(", ", cited)).append('.').toString();
  }
}

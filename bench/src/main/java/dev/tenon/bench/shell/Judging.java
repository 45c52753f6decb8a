package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What it takes to judge long commands of many shapes, in the strictest mode that runs commands
/// and in the freest. They are judged, never run. Every round judges each once.
final class Judging {
  private static final double AIM = 20;
  private static final int BYTES = 10_240;

  private final int rounds;

  Judging(int rounds) {
    this.rounds = rounds;
  }

  void describe(Report report) {
    Map<String, Sample> times = measure();
    var rows = new ArrayList<List<String>>();
    double worst = 0;
    for (Map.Entry<String, Sample> each : times.entrySet()) {
      worst = Math.max(worst, each.getValue().median());
      rows.add(
          List.of(
              each.getKey(),
              Report.number(each.getValue().median()),
              Report.number(each.getValue().p90()),
              Report.number(each.getValue().max())));
    }
    report
        .heading("Judging a command")
        .paragraph(
            "Commands of "
                + BYTES / 1024
                + " KB, each judged in the modes ask and full together, ms of processor time, which"
                + " other programs do not lengthen much. Aim for one of the two: less than "
                + (int) AIM
                + " ms in the median: "
                + Report.verdict(worst / 2, AIM)
                + ".")
        .table(List.of("made of", "median", "p90", "most"), rows);
  }

  Map<String, Sample> measure() {
    Map<String, String> commands = commands();
    Map<String, Sample> times = new LinkedHashMap<>();
    for (String name : commands.keySet()) {
      times.put(name, new Sample());
    }
    var asking = new ModePolicy(Mode.ASK);
    var free = new ModePolicy(Mode.FULL);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (int round = -rounds / 2 - 1; round < rounds; round++) {
      for (Map.Entry<String, Sample> each : times.entrySet()) {
        var execute = new Access.Execute(commands.getOrDefault(each.getKey(), ""));
        long start = threads.getCurrentThreadCpuTime();
        asking.decide("bash", execute);
        free.decide("bash", execute);
        if (round >= 0) {
          each.getValue().add((threads.getCurrentThreadCpuTime() - start) / 1e6);
        }
      }
    }
    return times;
  }

  private static Map<String, String> commands() {
    Map<String, String> commands = new LinkedHashMap<>();
    commands.put("calls that read", filled("", "grep -n 'one' src/Main.java; ", "ls"));
    commands.put("calls that write", filled("", "cp -r src/a target/b && ", "true"));
    commands.put("one pipe", filled("cat log", " | sed -e 's/a/b/' | sort -u", ""));
    commands.put("one long word", filled("echo '", "some words and more ", "'"));
    commands.put("many words", filled("rm -f", " target/classes/One.class", ""));
    commands.put("assignments", filled("", "A=$B; B=${A:-x}/y; ", "echo \"$A\""));
    commands.put("substitutions", filled("", "echo \"$(git log -1 \"$(cat a)\")\"; ", "ls"));
    commands.put(
        "loops", filled("", "for f in a b; do test -f \"$f\" || touch \"$f\"; done; ", ""));
    commands.put("a here-document", filled("cat >a.txt <<'END'\n", "line $(of) `text`\n", "END\n"));
    commands.put("a script in a word", filled("bash -c 'true", "; echo one >>a.txt", "'"));
    commands.put("nested brackets", "(".repeat(BYTES / 2) + "ls" + ")".repeat(BYTES / 2));
    commands.put("an open quote", filled("echo \"", "$(ls ${x", ""));
    commands.put("removals", filled("", "rm -rf target/one; ", "true"));
    return commands;
  }

  private static String filled(String begin, String middle, String end) {
    int times = Math.max(1, (BYTES - begin.length() - end.length()) / middle.length());
    return begin + middle.repeat(times) + end;
  }
}

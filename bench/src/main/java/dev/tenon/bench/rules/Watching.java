package dev.tenon.bench.rules;

import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.rule.RuleFiles;
import dev.tenon.core.rule.RulePolicy;
import dev.tenon.core.rule.StreamRule;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.engine.config.yaml.YamlHead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// An answer of 5,000 deltas, prose and a call that writes code, under a number of rules of which
/// none matches: the usual case.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Watching {
  static final int DELTAS = 5_000;

  @Param({"1", "10", "100"})
  public int rules;

  private final List<ModelEvent> events = events();

  @Benchmark
  public int answer() {
    var watching = new Watched(rules(rules));
    return watching.hear(events);
  }

  /// The same without the reading of the rules, which happens once in a conversation.
  @Benchmark
  public int deltas() {
    return ready().hear(events);
  }

  private @Nullable Watched ready;

  private Watched ready() {
    Watched known = ready;
    if (known == null) {
      known = new Watched(rules(rules));
      ready = known;
    }
    return known;
  }

  private static final class Watched {
    private final StreamRules rules;

    Watched(List<StreamRule> rules) {
      this.rules = new StreamRules(rules, warning -> {});
    }

    int hear(List<ModelEvent> events) {
      rules.beginTurn();
      int stopped = 0;
      for (ModelEvent event : events) {
        stopped += rules.heard(event) == StreamRules.Verdict.STOP ? 1 : 0;
      }
      rules.turnEnded();
      return stopped;
    }
  }

  private static List<ModelEvent> events() {
    String prose =
        "I read the parser and the printer. The function that joins both returns too early when"
            + " the input ends with a comment, so I move the check below the loop, run the tests"
            + " again and look at any that fail. ";
    String code =
        "  for (int i = 0; i < items.size(); i++) {\\n    sum += items.get(i).price();\\n  }\\n";
    var events = new ArrayList<ModelEvent>();
    events.add(new ModelEvent.Started("bench/model"));
    events.add(new ModelEvent.TextStarted(0));
    add(events, prose, DELTAS / 2, 0);
    events.add(new ModelEvent.CallStarted(1, "c1", "write_file"));
    events.add(new ModelEvent.CallDelta(1, "{\"path\":\"src/Sum.java\",\"content\":\""));
    add(events, code, DELTAS / 2, 1);
    return events;
  }

  private static void add(List<ModelEvent> events, String text, int count, int block) {
    String endless = text.repeat(1 + count * 12 / text.length());
    for (int i = 0; i < count; i++) {
      String piece = endless.substring(i * 12, i * 12 + 12);
      events.add(
          block == 0
              ? new ModelEvent.TextDelta(block, piece)
              : new ModelEvent.CallDelta(block, piece));
    }
  }

  /// Rules as people write them: words, calls, word boundaries, alternatives, any case, and a few
  /// that span lines or have nothing to be found by.
  private static List<StreamRule> rules(int count) {
    List<String> conditions =
        List.of(
            "console\\.log\\(name%d",
            "\\bTODO%d\\b",
            "(?i)fix me %d",
            "System\\.(out|err)\\.print%d",
            "as any%d\\b",
            "catch \\(Exception e%d\\) \\{\\s*\\}",
            "rm -rf /tmp%d",
            "import (static )?org\\.old%d\\.",
            "I will (now|next) delete%d",
            "password%d\\s*=\\s*['\"]\\w+",
            "@SuppressWarnings\\(\"x%d\"\\)",
            "Thread\\.sleep\\(%d\\)",
            "begin%d[\\s\\S]*?end%d",
            "[A-Z]{3}-%d\\d{4}",
            "(?<!\\w)var%d =",
            "\\.unwrap%d\\(\\)",
            "git push --force%d",
            "@ts-ignore%d|eslint-disable%d",
            "localhost:%d\\d{3}",
            "\\d{3}-\\d{2}-\\d{4}-%d");
    Map<String, String> files = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String condition = conditions.get(i % conditions.size()).replace("%d", Integer.toString(i));
      files.put(
          "r" + i + ".md",
          "---\ncondition: '" + condition.replace("'", "''") + "'\n---\nDo not.\n");
    }
    var read =
        new RuleFiles(RulePolicy.DEFAULT, YamlHead::read)
            .add(new RuleFiles.Folder("rules", files, List.of()));
    if (read.rules().size() != count) {
      throw new IllegalStateException(String.join("\n", read.problems()));
    }
    return read.rules();
  }
}

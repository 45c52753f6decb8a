package dev.tenon.bench.choices;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import dev.tenon.bench.workspace.SampleTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Searches as they are, without the automaton, and without any look at the bytes before the
/// regular expression is tried.
///
/// The parts are switched off by ways to write the same expression: a tail that may be absent and
/// is too large for an automaton leaves only the required texts, and a flag that the reader of
/// expressions does not know leaves nothing.
final class SearchFilters {
  private static final int FILES = 2_000;
  private static final int WARM_UPS = 3;
  private static final int ROUNDS = 7;

  private static final String NO_AUTOMATON = "(?:" + "[0-9A-Fa-f]{8}".repeat(200) + ")?";
  private static final String NO_FILTER = "(?u)";

  private static final List<String> EXPRESSIONS =
      List.of(
          "needle_4",
          "(?i)NEEDLE_4",
          "needle_[0-9]+2\\b",
          "20[0-9]{2}-0[13579]-15",
          "return .*switch",
          "(get|set|is)[A-Z]\\w*\\(",
          "[0-9]{4}-[0-9]{2}-[0-9]{2}",
          "\\b[A-Z][a-z]+[A-Z]\\w*");

  private final Path scratch;
  private final Runner runner;

  SearchFilters(Path scratch, Runner runner) {
    this.scratch = scratch;
    this.runner = runner;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Path tree = Files.createDirectory(scratch.resolve("filtered"));
    SampleTree.sources(tree, FILES);
    var rows = new ArrayList<List<String>>();
    for (String expression : EXPRESSIONS) {
      rows.add(row(tree, expression));
    }
    report
        .heading("Search: what the look at the bytes saves")
        .paragraph(
            FILES
                + " files of about 6 KB, searched in the process. Processor ms, medians of "
                + ROUNDS
                + " after "
                + WARM_UPS
                + " (least–most); the variants take turns. *texts*: only texts that every match"
                + " holds are looked for; *no filter*: the expression is tried on every line. The"
                + " ratios are to the search as it is.")
        .table(
            List.of("expression, matches", "as it is", "texts", "no filter", "ratio", "ratio"),
            rows);
  }

  private List<String> row(Path tree, String expression) throws IOException, InterruptedException {
    var command =
        Program.java(
            FilterTrial.class,
            tree.toString(),
            Integer.toString(WARM_UPS + ROUNDS),
            expression,
            expression + NO_AUTOMATON,
            NO_FILTER + expression);
    String printed =
        runner.print(new Program("search", command, scratch, Map.of("PATH", "/nonexistent")));
    var turns = new Turns(3);
    int matches = -1;
    List<String> lines = printed.lines().toList();
    for (String line : lines.subList(3 * WARM_UPS, lines.size())) {
      String[] words = line.split(" ", -1);
      int found = Integer.parseInt(words[2]);
      if (matches >= 0 && found != matches) {
        throw new IllegalStateException(expression + ": " + matches + " or " + found);
      }
      matches = found;
      turns.add(Integer.parseInt(words[0]), Double.parseDouble(words[1]));
    }
    return List.of(
        "`" + expression.replace("|", "\\|") + "`, " + matches,
        turns.shown(0),
        turns.shown(1),
        turns.shown(2),
        turns.ratio(1, 0),
        turns.ratio(2, 0));
  }
}

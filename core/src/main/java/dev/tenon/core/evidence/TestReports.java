package dev.tenon.core.evidence;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What runners of tests say when there was nothing to run, with which they often exit as if all
/// was well.
final class TestReports {
  /// So much of the output is looked at, from its end.
  private static final int MOST = 64 * 1024;

  /// A runner that found no tests, and what it says when it found some all the same: several
  /// modules report one after the other.
  private record Report(Pattern none, Pattern some) {
    static Report of(String none, String some) {
      return new Report(
          Pattern.compile(none, Pattern.MULTILINE), Pattern.compile(some, Pattern.MULTILINE));
    }
  }

  private static final String NEVER = "(?!)";

  private static final List<Report> REPORTS =
      List.of(
          Report.of("^=* ?no tests ran\\b.*$|^collected 0 items.*$", "\\d+ passed"),
          Report.of("^(Ran 0 tests\\b.*|NO TESTS RAN)$", "^Ran [1-9]\\d* tests?\\b"),
          Report.of("^.*Tests run: 0,.*$|^.*No tests to run\\.?$", "Tests run: [1-9]"),
          Report.of(
              "^.*\\[no test files\\]$|^.*\\[no tests to run\\]$",
              "^ok +(?!.*\\[no tests to run\\])"),
          Report.of("^test result: ok\\. 0 passed;.*$", "^test result: ok\\. [1-9]\\d* passed"),
          Report.of("^No tests? (files )?found\\b.*$", "^Tests: +.*[1-9]\\d* passed"),
          Report.of("^ *0 passing\\b.*$", "^ *[1-9]\\d* passing"),
          Report.of("^[#ℹ] tests 0$", "^[#ℹ] tests [1-9]"),
          Report.of("^> Task :(\\S+:)?test NO-SOURCE$", "^> Task :(\\S+:)?test( UP-TO-DATE)?$"),
          Report.of("^0 examples, 0 failures.*$", "^[1-9]\\d* examples?, 0 failures"),
          Report.of("^No tests executed!$", "^OK \\("),
          Report.of("^No tests were found!!!$", NEVER),
          Report.of("^No test is available in .*$", "^Passed!"),
          Report.of("^1\\.\\.0\\b.*$", "^1\\.\\.[1-9]"));

  private TestReports() {}

  /// The line in which a runner says that it ran no test; empty if none does, or another ran some.
  static String without(String output) {
    String end = output.length() > MOST ? output.substring(output.length() - MOST) : output;
    for (Report report : REPORTS) {
      Matcher none = report.none.matcher(end);
      if (none.find() && !report.some.matcher(end).find()) {
        String line = none.group().strip();
        return line.length() > 120 ? line.substring(0, 119) + "…" : line;
      }
    }
    return "";
  }
}

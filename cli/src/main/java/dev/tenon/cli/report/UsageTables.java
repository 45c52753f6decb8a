package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.engine.usage.UsageReport;

/// What was used as tables for people; for the command and for the terminal.
public final class UsageTables {
  private UsageTables() {}

  /// All tables, or the one that is named.
  ///
  /// @param width of the terminal, for [TextTable]
  public static String text(UsageReport report, String by, Page.Reach reach, int width) {
    if (report.isEmpty()) {
      return "Nothing was used in this time.\n";
    }
    var out = new StringBuilder();
    for (UsageReport.By each : UsageReport.By.values()) {
      var rows = report.rows(each);
      if ((by.isEmpty() || by.equals(each.label())) && rows.size() > 1) {
        out.append(out.isEmpty() ? "" : "\n").append(TextTable.of(rows, reach, width));
      }
    }
    return out.isEmpty() ? "No tool was called in this time.\n" : out.toString();
  }
}

package dev.tenon.engine.config;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Shows what is in force: `tenon config`.
public final class EffectiveReport {
  private static final int WIDEST_VALUE = 60;

  private EffectiveReport() {}

  /// A table of key, value and origin.
  public static String table(Configuration configuration) {
    return table(configuration, UnaryOperator.identity(), 0);
  }

  /// The same, or where that is wider than the terminal a line for each key: `model = x (from y)`.
  ///
  /// @param cell how a text is shown that has to stay on its line
  /// @param width of the terminal; 0 where rows may be of any length
  public static String table(Configuration configuration, UnaryOperator<String> cell, int width) {
    List<EffectiveSetting> rows = configuration.effective();
    int keys = 3;
    int values = 5;
    for (EffectiveSetting row : rows) {
      keys = Math.max(keys, row.key().length());
      values = Math.max(values, Math.min(cell.apply(row.value()).length(), WIDEST_VALUE));
    }
    var out = new StringBuilder();
    row(out, "KEY", keys, "VALUE", values, "FROM");
    for (EffectiveSetting row : rows) {
      String from = cell.apply(row.origin().describe());
      row(out, row.key(), keys, cell.apply(row.value()), values, from);
    }
    if (width > 0 && out.toString().lines().anyMatch(line -> line.length() > width)) {
      out.setLength(0);
      for (EffectiveSetting row : rows) {
        String value = row.value().isEmpty() ? "(empty)" : cell.apply(row.value());
        String from = cell.apply(row.origin().describe());
        out.append(row.key()).append(" = ").append(value);
        out.append(from.equals("default") ? " (" : " (from ").append(from).append(")\n");
      }
    }
    for (String warning : configuration.warnings()) {
      out.append('\n').append("warning: ").append(cell.apply(warning)).append('\n');
    }
    return out.toString();
  }

  private static void row(
      StringBuilder out, String key, int keys, String value, int values, String from) {
    out.append(key).repeat(' ', keys - key.length() + 2).append(value);
    out.repeat(' ', Math.max(0, values - value.length()) + 2).append(from).append('\n');
  }

  /// The same for scripts, with what the project asks for and has not got.
  public static Json.Obj json(Configuration configuration) {
    var settings = new ArrayList<Json>();
    for (EffectiveSetting row : configuration.effective()) {
      settings.add(
          Json.object()
              .put("key", row.key())
              .put("value", row.json())
              .put("origin", row.origin().kind())
              .put("from", row.origin().describe())
              .put("description", row.description())
              .build());
    }
    var ignored = new ArrayList<Json>();
    configuration
        .project()
        .filter(project -> configuration.decision() != Consent.Decision.ACCEPTED)
        .ifPresent(
            project -> {
              for (Restriction want : project.wants()) {
                ignored.add(
                    Json.object()
                        .put("key", want.key())
                        .put("value", want.value())
                        .put("line", want.line())
                        .put("reason", want.reason())
                        .build());
              }
            });
    return Json.object()
        .array("settings", settings)
        .array("ignored", ignored)
        .put("warnings", Json.strings(configuration.warnings()))
        .build();
  }
}

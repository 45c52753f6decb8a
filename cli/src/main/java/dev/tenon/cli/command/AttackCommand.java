package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.attack.Attacks;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `tenon doctor --attack`: tries to get out, for real, and prints what held. Exits with 1 when
/// something got through.
public final class AttackCommand {
  private final ProjectOptions options;
  private final Arguments arguments;
  private final Streams streams;

  public AttackCommand(ProjectOptions options, Arguments arguments, Streams streams) {
    this.options = options;
    this.arguments = arguments;
    this.streams = streams;
  }

  public int run() throws SetupException, ConfigException, InterruptedException {
    Attacks.Report report;
    try {
      report = Attacks.run(options, row -> {});
    } catch (IOException unusable) {
      throw SetupException.failure(
          "no throw-away project could be made or attacked: " + IoFailure.named(unusable));
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(json(report));
    } else {
      streams.out().println(table(report));
    }
    return report.held() ? 0 : 1;
  }

  private String table(Attacks.Report report) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("ATTEMPT", "BY", "EXPECTED", "RESULT"));
    int through = 0;
    for (Attacks.Row row : report.rows()) {
      through += row.verdict() == Attacks.Verdict.THROUGH ? 1 : 0;
      String result =
          switch (row.verdict()) {
            case HELD -> "held";
            case THROUGH -> "THROUGH: " + row.detail();
            case ALLOWED -> "allowed " + row.detail();
          };
      rows.add(List.of(row.attempt(), row.by(), row.expected(), result));
    }
    return TextTable.of(rows, streams.out().reach())
        + "\nSandbox for commands: "
        + report.wall()
        + ". "
        + (through == 0
            ? "All " + report.rows().size() + " attempts ended as they should."
            : through + " of " + report.rows().size() + " attempts got through.");
  }

  private static String json(Attacks.Report report) {
    return Json.object()
        .put("held", report.held())
        .put("sandbox", report.wall())
        .array(
            "attempts",
            report.rows().stream()
                .map(
                    row ->
                        Json.object()
                            .put("attempt", row.attempt())
                            .put("by", row.by())
                            .put("expected", row.expected())
                            .put("result", row.verdict().name().toLowerCase(Locale.ROOT))
                            .put("detail", row.detail())
                            .build())
                .toList())
        .build()
        .pretty();
  }
}

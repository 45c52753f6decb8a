package dev.tenon.cli.slash;

import dev.tenon.cli.report.UsageTables;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.model.Usage;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.usage.UsageReport;
import dev.tenon.providers.meter.Meter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/// `/usage`: what this run has used, and what was used today, by model, day, project or tool.
public final class UsageSlashCommand {
  private static final List<String> TABLES = List.of("model", "day", "project", "tool");

  private final Meter meter;
  private final Path home;

  public UsageSlashCommand(Meter meter, Path home) {
    this.meter = meter;
    this.home = home;
  }

  public SlashCommand slash() {
    return SlashCommand.of("usage", "What was used, in this run and before", this::run)
        .taking("[model|day|project|tool]", () -> TABLES);
  }

  private void run(String argument, CommandContext context) throws CommandException {
    if (!argument.isEmpty() && !TABLES.contains(argument)) {
      throw new CommandException(
          "/usage does not know '" + argument + "'; it takes " + String.join(", ", TABLES) + ".");
    }
    LocalDate today = LocalDate.now(ZoneId.systemDefault());
    try {
      if (argument.isEmpty()) {
        UsageReport report = UsageReport.read(home, today, ZoneId.systemDefault());
        context.print(
            "This run: "
                + line(meter.totals())
                + "\n\nToday:\n"
                + UsageTables.text(report, "model", Page.Reach.LIVE, context.tableWidth())
                    .stripTrailing());
      } else {
        UsageReport report = UsageReport.read(home, today.minusDays(29), ZoneId.systemDefault());
        context.print(
            "The last 30 days:\n"
                + UsageTables.text(report, argument, Page.Reach.LIVE, context.tableWidth())
                    .stripTrailing());
      }
    } catch (IOException unreadable) {
      throw new CommandException("Usage cannot be read: " + IoFailure.named(unreadable));
    }
  }

  private static String line(Meter.Totals totals) {
    Usage usage = totals.usage();
    var out = new StringBuilder();
    out.append(String.format(Locale.ROOT, "%,d tokens in", usage.total() - usage.output()));
    if (usage.cacheRead() + usage.cacheWrite() > 0) {
      out.append(
          String.format(
              Locale.ROOT,
              " (%,d from the cache, %,d into it)",
              usage.cacheRead(),
              usage.cacheWrite()));
    }
    out.append(String.format(Locale.ROOT, ", %,d out", usage.output()));
    out.append(", ")
        .append(totals.requests())
        .append(totals.requests() == 1 ? " request" : " requests");
    if (totals.priced()) {
      out.append(String.format(Locale.ROOT, ", $%.4f", totals.dollars()));
    }
    return out.toString();
  }
}

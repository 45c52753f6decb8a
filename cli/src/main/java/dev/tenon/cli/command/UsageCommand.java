package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.UsageTables;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.usage.UsageReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `tenon usage`: what was used, in tables.
public final class UsageCommand {
  private final Path home;
  private final Arguments arguments;
  private final Streams streams;

  public UsageCommand(Path home, Arguments arguments, Streams streams) {
    this.home = home;
    this.arguments = arguments;
    this.streams = streams;
  }

  public int run() throws SetupException {
    LocalDate since =
        since(arguments.text(TenonCommandLine.SINCE), LocalDate.now(ZoneId.systemDefault()));
    UsageReport report;
    try {
      report = UsageReport.read(home, since, ZoneId.systemDefault());
    } catch (IOException unreadable) {
      throw SetupException.failure("usage cannot be read: " + IoFailure.named(unreadable));
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(report.json().pretty());
    } else {
      String by = arguments.text(TenonCommandLine.BY).orElse("");
      streams.out().print(UsageTables.text(report, by, streams.out().reach(), 0));
    }
    return 0;
  }

  /// A day as people write it: `2026-11-01`, `today`, `yesterday`, `7d`, `4w`.
  static @Nullable LocalDate since(Optional<String> given, LocalDate today) throws SetupException {
    if (given.isEmpty()) {
      return null;
    }
    String text = given.get().strip().toLowerCase(Locale.ROOT);
    if (text.equals("today")) {
      return today;
    }
    if (text.equals("yesterday")) {
      return today.minusDays(1);
    }
    try {
      if (text.matches("[0-9]{1,4}[dw]")) {
        int count = Integer.parseInt(text.substring(0, text.length() - 1));
        return today.minusDays(text.endsWith("w") ? 7L * count : count);
      }
      return LocalDate.parse(text);
    } catch (DateTimeParseException noDay) {
      throw SetupException.usage(
          "--since must be a day such as 2026-11-01, today, yesterday, 7d or 4w, was '"
              + given.get()
              + "'");
    }
  }
}

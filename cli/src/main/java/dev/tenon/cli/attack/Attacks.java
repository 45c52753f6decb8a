package dev.tenon.cli.attack;

import dev.tenon.cli.attack.Attempt.Outcome;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Carries out every attempt there is and reports.
public final class Attacks {
  private Attacks() {}

  /// How an attempt ended.
  public enum Verdict {
    HELD,
    THROUGH,
    /// The configuration wants it to be possible.
    ALLOWED
  }

  /// One row of the report.
  ///
  /// @param by `shell` or `tool`
  /// @param detail what happened, if it was not what was expected
  public record Row(String attempt, String by, String expected, Verdict verdict, String detail) {}

  /// @param wall what stood around commands: the name of the program, or why there was none
  public record Report(String wall, List<Row> rows) {
    public boolean held() {
      return rows.stream().noneMatch(row -> row.verdict == Verdict.THROUGH);
    }
  }

  /// Attacks a throw-away project under the user's configuration.
  ///
  /// @param progress gets each row as it is known
  public static Report run(ProjectOptions user, Consumer<Row> progress)
      throws IOException, InterruptedException, SetupException, ConfigException {
    try (AttackFixture fixture = AttackFixture.open(user)) {
      var attempts = new ArrayList<Attempt>(ShellAttempts.all());
      attempts.addAll(LeftBehindAttempts.all());
      attempts.addAll(PlanAttempts.all());
      attempts.addAll(SecretAttempts.all());
      attempts.addAll(ToolAttempts.all());
      var rows = new ArrayList<Row>();
      for (Attempt attempt : attempts) {
        Row row = row(attempt, fixture);
        rows.add(row);
        progress.accept(row);
      }
      return new Report(wall(fixture), rows);
    }
  }

  private static String wall(AttackFixture fixture) throws InterruptedException {
    String label = fixture.wallLabel();
    if (!label.equals("none")) {
      return label;
    }
    return fixture.wall().sandbox().state() instanceof Sandbox.State.Missing missing
        ? "none: " + missing.reason()
        : "none, as configured";
  }

  private static Row row(Attempt attempt, AttackFixture fixture)
      throws IOException, InterruptedException {
    int visits = fixture.visits();
    Outcome outcome = attempt.move().make(fixture);
    String damage = fixture.damage();
    if (damage != null) {
      outcome = Attempt.through(damage);
      fixture.repair();
    } else if (outcome instanceof Outcome.Held && fixture.visits() > visits) {
      outcome = Attempt.through("a server outside was reached");
    }
    Verdict verdict =
        switch (outcome) {
          case Outcome.Held ignored -> Verdict.HELD;
          case Outcome.Through ignored -> Verdict.THROUGH;
          case Outcome.Allowed ignored -> Verdict.ALLOWED;
        };
    String detail =
        switch (outcome) {
          case Outcome.Held ignored -> "";
          case Outcome.Through through -> through.what();
          case Outcome.Allowed allowed -> "by " + allowed.setting();
        };
    return new Row(
        attempt.name(),
        attempt.by().name().toLowerCase(Locale.ROOT),
        attempt.expected(),
        verdict,
        detail);
  }
}

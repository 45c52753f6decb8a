package dev.tenon.server.job.record;

import dev.tenon.core.json.JsonException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Whether a job plans before it changes anything.
public enum PlanUse {
  /// It does what it is told.
  NONE,
  /// It only looks until its plan is approved.
  FIRST,
  /// Its plan was approved, and is carried out.
  APPROVED;

  /// Whether nothing may be changed yet.
  public boolean plans() {
    return this == FIRST;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(PlanUse::label).toList();
  }

  static PlanUse of(String label) throws JsonException {
    for (PlanUse each : values()) {
      if (each.label().equals(label)) {
        return each;
      }
    }
    throw new JsonException(
        "plan must be " + String.join(", ", labels()) + ", was '" + label + "'");
  }
}

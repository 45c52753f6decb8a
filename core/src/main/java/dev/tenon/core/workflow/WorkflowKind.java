package dev.tenon.core.workflow;

import java.util.Locale;
import java.util.Optional;

/// The workflows that there are.
public enum WorkflowKind {
  /// Questions, one at a time, until what is wanted is clear.
  DEEP_INTERVIEW,
  /// A plan on which a planner, an architect and a critic agree.
  RALPLAN,
  /// Workers that share a board of tasks.
  TEAM,
  /// Goals worked off one by one, each with proof.
  ULTRAGOAL;

  /// Its name for people and models.
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether it changes the project. The others end with something to decide about.
  public boolean executes() {
    return this == TEAM || this == ULTRAGOAL;
  }

  public static Optional<WorkflowKind> of(String label) {
    for (WorkflowKind kind : values()) {
      if (kind.label().equals(label.strip().toLowerCase(Locale.ROOT).replace('_', '-'))) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}

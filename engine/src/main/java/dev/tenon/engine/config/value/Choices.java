package dev.tenon.engine.config.value;

import java.util.List;

/// Values of settings that a command line offers too, so that both say the same.
public final class Choices {
  public static final List<String> MODES = List.of("plan", "ask", "edit", "auto", "full");
  public static final List<String> EFFORTS =
      List.of("default", "off", "low", "medium", "high", "max");

  /// The most output tokens of one answer.
  public static final int MOST_TOKENS = 1_000_000;

  /// The most model turns for one prompt.
  public static final int MOST_STEPS = 10_000;

  private Choices() {}
}

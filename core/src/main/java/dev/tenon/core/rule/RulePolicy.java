package dev.tenon.core.rule;

/// What happens when a rule matches. The settings give the default; a rule may differ.
///
/// @param repeatGap completed turns between two uses of a rule that may come again
public record RulePolicy(Interrupt interrupt, Context context, Repeat repeat, int repeatGap) {
  public static final RulePolicy DEFAULT =
      new RulePolicy(Interrupt.ALWAYS, Context.DISCARD, Repeat.ONCE, 10);

  public RulePolicy {
    if (repeatGap < 1) {
      throw new IllegalArgumentException("repeatGap must be at least 1, was " + repeatGap);
    }
  }

  /// Whether a match stops the answer. One that does not is a reminder for later.
  public enum Interrupt {
    ALWAYS,
    PROSE_ONLY,
    TOOL_ONLY,
    NEVER;

    boolean stops(Source source) {
      return switch (this) {
        case ALWAYS -> true;
        case PROSE_ONLY -> source != Source.TOOL;
        case TOOL_ONLY -> source == Source.TOOL;
        case NEVER -> false;
      };
    }
  }

  /// What becomes of the part of an answer that was there when it was stopped.
  public enum Context {
    DISCARD,
    KEEP
  }

  /// How often a rule is used.
  public enum Repeat {
    ONCE,
    AFTER_GAP
  }
}

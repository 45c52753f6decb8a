package dev.tenon.engine.hook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// When hooks run. The names are Claude Code's, and `Tenon…` where it has none.
public enum HookEvent {
  SESSION_START("SessionStart", "source", Effect.TELLS_PERSON),
  SESSION_END("SessionEnd", "reason", Effect.TELLS_PERSON),
  USER_PROMPT_SUBMIT("UserPromptSubmit", "", Effect.BLOCKS),
  PRE_TOOL_USE("PreToolUse", HookEvent.TOOL, Effect.BLOCKS),
  PERMISSION_REQUEST("PermissionRequest", HookEvent.TOOL, Effect.BLOCKS),
  POST_TOOL_USE("PostToolUse", HookEvent.TOOL, Effect.TELLS_MODEL),
  POST_TOOL_USE_FAILURE("PostToolUseFailure", HookEvent.TOOL, Effect.TELLS_MODEL),
  NOTIFICATION("Notification", "notification_type", Effect.TELLS_PERSON),
  STOP("Stop", "", Effect.BLOCKS),
  SUBAGENT_START("SubagentStart", "agent_type", Effect.TELLS_PERSON),
  SUBAGENT_STOP("SubagentStop", "agent_type", Effect.BLOCKS),
  PRE_COMPACT("PreCompact", "trigger", Effect.BLOCKS),
  POST_COMPACT("PostCompact", "trigger", Effect.TELLS_PERSON),
  BEFORE_SWITCH("TenonBeforeSwitch", "reason", Effect.BLOCKS),
  AFTER_SWITCH("TenonAfterSwitch", "reason", Effect.TELLS_PERSON),
  BEFORE_BRANCH("TenonBeforeBranch", "", Effect.BLOCKS),
  AFTER_BRANCH("TenonAfterBranch", "", Effect.TELLS_PERSON),
  BEFORE_TREE("TenonBeforeTree", "", Effect.BLOCKS),
  AFTER_TREE("TenonAfterTree", "", Effect.TELLS_PERSON),
  RULES_TRIGGERED("TenonRulesTriggered", "rules", Effect.TELLS_PERSON);

  static final String TOOL = "tool_name";

  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration LONGEST_PROMPT = Duration.ofSeconds(30);

  private final String label;
  private final String subject;
  private final Effect effect;

  HookEvent(String label, String subject, Effect effect) {
    this.label = label;
    this.subject = subject;
    this.effect = effect;
  }

  /// What becomes of a no, such as exit code 2.
  public enum Effect {
    /// What was about to happen does not.
    BLOCKS,
    /// It has happened; the model gets to know what the hook has against it.
    TELLS_MODEL,
    /// Nobody but the person can do anything with it.
    TELLS_PERSON
  }

  public String label() {
    return label;
  }

  /// The field of the input that matchers look at; empty where all hooks run.
  public String subject() {
    return subject;
  }

  public Effect effect() {
    return effect;
  }

  /// How long a hook may take that does not say it.
  Duration longest() {
    return this == USER_PROMPT_SUBMIT ? LONGEST_PROMPT : LONGEST;
  }

  /// Whether the model gets to know what a hook prints that is no JSON.
  boolean takesPlainText() {
    return this == USER_PROMPT_SUBMIT || this == SESSION_START;
  }

  public static Optional<HookEvent> of(String name) {
    for (HookEvent event : values()) {
      if (event.label.equals(name)) {
        return Optional.of(event);
      }
    }
    return Optional.empty();
  }

  public static List<String> names() {
    var names = new ArrayList<String>();
    for (HookEvent event : values()) {
      names.add(event.label);
    }
    return names;
  }
}

package dev.tenon.engine.config;

import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.compaction.CompactionLimits;
import dev.tenon.engine.config.value.Choices;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The settings of a conversation: its model, how far a prompt may go, what the model is told and
/// may ask.
final class ConversationCatalog {
  static final Topic TOPIC =
      new Topic(
          "The conversation",
          "Which model answers, how far one prompt may go, what the model is told and may ask.");

  private static final CompactionLimits COMPACTION = CompactionLimits.DEFAULT;

  static final Setting<String> MODEL =
      TOPIC
          .text("model", "a model's name")
          .byDefault("anthropic/claude-opus-4-6")
          .sameProvider()
          .doc("The model, as provider/model or a known bare name");

  /// Empty where nobody has chosen: what suits the machine is found out when it is needed.
  static final Setting<Optional<Mode>> MODE =
      TOPIC
          .of(
              "mode",
              new Type.Choice<Optional<Mode>>(
                  List.of("plan", "ask", "edit", "auto", "full", "default"),
                  List.of("plan", "ask", "edit", "default", "auto", "full"),
                  List.of(
                      Optional.of(Mode.PLAN),
                      Optional.of(Mode.ASK),
                      Optional.of(Mode.EDIT),
                      Optional.of(Mode.AUTO),
                      Optional.of(Mode.FULL),
                      Optional.empty())))
          .byDefault(Optional.empty())
          .notMore()
          .doc("What may happen without asking; default is auto if a sandbox works, else edit");

  static final Setting<Integer> MAX_TOKENS =
      TOPIC
          .integer("maxTokens", 1, Choices.MOST_TOKENS)
          .byDefault(16384)
          .notMore()
          .doc("Output tokens of one answer");
  static final Setting<Integer> MAX_STEPS =
      TOPIC
          .integer("maxSteps", 1, Choices.MOST_STEPS)
          .byDefault(50)
          .notMore()
          .doc("Model turns for one prompt");
  static final Setting<Effort> EFFORT =
      TOPIC
          .of(
              "effort",
              new Type.Choice<>(
                  Type.Choice.words(Effort.values()),
                  List.of("off", "low", "default", "medium", "high", "max"),
                  List.of(Effort.values())))
          .byDefault(Effort.DEFAULT)
          .notMore()
          .doc("How much the model thinks before it answers");
  static final Setting<String> EDIT_DIALECT =
      TOPIC
          .word(
              "editDialect",
              "auto",
              "edit_file",
              "safe_patch",
              "hashline",
              "apply_patch",
              "propose_edits")
          .byDefault("auto")
          .free()
          .doc("The language of edits; auto chooses by the model");
  static final Setting<Long> HISTORY_BUDGET =
      TOPIC
          .count("historyBudget", 16 * 1024, 64 * 1024 * 1024, Unit.BYTES)
          .byDefault(720L * 1024)
          .notMore()
          .doc("Bytes of history that are sent; older exchanges are left out");
  static final Setting<Boolean> COMPACTION_AUTOMATIC =
      TOPIC
          .flag("compaction.automatic")
          .byDefault(COMPACTION.trigger() == CompactionLimits.Trigger.AUTOMATIC)
          .free()
          .doc("Summarise the conversation before the model's window is full");
  static final Setting<Integer> COMPACTION_THRESHOLD_PERCENT =
      TOPIC
          .integer("compaction.thresholdPercent", 10, 95)
          .byDefault(COMPACTION.thresholdPercent())
          .free()
          .doc("How full the window may get before that");
  static final Setting<Long> COMPACTION_KEEP_TOKENS =
      TOPIC
          .count("compaction.keepTokens", 0, 1_000_000, Unit.COUNT)
          .byDefault(COMPACTION.keepTokens())
          .free()
          .doc("The latest messages that stay as they are");
  static final Setting<List<String>> CONTEXT_FILES =
      TOPIC
          .list("contextFiles", new Type.FileName())
          .byDefault(List.of("AGENTS.md", "CLAUDE.md", "GEMINI.md"))
          .doc("Files whose text goes into the system prompt, found from the project upward");
  static final Setting<List<String>> DISCOVERY_OFF =
      TOPIC
          .list(
              "discovery.off",
              Type.Choice.of(
                  List.of(
                      "claude",
                      "codex",
                      "copilot",
                      "cursor",
                      "windsurf",
                      "cline",
                      "roo",
                      "kiro",
                      "gemini",
                      "opencode",
                      "pi",
                      "vscode")))
          .byDefault(List.of())
          .adding()
          .doc("Other tools whose files in a project are not read ([discovery](discovery.md))");
  static final Setting<Boolean> RULES_ENABLED =
      TOPIC
          .flag("rules.enabled")
          .byDefault(true)
          .free()
          .doc("Stream rules from the folders 'rules'");
  static final Setting<String> RULES_INTERRUPT_MODE =
      TOPIC
          .word("rules.interruptMode", "always", "prose-only", "tool-only", "never")
          .byDefault("always")
          .free()
          .doc("When a rule stops the answer; otherwise it reminds");
  static final Setting<String> RULES_CONTEXT_MODE =
      TOPIC
          .word("rules.contextMode", "discard", "keep")
          .byDefault("discard")
          .free()
          .doc("What becomes of an answer that a rule stopped");
  static final Setting<String> RULES_REPEAT_MODE =
      TOPIC
          .word("rules.repeatMode", "once", "after-gap")
          .byDefault("once")
          .free()
          .doc("How often a rule is used in a conversation");
  static final Setting<Integer> RULES_REPEAT_GAP =
      TOPIC
          .integer("rules.repeatGap", 1, 100_000)
          .byDefault(10)
          .free()
          .doc("Turns until a rule may be used again");
  static final Setting<Boolean> SKILLS_ENABLED =
      TOPIC
          .flag("skills.enabled")
          .byDefault(true)
          .free()
          .doc("Skills from the folders 'skills' ([skills](skills.md))");
  static final Setting<List<String>> SKILLS_FOLDERS =
      TOPIC
          .list("skills.folders", new Type.Text("a folder; ~/ is your home"))
          .byDefault(List.of())
          .doc("Further folders of skills of yours");
  static final Setting<List<String>> SKILLS_DISABLED =
      TOPIC
          .list("skills.disabled", new Type.Text("a name, or a pattern with stars"))
          .byDefault(List.of())
          .adding()
          .doc("Skills that are not used");
  static final Setting<Boolean> CHECKPOINT_ENABLED =
      TOPIC
          .flag("checkpoint.enabled")
          .byDefault(false)
          .free()
          .doc("The tools checkpoint and rewind, in a conversation");
  static final Setting<Integer> ASK_TIMEOUT_SECONDS =
      TOPIC
          .integer("ask.timeoutSeconds", 0, 86_400)
          .byDefault(30)
          .free()
          .doc(
              "Seconds until a question of the model answers itself; 0 waits; plan mode always"
                  + " waits");
  static final Setting<Boolean> ASK_NOTIFY =
      TOPIC.flag("ask.notify").byDefault(true).free().doc("Ring when the model asks something");
  static final Setting<Boolean> BRANCH_SUMMARY =
      TOPIC
          .flag("branchSummary.enabled")
          .byDefault(false)
          .free()
          .doc("Offer a summary of the branch that is left when /tree moves");
  static final Setting<Settings.Enforce> GOALS_ENFORCE =
      TOPIC
          .of(
              "goals.enforce",
              new Type.Choice<>(
                  Type.Choice.words(Settings.Enforce.values()),
                  // What insists less grants more.
                  Type.Choice.words(Settings.Enforce.values()).reversed(),
                  List.of(Settings.Enforce.values())))
          .byDefault(Settings.Enforce.REMIND)
          .notMore()
          .doc("Whether a prompt may end with its goal unproved ([goals](goals.md))");
  static final Setting<List<String>> CHECKS =
      TOPIC
          .list("checks", new Type.Text("a command"))
          .byDefault(List.of())
          .doc("Commands that run by themselves before something counts as done");
  static final Setting<Double> BUDGET_MAX_COST =
      TOPIC
          .of("budget.maxCost", new Type.Amount())
          .byDefault(0.0)
          .doc("US dollars that one run may use; 0 for any");
  static final Setting<Long> BUDGET_MAX_TOKENS =
      TOPIC
          .count("budget.maxTokens", 0, 1_000_000_000_000L, Unit.COUNT)
          .byDefault(0L)
          .doc("Tokens that one run may use, all in all; 0 for any");

  private ConversationCatalog() {}

  /// The files that are read: what somebody chose, or else those of tools that are not off.
  static List<String> contextFiles(Values values) {
    List<String> names = values.get(CONTEXT_FILES);
    List<String> off = values.get(DISCOVERY_OFF);
    if (off.isEmpty() || values.isSet(CONTEXT_FILES)) {
      return names;
    }
    var read = new ArrayList<>(names);
    if (off.contains("claude")) {
      read.remove("CLAUDE.md");
    }
    if (off.contains("gemini")) {
      read.remove("GEMINI.md");
    }
    return read;
  }
}

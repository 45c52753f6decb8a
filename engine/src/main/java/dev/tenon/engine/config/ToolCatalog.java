package dev.tenon.engine.config;

import dev.tenon.core.helper.HelperBounds;
import dev.tenon.core.helper.HelperSettings;
import dev.tenon.engine.config.value.Choices;
import dev.tenon.engine.config.value.Raw;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Unit;
import java.util.List;

/// The settings of tools: how much they show, how commands run, what goes on in the background.
final class ToolCatalog {
  static final Topic TOPIC =
      new Topic(
          "Tools, commands and background work",
          "How much the model is shown, how commands run, and what goes on beside the conversation"
              + " ([background](background.md)).");

  private static final int LEAST_BYTES = 1024;
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  static final Setting<Integer> LIMITS_READ_LINES =
      TOPIC
          .integer("limits.readLines", 1, 100_000)
          .byDefault(3000)
          .notMore()
          .doc("Lines of one read");
  static final Setting<Integer> LIMITS_READ_BYTES =
      TOPIC
          .integer("limits.readBytes", LEAST_BYTES, MOST_BYTES, Unit.BYTES)
          .byDefault(50 * 1024)
          .notMore()
          .doc("Bytes of one read");
  static final Setting<Integer> LIMITS_LIST_ENTRIES =
      TOPIC
          .integer("limits.listEntries", 1, 100_000)
          .byDefault(1000)
          .notMore()
          .doc("Entries of one listing");
  static final Setting<Integer> LIMITS_SEARCH_MATCHES =
      TOPIC
          .integer("limits.searchMatches", 1, 10_000)
          .byDefault(50)
          .notMore()
          .doc("Matches that one search shows");
  static final Setting<Integer> LIMITS_TOOL_OUTPUT_BYTES =
      TOPIC
          .integer("limits.toolOutputBytes", LEAST_BYTES, MOST_BYTES, Unit.BYTES)
          .byDefault(50 * 1024)
          .notMore()
          .doc("Bytes of one tool's output that the model sees");
  static final Setting<Integer> LIMITS_BASH_TIMEOUT_SECONDS =
      TOPIC
          .integer("limits.bashTimeoutSeconds", 1, 3600)
          .byDefault(120)
          .notMore()
          .doc("Seconds a command may run");
  static final Setting<Integer> LIMITS_CHECK_TIMEOUT_SECONDS =
      TOPIC
          .integer("limits.checkTimeoutSeconds", 1, 3600)
          .byDefault(600)
          .notMore()
          .doc("Seconds a check of staged edits may run");
  static final Setting<Boolean> SHELL_PERSISTENT =
      TOPIC
          .flag("shell.persistent")
          .byDefault(false)
          .free()
          .doc("Keep the folder and the exported variables from one command to the next");
  static final Setting<Long> SHELL_GRACE_MS =
      TOPIC
          .count("shell.graceMs", 0, 60_000, Unit.MILLIS)
          .byDefault(700L)
          .free()
          .doc("Time that processes have to end by themselves before they are killed");
  static final Setting<List<String>> COMMANDS_ENVIRONMENT =
      TOPIC
          .list(
              "commands.environment",
              new Type.Text("the name of a variable, or the beginning of names and a star"))
          .byDefault(List.of())
          .doc(
              "Variables that commands get beside paths, locale, terminal and tool settings; what"
                  + " looks like a secret only by its whole name");
  static final Setting<Integer> JOBS_MAX_RUNNING =
      TOPIC
          .integer("jobs.maxRunning", 1, 100)
          .byDefault(100)
          .notMore()
          .doc("Background jobs at once");

  /// In seconds.
  static final Setting<Integer> JOBS_POLL_WAIT =
      TOPIC
          .of("jobs.pollWait", waits())
          .byDefault(30)
          .free()
          .doc("How long the model waits for a job in one call");

  static final Setting<Integer> JOBS_UNASKED_TURNS =
      TOPIC
          .integer("jobs.unaskedTurns", 0, 1000)
          .byDefault(20)
          .notMore()
          .doc("Turns in a row that news of background work may start; 0 for none");
  static final Setting<Boolean> JOBS_SCHEDULES =
      TOPIC
          .flag("jobs.schedules")
          .byDefault(true)
          .notMore()
          .doc("Whether the model may make schedules");
  static final Setting<Boolean> JOBS_HEADLESS =
      TOPIC.flag("jobs.headless").byDefault(false).notMore().doc("Background jobs in tenon -p too");
  static final Setting<Integer> AGENTS_AT_ONCE =
      TOPIC
          .integer("agents.atOnce", 1, 16)
          .byDefault(HelperBounds.DEFAULT.atOnce())
          .notMore()
          .doc("Helpers that work at the same time ([agents](agents.md))");
  static final Setting<Integer> AGENTS_DEPTH =
      TOPIC
          .integer("agents.depth", 1, 4)
          .byDefault(HelperBounds.DEFAULT.depth())
          .notMore()
          .doc("How deep helpers may have helpers; 1 for none of their own");
  static final Setting<Integer> AGENTS_UNASKED =
      TOPIC
          .integer("agents.unasked", 1, 100)
          .byDefault(HelperBounds.DEFAULT.unasked())
          .notMore()
          .doc("Helpers of one prompt that start without a question (--max-helpers)");
  static final Setting<Integer> AGENTS_PER_PROMPT =
      TOPIC
          .integer("agents.perPrompt", 1, 1000)
          .byDefault(HelperBounds.DEFAULT.perPrompt())
          .notMore()
          .doc("Helpers for one prompt at most");
  static final Setting<Integer> AGENTS_PER_SESSION =
      TOPIC
          .integer("agents.perSession", 1, 10_000)
          .byDefault(HelperBounds.DEFAULT.perSession())
          .notMore()
          .doc("Helpers for one conversation at most");
  static final Setting<Integer> AGENTS_MAX_TURNS =
      TOPIC
          .integer("agents.maxTurns", 1, Choices.MOST_STEPS)
          .byDefault(HelperBounds.DEFAULT.steps())
          .notMore()
          .doc("Model turns of one helper");
  static final Setting<List<String>> AGENTS_DISABLED =
      TOPIC
          .list("agents.disabled", new Type.Text("a name, or a pattern with stars"))
          .byDefault(List.of())
          .adding()
          .doc("Agents that are not used");
  static final Setting<String> TASK_SIMPLE =
      TOPIC
          .word("task.simple", "default", "schema-free", "independent")
          .byDefault("default")
          .free()
          .doc("Fields of the tool 'task': all, without schema, or without schema and context");
  static final Setting<String> AGENTS_MERGE =
      TOPIC
          .word("agents.merge", "auto", "review", "branch", "keep")
          .byDefault("auto")
          .doc("What an isolated helper did: merge it, let it be reviewed, commit it, or keep it");
  static final Setting<Long> AGENTS_LAYER_BYTES =
      TOPIC
          .count("agents.layerBytes", 1024 * 1024, 1024L * 1024 * 1024 * 1024, Unit.BYTES)
          .byDefault(256L * 1024 * 1024)
          .notMore()
          .doc(
              "How large a project may be to be copied for a helper where overlays are impossible");
  static final Setting<Double> INTERVIEW_THRESHOLD =
      TOPIC
          .of("interview.threshold", new Type.Amount())
          .byDefault(0.05)
          .free()
          .doc("Ambiguity below which an interview is clear enough ([workflows](workflows.md))");
  static final Setting<Boolean> IRC_ENABLED =
      TOPIC
          .flag("irc.enabled")
          .byDefault(true)
          .free()
          .doc("Whether agents that work at the same time may send messages to each other");
  static final Setting<Boolean> RECIPE_ENABLED =
      TOPIC
          .flag("recipe.enabled")
          .byDefault(true)
          .free()
          .doc("The tool for the project's own tasks");

  /// In the order of the tools; `default` stands for those that ship up front.
  static final Setting<List<String>> TOOLS_UP_FRONT =
      TOPIC
          .list("tools.upFront", new Type.Text("the name of a tool, or 'default'"))
          .byDefault(List.of("default"))
          .free()
          .doc(
              "Tools that every request declares; default stands for the everyday ones. The others"
                  + " stand on the shelf, where the model finds them");

  static final Setting<List<String>> TOOLS_OFF =
      TOPIC
          .list("tools.off", new Type.Text("the name of a tool"))
          .byDefault(List.of())
          .adding()
          .doc("Tools that the model does not have; a project adds to yours");

  static final Setting<Raw> HOOKS =
      TOPIC
          .of("hooks.*", new Type.Tree("a list of matchers with their hooks"))
          .doc(
              "Programs that have a say at an event, such as hooks.PreToolUse, in the form of"
                  + " Claude Code ([hooks](hooks.md))");

  private ToolCatalog() {}

  static HelperSettings agents(Values values) {
    return new HelperSettings(
        new HelperBounds(
            values.get(AGENTS_AT_ONCE),
            values.get(AGENTS_DEPTH),
            values.get(AGENTS_UNASKED),
            values.get(AGENTS_PER_PROMPT),
            values.get(AGENTS_PER_SESSION),
            values.get(AGENTS_MAX_TURNS)),
        values.get(AGENTS_DISABLED),
        values.get(TASK_SIMPLE),
        values.get(IRC_ENABLED),
        values.get(AGENTS_MERGE),
        values.get(AGENTS_LAYER_BYTES));
  }

  static Settings.Goals goals(Values values) {
    return new Settings.Goals(
        values.get(ConversationCatalog.GOALS_ENFORCE),
        values.get(ConversationCatalog.CHECKS),
        values.get(INTERVIEW_THRESHOLD));
  }

  private static Type<Integer> waits() {
    List<String> words = List.of("5s", "10s", "30s", "1m", "5m");
    return new Type.Choice<>(words, words, List.of(5, 10, 30, 60, 300));
  }
}

package dev.tenon.cli.terminal.status;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.view.TodoPanel;
import dev.tenon.core.tool.ToolResult.Checklist;
import dev.tenon.engine.config.Settings.StatusSegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What stands around the editor, in every state.
final class StatusScenes {
  private StatusScenes() {}

  static final DisplayOptions COLOURED =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
  static final DisplayOptions ASCII =
      new DisplayOptions(Palette.MONOCHROME, Glyphs.ASCII, DisplayOptions.Thinking.SHORT);
  static final DisplayOptions STILL =
      new DisplayOptions(
          Palette.PLAIN,
          Glyphs.UNICODE,
          DisplayOptions.Thinking.SHORT,
          DisplayOptions.Waiting.STILL);

  static final List<StatusSegment> ALL = List.of(StatusSegment.values());

  static final StatusFacts FULL =
      new StatusFacts(
          "anthropic/claude-opus-4-6",
          "high",
          "edit",
          StatusFacts.Wall.STANDS,
          "~/work/parser",
          "/home/ann/work/parser",
          Optional.of(
              new StatusFacts.Git(
                  "feature/headers", Optional.of(new StatusFacts.Changes(3, 0, 3, 0)))),
          new StatusFacts.Context(84_000, 200_000),
          new StatusFacts.Tokens(123_400, 5_678),
          OptionalDouble.of(0.4321),
          2,
          "0123456789abcdef",
          "Mend the parser");

  /// Just opened: what takes its time is not known yet.
  static final StatusFacts EARLY =
      new StatusFacts(
          "local/small",
          "",
          "ask",
          StatusFacts.Wall.UNKNOWN,
          "~",
          "/home/ann",
          Optional.empty(),
          new StatusFacts.Context(0, 8_000),
          new StatusFacts.Tokens(0, 0),
          OptionalDouble.empty(),
          0,
          "0123456789abcdef",
          "");

  static final StatusFacts WORRYING =
      new StatusFacts(
          "openai/gpt-5",
          "max",
          "full",
          StatusFacts.Wall.MISSING,
          "/srv/日本語/名前",
          "/srv/日本語/名前",
          Optional.of(new StatusFacts.Git("x\033[31m\u202Eevil", Optional.empty())),
          new StatusFacts.Context(195_000, 200_000),
          new StatusFacts.Tokens(4_500_000, 1),
          OptionalDouble.of(12.345),
          1,
          "0123456789abcdef",
          "");

  static final List<RunningTask> TASKS =
      List.of(
          task("bash-1", "npm run dev", 12, "ready on \033[1mport 3000\r"),
          new RunningTask(
              "task-2",
              "explore the parser and tell where the headers of a chunked body are read",
              RunningTask.State.RUNNING,
              Duration.ofMinutes(3),
              "",
              List.of(
                  task("bash-3", "mvn -q test", 75, "Tests run: 12"),
                  new RunningTask(
                      "task-4",
                      "review",
                      RunningTask.State.WAITING,
                      Duration.ofHours(2),
                      "",
                      List.of()))));

  private static RunningTask task(String name, String what, int seconds, String last) {
    return new RunningTask(
        name, what, RunningTask.State.RUNNING, Duration.ofSeconds(seconds), last, List.of());
  }

  static List<Checklist.Line> plan(int tasks) {
    var lines = new ArrayList<Checklist.Line>();
    lines.add(new Checklist.Line(Checklist.State.HEADING, "Build"));
    for (int i = 0; i < tasks; i++) {
      Checklist.State state =
          i == 0 ? Checklist.State.DONE : i == 1 ? Checklist.State.ACTIVE : Checklist.State.OPEN;
      lines.add(new Checklist.Line(state, "step " + i + " of something that has to be done"));
    }
    return lines;
  }

  /// Under their names.
  static Map<String, String> all(int columns) {
    var scenes = coloured(COLOURED, columns);
    scenes.put("line-ascii", new StatusLine(ASCII).row(FULL, ALL, columns));
    scenes.put("tasks-few-rows", String.join("\n", new TaskTree(ASCII).rows(TASKS, columns, 3)));
    scenes.put("tasks-still", String.join("\n", new TaskTree(STILL).rows(TASKS, columns, 6)));
    return scenes;
  }

  /// Those with colours, in a look of one's choice.
  static Map<String, String> coloured(DisplayOptions look, int columns) {
    var scenes = new LinkedHashMap<String, String>();
    scenes.put("line", new StatusLine(look).row(FULL, ALL, columns));
    scenes.put("line-early", new StatusLine(look).row(EARLY, ALL, columns));
    scenes.put("line-worrying", new StatusLine(look).row(WORRYING, ALL, columns));
    scenes.put(
        "line-chosen",
        new StatusLine(look).row(FULL, List.of(StatusSegment.GIT, StatusSegment.MODEL), columns));
    scenes.put(
        "line-command",
        new StatusLine(look).row("printed by a command \u202E " + "x".repeat(60), columns));
    scenes.put("tasks", String.join("\n", new TaskTree(look).rows(TASKS, columns, 6)));
    var todo = new TodoPanel(look);
    todo.show(plan(9));
    scenes.put("plan", String.join("\n", todo.rows(columns, 6).lines()));
    return scenes;
  }
}

package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.MarkdownCorpus;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Recorded;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a person sees of a conversation, one scene for every component and state.
final class Scenes {
  private Scenes() {}

  static final DisplayOptions COLOURED =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);

  /// What is on the page in the end, and what still grows below it.
  static String shown(List<AgentEvent> events, DisplayOptions look, int columns) {
    var page = new Recorded(Page.Reach.LIVE, columns);
    long[] clock = {0};
    var renderer = new EventRenderer(page, look, CHANGES, () -> clock[0]);
    for (AgentEvent event : events) {
      clock[0] += 700_000_000L;
      renderer.accept(event);
    }
    List<String> growing = page.growing.isEmpty() ? List.of() : page.growing.getLast();
    return page.text() + String.join("\n", growing);
  }

  /// Under their names.
  static Map<String, String> all(int columns) {
    var scenes = new LinkedHashMap<String, String>();
    var mono =
        new DisplayOptions(Palette.MONOCHROME, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
    scenes.put("answer-monochrome", shown(answer(), mono, columns));
    var ascii = new DisplayOptions(Palette.COLOURED, Glyphs.ASCII, DisplayOptions.Thinking.SHORT);
    scenes.put("answer-ascii", shown(answer(), ascii, columns));
    var clickable = new Abilities(Abilities.Linking.CLICKABLE, Abilities.Pictures.NONE);
    scenes.put(
        "answer-links",
        shown(answer(), COLOURED.with(clickable), columns)
            .replaceAll("\033]8;id=[^;]*;", "\033]8;;"));
    scenes.putAll(each(COLOURED, columns));
    return scenes;
  }

  /// Each of them in a look of one's choice.
  static Map<String, String> each(DisplayOptions look, int columns) {
    var scenes = new LinkedHashMap<String, String>();
    events().forEach((name, events) -> scenes.put(name, shown(events, look, columns)));
    return scenes;
  }

  /// What happens in each of them.
  static Map<String, List<AgentEvent>> events() {
    var events = new LinkedHashMap<String, List<AgentEvent>>();
    events.put("answer", answer());
    events.put("growing", List.of(text("Below:\n\n| a | b |\n|---|---|\n| 1 | gro")));
    events.put("edit", edit());
    events.put("files", files());
    events.put("commands", commands());
    events.put("tables", tables());
    events.put("refused", refused());
    events.put("changing", changing());
    events.put("looking", looking());
    events.putAll(CallScenes.drafts());
    events.put("retrying", retrying());
    events.put("todo", todo());
    events.putAll(CallScenes.replayed());
    events.putAll(NoticeScenes.events());
    return events;
  }

  static AgentEvent model(ModelEvent event) {
    return new AgentEvent.ModelReported(event);
  }

  static AgentEvent text(String text) {
    return model(new ModelEvent.TextDelta(0, text));
  }

  static AgentEvent done() {
    return model(new ModelEvent.Done(StopReason.STOP, Usage.NONE));
  }

  private static List<AgentEvent> answer() {
    return List.of(
        new AgentEvent.Steered(Message.User.of("What is wrong with the parser?")),
        new AgentEvent.StepStarted(1),
        model(new ModelEvent.ThinkingDelta(0, "**Looking at the parser**\nIt seems")),
        model(
            new ModelEvent.ThinkingEnded(
                0, new Part.Thinking("**Looking at the parser**\nIt seems", null))),
        text(MarkdownCorpus.TEXT),
        done());
  }

  static List<AgentEvent> ran(String tool, String title, Json.Obj arguments, ToolResult result) {
    Part.Call call = Part.Call.of("1", tool, arguments);
    var part =
        new Part.Result("1", tool, Part.Outcome.OK, Json.Obj.EMPTY, result.text(), result.images());
    return List.of(
        new AgentEvent.ToolStarted(call, title),
        new AgentEvent.ToolFinished(call, part, Optional.of(result), Duration.ofMillis(1234)));
  }

  static final String DIFF =
      """
      --- a/src/Parser.java
      +++ b/src/Parser.java
      @@ -10,6 +10,7 @@ class Parser {
         /** Takes one line. */
         List<Token> line(String text) {
      -    int end = text.length() - 1; // every character counts
      +    int end = text.length(); // every character counts, and this comment is far too long for narrow windows
      +    log.debug("line of {}", end);
           while (at < end) {
             next();
           }
      @@ -102,4 +104,3 @@ void next() {
           at++;
      -    dropped++;
           return "a" + 'b';
         }
      """;

  private static List<AgentEvent> edit() {
    return ran(
        "edit_file",
        "src/Parser.java",
        Json.Obj.EMPTY,
        new ToolResult.Diff("wrote src/Parser.java (version 2)", DIFF, written("src/Parser.java")));
  }

  /// What an edit tells of its files.
  static Json.Obj written(String... paths) {
    var files = new ArrayList<Json>();
    for (String path : paths) {
      files.add(
          Json.object()
              .put("path", path)
              .put("change_id", "c1")
              .put("version", 2)
              .put("sha256", "0a1b".repeat(16))
              .build());
    }
    return Json.object().array("files", files).build();
  }

  /// What a command did to files.
  static Json.Obj effects(String... paths) {
    var files = new ArrayList<Json>();
    for (String path : paths) {
      files.add(
          Json.object().put("kind", "updated").put("path", path).put("change_id", path).build());
    }
    return Json.object()
        .put("note", "changed " + paths.length + " files; undo takes it back; check 7")
        .object(
            "effects",
            effects ->
                effects
                    .put("where", "written")
                    .put("count", files.size())
                    .array("files", files)
                    .put("not_captured_count", 0)
                    .array("not_captured", List.of()))
        .build();
  }

  /// Knows one diff, and the way back.
  static final ChangeSource CHANGES =
      new ChangeSource() {
        @Override
        public String diff(List<String> changeIds) {
          return changeIds.getFirst().equals("src/Parser.java") ? DIFF : "";
        }

        @Override
        public String wayBack() {
          return "/undo takes it back, /diff shows it";
        }
      };

  private static List<AgentEvent> changing() {
    var events = new ArrayList<AgentEvent>();
    events.addAll(
        ran(
            "bash",
            "sed -i s/a/b/ src/Parser.java",
            Json.Obj.EMPTY,
            new ToolResult.Command("", 0, effects("src/Parser.java"))));
    Json.Obj more =
        Json.object()
            .putAll(effects("a.txt", "b.txt"))
            .put("notes", Json.strings(List.of("it ran again, since it needs the network")))
            .put("warnings", Json.strings(List.of("these processes could not be ended: 12")))
            .build();
    events.addAll(ran("bash", "make", Json.Obj.EMPTY, new ToolResult.Command("done\n", 0, more)));
    events.addAll(
        ran(
            "write_file",
            "notes/todo.md",
            Json.Obj.EMPTY,
            new ToolResult.Diff(
                "wrote notes/todo.md (version 1)",
                "--- /dev/null\n+++ b/notes/todo.md\n@@ -0,0 +1,2 @@\n+one\n+two\n",
                written("notes/todo.md"))));
    events.add(
        new AgentEvent.PromptEnded(
            new Outcome(
                Outcome.Ending.COMPLETED,
                "",
                1,
                Usage.NONE,
                Duration.ofSeconds(1),
                null,
                null,
                new Receipt("p", "c", List.of("src/Parser.java"), List.of(), List.of(), ""))));
    return events;
  }

  private static List<AgentEvent> looking() {
    var events = new ArrayList<AgentEvent>();
    Json found = Json.object().put("path", "src/A.java").put("count", 3).build();
    events.addAll(
        ran(
            "grep",
            "return",
            Json.Obj.EMPTY,
            new ToolResult.Text(
                "src/A.java\n  3: return",
                Json.object().put("matches", 3).array("files", List.of(found)).build(),
                "")));
    events.addAll(
        ran(
            "read_file",
            "src/A.java",
            Json.Obj.EMPTY,
            new ToolResult.Text(
                "class A {}",
                Json.object()
                    .put("path", "src/A.java")
                    .put("start_line", 3)
                    .put("end_line", 5)
                    .put("total_lines", 120)
                    .put("sha256", "0a1b".repeat(16))
                    .build(),
                "")));
    events.addAll(
        ran(
            "ask",
            "Which store?",
            Json.Obj.EMPTY,
            new ToolResult.Text(
                "User selected: SQLite",
                Json.object()
                    .put("question", "Which store?")
                    .put("selected_options", Json.strings(List.of("SQLite")))
                    .build(),
                "")));
    var reports = new ArrayList<Json>();
    for (String id : List.of("0-Auth", "1-Pages")) {
      reports.add(
          Json.object()
              .put("id", id)
              .put("agent", "task")
              .put("state", id.equals("0-Auth") ? "done" : "failed")
              .put("problem", id.equals("0-Auth") ? null : "its budget is spent")
              .put("steps", 5)
              .put("tokens", 12_345)
              .build());
    }
    events.addAll(
        ran(
            "task",
            "2 helpers",
            Json.Obj.EMPTY,
            new ToolResult.Facts("both", Json.object().array("results", reports).build())));
    var check = new Receipt.Line("1", "sh check.sh", 0, 159, true, "");
    events.add(
        new AgentEvent.PromptEnded(
            new Outcome(
                Outcome.Ending.COMPLETED,
                "",
                1,
                Usage.NONE,
                Duration.ofSeconds(1),
                null,
                null,
                new Receipt("p", "c", List.of("a", "b"), List.of(check), List.of("b"), ""))));
    return events;
  }

  private static List<AgentEvent> files() {
    String diff =
        "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+def f():\n+    return 1\n"
            + "--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n"
            + "--- a/here.go\n+++ b/there.go\n@@ -1 +1 @@\n-package here\n+package there\n"
            + "Binary files a/logo.png and b/logo.png differ\n-a PNG of 1 KB\n+a PNG of 2 KB\n"
            + "--- a/long.txt\n+++ b/long.txt\n@@ -1,30 +1,30 @@\n"
            + "-x\n+y\n".repeat(30);
    return ran(
        "apply_patch",
        "5 files",
        Json.Obj.EMPTY,
        new ToolResult.Diff(
            "wrote new.py\ndeleted old.txt\nwrote 3 more",
            diff,
            written("new.py", "old.txt", "there.go", "logo.png", "long.txt")));
  }

  private static List<AgentEvent> commands() {
    var events = new ArrayList<AgentEvent>();
    events.addAll(
        ran("bash", "ls", Json.Obj.EMPTY, new ToolResult.Command("a\nb\n", 0, Json.Obj.EMPTY)));
    String output = "compiling\n".repeat(30) + "\033[31mError\033[0m: " + "long ".repeat(50) + "\n";
    Json.Obj facts = effects("a.txt", "b.txt");
    events.addAll(
        ran(
            "bash",
            "make " + "all ".repeat(60),
            Json.Obj.EMPTY,
            new ToolResult.Command(output, 2, facts)));
    return events;
  }

  private static List<AgentEvent> tables() {
    var events = new ArrayList<AgentEvent>();
    var rows = new ArrayList<List<String>>();
    for (int i = 1; i <= 30; i++) {
      rows.add(List.of("file" + i + ".java", Integer.toString(i), "what it says about " + i));
    }
    events.addAll(
        ran(
            "symbols",
            "src",
            Json.Obj.EMPTY,
            new ToolResult.Table(List.of("file", "n", "note"), rows, Json.Obj.EMPTY)));
    events.addAll(
        ran(
            "list_files",
            ".",
            Json.Obj.EMPTY,
            new ToolResult.Tree(
                ".", List.of("README.md", "src/", "src/A.java", "src/b/C.java"), Json.Obj.EMPTY)));
    events.addAll(
        ran(
            "read_file",
            "logo.png",
            Json.Obj.EMPTY,
            new ToolResult.Picture("logo.png", new Part.Image("image/png", "A".repeat(4000)))));
    events.addAll(ran("read_file", "A.java", Json.Obj.EMPTY, ToolResult.Text.of("x".repeat(1234))));
    return events;
  }

  static AgentEvent failed(
      String tool, Json.Obj arguments, String code, String message, Json.Obj details) {
    var error =
        Json.object()
            .put("code", code)
            .put("message", message)
            .put("suggestions", Json.strings(List.of("Ask for another way.")))
            .putAll(details);
    String text = code + ": " + message + "\nAsk for another way.\n" + details.compact();
    var envelope = Json.object().put("ok", false).put("error", error.build()).build();
    return new AgentEvent.ToolFinished(
        Part.Call.of("9", tool, arguments),
        new Part.Result("9", tool, Part.Outcome.FAILED, envelope, text, List.of()),
        Optional.empty(),
        Duration.ZERO);
  }

  private static List<AgentEvent> refused() {
    Json.Obj details = Json.object().put("exit_code", 137).put("output", "half").build();
    return List.of(
        failed(
            "bash",
            Json.object().put("command", "rm -rf build\nls").put("timeout", 20).build(),
            "permission_denied",
            "the person said no",
            Json.Obj.EMPTY),
        failed(
            "bash",
            Json.object().put("command", "sleep 100").build(),
            "cancelled",
            "the command was stopped",
            details),
        failed(
            "mcp__tracker__create",
            Json.object()
                .put("project", "ABC")
                .put("labels", Json.strings(List.of("a", "b")))
                .object("fields", fields -> fields.put("x", 1).put("y", 2))
                .put("draft", true)
                .put("count", 3)
                .put("extra", Json.Null.VALUE)
                .put("note", "z")
                .build(),
            "not_found",
            "no such project",
            Json.Obj.EMPTY),
        new AgentEvent.PromptEnded(
            new Outcome(
                Outcome.Ending.ABORTED, "", 1, Usage.NONE, Duration.ofSeconds(1), null, null)));
  }

  private static List<AgentEvent> retrying() {
    return List.of(
        text("Half an ans"),
        model(
            new ModelEvent.RetryScheduled(
                ModelEvent.RetryScope.TURN, 1, 3, Duration.ofSeconds(2), "m/m is overloaded")),
        model(
            new ModelEvent.RetryScheduled(
                ModelEvent.RetryScope.TURN, 2, 3, Duration.ofSeconds(8), "m/m is overloaded")));
  }

  private static List<AgentEvent> todo() {
    var lines = new ArrayList<ToolResult.Checklist.Line>();
    lines.add(new ToolResult.Checklist.Line(ToolResult.Checklist.State.HEADING, "Parser"));
    lines.add(new ToolResult.Checklist.Line(ToolResult.Checklist.State.DONE, "find the fault"));
    lines.add(new ToolResult.Checklist.Line(ToolResult.Checklist.State.ACTIVE, "mend it"));
    for (int i = 0; i < 9; i++) {
      lines.add(new ToolResult.Checklist.Line(ToolResult.Checklist.State.OPEN, "test " + i));
    }
    return ran(
        "todo_write", "", Json.Obj.EMPTY, new ToolResult.Checklist("", lines, Json.Obj.EMPTY));
  }
}

package dev.tenon.cli.terminal.view;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Calls whose arguments are still being written, one for each dialect of edits, and calls of a
/// session that is taken up again.
final class CallScenes {
  private CallScenes() {}

  static Map<String, List<AgentEvent>> drafts() {
    var events = new LinkedHashMap<String, List<AgentEvent>>();
    events.put("preparing", preparing());
    events.put(
        "preparing-edit",
        prepared(
            "edit_file",
            """
            {"file_path":"src/A.java","old_string":"int x;","new_string":"long x;\\n  long y;\
            """));
    events.put(
        "preparing-patch",
        prepared(
            "apply_patch",
            """
            {"input":"*** Begin Patch\\n*** Update File: src/A.java\\n@@ class A {\\n-  int x;\\n+  long x;\
            """));
    events.put(
        "preparing-anchors",
        prepared(
            "hashline_edit",
            """
            {"input":"§src/A.java\\n≔12ab..15cd\\n  long x;\\n§src/B.java\\n»3ef0\\n  int y\
            """));
    events.put(
        "preparing-diff",
        prepared(
            "safe_patch",
            """
            {"file_path":"src/A.java","unified_diff":"@@ -1,2 +1,2 @@\\n class A {\\n-  int x;\\n+  long\
            """));
    return events;
  }

  static Map<String, List<AgentEvent>> replayed() {
    var events = new LinkedHashMap<String, List<AgentEvent>>();
    events.put("replay", Replay.of(messages()));
    events.put("replay-shapes", Replay.of(shapes()));
    return events;
  }

  private static List<AgentEvent> preparing() {
    String json =
        "{\"path\":\"src/New.java\",\"content\":\"package a;\\n"
            + "\\n"
            + "// \\u4e16\\n"
            + "public class New {\\n"
            + "  int x = 1;\\n"
            + "  int y = 2;\\n"
            + "  int z = 3;\\n"
            + "  String s = \\\"a";
    return List.of(
        Scenes.model(new ModelEvent.CallStarted(0, "1", "write_file")),
        Scenes.model(new ModelEvent.CallDelta(0, json.substring(0, 50))),
        Scenes.model(new ModelEvent.CallDelta(0, json.substring(50))));
  }

  private static List<AgentEvent> prepared(String tool, String json) {
    return List.of(
        Scenes.model(new ModelEvent.CallStarted(0, "1", tool)),
        Scenes.model(new ModelEvent.CallDelta(0, json)));
  }

  private static List<Message> messages() {
    Part.Call call =
        Part.Call.of("1", "grep", Json.object().put("pattern", "TODO").put("path", "src").build());
    return List.of(
        Message.User.of("look for **TODO**"),
        new Message.Assistant(
            List.of(new Part.Text("I look:\n- in `src`"), call),
            StopReason.STOP,
            Usage.NONE,
            "m/m"),
        new Message.ToolResults(
            List.of(
                new Part.Result(
                    "1", "grep", Part.Outcome.OK, Json.Obj.EMPTY, "3 hits", List.of()))),
        new Message.Assistant(
            List.of(new Part.Text("Three.")), StopReason.STOP, Usage.NONE, "m/m"));
  }

  /// What was kept of results that are more than text.
  private static List<Message> shapes() {
    Part.Call todo = Part.Call.of("1", "todo", Json.Obj.EMPTY);
    Part.Call helpers = Part.Call.of("2", "task", Json.Obj.EMPTY);
    Json tasks =
        Json.array(
            List.of(
                Json.object().put("content", "find the fault").put("status", "completed").build(),
                Json.object().put("content", "mend it").put("status", "in_progress").build()));
    Json phase = Json.object().put("name", "Parser").put("tasks", tasks).build();
    Json done =
        Json.object()
            .put("id", "0-Auth")
            .put("state", "done")
            .put("steps", 5)
            .put("tokens", 9)
            .build();
    return List.of(
        new Message.Assistant(
            List.of(
                new Part.Thinking("**Making a plan**\nThe parser first.", null),
                new Part.Text("Two things."),
                todo,
                helpers),
            StopReason.STOP,
            Usage.NONE,
            "m/m"),
        new Message.ToolResults(
            List.of(
                kept("1", "todo", "Remaining (1):", Json.object().array("phases", List.of(phase))),
                kept(
                    "2",
                    "task",
                    "<helper>",
                    Json.object()
                        .put("content", "<helper>")
                        .array("results", List.of(done, done))))));
  }

  private static Part.Result kept(String id, String tool, String text, Json.Builder data) {
    var envelope = Json.object().put("ok", true).put("data", data.build()).build();
    return new Part.Result(id, tool, Part.Outcome.OK, envelope, text, List.of());
  }
}

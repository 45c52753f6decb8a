package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.ToolException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What hooks get on their standard input, in Claude Code's words and ours.
final class HookPayload {
  private final ConversationHooks.Surroundings around;

  HookPayload(ConversationHooks.Surroundings around) {
    this.around = around;
  }

  /// Who a hook hears of.
  ///
  /// @param id of a helper; empty for the conversation itself
  /// @param type the name of its agent
  record Agent(String id, String type) {
    static final Agent NONE = new Agent("", "");
  }

  Json.Obj of(HookEvent event, int turn, Agent agent, Json.Obj more) {
    String session = around.sessionId();
    var payload =
        Json.object()
            .put("session_id", session)
            .put("transcript_path", around.transcript())
            .put("cwd", around.root().toString())
            .put("permission_mode", claude(around.mode()))
            .put("hook_event_name", event.label())
            .put("turn_id", session + "-" + turn)
            .put("model", around.modelName())
            .put("tenon_mode", around.mode().label());
    if (!agent.id().isEmpty()) {
      payload.put("agent_id", agent.id()).put("agent_type", agent.type());
    }
    return payload.putAll(more).build();
  }

  private static String claude(Mode mode) {
    return switch (mode) {
      case PLAN -> "plan";
      case ASK -> "default";
      case EDIT, AUTO -> "acceptEdits";
      case FULL -> "bypassPermissions";
    };
  }

  /// What hooks are asked about of one call.
  ///
  /// @param subjects what matchers look at
  /// @param about the fields that say it
  /// @param added what stands in the input for the hooks alone
  record Aspect(List<String> subjects, Json.Obj about, Json.Obj added) {}

  /// A call as hooks see it: in parts where it is about several files.
  ///
  /// @param about the call as a whole
  List<Aspect> aspects(String tool, Json.Obj arguments, Json.Obj about) {
    Path root = around.root();
    var aspects = new ArrayList<Aspect>();
    for (CallFiles.CallFile file : CallFiles.of(tool, arguments, root)) {
      var subjects = new ArrayList<>(ToolWords.all(tool));
      Json.Builder added = ToolWords.oneOfSeveral(file.path(), root, subjects);
      if (file.added()) {
        subjects.addFirst("Write");
        added.put("content", file.after());
      } else {
        added.put("old_string", file.before().isEmpty() ? null : Json.of(file.before()));
        added.put("new_string", file.after().isEmpty() ? null : Json.of(file.after()));
      }
      Json.Obj more = added.build();
      Json.Obj input = ToolWords.input(tool, arguments, root);
      Json.Obj part =
          about
              .with(HookEvent.TOOL, Json.of(subjects.getFirst()))
              .with("tool_input", Json.object().putAll(input).putAll(more).build());
      Json.Obj response = about.objectOrEmpty("tool_response");
      if (about.has("tool_response")) {
        part =
            part.with(
                "tool_response", response.with("filePath", Json.of(more.string("file_path", ""))));
      }
      aspects.add(new Aspect(subjects, part, more));
    }
    return aspects.isEmpty()
        ? List.of(new Aspect(ToolWords.all(tool, arguments), about, Json.Obj.EMPTY))
        : aspects;
  }

  Json.Obj call(Part.Call call) {
    return tool(call.name(), call.arguments()).with("tool_use_id", Json.of(call.id()));
  }

  Json.Obj tool(String name, Json.Obj arguments) {
    return Json.object()
        .put("tool_name", ToolWords.all(name, arguments).getFirst())
        .put("tenon_tool", name)
        .put("tool_input", ToolWords.input(name, arguments, around.root()))
        .build();
  }

  /// Whether a call failed because the person stopped it.
  static boolean isStopped(Part.Result result) {
    String code = result.envelope().objectOrEmpty("error").string("code", "");
    return code.equals(ToolException.Code.CANCELLED.label());
  }

  Json.Obj ran(Part.Call call, Part.Result result) {
    Json.Obj about = call(call);
    if (result.failed()) {
      String why = result.envelope().objectOrEmpty("error").string("message", result.text());
      return about.with("error", Json.of(why)).with("is_interrupt", Json.of(isStopped(result)));
    }
    var response = Json.object().put("success", true);
    Json data = result.envelope().get("data");
    if (data instanceof Json.Obj object) {
      response.putAll(object);
    }
    response.put("text", result.text());
    if (call.name().equals("bash")) {
      String printed = data instanceof Json.Obj object ? object.string("output") : null;
      response.put("stdout", printed == null ? result.text() : printed);
      response.put("stderr", "").put("interrupted", false);
    }
    Path root = around.root();
    String file = ToolWords.input(call.name(), call.arguments(), root).string("file_path", "");
    if (!file.isEmpty()) {
      response.put("filePath", file);
    }
    return about.with("tool_response", response.build());
  }
}

package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Asks hooks about calls, and makes one answer of what they say about the files of one.
final class CallParts {
  private CallParts() {}

  /// Whether a hook has a say about any part of a call.
  static boolean concerns(
      ConversationHooks hooks, HookEvent event, String tool, Json.Obj arguments, Json.Obj about) {
    return hooks.runner().has(event)
        && hooks.payload().aspects(tool, arguments, about).stream()
            .anyMatch(
                each -> !hooks.runner().matching(event, each.subjects(), each.about()).isEmpty());
  }

  /// Asks about a call, file by file where it is about several. The first no ends it.
  ///
  /// @param about the call as a whole
  static HookAnswer run(
      ConversationHooks hooks,
      HookEvent event,
      HookPayload.Agent agent,
      String tool,
      Json.Obj arguments,
      Json.Obj about)
      throws InterruptedException {
    if (!hooks.runner().has(event)) {
      return HookAnswer.NOTHING;
    }
    var answers = new ArrayList<HookAnswer>();
    String replaced = null;
    for (HookPayload.Aspect each : hooks.payload().aspects(tool, arguments, about)) {
      Json.Obj asked = replaced == null ? each.about() : answered(each.about(), replaced);
      HookAnswer answer = whole(each, hooks.run(event, agent, each.subjects(), asked));
      replaced = answer.output() == null ? replaced : answer.output();
      answers.add(answer.withOutput(null));
      if (answer.blocks() || answer.stop() != null) {
        break;
      }
    }
    return HookAnswer.aboutParts(answers).withOutput(replaced);
  }

  /// What is taken out of a result for one file does not come back for the next.
  private static Json.Obj answered(Json.Obj about, String text) {
    Json.Obj response = about.objectOrEmpty("tool_response");
    return about.with("tool_response", response.with("text", Json.of(text)));
  }

  /// Tells of a call beside the conversation, which does not go on.
  static void tell(
      ConversationHooks hooks,
      HookEvent event,
      HookPayload.Agent agent,
      Part.Call call,
      Json.Obj about) {
    for (HookPayload.Aspect each : hooks.payload().aspects(call.name(), call.arguments(), about)) {
      hooks.later(event, agent, each.subjects(), each.about());
    }
  }

  /// An answer about one file of several as one about the call: what was put in for hooks is no
  /// argument of it.
  private static HookAnswer whole(HookPayload.Aspect part, HookAnswer answer) {
    Json.Obj wanted = answer.input();
    if (wanted == null || part.added().isEmpty()) {
      return answer;
    }
    var arguments = new LinkedHashMap<>(wanted.members());
    for (Map.Entry<String, Json> each : part.added().members().entrySet()) {
      Json now = arguments.remove(each.getKey());
      if (now != null && !now.equals(each.getValue())) {
        return HookAnswer.of(
            HookAnswer.Verdict.BLOCK,
            "its updatedInput cannot be taken: the call is about several files, and "
                + each.getKey()
                + " stands for one of them");
      }
    }
    var sent = new LinkedHashMap<>(part.about().objectOrEmpty("tool_input").members());
    sent.keySet().removeAll(part.added().members().keySet());
    return answer.withInput(arguments.equals(sent) ? null : new Json.Obj(arguments));
  }
}

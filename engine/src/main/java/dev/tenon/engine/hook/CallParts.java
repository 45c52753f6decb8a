package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
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
    for (HookPayload.Aspect each : hooks.payload().aspects(tool, arguments, about)) {
      HookAnswer answer = whole(each, hooks.run(event, agent, each.subjects(), each.about()));
      answers.add(answer);
      if (answer.blocks() || answer.stop() != null) {
        break;
      }
    }
    return HookAnswer.aboutParts(answers);
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

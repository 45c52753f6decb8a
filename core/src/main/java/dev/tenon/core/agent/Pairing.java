package dev.tenon.core.agent;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolRunner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Repairs the pairing of tool calls and results in front of every request: each call is answered
/// exactly once, in call order, in the message right after it, and no answer is without its call. A
/// history that already is so is passed through as it is.
final class Pairing {
  private static final String INTERRUPTED = "the call was interrupted before it had a result";

  private Pairing() {}

  static List<Message> repaired(List<Message> messages) {
    if (paired(messages)) {
      return messages;
    }
    var repaired = new ArrayList<Message>();
    for (int i = 0; i < messages.size(); i++) {
      switch (messages.get(i)) {
        case Message.User user -> repaired.add(user);
        case Message.ToolResults ignored -> {
          // Results are taken along with their calls; those without calls are dropped.
        }
        case Message.Assistant assistant -> {
          if (assistant.content().isEmpty()) {
            continue;
          }
          repaired.add(assistant);
          answers(assistant, i + 1 < messages.size() ? messages.get(i + 1) : assistant)
              .ifPresent(repaired::add);
        }
      }
    }
    return repaired;
  }

  private static Optional<Message> answers(Message.Assistant assistant, Message next) {
    List<Part.Call> calls = assistant.calls();
    if (calls.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Part.Result> known = new HashMap<>();
    if (next instanceof Message.ToolResults results) {
      results.results().forEach(result -> known.putIfAbsent(result.callId(), result));
    }
    var answers = new ArrayList<Part.Result>();
    for (Part.Call call : calls) {
      Part.Result result = known.remove(call.id());
      answers.add(result != null ? result : ToolRunner.cancelled(call, INTERRUPTED).result());
    }
    return Optional.of(new Message.ToolResults(answers));
  }

  /// Whether the history is as every provider wants it.
  static boolean paired(List<Message> messages) {
    for (int i = 0; i < messages.size(); i++) {
      switch (messages.get(i)) {
        case Message.User ignored -> {}
        case Message.Assistant assistant -> {
          if (assistant.content().isEmpty() || !answered(assistant, messages, i + 1)) {
            return false;
          }
        }
        case Message.ToolResults ignored -> {
          if (i == 0
              || !(messages.get(i - 1) instanceof Message.Assistant before)
              || before.calls().isEmpty()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean answered(Message.Assistant assistant, List<Message> messages, int next) {
    List<Part.Call> calls = assistant.calls();
    if (calls.isEmpty()) {
      return true;
    }
    if (next >= messages.size() || !(messages.get(next) instanceof Message.ToolResults results)) {
      return false;
    }
    if (results.results().size() != calls.size()) {
      return false;
    }
    for (int i = 0; i < calls.size(); i++) {
      if (!results.results().get(i).callId().equals(calls.get(i).id())) {
        return false;
      }
    }
    return true;
  }
}

package dev.tenon.server.job.live;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.List;

/// The messages of a session's conversation in their stored form. A message is converted once, when
/// it is new, and keeps its object after that, so that a store sees at once what it has already.
/// Safe for several threads.
final class SessionHistory {
  private Json.Arr stored;

  /// What the stored messages were made of; empty before there was a conversation.
  private List<Message> converted = List.of();

  SessionHistory(Json.Arr stored) {
    this.stored = stored;
  }

  synchronized Json.Arr stored() {
    return stored;
  }

  /// The pictures that a call was answered with, the latest of that name.
  static List<Part.Image> pictures(Json.Arr stored, String call) {
    for (Json each : stored.items().reversed()) {
      if (!(each instanceof Json.Obj message)) {
        continue;
      }
      for (Json.Obj result : message.objects("results").reversed()) {
        if (result.string("callId", "").equals(call)) {
          return result.objects("images").stream()
              .map(it -> new Part.Image(it.string("mediaType", ""), it.string("base64", "")))
              .toList();
        }
      }
    }
    return List.of();
  }

  /// The messages to begin a conversation with.
  synchronized List<Message> messages() {
    var messages = new ArrayList<Message>();
    try {
      for (Json each : stored.items()) {
        messages.add(MessageJson.message(each));
      }
    } catch (JsonException damaged) {
      throw new IllegalStateException("the stored messages cannot be read", damaged);
    }
    converted = List.copyOf(messages);
    return messages;
  }

  /// The history is this now; usually it has only grown.
  synchronized void become(List<Message> history) {
    int same = 0;
    while (same < converted.size()
        && same < history.size()
        && converted.get(same).equals(history.get(same))) {
      same++;
    }
    if (same == converted.size() && same == history.size() && same == stored.items().size()) {
      return;
    }
    var items = new ArrayList<Json>(stored.items().subList(0, same));
    for (Message message : history.subList(same, history.size())) {
      items.add(MessageJson.toJson(message));
    }
    stored = Json.array(items);
    converted = List.copyOf(history);
  }
}

package dev.tenon.protocols.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.PartialJson;
import java.util.ArrayList;
import java.util.TreeMap;

/// An answer as far as it has come, with everything that is in it: also thinking and the beginnings
/// of calls. For one thread.
final class PartialAnswer {
  private final TreeMap<Integer, Block> blocks = new TreeMap<>();
  private int length;

  private static final class Block {
    final String type;
    final String callId;
    final String name;
    final StringBuilder text = new StringBuilder();

    Block(String type, String callId, String name) {
      this.type = type;
      this.callId = callId;
      this.name = name;
    }

    Json.Obj json() {
      return switch (type) {
        case "thinking" -> Json.object().put("type", type).put("thinking", text()).build();
        case "toolCall" ->
            Json.object()
                .put("type", type)
                .put("id", callId)
                .put("name", name)
                .put("arguments", PartialJson.object(text()))
                .build();
        default -> Json.object().put("type", type).put("text", text()).build();
      };
    }

    String text() {
      return text.toString();
    }
  }

  void begin(int index, String type) {
    blocks.put(index, new Block(type, "", ""));
  }

  void beginCall(int index, String id, String name) {
    blocks.put(index, new Block("toolCall", id, name));
  }

  void add(int index, String type, String more) {
    blocks.computeIfAbsent(index, each -> new Block(type, "", "")).text.append(more);
    length += more.length();
  }

  /// How many characters have come.
  int length() {
    return length;
  }

  Json.Arr content() {
    var content = new ArrayList<Json>(blocks.size());
    blocks.values().forEach(block -> content.add(block.json()));
    return Json.array(content);
  }
}

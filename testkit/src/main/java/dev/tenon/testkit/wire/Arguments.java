package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.testkit.script.Block;

/// The arguments of a scripted tool call as an object, for the places where a wire has no text.
final class Arguments {
  private Arguments() {}

  static Json.Obj of(Block.ToolCall call) {
    try {
      return call.argumentsJson().isEmpty()
          ? Json.Obj.EMPTY
          : Json.parseObject(call.argumentsJson());
    } catch (JsonException e) {
      throw new IllegalArgumentException(
          "the arguments of tool call '"
              + call.name()
              + "' cannot be sent on this wire: "
              + e.getMessage(),
          e);
    }
  }
}

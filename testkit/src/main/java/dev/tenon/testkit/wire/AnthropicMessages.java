package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Judges the conversation of one request as Anthropic does: roles, content, and that every tool
/// use is answered in the next message and every answer has its use in the one before.
final class AnthropicMessages {
  private final List<Json.Obj> messages;
  private final String model;
  private final boolean thinkingEnabled;

  AnthropicMessages(Json.Obj body) {
    this.messages = body.objects("messages");
    this.model = body.string("model", "");
    this.thinkingEnabled = body.objectOrEmpty("thinking").string("type", "").equals("enabled");
  }

  Optional<String> check() {
    if (messages.isEmpty()) {
      return Optional.of("messages: at least one message is required");
    }
    if (!role(0).equals("user")) {
      return Optional.of("messages: first message must use the \"user\" role");
    }
    var ids = new HashSet<String>();
    for (int i = 0; i < messages.size(); i++) {
      int at = i;
      Optional<String> problem =
          content(at).or(() -> uniqueIds(at, ids)).or(() -> answered(at)).or(() -> asked(at));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return thinkingKept().or(this::endsWithUser);
  }

  private String role(int index) {
    return messages.get(index).string("role", "");
  }

  private List<Json.Obj> blocks(int index) {
    if (index < 0 || index >= messages.size()) {
      return List.of();
    }
    Json.Obj message = messages.get(index);
    String text = message.string("content");
    return text == null
        ? message.objects("content")
        : List.of(Json.object().put("type", "text").put("text", text).build());
  }

  private static String type(Json.Obj block) {
    return block.string("type", "");
  }

  private Optional<String> content(int index) {
    String place = "messages." + index;
    switch (role(index)) {
      case "user", "assistant" -> {}
      case "system" -> {
        if (!role(index - 1).equals("user")) {
          return Optional.of(place + ": role 'system' must follow a 'user' message");
        }
      }
      default -> {
        return Optional.of(place + ".role: Input should be 'user', 'assistant' or 'system'");
      }
    }
    List<Json.Obj> blocks = blocks(index);
    if (blocks.isEmpty() || messages.get(index).string("content", "x").isEmpty()) {
      return Optional.of(
          place
              + ": all messages must have non-empty content except for the optional final assistant"
              + " message");
    }
    for (int i = 0; i < blocks.size(); i++) {
      Optional<String> problem = block(place + ".content." + i, index, blocks.get(i));
      if (problem.isPresent()) {
        return problem;
      }
    }
    Json.Obj last = blocks.getLast();
    boolean isFinalAssistant =
        index == messages.size() - 1
            && role(index).equals("assistant")
            && type(last).equals("text");
    String text = last.string("text", "");
    if (isFinalAssistant && !text.equals(text.stripTrailing())) {
      return Optional.of("messages: final assistant content cannot end with trailing whitespace");
    }
    return Optional.empty();
  }

  private Optional<String> block(String place, int index, Json.Obj block) {
    boolean assistant = role(index).equals("assistant");
    switch (type(block)) {
      case "text" -> {
        String text = block.string("text", "");
        if (text.isEmpty()) {
          return Optional.of("messages: text content blocks must be non-empty");
        }
        if (text.isBlank()) {
          return Optional.of("messages: text content blocks must contain non-whitespace text");
        }
      }
      case "tool_use" -> {
        if (!assistant) {
          return Optional.of(place + ": `tool_use` blocks can only be in `assistant` messages");
        }
        if (!Names.fit(block.string("id", ""), Integer.MAX_VALUE)) {
          return Optional.of(
              place + ".tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'");
        }
        if (!Names.fit(block.string("name", ""), 200)) {
          return Optional.of(
              place + ".tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,200}$'");
        }
        if (block.object("input") == null) {
          return Optional.of(place + ".tool_use.input: Input should be a valid dictionary");
        }
      }
      case "tool_result" -> {
        if (assistant) {
          return Optional.of(place + ": `tool_result` blocks can only be in `user` messages");
        }
      }
      case "thinking" -> {
        if (block.string("signature", "").isEmpty()) {
          return Optional.of(place + ": Invalid `signature` in `thinking` block");
        }
        if (block.has("cache_control")) {
          return Optional.of(place + ".thinking.cache_control: Extra inputs are not permitted");
        }
      }
      case "redacted_thinking" -> {
        if (block.string("data", "").isEmpty()) {
          return Optional.of(place + ".redacted_thinking.data: Field required");
        }
      }
      case "image", "document" -> {}
      default -> {
        return Optional.of(
            place
                + ": Input tag '"
                + type(block)
                + "' found using 'type' does not"
                + " match any of the expected tags");
      }
    }
    return Optional.empty();
  }

  private Optional<String> uniqueIds(int index, Set<String> ids) {
    for (String id : uses(index)) {
      if (!ids.add(id)) {
        return Optional.of("messages." + index + ": `tool_use` ids must be unique");
      }
    }
    return Optional.empty();
  }

  /// Every tool use has its result at the head of the next message.
  private Optional<String> answered(int index) {
    var open = new LinkedHashSet<String>(uses(index));
    for (Json.Obj block : blocks(index + 1)) {
      if (!type(block).equals("tool_result")) {
        break;
      }
      open.remove(block.string("tool_use_id", ""));
    }
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "messages."
                + index
                + ": `tool_use` ids were found without `tool_result` blocks"
                + " immediately after: "
                + String.join(", ", open)
                + ". Each `tool_use` block must"
                + " have a corresponding `tool_result` block in the next message.");
  }

  /// Every tool result answers a tool use of the message before.
  private Optional<String> asked(int index) {
    List<String> uses = uses(index - 1);
    List<Json.Obj> blocks = blocks(index);
    var seen = new HashSet<String>();
    for (int i = 0; i < blocks.size(); i++) {
      if (!type(blocks.get(i)).equals("tool_result")) {
        continue;
      }
      String id = blocks.get(i).string("tool_use_id", "");
      if (!uses.contains(id)) {
        return Optional.of(
            "messages."
                + index
                + ".content."
                + i
                + ": unexpected `tool_use_id` found in"
                + " `tool_result` blocks: "
                + id
                + ". Each `tool_result` block must have a"
                + " corresponding `tool_use` block in the previous message.");
      }
      if (!seen.add(id)) {
        return Optional.of(
            "messages."
                + index
                + ".content."
                + i
                + ": each tool_use must have a single result."
                + " Found multiple `tool_result` blocks with id: "
                + id);
      }
    }
    return Optional.empty();
  }

  private List<String> uses(int index) {
    var ids = new ArrayList<String>();
    for (Json.Obj block : blocks(index)) {
      if (type(block).equals("tool_use")) {
        ids.add(block.string("id", ""));
      }
    }
    return ids;
  }

  /// From Claude Opus 4.6 on the assistant's message cannot be begun for it.
  private Optional<String> endsWithUser() {
    boolean takesPrefill = !model.matches("claude-[a-z]+-4-[6-9].*");
    return takesPrefill || !role(messages.size() - 1).equals("assistant")
        ? Optional.empty()
        : Optional.of(
            "This model does not support assistant message prefill. The conversation must end with"
                + " a user message.");
  }

  /// With thinking enabled, the tool uses that are being answered follow a thinking block.
  private Optional<String> thinkingKept() {
    int last = messages.size() - 2;
    if (!thinkingEnabled || last < 0 || uses(last).isEmpty()) {
      return Optional.empty();
    }
    String first = type(blocks(last).getFirst());
    if (first.equals("thinking") || first.equals("redacted_thinking")) {
      return Optional.empty();
    }
    return Optional.of(
        "messages."
            + last
            + ".content.0.type: Expected `thinking` or `redacted_thinking`, but"
            + " found `"
            + first
            + "`. When `thinking` is enabled, a final `assistant` message must"
            + " start with a thinking block.");
  }
}

package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Turns messages of session files, Tenon's or another program's, into those that a model gets: the
/// results that answer one message become one message, and a prompt that got nothing but an error
/// is left out, as it was in the conversation.
final class MessageFold {
  private static final int COMPARED = 2_000;

  private final Function<String, @Nullable String> pictures;
  private final List<Message> messages = new ArrayList<>();
  private final List<String> origins = new ArrayList<>();

  /// Which message holds the results of an open call.
  private final Map<String, Integer> open = new HashMap<>();

  private final Map<Integer, List<Part.Result>> results = new HashMap<>();
  private boolean lastIsPrompt;

  /// What is to be told of commands with the next prompt, as long as none has.
  private final List<String> unheard = new ArrayList<>();

  /// @param pictures the Base64 text that a block's data stand for; null when it is lost
  MessageFold(Function<String, @Nullable String> pictures) {
    this.pictures = pictures;
  }

  /// Adds a message of the file.
  ///
  /// @param origin the id of its entry
  void add(String origin, Json.Obj message) {
    String role = message.string("role", "");
    switch (role) {
      case "assistant" -> assistant(origin, message);
      case "toolResult" -> result(origin, message);
      case "bashExecution", "pythonExecution" -> execution(origin, message);
      case "branchSummary" -> add(origin, Summaries.branch(message.string("summary", "")));
      case "compactionSummary" -> add(origin, Summaries.compaction(message.string("summary", "")));
      default -> {
        Json content = message.get("content");
        if (content != null) {
          content(origin, content);
          lastIsPrompt = role.equals("user");
          if (!unheard.isEmpty()) {
            hear(content);
          }
        }
      }
    }
  }

  /// Adds a message that no message of the file stands for.
  void add(String origin, Message message) {
    messages.add(message);
    origins.add(origin);
    lastIsPrompt = false;
  }

  /// Adds what someone said: a string, or blocks.
  void content(String origin, Json content) {
    List<Part.Input> parts = inputs(content);
    if (!parts.isEmpty()) {
      add(origin, new Message.User(parts));
    }
  }

  /// The messages, and the id of the first entry of each.
  List<Message> messages() {
    var all = new ArrayList<Message>(messages.size());
    for (int i = 0; i < messages.size(); i++) {
      List<Part.Result> answers = results.get(i);
      all.add(answers == null ? messages.get(i) : new Message.ToolResults(answers));
    }
    return all;
  }

  List<String> origins() {
    return List.copyOf(origins);
  }

  private void assistant(String origin, Json.Obj message) {
    StopReason reason = reason(message.string("stopReason", "stop"));
    List<Part.Output> content = outputs(message);
    if (content.isEmpty()) {
      if (reason == StopReason.FAILED && lastIsPrompt) {
        messages.removeLast();
        origins.removeLast();
      }
      lastIsPrompt = false;
      return;
    }
    var assistant = new Message.Assistant(content, reason, usage(message), model(message));
    add(origin, assistant);
    open.clear();
    for (Part.Call call : assistant.calls()) {
      open.put(call.id(), -1);
    }
  }

  private void result(String origin, Json.Obj message) {
    String id = message.string("toolCallId", "");
    Integer slot = open.remove(id);
    if (slot == null) {
      return;
    }
    if (slot < 0) {
      slot = messages.size();
      add(origin, new Message.ToolResults(List.of()));
      results.put(slot, new ArrayList<>());
      for (Map.Entry<String, Integer> other : open.entrySet()) {
        other.setValue(slot);
      }
    }
    List<Part.Result> answers = results.get(slot);
    if (answers != null) {
      answers.add(answer(id, message));
    }
  }

  private Part.Result answer(String id, Json.Obj message) {
    var text = new StringBuilder();
    var images = new ArrayList<Part.Image>();
    boolean first = true;
    for (Part.Input part : inputs(contentOf(message))) {
      if (part instanceof Part.Text words) {
        text.append(first ? "" : "\n").append(words.text());
        first = false;
      } else if (part instanceof Part.Image image) {
        images.add(image);
      }
    }
    Part.Outcome outcome = message.bool("isError", false) ? Part.Outcome.FAILED : Part.Outcome.OK;
    String said = text.toString();
    return new Part.Result(
        id,
        message.string("toolName", ""),
        outcome,
        MessageFormat.envelope(message.objectOrEmpty("details"), said, outcome),
        said,
        images);
  }

  private static Json contentOf(Json.Obj message) {
    Json content = message.get("content");
    return content == null ? Json.Null.VALUE : content;
  }

  /// What the model was to hear of commands with the next prompt, and has not.
  List<String> unheard() {
    return List.copyOf(unheard);
  }

  private void hear(Json content) {
    if (content instanceof Json.Arr blocks) {
      for (Json item : blocks.values()) {
        String text = item instanceof Json.Obj block ? block.string("text", "") : "";
        for (int i = 0; i < unheard.size(); i++) {
          String each = unheard.get(i);
          // The session may have cut the end of a long one.
          if (text.startsWith(each.substring(0, Math.min(each.length(), COMPARED)))) {
            unheard.remove(i);
            break;
          }
        }
      }
    }
  }

  /// A command that a person ran beside the conversation.
  private void execution(String origin, Json.Obj message) {
    if (message.bool("excludeFromContext", false)) {
      if (message.bool(EntryText.TOLD, false)) {
        unheard.add(EntryText.ownCommand(message));
      }
      return;
    }
    String what = message.string("command", message.string("code", ""));
    String output = message.string("output", "");
    var text = new StringBuilder("Ran `").append(what).append("`\n");
    text.append(output.isEmpty() ? "(no output)" : "```\n" + output + "\n```");
    long code = message.number("exitCode", 0);
    if (message.bool("cancelled", false)) {
      text.append("\n(cancelled)");
    } else if (code != 0) {
      text.append("\n(exit code ").append(code).append(')');
    }
    add(origin, Message.User.of(text.toString()));
  }

  private List<Part.Input> inputs(Json content) {
    var parts = new ArrayList<Part.Input>();
    if (content instanceof Json.Str text) {
      parts.add(new Part.Text(text.value()));
    } else if (content instanceof Json.Arr blocks) {
      for (Json item : blocks.values()) {
        if (item instanceof Json.Obj block) {
          switch (block.string("type", "")) {
            case "text" -> parts.add(new Part.Text(block.string("text", "")));
            case "image" -> parts.add(image(block));
            default -> {}
          }
        }
      }
    }
    return parts;
  }

  private Part.Input image(Json.Obj block) {
    String data = pictures.apply(block.string("data", ""));
    return data == null
        ? new Part.Text("[a picture that was here is lost]")
        : new Part.Image(block.string("mimeType", "image/png"), data);
  }

  private static List<Part.Output> outputs(Json.Obj message) {
    var parts = new ArrayList<Part.Output>();
    if (message.get("content") instanceof Json.Str text) {
      parts.add(new Part.Text(text.value()));
    }
    for (Json.Obj block : message.objects("content")) {
      switch (block.string("type", "")) {
        case "text" -> parts.add(new Part.Text(block.string("text", "")));
        case "thinking" ->
            parts.add(
                new Part.Thinking(block.string("thinking", ""), block.string("thinkingSignature")));
        case "toolCall" ->
            parts.add(
                new Part.Call(
                    block.string("id", ""),
                    block.string("name", ""),
                    block.objectOrEmpty("arguments"),
                    block.string("thoughtSignature"),
                    block.string("problem")));
        default -> {}
      }
    }
    return parts;
  }

  private static StopReason reason(String word) {
    return switch (word) {
      case "length" -> StopReason.LENGTH;
      case "toolUse" -> StopReason.TOOL_USE;
      case "aborted" -> StopReason.ABORTED;
      case "error" -> StopReason.FAILED;
      default -> StopReason.STOP;
    };
  }

  private static Usage usage(Json.Obj message) {
    Json.Obj usage = message.objectOrEmpty("usage");
    return new Usage(
        Math.max(0, usage.number("input", 0)),
        Math.max(0, usage.number("output", 0)),
        Math.max(0, usage.number("cacheRead", 0)),
        Math.max(0, usage.number("cacheWrite", 0)));
  }

  /// The full name of the model.
  static String model(Json.Obj assistant) {
    String provider = assistant.string("provider");
    String model = assistant.string("model", "");
    return provider == null ? model : provider + "/" + model;
  }
}

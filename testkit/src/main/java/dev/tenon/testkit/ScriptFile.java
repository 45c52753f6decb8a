package dev.tenon.testkit;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A script as JSON.
///
/// ```json
/// {
///   "answers": [
///     {"thinking": "Hm.", "signature": "s", "text": "I look.",
///      "toolCalls": [{"id": "c1", "name": "read_file", "arguments": {"path": "a.txt"}}],
///      "stop": "tool_use", "usage": {"input": 10, "output": 5, "cacheRead": 0, "cacheWrite": 0},
///      "chunk": 8, "latencyMillis": 0, "paceMillis": 0},
///     {"blocks": [{"type": "text", "text": "One."}, {"type": "tool_call", "id": "c", "name": "x"}]},
///     {"fault": "status", "kind": "rate_limit", "headers": {"retry-after": "1"}},
///     {"fault": "cut_after_visible", "count": 1, "reply": {"text": "never whole"}}
///   ],
///   "turns": [{"toolCalls": [{"id": "c2", "name": "list_files"}]}, {"text": "That is all."}]
/// }
/// ```
///
/// `answers` are used up one by one; then every request is answered by `turns`, chosen by how many
/// steps the model has made since the last prompt (see [ModelServer#answeringTurns]).
record ScriptFile(List<Answer> answers, List<Answer> turns) {
  static final ScriptFile GREETING =
      new ScriptFile(List.of(), List.of(Reply.text("Hello from the loopback model server.")));

  ScriptFile {
    answers = List.copyOf(answers);
    turns = List.copyOf(turns);
    if (answers.isEmpty() && turns.isEmpty()) {
      throw new IllegalArgumentException("there are neither 'answers' nor 'turns'");
    }
  }

  void load(ModelServer server) {
    server.reply(answers.toArray(Answer[]::new));
    if (!turns.isEmpty()) {
      server.answeringTurns(turns.toArray(Answer[]::new));
    }
  }

  static ScriptFile parse(String text, String name) {
    try {
      Json.Obj script = Json.parseObject(text);
      return new ScriptFile(answers(script, "answers"), answers(script, "turns"));
    } catch (JsonException | IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  private static List<Answer> answers(Json.Obj script, String name) {
    var answers = new ArrayList<Answer>();
    for (Json.Obj answer : script.objects(name)) {
      answers.add(answer(answer));
    }
    return answers;
  }

  private static Answer answer(Json.Obj json) {
    String fault = json.string("fault");
    return fault == null ? reply(json) : fault(fault, json);
  }

  private static Reply reply(Json.Obj json) {
    var blocks = new ArrayList<Block>();
    if (json.has("thinking")) {
      blocks.add(new Block.Thinking(json.string("thinking", ""), json.string("signature", "")));
    }
    if (json.has("text")) {
      blocks.add(new Block.Text(json.string("text", "")));
    }
    for (Json.Obj call : json.objects("toolCalls")) {
      blocks.add(toolCall(call));
    }
    for (Json.Obj block : json.objects("blocks")) {
      blocks.add(block(block));
    }
    Reply reply = Reply.of(blocks);
    Json.Obj usage = json.object("usage");
    if (usage != null) {
      reply =
          reply.usage(
              usage.number("input", 0),
              usage.number("output", 0),
              usage.number("cacheRead", 0),
              usage.number("cacheWrite", 0));
    }
    String stop = json.string("stop");
    if (stop != null) {
      reply = reply.stop(constant(Stop.class, stop));
    }
    return reply
        .chunk((int) json.number("chunk", Reply.DEFAULT_CHUNK))
        .latency(Duration.ofMillis(json.number("latencyMillis", 0)))
        .pace(Duration.ofMillis(json.number("paceMillis", 0)));
  }

  private static Block block(Json.Obj json) {
    String type = json.string("type", "");
    return switch (type) {
      case "thinking" -> new Block.Thinking(json.string("text", ""), json.string("signature", ""));
      case "redacted" -> new Block.Redacted(json.string("data", ""));
      case "text" -> new Block.Text(json.string("text", ""));
      case "tool_call" -> toolCall(json);
      default ->
          throw new IllegalArgumentException(
              "block type must be thinking, redacted, text or tool_call, was '" + type + "'");
    };
  }

  private static Block toolCall(Json.Obj json) {
    Json arguments = json.get("arguments");
    String text =
        arguments instanceof Json.Str raw
            ? raw.value()
            : arguments == null ? "{}" : arguments.compact();
    return new Block.ToolCall(json.string("id", ""), json.string("name", ""), text);
  }

  private static Fault fault(String name, Json.Obj json) {
    Reply reply = reply(json.objectOrEmpty("reply"));
    int count = (int) json.number("count", 1);
    Duration pause = Duration.ofMillis(json.number("pauseMillis", 0));
    Fault.Closing closing = json.bool("reset", false) ? Fault.Closing.RESET : Fault.Closing.CLOSE;
    return switch (name) {
      case "status" ->
          new Fault.Status(
              kind(json), (int) json.number("status", 0), headers(json), json.string("message"));
      case "raw" ->
          new Fault.Raw((int) json.number("status", 500), headers(json), json.string("body", ""));
      case "disconnect" -> new Fault.Disconnect(closing);
      case "silence" -> new Fault.Silence();
      case "cut_after_bytes" -> new Fault.CutAfterBytes(reply, count, closing);
      case "cut_after_visible" -> new Fault.CutAfterVisible(reply, count, closing);
      case "cut_in_character" -> new Fault.CutInCharacter(reply);
      case "unterminated" -> new Fault.Unterminated(reply);
      case "ended_early" -> new Fault.EndedEarly(reply, count);
      case "garbage" ->
          json.has("frame")
              ? new Fault.Garbage(reply, json.string("frame", ""))
              : Fault.garbage(reply);
      case "drip" -> new Fault.Drip(reply, count, pause);
      case "split_characters" -> new Fault.SplitCharacters(reply);
      case "endless" -> new Fault.Endless(reply);
      case "stalled" -> new Fault.Stalled(reply, count);
      case "error_event" -> new Fault.ErrorEvent(reply, count, kind(json), json.string("message"));
      default -> throw new IllegalArgumentException("unknown fault '" + name + "'");
    };
  }

  private static ErrorKind kind(Json.Obj json) {
    return constant(ErrorKind.class, json.string("kind", "server"));
  }

  private static Map<String, String> headers(Json.Obj json) {
    var headers = new TreeMap<String, String>();
    json.objectOrEmpty("headers")
        .members()
        .forEach(
            (name, value) ->
                headers.put(name, value instanceof Json.Str text ? text.value() : value.compact()));
    return headers;
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name) {
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(name.toUpperCase(Locale.ROOT))) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "'" + name + "' is none of " + List.of(type.getEnumConstants()));
  }
}

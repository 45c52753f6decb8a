package dev.tenon.providers.wire;

import static dev.tenon.providers.wire.Fixtures.json;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// What a sloppy server does to a stream without changing what it says, by name.
final class Sloppiness {
  private Sloppiness() {}

  /// What servers of this wire do to the frames; to be applied in this order.
  static Map<String, UnaryOperator<WireStream>> framing(WireKind kind) {
    var all = new LinkedHashMap<String, UnaryOperator<WireStream>>();
    switch (kind) {
      case ANTHROPIC -> anthropic(all);
      case OPENAI_RESPONSES -> responses(all);
      case OPENAI_CHAT -> chat(all);
      case GEMINI -> all.put("no index", stream -> leftOut(stream, "index"));
      case OLLAMA -> all.put("no times", stream -> leftOut(stream, "created_at"));
    }
    all.put("the end twice", Sloppiness::endTwice);
    for (String frame : meaningless(kind)) {
      all.put("between: " + frame, stream -> stream.between(json(frame)));
    }
    all.put("unknown members everywhere", Sloppiness::grown);
    all.put("a null member", stream -> stream.each(f -> f.with("x_null", Json.Null.VALUE)));
    all.put("error is null", stream -> stream.each(f -> f.with("error", Json.Null.VALUE)));
    numbers(all);
    return all;
  }

  /// How servers of this wire write the frames; one at a time.
  static Map<String, UnaryOperator<WireStream>> writing(WireKind kind) {
    var all = new LinkedHashMap<String, UnaryOperator<WireStream>>();
    writing(kind, all);
    all.put("frames in arrays", stream -> stream.written(Sloppiness::inArrays));
    switch (kind) {
      case ANTHROPIC, OPENAI_RESPONSES ->
          all.put("types in the event's name alone", s -> s.written(Sloppiness::untyped));
      case OPENAI_CHAT, GEMINI ->
          all.put("a name for every event", s -> s.written(Sloppiness::named));
      case OLLAMA -> all.put("as events", stream -> stream.written(Sloppiness::asEvents));
    }
    return all;
  }

  private static String named(String text) {
    return text.replace("data: ", "event: completion\ndata: ");
  }

  private static void writing(WireKind kind, Map<String, UnaryOperator<WireStream>> all) {
    all.put("CRLF", stream -> stream.written(text -> text.replace("\n", "\r\n")));
    all.put("lone CR", stream -> stream.written(text -> text.replace("\n", "\r")));
    all.put("a BOM", stream -> stream.written(text -> "\ufeff" + text));
    all.put("blank lines first", stream -> stream.written(text -> "\n\n" + text));
    all.put("blank lines last", stream -> stream.written(text -> text + "\n\n\n"));
    all.put("no last line end", stream -> stream.written(text -> text.stripTrailing()));
    all.put("comments", stream -> stream.written(text -> ": hi\n" + betweenEvents(text, ": hi\n")));
    all.put("retry", stream -> stream.written(text -> betweenEvents(text, "retry: 5\n")));
    all.put("ids", stream -> stream.written(text -> betweenEvents(text, "id: 7\n")));
    all.put("no data", stream -> stream.written(text -> betweenEvents(text, "data:\n\n")));
    all.put("data after the end mark", stream -> stream.written(Sloppiness::afterEnd));
    if (kind == WireKind.OLLAMA) {
      return;
    }
    all.put("no space", stream -> stream.written(text -> text.replace("data: ", "data:")));
    all.put("pings", stream -> stream.written(text -> betweenEvents(text, PING)));
    all.put("no event names", stream -> stream.written(Sloppiness::unnamed));
    all.put("other event names", stream -> stream.written(Sloppiness::misnamed));
    if (kind == WireKind.OPENAI_CHAT) {
      all.put("no end mark", stream -> stream.written(t -> t.replace("data: [DONE]\n\n", "")));
      all.put("a padded end mark", stream -> stream.written(t -> t.replace("[DONE]", " [DONE]  ")));
    } else {
      all.put("an end mark", stream -> stream.written(text -> text + "data: [DONE]\n\n"));
    }
  }

  private static final String PING = "event: ping\ndata: {\"type\":\"ping\"}\n\n";

  /// After every event (or line of JSON) this.
  private static String betweenEvents(String text, String more) {
    return text.contains("\n\n")
        ? text.replace("\n\n", "\n\n" + more)
        : text.replace("\n", "\n" + more);
  }

  private static String afterEnd(String text) {
    return text.contains("[DONE]")
        ? text + "data: {\"choices\":[{\"delta\":{\"content\":\"no\"}}]}\n\n"
        : text;
  }

  private static String unnamed(String text) {
    return text.replaceAll("event: .*\n", "");
  }

  private static String misnamed(String text) {
    return text.replaceAll("event: .*\n", "event: message\n");
  }

  private static String inArrays(String text) {
    return text.replaceAll("(?m)^((?:data: ?)?)(\\{.*})$", "$1[$2]");
  }

  private static String asEvents(String text) {
    return "retry: 9\n"
        + text.replaceAll("(?m)^(\\{.*})$", "event: x\ndata: $1\n")
        + "data: [DONE]\n";
  }

  private static void numbers(Map<String, UnaryOperator<WireStream>> all) {
    all.put(
        "numbers with a fraction",
        stream ->
            stream.members(
                (n, v) -> v instanceof Json.Num num ? new Json.Num(num.text() + ".0") : v));
    all.put(
        "numbers as text",
        stream -> stream.members((n, v) -> v instanceof Json.Num num ? Json.of(num.text()) : v));
  }

  private static WireStream grown(WireStream stream) {
    return stream.members(
        (name, value) ->
            value instanceof Json.Obj object
                    && !List.of("args", "input", "arguments").contains(name)
                ? object.with("x_new", json("{\"deep\":[1,null,{\"a\":true}]}"))
                : value);
  }

  /// The frame with the stop reason again.
  private static WireStream endTwice(WireStream stream) {
    var all = new ArrayList<Json.Obj>();
    for (Json.Obj frame : stream.frames()) {
      all.add(frame);
      String text = frame.compact();
      if (text.contains("\"tool_calls\"}")
          || text.contains("message_delta")
          || text.contains("\"STOP\"")
          || text.contains("\"done\":true")
          || text.contains("response.completed")) {
        all.add(frame);
      }
    }
    return stream.with(all);
  }

  /// Frames that say nothing.
  private static List<String> meaningless(WireKind kind) {
    return switch (kind) {
      case ANTHROPIC ->
          List.of(
              "{\"type\":\"future_event\",\"index\":0,\"delta\":{\"text\":\"no\"}}",
              "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"\"}}",
              "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":null}}",
              "{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\"}}",
              "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"future_delta\",\"x\":1}}",
              "{\"type\":\"content_block_delta\",\"index\":0}",
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":null},\"usage\":null}",
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"\"},\"usage\":{\"input_tokens\":0,\"output_tokens\":null}}");
      case OPENAI_RESPONSES ->
          List.of(
              "{\"type\":\"response.in_progress\",\"response\":{}}",
              "{\"type\":\"response.future.delta\",\"output_index\":1,\"delta\":\"no\"}",
              "{\"type\":\"response.output_text.delta\",\"output_index\":9,\"delta\":\"\"}",
              "{\"type\":\"response.output_text.delta\",\"output_index\":9,\"delta\":null}",
              "{\"type\":\"response.output_item.added\",\"output_index\":8,\"item\":{\"type\":\"web_search_call\",\"id\":\"ws\"}}",
              "{\"type\":\"response.output_item.done\",\"output_index\":8,\"item\":{\"type\":\"function_call_output\",\"call_id\":\"call_a\",\"output\":\"no\"}}",
              "{\"type\":\"response.output_item.done\",\"output_index\":7,\"item\":{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"no\"}]}}",
              "{\"type\":\"keepalive\"}");
      case OPENAI_CHAT ->
          List.of(
              "{\"choices\":null}",
              "{\"object\":\"chat.completion.chunk\",\"choices\":[]}",
              "{\"choices\":[{\"index\":0,\"delta\":{}}]}",
              "{\"choices\":[{\"index\":0,\"delta\":null,\"finish_reason\":null}]}",
              "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"},\"finish_reason\":\"\"}]}",
              "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\",\"tool_calls\":[]},\"finish_reason\":\"null\"}]}",
              "{\"choices\":[{\"index\":0,\"delta\":{\"content\":null,\"reasoning_content\":null,\"tool_calls\":null,\"refusal\":null}}]}",
              "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\"}}]}}]}",
              "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"tool\",\"tool_call_id\":\"call_a\",\"content\":\"no\"}}]}",
              "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"},\"finish_reason\":\"content_filter\"}]}",
              "{\"choices\":[],\"prompt_filter_results\":[{\"prompt_index\":0}],\"usage\":null}",
              "{\"object\":\"future.thing\",\"type\":\"future\",\"delta\":{\"content\":\"no\"}}");
      case GEMINI ->
          List.of(
              "{\"candidates\":[]}",
              "{\"candidates\":null,\"usageMetadata\":null,\"promptFeedback\":{}}",
              "{\"candidates\":[{\"index\":0}],\"promptFeedback\":{\"blockReason\":\"BLOCK_REASON_UNSPECIFIED\"}}",
              "{\"candidates\":[{\"index\":0,\"content\":{\"role\":\"model\"},\"finishReason\":null}]}",
              "{\"candidates\":[{\"index\":0,\"content\":{\"parts\":[{\"text\":\"\"}]},\"finishReason\":\"\"}]}",
              "{\"candidates\":[{\"index\":0,\"content\":{\"parts\":[{\"futurePart\":{\"text\":\"no\"}},null,1]},\"finishReason\":\"FINISH_REASON_UNSPECIFIED\"}]}",
              "{\"candidates\":[{\"index\":0,\"content\":{\"parts\":[{\"functionResponse\":{\"name\":\"clock\",\"response\":{}}}]}}]}",
              "{\"candidates\":[{\"index\":0,\"content\":{\"role\":\"user\",\"parts\":[{\"text\":\"no\"}]}}]}",
              "{\"candidates\":[{\"index\":1,\"content\":{\"parts\":[{\"text\":\"no\"}]},\"finishReason\":\"SAFETY\"}]}",
              "{\"usageMetadata\":{\"promptTokenCount\":0,\"candidatesTokenCount\":null}}");
      case OLLAMA ->
          List.of(
              "{\"model\":\"m\",\"message\":null,\"done\":false}",
              "{\"model\":\"m\",\"done\":null}",
              "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":null,\"thinking\":null,\"tool_calls\":null}}",
              "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[]},\"done\":false}",
              "{\"model\":\"m\",\"message\":{\"role\":\"tool\",\"tool_name\":\"clock\",\"content\":\"no\"},\"done\":false}",
              "{\"model\":\"m\",\"future\":{\"content\":\"no\"}}");
    };
  }

  private static void anthropic(Map<String, UnaryOperator<WireStream>> all) {
    all.put(
        "a foreign block",
        stream ->
            stream.between(
                json(
                    "{\"type\":\"content_block_start\",\"index\":9,\"content_block\":{\"type\":\"tool_result\",\"tool_use_id\":\"call_a\",\"content\":\"no\"}}"),
                json(
                    "{\"type\":\"content_block_delta\",\"index\":9,\"delta\":{\"type\":\"text_delta\",\"text\":\"no\"}}"),
                json("{\"type\":\"content_block_stop\",\"index\":9}")));
    all.put("deltas without types", stream -> stream.each(Sloppiness::untypedDelta));
    all.put("no text start", stream -> without(stream, "\"type\":\"text\""));
    all.put("no block stops", stream -> without(stream, "content_block_stop"));
    all.put("no message start", stream -> renumbered(without(stream, "message_start")));
    all.put("no message stop", stream -> without(stream, "message_stop"));
    all.put(
        "the reason before the last deltas",
        stream -> moved(stream, "\"message_delta\"", "\"zone\\\\\":"));
  }

  private static void responses(Map<String, UnaryOperator<WireStream>> all) {
    all.put(
        "everything at the end",
        stream -> stream.with(List.of(stream.frames().getFirst(), wholeResponse(stream))));
    all.put("no places", stream -> leftOut(stream, "output_index"));
    all.put("no item ids", stream -> leftOut(stream, "item_id"));
    all.put("no items added", stream -> onlyItems(stream));
    all.put("a call is not done", stream -> without(stream, "done\",\"sequence_number\":18,"));
    all.put("no text deltas", stream -> without(stream, "output_text.delta"));
    all.put("no arguments' deltas", stream -> without(stream, "arguments.delta"));
  }

  private static void chat(Map<String, UnaryOperator<WireStream>> all) {
    all.put("message for delta", Sloppiness::asMessage);
    all.put(
        "the reason before the last deltas", s -> moved(s, "finish_reason\":\"tool_calls", "UTC"));
    all.put("usage in every chunk", Sloppiness::countedAlways);
    all.put("id and name in every piece", Sloppiness::repeating);
    all.put("a new id in every piece", Sloppiness::renaming);
    all.put("both names of reasoning", Sloppiness::bothReasonings);
    all.put("no index of the choice", Sloppiness::unnumbered);
    all.put(
        "stop after calls",
        stream -> stream.each(f -> replaced(f, "\"tool_calls\"}", "\"stop\"}")));
  }

  private static WireStream without(WireStream stream, String part) {
    return stream.each(frame -> frame.compact().contains(part) ? null : frame);
  }

  private static WireStream leftOut(WireStream stream, String member) {
    return stream.members((name, value) -> name.equals(member) ? null : value);
  }

  /// The usage of the start goes to the end, where others have it.
  private static WireStream renumbered(WireStream stream) {
    return stream.each(
        frame ->
            replaced(
                frame,
                "\"usage\":{",
                "\"usage\":{\"input_tokens\":100,\"cache_read_input_tokens\":50,"));
  }

  private static WireStream onlyItems(WireStream stream) {
    return without(without(stream, "output_item.added"), "arguments.d");
  }

  private static Json.Obj wholeResponse(WireStream stream) {
    var items = new ArrayList<Json>();
    Json.Obj last = stream.frames().getLast();
    for (Json.Obj frame : stream.frames()) {
      if (frame.string("type", "").equals("response.output_item.done")) {
        items.add(frame.objectOrEmpty("item"));
      }
    }
    return last.with(
        "response", last.objectOrEmpty("response").with("output", new Json.Arr(items)));
  }

  /// The frame with `part` goes in front of the last one with `before`.
  private static WireStream moved(WireStream stream, String part, String before) {
    var all = new ArrayList<>(stream.frames());
    Json.Obj moving = all.stream().filter(f -> f.compact().contains(part)).findFirst().orElse(null);
    if (moving == null) {
      return stream;
    }
    all.remove(moving);
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).compact().contains(before)) {
        all.add(i, moving);
        return stream.with(all);
      }
    }
    return stream;
  }

  private static String untyped(String text) {
    return text.replaceAll("(?m)^(data: ?)\\{\"type\":\"[a-z_.]+\",?", "$1{");
  }

  private static Json.Obj untypedDelta(Json.Obj frame) {
    Json.Obj delta = frame.object("delta");
    if (delta == null || !delta.has("type")) {
      return frame;
    }
    var members = new LinkedHashMap<>(delta.members());
    members.remove("type");
    return frame.with("delta", new Json.Obj(members));
  }

  private static Json.Obj replaced(Json.Obj frame, String from, String to) {
    return json(frame.compact().replace(from, to));
  }

  private static WireStream countedAlways(WireStream stream) {
    Json usage =
        json(
            "{\"prompt_tokens\":150,\"completion_tokens\":1,\"prompt_tokens_details\":{\"cached_tokens\":50}}");
    return stream.each(frame -> frame.object("usage") == null ? frame.with("usage", usage) : frame);
  }

  private static WireStream repeating(WireStream stream) {
    return stream.each(
        frame -> {
          Json.Obj first =
              replaced(
                  frame,
                  "\"index\":0,\"function\":{",
                  "\"index\":0,\"id\":\"call_a\",\"function\":{\"name\":\"read_file\",");
          return replaced(
              first,
              "\"index\":1,\"function\":{",
              "\"index\":1,\"id\":\"call_b\",\"function\":{\"name\":\"clock\",");
        });
  }

  private static WireStream renaming(WireStream stream) {
    var count = new int[1];
    return stream.each(
        frame -> {
          String id = "\"id\":\"random_" + count[0]++ + "\",\"function\":{\"arguments\"";
          return replaced(frame, "\"function\":{\"arguments\"", id);
        });
  }

  private static WireStream bothReasonings(WireStream stream) {
    return stream.each(
        frame ->
            json(
                frame
                    .compact()
                    .replaceAll(
                        "\"reasoning_content\":(\"[^\"]*\")",
                        "\"reasoning_content\":$1,\"reasoning\":$1")));
  }

  private static WireStream asMessage(WireStream stream) {
    String whole =
        """
        {"choices":[{"index":0,"message":{"role":"assistant","reasoning_content":"Let me look.",\
        "content":"Grüße, 世界 🌍","tool_calls":[{"id":"call_a","type":"function","function":\
        {"name":"read_file","arguments":{"path":"aä.txt","lines":3}}},{"id":"call_b","type":\
        "function","function":{"name":"clock","arguments":"{\\"zone\\":\\"UTC\\"}"}}]},\
        "finish_reason":"tool_calls"}]}\
        """;
    return stream.with(List.of(json(whole), stream.frames().getLast()));
  }

  private static WireStream unnumbered(WireStream stream) {
    return stream.each(frame -> replaced(frame, "\"index\":0,\"delta\"", "\"delta\""));
  }
}

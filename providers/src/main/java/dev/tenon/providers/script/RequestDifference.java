package dev.tenon.providers.script;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import java.util.ArrayList;
import java.util.List;

/// Says how a request differs from a recorded one, a line for each place, for a person to read.
final class RequestDifference {
  private static final int MOST = 5;
  private static final int EXCERPT = 60;

  private final List<String> lines = new ArrayList<>();
  private int more;

  private RequestDifference() {}

  /// Everything that the model sees has to be equal.
  static List<String> exact(Request recorded, Request now) {
    var difference = new RequestDifference();
    difference.compare("", MessageJson.toJson(recorded), MessageJson.toJson(now));
    return difference.result();
  }

  /// Only the kinds of messages and the names of the tools in them have to be equal.
  static List<String> lenient(Request recorded, Request now) {
    var difference = new RequestDifference();
    difference.compare("messages", shape(recorded), shape(now));
    return difference.result();
  }

  private static Json shape(Request request) {
    var messages = new ArrayList<Json>();
    for (Message message : request.messages()) {
      var names = new ArrayList<String>();
      String role =
          switch (message) {
            case Message.User ignored -> "user";
            case Message.Assistant assistant -> {
              for (Part.Call call : assistant.calls()) {
                names.add(call.name());
              }
              yield "assistant";
            }
            case Message.ToolResults tool -> {
              for (Part.Result result : tool.results()) {
                names.add(result.name());
              }
              yield "tool";
            }
          };
      messages.add(Json.object().put("role", role).put("tools", Json.strings(names)).build());
    }
    return Json.array(messages);
  }

  private void compare(String path, Json recorded, Json now) {
    if (recorded instanceof Json.Obj a && now instanceof Json.Obj b) {
      members(path, a, b);
    } else if (recorded instanceof Json.Arr a && now instanceof Json.Arr b) {
      items(path, a.items(), b.items());
    } else if (!recorded.equals(now)) {
      add(path + ": " + describe(recorded, now));
    }
  }

  private void members(String path, Json.Obj recorded, Json.Obj now) {
    for (String name : recorded.members().keySet()) {
      Json before = recorded.get(name);
      Json after = now.get(name);
      String inner = path.isEmpty() ? name : path + "." + name;
      if (isCountOfAnswer(name, recorded)) {
        continue;
      }
      if (before != null && after != null) {
        compare(inner, before, after);
      } else {
        add(inner + ": was recorded, but is missing now");
      }
    }
    for (String name : now.members().keySet()) {
      if (!recorded.has(name)) {
        add((path.isEmpty() ? name : path + "." + name) + ": is new");
      }
    }
  }

  /// The tokens that an earlier answer has cost are never sent to a model.
  private static boolean isCountOfAnswer(String name, Json.Obj message) {
    return name.equals("usage") && "assistant".equals(message.string("role"));
  }

  private void items(String path, List<Json> recorded, List<Json> now) {
    int common = Math.min(recorded.size(), now.size());
    for (int i = 0; i < common; i++) {
      compare(path + "[" + i + "]", recorded.get(i), now.get(i));
    }
    if (recorded.size() != now.size()) {
      add(path + ": " + recorded.size() + " were recorded, now there are " + now.size());
    }
  }

  private static String describe(Json recorded, Json now) {
    if (recorded instanceof Json.Str a && now instanceof Json.Str b) {
      int at = firstDifference(a.value(), b.value());
      return "recorded " + excerpt(a.value(), at) + ", now " + excerpt(b.value(), at);
    }
    return "recorded " + shorten(recorded.compact()) + ", now " + shorten(now.compact());
  }

  private static int firstDifference(String a, String b) {
    int at = 0;
    while (at < a.length() && at < b.length() && a.charAt(at) == b.charAt(at)) {
      at++;
    }
    return at;
  }

  /// The text around the first difference, so that two long texts can be told apart.
  private static String excerpt(String text, int at) {
    int from = Math.max(0, at - EXCERPT / 3);
    int to = Math.min(text.length(), from + EXCERPT);
    return (from > 0 ? "…" : "")
        + Json.of(text.substring(from, to)).compact()
        + (to < text.length() ? "…" : "");
  }

  private static String shorten(String text) {
    return text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "…";
  }

  private void add(String line) {
    if (lines.size() < MOST) {
      lines.add(line);
    } else {
      more++;
    }
  }

  private List<String> result() {
    if (more > 0) {
      lines.add("and " + more + " more");
    }
    return lines;
  }
}

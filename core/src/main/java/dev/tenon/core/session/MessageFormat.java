package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Messages in the form of session files, which other programs share: a tool result is a message of
/// its own, a model's name is split into provider and model. What the form does not know (the
/// envelope of a result, why a call must not run) stands in members that others pass over.
/// [MessageFold] reads them.
public final class MessageFormat {
  private MessageFormat() {}

  /// The messages of the file that stand for this one.
  public static List<Json.Obj> write(Message message, long millis, @Nullable Pricing price) {
    var written = new ArrayList<Json.Obj>(1);
    if (message instanceof Message.User user) {
      written.add(
          Json.object()
              .put("role", "user")
              .put("content", inputs(user.content()))
              .put("timestamp", millis)
              .build());
    } else if (message instanceof Message.Assistant assistant) {
      written.add(assistant(assistant, millis, price, null));
    } else if (message instanceof Message.ToolResults results) {
      for (Part.Result result : results.results()) {
        written.add(result(result, millis));
      }
    }
    return written;
  }

  /// What background work had to tell, which nobody asked.
  static Json.Obj notice(Message.User message, long millis) {
    return Json.object()
        .put("role", "custom")
        .put("customType", "tenon.notice")
        .put("content", inputs(message.content()))
        .put("display", true)
        .put("timestamp", millis)
        .build();
  }

  /// @param problem why the answer ended early
  public static Json.Obj assistant(
      Message.Assistant message, long millis, @Nullable Pricing price, @Nullable String problem) {
    String model = message.model();
    int slash = model.indexOf('/');
    Json.Builder out = Json.object().put("role", "assistant");
    if (slash > 0) {
      out.put("provider", model.substring(0, slash));
    }
    return out.put("model", model.substring(slash + 1))
        .put("content", outputs(message.content()))
        .put("usage", usage(message.usage(), price))
        .put("stopReason", word(message.stopReason()))
        .put("errorMessage", problem)
        .put("timestamp", millis)
        .build();
  }

  private static Json.Obj usage(Usage usage, @Nullable Pricing price) {
    Json.Builder out =
        Json.object()
            .put("input", usage.input())
            .put("output", usage.output())
            .put("cacheRead", usage.cacheRead())
            .put("cacheWrite", usage.cacheWrite())
            .put("totalTokens", usage.total());
    if (price != null) {
      out.put(
          "cost",
          Json.object()
              .put("input", usage.input() * price.input() / 1e6)
              .put("output", usage.output() * price.output() / 1e6)
              .put("cacheRead", usage.cacheRead() * price.cacheRead() / 1e6)
              .put("cacheWrite", usage.cacheWrite() * price.cacheWrite() / 1e6)
              .put("total", price.cost(usage))
              .build());
    }
    return out.build();
  }

  private static String word(StopReason reason) {
    return switch (reason) {
      case STOP -> "stop";
      case LENGTH -> "length";
      case TOOL_USE -> "toolUse";
      case ABORTED -> "aborted";
      case FAILED -> "error";
    };
  }

  private static Json.Arr inputs(List<? extends Part> parts) {
    var blocks = new ArrayList<Json>(parts.size());
    for (Part part : parts) {
      blocks.add(part instanceof Part.Image image ? image(image) : text((Part.Text) part));
    }
    return Json.array(blocks);
  }

  private static Json.Obj text(Part.Text text) {
    return Json.object().put("type", "text").put("text", text.text()).build();
  }

  private static Json.Obj image(Part.Image image) {
    return Json.object()
        .put("type", "image")
        .put("data", image.base64())
        .put("mimeType", image.mediaType())
        .build();
  }

  private static Json.Arr outputs(List<Part.Output> parts) {
    var blocks = new ArrayList<Json>(parts.size());
    for (Part.Output part : parts) {
      if (part instanceof Part.Text text) {
        blocks.add(text(text));
      } else if (part instanceof Part.Thinking thinking) {
        blocks.add(
            Json.object()
                .put("type", "thinking")
                .put("thinking", thinking.text())
                .put("thinkingSignature", thinking.signature())
                .build());
      } else if (part instanceof Part.Call call) {
        blocks.add(
            Json.object()
                .put("type", "toolCall")
                .put("id", call.id())
                .put("name", call.name())
                .put("arguments", call.arguments())
                .put("thoughtSignature", call.signature())
                .put("problem", call.problem())
                .build());
      }
    }
    return Json.array(blocks);
  }

  private static Json.Obj result(Part.Result result, long millis) {
    var content = new ArrayList<Json>();
    content.add(text(new Part.Text(result.text())));
    for (Part.Image image : result.images()) {
      content.add(image(image));
    }
    return Json.object()
        .put("role", "toolResult")
        .put("toolCallId", result.callId())
        .put("toolName", result.name())
        .array("content", content)
        .put("details", details(result))
        .put("isError", result.failed())
        .put("timestamp", millis)
        .build();
  }

  /// The envelope. Its data often end with the very text of the result, which is not written twice.
  private static Json.Obj details(Part.Result result) {
    Json.Obj envelope = result.envelope();
    Json.Obj data = envelope.object("data");
    if (data != null && endsWith(data, result.text())) {
      Json.Builder rest = Json.object();
      for (var member : data.members().entrySet()) {
        if (!member.getKey().equals("content")) {
          rest.put(member.getKey(), member.getValue());
        }
      }
      return Json.object()
          .put("envelope", envelope.with("data", rest.build()))
          .put("textIs", "content")
          .build();
    }
    return Json.object().put("envelope", envelope).build();
  }

  private static boolean endsWith(Json.Obj data, String text) {
    String name = "";
    for (String each : data.members().keySet()) {
      name = each;
    }
    return name.equals("content") && text.equals(data.string("content"));
  }

  /// The envelope of a result again.
  static Json.Obj envelope(Json.Obj details, String text, Part.Outcome outcome) {
    Json.Obj envelope = details.object("envelope");
    if (envelope == null) {
      return outcome == Part.Outcome.OK
          ? Json.object()
              .put("ok", true)
              .put("data", Json.object().put("content", text).build())
              .build()
          : Json.object()
              .put("ok", false)
              .put("error", Json.object().put("code", "failed").put("message", text).build())
              .build();
    }
    return details.string("textIs", "").equals("content")
        ? envelope.with("data", envelope.objectOrEmpty("data").with("content", Json.of(text)))
        : envelope;
  }
}

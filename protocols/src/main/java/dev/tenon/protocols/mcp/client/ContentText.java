package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.function.Function;

/// What servers send, as text: content of results and prompts, resources, progress.
public final class ContentText {
  private ContentText() {}

  /// The whole content of a result.
  public static String of(Json.Obj result) {
    return of(result, part -> "");
  }

  /// The same with more about each part, such as where it is kept; empty where there is no more.
  public static String of(Json.Obj result, Function<Json.Obj, String> more) {
    var parts = new ArrayList<String>();
    for (Json.Obj part : result.objects("content")) {
      String said = more.apply(part);
      parts.add(said.isEmpty() ? part(part) : part(part) + "\n" + said);
    }
    Json structured = result.get("structuredContent");
    if (parts.isEmpty() && structured != null) {
      parts.add(structured.compact());
    }
    return String.join("\n", parts);
  }

  /// One part of it. What is no text is named.
  public static String part(Json.Obj part) {
    return switch (part.string("type", "")) {
      case "text" -> part.string("text", "");
      case "image", "audio" ->
          "["
              + (part.string("type", "").equals("image") ? "picture" : "sound")
              + ", "
              + part.string("mimeType", "unknown type")
              + ", "
              + bytes(part.string("data", ""))
              + " bytes]";
      case "resource_link" ->
          "[resource "
              + part.string("uri", "")
              + (part.has("name") ? " (" + part.string("name", "") + ")" : "")
              + (part.has("description") ? ": " + part.string("description", "") : "")
              + "]";
      case "resource" -> resource(part.objectOrEmpty("resource"));
      default -> part.compact();
    };
  }

  /// The content of one resource.
  public static String resource(Json.Obj resource) {
    String text = resource.string("text");
    if (text != null) {
      return text;
    }
    return "[resource "
        + resource.string("uri", "")
        + ", "
        + resource.string("mimeType", "unknown type")
        + ", "
        + bytes(resource.string("blob", ""))
        + " bytes]";
  }

  private static long bytes(String base64) {
    return base64.length() * 3L / 4;
  }

  /// How far a call is, in one line.
  public static String progress(Json.Obj progress) {
    String message = progress.string("message", "");
    if (!progress.has("progress")) {
      return message;
    }
    String done =
        progress.get("total") == null
            ? String.valueOf(progress.get("progress"))
            : progress.get("progress") + " of " + progress.get("total");
    return message.isEmpty() ? done : done + ": " + message;
  }
}

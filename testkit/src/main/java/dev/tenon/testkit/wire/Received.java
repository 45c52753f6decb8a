package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A request as it arrived.
///
/// @param path decoded, without the query
/// @param query the decoded parameters
/// @param headers names in any case; repeated headers are joined with a comma
/// @param wire null for requests to no model, such as model lists
public record Received(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    String text,
    Json.Obj body,
    @Nullable String problem,
    @Nullable Wire wire) {

  public Received {
    query = Map.copyOf(query);
    var anyCase = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    anyCase.putAll(headers);
    headers = Collections.unmodifiableMap(anyCase);
  }

  public static Received of(
      String method,
      String path,
      Map<String, String> query,
      Map<String, String> headers,
      byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Json.Obj body = Json.Obj.EMPTY;
    String problem = null;
    if (!text.isEmpty()) {
      try {
        body = Json.parseObject(text);
      } catch (JsonException e) {
        problem = e.getMessage();
      }
    }
    return new Received(method, path, query, headers, text, body, problem, Wire.of(method, path));
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /// The model that is asked for: in the body, or in Gemini's path.
  public String model() {
    int start = path.lastIndexOf("/models/");
    int end = path.lastIndexOf(':');
    if (wire == Wire.GEMINI && start >= 0 && end > start) {
      return path.substring(start + "/models/".length(), end);
    }
    return body.string("model", "");
  }

  /// How many steps the model has made since the user's last prompt: 0 for a new prompt, 1 when the
  /// results of the first tool calls come back.
  public int turn() {
    return Turns.count(this);
  }

  @Override
  public String toString() {
    return method + " " + path + (text.isEmpty() ? "" : " " + body.compact());
  }
}

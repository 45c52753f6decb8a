package dev.tenon.engine.observe;

import dev.tenon.core.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One span in the JSON form of OTLP.
///
/// @param kind OTLP's number: 1 for what happens inside, 3 for a call to another service
/// @param error null if all went well
public record Span(
    String trace,
    String id,
    @Nullable String parent,
    String name,
    int kind,
    long startNanos,
    long endNanos,
    Map<String, Object> attributes,
    @Nullable String error) {
  public static final int INTERNAL = 1;
  public static final int CLIENT = 3;

  Json.Obj json() {
    var all = new LinkedHashMap<>(attributes);
    if (error != null) {
      all.put("error.type", error);
    }
    var json = Json.object().put("traceId", trace).put("spanId", id);
    if (parent != null) {
      json.put("parentSpanId", parent);
    }
    json.put("name", name)
        .put("kind", kind)
        .put("startTimeUnixNano", Long.toString(startNanos))
        .put("endTimeUnixNano", Long.toString(endNanos))
        .put("attributes", Otlp.attributes(all));
    if (error != null) {
      json.put("status", Json.object().put("code", 2).put("message", error).build());
    }
    return json.build();
  }
}

package dev.tenon.engine.observe;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// The envelopes of OTLP over HTTP in JSON.
public final class Otlp {
  private Otlp() {}

  static Json.Arr attributes(Map<String, Object> attributes) {
    var all = new ArrayList<Json>();
    attributes.forEach(
        (key, value) -> all.add(Json.object().put("key", key).put("value", value(value)).build()));
    return Json.array(all);
  }

  private static Json.Obj value(Object value) {
    if (value instanceof Long number) {
      return Json.object().put("intValue", Long.toString(number)).build();
    }
    if (value instanceof Double number) {
      return Json.object().put("doubleValue", number.doubleValue()).build();
    }
    if (value instanceof List<?> list) {
      var items = new ArrayList<Json>();
      list.forEach(item -> items.add(value(item)));
      return Json.object()
          .put("arrayValue", Json.object().put("values", Json.array(items)).build())
          .build();
    }
    return Json.object().put("stringValue", value.toString()).build();
  }

  public static Json.Obj traces(
      Map<String, Object> resource, String version, Collection<Span> spans) {
    return enveloped(
        "resourceSpans",
        "scopeSpans",
        "spans",
        resource,
        version,
        spans.stream().map(span -> (Json) span.json()).toList());
  }

  public static Json.Obj metrics(Map<String, Object> resource, String version, List<Json> metrics) {
    return enveloped("resourceMetrics", "scopeMetrics", "metrics", resource, version, metrics);
  }

  private static Json.Obj enveloped(
      String outer,
      String inner,
      String what,
      Map<String, Object> resource,
      String version,
      List<Json> items) {
    Json.Obj scope = Json.object().put("name", "dev.tenon").put("version", version).build();
    Json.Obj scoped = Json.object().put("scope", scope).put(what, Json.array(items)).build();
    Json.Obj described = Json.object().put("attributes", attributes(resource)).build();
    return Json.object()
        .put(
            outer,
            Json.array(
                List.of(
                    Json.object()
                        .put("resource", described)
                        .put(inner, Json.array(List.of(scoped)))
                        .build())))
        .build();
  }
}

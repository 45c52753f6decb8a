package dev.tenon.server.http;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The OpenAPI document, made from the routes that are served.
final class OpenApi {
  private OpenApi() {}

  static Json.Obj document(List<Route> routes, String version) {
    Map<String, Json.Builder> paths = new LinkedHashMap<>();
    for (Route route : routes) {
      paths
          .computeIfAbsent(route.path(), path -> Json.object())
          .put(route.method().name().toLowerCase(java.util.Locale.ROOT), operation(route));
    }
    var all = Json.object();
    paths.forEach((path, operations) -> all.put(path, operations.build()));
    return Json.object()
        .put("openapi", "3.1.0")
        .put(
            "info",
            Json.object()
                .put("title", "Tenon agent API")
                .put("version", version)
                .put("description", "Background jobs, per-hunk review, checkpoints, rollback.")
                .build())
        .put("paths", all.build())
        .put(
            "components",
            Json.object()
                .put(
                    "securitySchemes",
                    Json.object()
                        .put(
                            "token",
                            Json.object().put("type", "http").put("scheme", "bearer").build())
                        .build())
                .put("schemas", Json.object().put("Error", error()).build())
                .build())
        .array("security", List.of(Json.object().put("token", Json.array(List.of())).build()))
        .build();
  }

  private static Json.Obj error() {
    var inner =
        Route.schema(
            List.of(
                Route.field("code", "string", "A word for programs."),
                Route.field("message", "string", "A sentence for people."),
                Route.field("suggestions", "array", "What to do about it."),
                Route.field("details", "object?", "More, by code.")));
    return Json.object()
        .put("type", "object")
        .put("properties", Json.object().put("error", inner).build())
        .put("required", Json.strings(List.of("error")))
        .build();
  }

  private static Json.Obj operation(Route route) {
    var parameters = new ArrayList<Json>();
    for (String part : route.path().split("/", -1)) {
      if (part.startsWith("{")) {
        parameters.add(parameter(part.substring(1, part.length() - 1), "path", "string", true));
      }
    }
    for (Route.Field field : route.query()) {
      parameters.add(parameter(field.name(), "query", field.plainType(), field.required()));
    }
    var operation =
        Json.object()
            .put("operationId", route.name())
            .put("summary", route.summary())
            .array("parameters", parameters);
    if (!route.body().isEmpty()) {
      operation.put(
          "requestBody",
          Json.object()
              .put("required", true)
              .put("content", content("application/json", Route.schema(route.body())))
              .build());
    }
    Json.Obj success =
        route.streams()
            ? content("text/event-stream", Json.object().put("type", "string").build())
            : content("application/json", Route.schema(route.answer()));
    return operation
        .put(
            "responses",
            Json.object()
                .put(
                    String.valueOf(route.status()),
                    Json.object().put("description", "Done.").put("content", success).build())
                .put(
                    "default",
                    Json.object()
                        .put("description", "An error.")
                        .put(
                            "content",
                            content(
                                "application/json",
                                Json.object().put("$ref", "#/components/schemas/Error").build()))
                        .build())
                .build())
        .build();
  }

  private static Json.Obj content(String type, Json.Obj schema) {
    return Json.object().put(type, Json.object().put("schema", schema).build()).build();
  }

  private static Json.Obj parameter(String name, String in, String type, boolean required) {
    return Json.object()
        .put("name", name)
        .put("in", in)
        .put("required", required)
        .put("schema", Json.object().put("type", type).build())
        .build();
  }
}

package dev.tenon.server.http.api;

import dev.tenon.core.json.Json;
import dev.tenon.server.http.wire.ErrorCodes;
import dev.tenon.server.http.wire.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The OpenAPI document, made from the routes that are served.
final class OpenApi {
  private OpenApi() {}

  static Json.Obj document(List<Route> routes, String version) {
    Map<String, Json.Builder> paths = new LinkedHashMap<>();
    for (Route route : routes) {
      paths
          .computeIfAbsent(route.path(), path -> Json.object())
          .put(route.method().name().toLowerCase(Locale.ROOT), operation(route));
    }
    var all = Json.object();
    paths.forEach((path, operations) -> all.put(path, operations.build()));
    return Json.object()
        .put("openapi", "3.1.0")
        .object(
            "info",
            info ->
                info.put("title", "Tenon agent API")
                    .put("version", version)
                    .put("description", "Background jobs, per-hunk review, checkpoints, rollback."))
        .array("servers", List.of(Json.object().put("url", "/").build()))
        .put("paths", all.build())
        .object(
            "components",
            components ->
                components
                    .put("schemas", Components.schemas())
                    .object("securitySchemes", OpenApi::schemes))
        .array("security", List.of(need("token"), need("cookie")))
        .build();
  }

  private static void schemes(Json.Builder schemes) {
    schemes
        .object("token", token -> token.put("type", "http").put("scheme", "bearer"))
        .object(
            "cookie",
            cookie ->
                cookie
                    .put("type", "apiKey")
                    .put("in", "cookie")
                    .put("name", "tenon")
                    .put(
                        "description",
                        "What a browser gets for the token; the port is part of its name."));
  }

  private static Json.Obj need(String scheme) {
    return Json.object().put(scheme, Json.array(List.of())).build();
  }

  private static Json.Obj operation(Route route) {
    var operation =
        Json.object()
            .put("operationId", route.name())
            .put("summary", route.summary())
            .array("parameters", parameters(route));
    if (route.body().need() != Route.Need.NONE) {
      operation.object(
          "requestBody",
          body ->
              body.put("required", route.body().need() == Route.Need.REQUIRED)
                  .put(
                      "content",
                      content("application/json", SchemaTypes.object(route.body().fields()))));
    }
    return operation.put("responses", responses(route)).build();
  }

  private static List<Json> parameters(Route route) {
    var parameters = new ArrayList<Json>();
    for (String part : route.path().split("/", -1)) {
      if (part.startsWith("{")) {
        String name = part.substring(1, part.length() - 1);
        parameters.add(parameter(new Route.Field(name, "string", "Which one."), "path"));
      }
    }
    for (Route.Field field : route.query()) {
      parameters.add(parameter(field, "query"));
    }
    return parameters;
  }

  private static Json.Obj parameter(Route.Field field, String in) {
    return Json.object()
        .put("name", field.name())
        .put("in", in)
        .put("required", field.required())
        .put("description", field.meaning())
        .put("schema", SchemaTypes.schema(field.plainType()))
        .build();
  }

  private static Json.Obj responses(Route route) {
    var responses = Json.object();
    responses.put(String.valueOf(route.status()), success(route));
    if (!route.answer().nothing().isEmpty()) {
      responses.put("204", Json.object().put("description", route.answer().nothing()).build());
    }
    errors(route).forEach((status, codes) -> responses.put(String.valueOf(status), failure(codes)));
    return responses.build();
  }

  private static Json.Obj success(Route route) {
    Route.Content answer = route.answer();
    Json.Obj schema;
    if (!answer.type().equals("application/json")) {
      schema = SchemaTypes.schema("string");
    } else if (answer.component().isEmpty()) {
      schema = SchemaTypes.object(answer.fields());
    } else {
      schema = SchemaTypes.schema(answer.component());
    }
    return Json.object()
        .put("description", "Done.")
        .put("content", content(answer.type(), schema))
        .build();
  }

  /// The codes that an operation may answer, by their status.
  private static Map<Integer, List<ErrorCodes.Entry>> errors(Route route) {
    var codes = new ArrayList<>(ErrorCodes.ANYWHERE);
    if (route.body().need() != Route.Need.NONE) {
      codes.addAll(ErrorCodes.WITH_BODY);
    }
    codes.addAll(route.errors());
    Map<Integer, List<ErrorCodes.Entry>> errors = new TreeMap<>();
    for (String code : codes) {
      ErrorCodes.Entry entry = ErrorCodes.entry(code);
      errors.computeIfAbsent(entry.status(), status -> new ArrayList<>()).add(entry);
    }
    return errors;
  }

  private static Json.Obj failure(List<ErrorCodes.Entry> codes) {
    var meaning = new StringBuilder();
    var words = new ArrayList<String>();
    for (ErrorCodes.Entry entry : codes) {
      meaning.append(meaning.isEmpty() ? "" : "; ");
      meaning.append(entry.code()).append(": ").append(entry.meaning());
      words.add(entry.code());
    }
    Json.Obj code = Json.object().put("enum", Json.strings(words)).build();
    Json.Obj schema =
        Json.object()
            .put("$ref", "#/components/schemas/Error")
            .object(
                "properties",
                properties ->
                    properties.object(
                        "error",
                        error -> error.object("properties", inner -> inner.put("code", code))))
            .build();
    return Json.object()
        .put("description", meaning.append('.').toString())
        .put("content", content("application/json", schema))
        .build();
  }

  private static Json.Obj content(String type, Json.Obj schema) {
    return Json.object().put(type, Json.object().put("schema", schema).build()).build();
  }
}

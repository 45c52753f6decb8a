package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.transport.HeaderValue;
import java.util.LinkedHashMap;
import java.util.Map;

/// The headers that carry arguments of a call over HTTP, where the schema of the tool says so with
/// `x-mcp-header`.
final class ParamHeaders {
  private static final int DEEPEST = 12;

  private ParamHeaders() {}

  static Map<String, String> of(Json.Obj schema, Json.Obj arguments) {
    Map<String, String> headers = new LinkedHashMap<>();
    add(schema, arguments, 0, headers);
    return headers;
  }

  private static void add(
      Json.Obj schema, Json.Obj arguments, int depth, Map<String, String> headers) {
    if (depth > DEEPEST) {
      return;
    }
    for (Map.Entry<String, Json> each : schema.objectOrEmpty("properties").members().entrySet()) {
      if (!(each.getValue() instanceof Json.Obj property)) {
        continue;
      }
      Json value = arguments.get(each.getKey());
      String name = property.string("x-mcp-header", "");
      if (name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")) {
        String text =
            switch (value) {
              case Json.Str plain -> plain.value();
              case Json.Bool truth -> Boolean.toString(truth.value());
              case Json.Num number when number.isWhole() -> number.text();
              case null -> null;
              default -> null;
            };
        if (text != null) {
          headers.put("Mcp-Param-" + name, HeaderValue.of(text));
        }
      }
      if (value instanceof Json.Obj inside) {
        add(property, inside, depth + 1, headers);
      }
    }
  }
}

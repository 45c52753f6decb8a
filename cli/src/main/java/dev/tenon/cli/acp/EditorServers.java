package dev.tenon.cli.acp;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The servers that an editor hands over with a session, in the customary form. They count as the
/// user's own; nothing is put in for variables, since the editor has done that.
final class EditorServers {
  private EditorServers() {}

  static ServerFile of(List<Json.Obj> given) {
    if (given.isEmpty()) {
      return ServerFile.NONE;
    }
    Map<String, Json> servers = new LinkedHashMap<>();
    for (Json.Obj each : given) {
      String name = each.string("name", "");
      String free = name;
      for (int i = 2; servers.containsKey(free); i++) {
        free = name + "-" + i;
      }
      servers.put(free, entry(each));
    }
    return ServerFile.handed(servers, "the editor");
  }

  private static Json.Obj entry(Json.Obj given) {
    String type = given.string("type", "stdio");
    if (type.equals("http") || type.equals("sse")) {
      return Json.object()
          .put("url", given.get("url"))
          .put("transport", type)
          .put("headers", pairs(given.get("headers")))
          .build();
    }
    return Json.object()
        .put("command", given.get("command"))
        .put("args", given.get("args"))
        .put("env", pairs(given.get("env")))
        .build();
  }

  /// A list of names and values as an object of them. What is no such list stays what it is:
  /// whoever reads the server tells what is wrong with it.
  private static @Nullable Json pairs(@Nullable Json named) {
    if (!(named instanceof Json.Arr list)) {
      return named;
    }
    var pairs = Json.object();
    for (Json each : list.items()) {
      if (!(each instanceof Json.Obj pair) || pair.string("name") == null) {
        return named;
      }
      pairs.put(pair.string("name", ""), pair.get("value"));
    }
    return pairs.build();
  }
}

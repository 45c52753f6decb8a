package dev.tenon.cli.acp;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
      servers.put(each.string("name", ""), entry(each));
    }
    return ServerFile.handed(servers, "the editor");
  }

  private static Json.Obj entry(Json.Obj given) {
    String type = given.string("type", "stdio");
    if (type.equals("http") || type.equals("sse")) {
      return Json.object()
          .put("url", given.get("url"))
          .put("transport", type)
          .put("headers", pairs(given.objects("headers")))
          .build();
    }
    return Json.object()
        .put("command", given.get("command"))
        .put("args", given.get("args"))
        .put("env", pairs(given.objects("env")))
        .build();
  }

  private static Json.Obj pairs(List<Json.Obj> named) {
    var pairs = Json.object();
    for (Json.Obj each : named) {
      pairs.put(each.string("name", ""), each.string("value", ""));
    }
    return pairs.build();
  }
}

package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a server says that it has. Kept, so that a server that is known need not run to be offered.
///
/// @param version the revision that it speaks
/// @param server its name and version, as it says
/// @param instructions what it says about itself; empty for nothing
/// @param tools as the server describes them
/// @param freshUntil when it should be read again, in milliseconds since 1970; 0 for never
public record Catalogue(
    String version,
    Json.Obj server,
    Json.Obj capabilities,
    String instructions,
    List<Json.Obj> tools,
    List<Json.Obj> prompts,
    long freshUntil) {
  public Catalogue {
    tools = once(tools);
    prompts = once(prompts);
  }

  /// Of two things of one name only the first is there, so that what is let in by its name is what
  /// is used.
  private static List<Json.Obj> once(List<Json.Obj> all) {
    Map<String, Json.Obj> named = new LinkedHashMap<>();
    for (Json.Obj each : all) {
      named.putIfAbsent(each.string("name", ""), each);
    }
    return List.copyOf(named.values());
  }

  public List<String> toolNames() {
    return tools.stream().map(tool -> tool.string("name", "")).toList();
  }

  /// Whether the server would have it read again by now.
  public boolean isStale() {
    return freshUntil > 0 && freshUntil <= System.currentTimeMillis();
  }

  public Json.Obj json() {
    return Json.object()
        .put("version", version)
        .put("server", server)
        .put("capabilities", capabilities)
        .put("instructions", instructions)
        .array("tools", tools)
        .array("prompts", prompts)
        .put("freshUntil", freshUntil)
        .build();
  }

  public static Catalogue of(Json.Obj json) {
    return new Catalogue(
        json.string("version", ""),
        json.objectOrEmpty("server"),
        json.objectOrEmpty("capabilities"),
        json.string("instructions", ""),
        json.objects("tools"),
        json.objects("prompts"),
        json.number("freshUntil", 0));
  }
}

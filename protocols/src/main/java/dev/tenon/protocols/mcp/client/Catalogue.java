package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import java.util.List;

/// What a server says that it has. Kept, so that a server that is known need not run to be offered.
///
/// @param version the revision that it speaks
/// @param server its name and version, as it says
/// @param instructions what it says about itself; empty for nothing
/// @param tools as the server describes them
public record Catalogue(
    String version,
    Json.Obj server,
    Json.Obj capabilities,
    String instructions,
    List<Json.Obj> tools,
    List<Json.Obj> prompts) {
  public Catalogue {
    tools = List.copyOf(tools);
    prompts = List.copyOf(prompts);
  }

  public Json.Obj json() {
    return Json.object()
        .put("version", version)
        .put("server", server)
        .put("capabilities", capabilities)
        .put("instructions", instructions)
        .array("tools", tools)
        .array("prompts", prompts)
        .build();
  }

  public static Catalogue of(Json.Obj json) {
    return new Catalogue(
        json.string("version", ""),
        json.objectOrEmpty("server"),
        json.objectOrEmpty("capabilities"),
        json.string("instructions", ""),
        json.objects("tools"),
        json.objects("prompts"));
  }
}

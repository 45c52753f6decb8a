package dev.tenon.protocols.mcp.host;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.trust.Pins;
import dev.tenon.protocols.mcp.trust.Withheld;

/// What a start needs to know of a server whose catalogue is kept.
///
/// @param version the revision that it speaks
/// @param freshUntil as in [Catalogue]
/// @param tools how many of its tools are wanted and let in
/// @param withheld how many of all that it says are wanted and not let in, see [Withheld]
/// @param prompts whether it has any
/// @param about its instructions, where they are let in; empty otherwise
public record KnownServer(
    String version, long freshUntil, int tools, int withheld, boolean prompts, String about) {

  static KnownServer of(ServerConfig server, Catalogue catalogue, Pins.Review review) {
    int tools = 0;
    for (String name : catalogue.toolNames()) {
      if (!name.isEmpty() && server.use().wants(name)) {
        tools += review.withheld().contains(name) ? 0 : 1;
      }
    }
    return new KnownServer(
        catalogue.version(),
        catalogue.freshUntil(),
        tools,
        Withheld.of(server, review).count(),
        !catalogue.prompts().isEmpty(),
        review.instructs() ? catalogue.instructions() : "");
  }

  static KnownServer of(Json.Obj json) {
    return new KnownServer(
        json.string("version", ""),
        json.number("freshUntil", 0),
        (int) json.number("tools", 0),
        (int) json.number("withheld", 0),
        json.bool("prompts", false),
        json.string("about", ""));
  }

  /// Without what is as it mostly is: every start reads all of it.
  Json.Obj json() {
    var json = Json.object().put("version", version).put("tools", tools);
    if (freshUntil != 0) {
      json.put("freshUntil", freshUntil);
    }
    if (withheld != 0) {
      json.put("withheld", withheld);
    }
    if (prompts) {
      json.put("prompts", true);
    }
    if (!about.isEmpty()) {
      json.put("about", about);
    }
    return json.build();
  }

  /// Whether the server would have it read again by now.
  boolean isStale() {
    return freshUntil > 0 && freshUntil <= System.currentTimeMillis();
  }
}

package dev.tenon.protocols.mcp.host;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.trust.OtherNames;
import dev.tenon.protocols.mcp.trust.Pins;
import dev.tenon.protocols.mcp.trust.Withheld;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a conversation is offered of its servers: the tools and prompts that the person has let in,
/// as the servers describe them now. Safe for several threads.
final class OfferedTools {
  private final McpServers servers;
  private final McpServers.Parts parts;
  private final McpServers.Face face;
  private final ToolNames names = new ToolNames();

  /// The same tool has the same name again when it comes back.
  private final Map<String, String> given = new HashMap<>();

  private final Map<String, Map<String, McpTool>> offered = new HashMap<>();
  private final Map<String, Catalogue> catalogues = new HashMap<>();
  private final Map<String, Pins.Review> reviews = new HashMap<>();
  private final Map<String, Catalogue> shown = new HashMap<>();

  OfferedTools(McpServers servers, McpServers.Parts parts, McpServers.Face face) {
    this.servers = servers;
    this.parts = parts;
    this.face = face;
  }

  /// The same with what is kept of a server; nothing where its file has gone meanwhile.
  void take(ServerLink link) {
    parts.known().catalogues().find(link.server()).ifPresent(known -> take(link, known));
  }

  /// Offers what the person has let in, takes away what is gone, and says what is withheld. Answers
  /// the names of tools that came.
  synchronized List<String> take(ServerLink link, Catalogue catalogue) {
    String server = link.server().name();
    Pins.Review review =
        parts.known().pins().review(link.server(), catalogue, () -> others(server));
    Pins.Review before = reviews.put(server, review);
    Catalogue old = catalogues.put(server, catalogue);
    boolean prompts =
        !catalogue.prompts().equals(old == null ? List.of() : old.prompts())
            || (before != null && !before.prompts().equals(review.prompts()));
    var added = new ArrayList<String>();
    var gone = new LinkedHashSet<String>();
    Map<String, McpTool> known = offered.computeIfAbsent(server, ignored -> new HashMap<>());
    gone.addAll(known.keySet());
    for (Json.Obj tool : catalogue.tools()) {
      String name = tool.string("name", "");
      if (name.isEmpty() || !link.server().use().wants(name)) {
        continue;
      }
      gone.remove(name);
      McpTool there = known.get(name);
      if (review.withheld().contains(name)) {
        continue;
      }
      if (there == null) {
        String shown =
            given.computeIfAbsent(server + "\0" + name, ignored -> names.name(server, name));
        var fresh = new McpTool(shown, link, tool, servers);
        known.put(name, fresh);
        boolean upFront = link.server().use().upFront();
        if (face.add(fresh, upFront ? ToolShelf.Place.UP_FRONT : ToolShelf.Place.SHELF)) {
          added.add(fresh.name());
        }
      } else if (!there.described().equals(tool)) {
        var other = new McpTool(there.name(), link, tool, servers);
        known.put(name, other);
        face.replace(other);
      }
    }
    for (String name : gone) {
      McpTool there = known.remove(name);
      if (there != null) {
        face.remove(there.name());
      }
    }
    var held = Withheld.of(link.server(), review);
    boolean same = before != null && Withheld.of(link.server(), before).equals(held);
    if (held.count() > 0 && !same) {
      face.note(held.line(link.server()));
    }
    if (prompts) {
      servers.promptsChanged();
    }
    return added;
  }

  private synchronized OtherNames others(String server) {
    Set<String> theirs = new HashSet<>();
    Set<String> all = new HashSet<>(catalogues.keySet());
    all.remove(server);
    for (String each : all) {
      Catalogue catalogue = catalogues.get(each);
      theirs.addAll(catalogue == null ? List.of() : catalogue.toolNames());
      offered.getOrDefault(each, Map.of()).values().forEach(tool -> theirs.add(tool.name()));
    }
    return new OtherNames(parts.builtin(), theirs, all);
  }

  synchronized boolean isWithheld(String server, String tool) {
    Pins.Review review = reviews.get(server);
    return review != null && review.withheld().contains(tool);
  }

  synchronized Optional<Pins.Review> review(String server) {
    return Optional.ofNullable(reviews.get(server));
  }

  /// The same for somebody who shows it to the person: what is let in then is this, whatever the
  /// server says meanwhile.
  synchronized Optional<Pins.Review> show(String server) {
    Catalogue now = catalogues.get(server);
    if (now != null) {
      shown.put(server, now);
    }
    return review(server);
  }

  /// What was shown last and nobody has decided about.
  synchronized @Nullable Catalogue shown(String server) {
    return shown.remove(server);
  }

  synchronized @Nullable Catalogue catalogue(String server) {
    return catalogues.get(server);
  }

  /// A server is another one now: nothing of the old one is offered any more.
  synchronized void forget(String server) {
    Map<String, McpTool> tools = offered.remove(server);
    if (tools != null) {
      tools.values().forEach(tool -> face.remove(tool.name()));
    }
    catalogues.remove(server);
    reviews.remove(server);
    shown.remove(server);
  }

  /// Adds the prompts of a server that are let in.
  synchronized void prompts(String server, Map<String, List<Json.Obj>> all) {
    Catalogue catalogue = catalogues.get(server);
    Pins.Review review = reviews.get(server);
    if (catalogue != null && review != null) {
      var prompts = new ArrayList<>(catalogue.prompts());
      prompts.removeIf(each -> review.prompts().contains(each.string("name", "")));
      all.put(server, prompts);
    }
  }
}

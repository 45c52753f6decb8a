package dev.tenon.protocols.mcp.host;

import dev.tenon.protocols.mcp.client.Catalogue;
import java.io.IOException;
import java.util.List;

/// Takes what was read of a server into the conversation: keeps it, offers it, and tells of it.
final class CatalogueIntake {
  private final McpServers.Parts parts;
  private final McpServers.Face face;
  private final OfferedTools tools;

  CatalogueIntake(McpServers.Parts parts, McpServers.Face face, OfferedTools tools) {
    this.parts = parts;
    this.face = face;
    this.tools = tools;
  }

  void take(ServerLink link, Catalogue catalogue) {
    try {
      parts.known().catalogues().keep(link.server(), catalogue);
    } catch (IOException full) {
      face.note(
          "what the server " + link.server().name() + " has cannot be kept: " + full.getMessage());
    }
    offer(link, catalogue);
  }

  void offer(ServerLink link, Catalogue catalogue) {
    told(link, tools.take(link, catalogue));
    learn(link);
  }

  /// The next start need not look at its catalogue.
  private void learn(ServerLink link) {
    try {
      parts.known().changed(link.server());
      parts.known().save();
    } catch (IOException full) {
      // Nothing is lost: the next start reads the catalogue, whose own trouble was told.
    }
  }

  /// The model hears of tools that came, before its next step.
  private void told(ServerLink link, List<String> added) {
    if (!added.isEmpty()) {
      String server = link.server().name();
      face.tell(
          server,
          "The MCP server "
              + server
              + " is there now; more_tools finds its "
              + (added.size() == 1 ? "tool." : added.size() + " tools."));
    }
  }
}

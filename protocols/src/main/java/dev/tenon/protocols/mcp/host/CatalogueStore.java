package dev.tenon.protocols.mcp.host;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// What servers said that they have, by the hash of their configuration: a server that is known
/// need not run to be offered. Safe for several threads and programs.
public final class CatalogueStore {
  private final Path folder;

  /// @param home the state folder
  public CatalogueStore(Path home) {
    this.folder = home.resolve("mcp").resolve("catalogues");
  }

  private JsonFile file(ServerConfig server) {
    return new JsonFile(folder.resolve(server.hash().substring(0, 32) + ".json"));
  }

  /// What is kept of a server with exactly this configuration.
  public Optional<Catalogue> find(ServerConfig server) {
    try {
      Json.Obj kept = file(server).read();
      return kept.isEmpty() ? Optional.empty() : Optional.of(Catalogue.of(kept));
    } catch (IOException | JsonException unreadable) {
      // Then it is asked again.
      return Optional.empty();
    }
  }

  public void keep(ServerConfig server, Catalogue catalogue) throws IOException {
    file(server).change(before -> catalogue.json());
  }
}

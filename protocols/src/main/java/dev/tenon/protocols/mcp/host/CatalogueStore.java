package dev.tenon.protocols.mcp.host;

import dev.tenon.core.json.FileStamp;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What servers said that they have, by the hash of their configuration: a server that is known
/// need not run to be offered. Safe for several threads and programs.
public final class CatalogueStore {
  private final Path folder;

  /// A start looks twice: for the system prompt, and for the shelf.
  private final Map<String, Catalogue> read = new ConcurrentHashMap<>();

  /// @param home the state folder
  public CatalogueStore(Path home) {
    this.folder = home.resolve("mcp").resolve("catalogues");
  }

  private JsonFile file(String hash) {
    return new JsonFile(folder.resolve(hash.substring(0, 32) + ".json"));
  }

  /// What is kept of a server with exactly this configuration.
  public Optional<Catalogue> find(ServerConfig server) {
    String hash = server.hash();
    Catalogue before = read.get(hash);
    if (before != null) {
      return Optional.of(before);
    }
    try {
      Json.Obj kept = file(hash).read();
      if (kept.isEmpty()) {
        return Optional.empty();
      }
      Catalogue found = Catalogue.of(kept);
      read.put(hash, found);
      return Optional.of(found);
    } catch (IOException | JsonException unreadable) {
      // Then it is asked again.
      return Optional.empty();
    }
  }

  public void keep(ServerConfig server, Catalogue catalogue) throws IOException {
    String hash = server.hash();
    Catalogue before = read.put(hash, catalogue);
    if (!catalogue.equals(before) || stamp(hash).isEmpty()) {
      file(hash).change(ignored -> catalogue.json());
    }
  }

  /// Says which state of its file this is; empty where there is none.
  String stamp(String hash) {
    return FileStamp.of(file(hash).path());
  }
}

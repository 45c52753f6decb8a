package dev.tenon.protocols.mcp.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.trust.OtherNames;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The servers whose catalogues are kept, in a few words each, so that a start reads none of them.
/// The words count only for exactly the catalogue and the pins that they were made of; what a tool
/// says is held against the pins again before anybody is offered it. Safe for several threads.
public final class KnownServers {
  private static final String SERVERS = "servers";
  private static final int MOST = 200;

  private final CatalogueStore catalogues;
  private final Pins pins;
  private final JsonFile file;

  /// Those that have to be written.
  private final Map<String, Json.Obj> learned = new LinkedHashMap<>();

  /// Those that were looked for: whoever asks next means the same moment.
  private final Map<String, KnownServer> found = new HashMap<>();

  /// By what each server is known here: hashes, which are not worked out twice.
  private final IdentityHashMap<ServerConfig, Key> keys = new IdentityHashMap<>();

  private Json.@Nullable Obj content;
  private @Nullable String pinned;

  /// @param home the state folder
  public KnownServers(Path home, CatalogueStore catalogues, Pins pins) {
    this.catalogues = catalogues;
    this.pins = pins;
    this.file = new JsonFile(home.resolve("mcp").resolve("known.json"));
  }

  public CatalogueStore catalogues() {
    return catalogues;
  }

  public Pins pins() {
    return pins;
  }

  /// What is known of a server with exactly this configuration; empty where no catalogue is kept.
  public synchronized Optional<KnownServer> find(ServerConfig server) {
    Key key = keys.computeIfAbsent(server, this::key);
    KnownServer before = found.get(key.text());
    if (before != null) {
      return Optional.of(before);
    }
    Optional<KnownServer> now = look(server, key);
    now.ifPresent(known -> found.put(key.text(), known));
    return now;
  }

  /// Its catalogue, or what is let in, is another one now.
  synchronized void changed(ServerConfig server) {
    pinned = null;
    Key key = keys.computeIfAbsent(server, this::key);
    found.remove(key.text());
    look(server, key);
  }

  private Optional<KnownServer> look(ServerConfig server, Key key) {
    String stamp = stamp(key.hash());
    Json.Obj kept = learned.getOrDefault(key.text(), content().objectOrEmpty(key.text()));
    if (!stamp.isEmpty() && kept.string("stamp", "").equals(stamp)) {
      return Optional.of(KnownServer.of(kept));
    }
    Catalogue catalogue = catalogues.find(server).orElse(null);
    if (catalogue == null) {
      return Optional.empty();
    }
    var known = KnownServer.of(server, catalogue, pins.review(server, catalogue, OtherNames::none));
    learned.put(key.text(), known.json().with("stamp", Json.of(stamp)));
    return Optional.of(known);
  }

  /// Keeps what was found anew.
  ///
  /// @throws IOException when it cannot be kept; the next start finds it once more
  synchronized void save() throws IOException {
    if (learned.isEmpty()) {
      return;
    }
    file.change(
        before -> {
          Map<String, Json> servers = new LinkedHashMap<>(before.objectOrEmpty(SERVERS).members());
          learned.keySet().forEach(servers::remove);
          servers.putAll(learned);
          Iterator<String> oldest = servers.keySet().iterator();
          for (int i = servers.size(); i > MOST; i--) {
            oldest.next();
            oldest.remove();
          }
          content = new Json.Obj(servers);
          return before.with(SERVERS, new Json.Obj(servers));
        });
    learned.clear();
  }

  private Json.Obj content() {
    Json.Obj read = content;
    if (read == null) {
      try {
        read = file.read().objectOrEmpty(SERVERS);
      } catch (IOException | JsonException unreadable) {
        // It is made of catalogues and pins, and made of them again.
        read = Json.Obj.EMPTY;
      }
      content = read;
    }
    return read;
  }

  /// Of which state of the files something is known; empty where there is no catalogue.
  private String stamp(String hash) {
    String catalogue = catalogues.stamp(hash);
    String pins = pinned;
    if (pins == null) {
      pins = this.pins.stamp();
      pinned = pins;
    }
    return catalogue.isEmpty() ? "" : catalogue + " " + pins;
  }

  /// Also how it is used, which says what of it is wanted. A checksum will do for that, and is
  /// there at once where a hash has to be worked out before anything is compiled.
  private Key key(ServerConfig server) {
    String hash = server.hash();
    var use = new CRC32();
    use.update((pins.key(server) + "\0" + server.written().compact()).getBytes(UTF_8));
    return new Key(hash, hash + " " + Long.toHexString(use.getValue()));
  }

  /// @param hash of what decides which server it is
  /// @param text the same, and how it is used
  private record Key(String hash, String text) {}
}

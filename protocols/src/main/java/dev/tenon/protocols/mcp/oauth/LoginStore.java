package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.change.journal.FolderLock;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.core.text.Sha256;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The logins of a person, by issuer and resource, and the clients that were registered, by issuer.
/// Which login belongs to which address lies in a file without secrets, `mcp/logins.json`. Safe for
/// several threads and programs: whoever changes a login holds its lock.
public final class LoginStore {
  private static final String SERVERS = "servers";
  private static final String WANTED = "wanted";
  private static final String SCOPE = "scope";

  private final Path folder;
  private final TokenVault vault;
  private final JsonFile index;

  /// @param home the state folder
  /// @param vault where the tokens lie
  public LoginStore(Path home, TokenVault vault) {
    this.folder = home.resolve("mcp");
    this.vault = vault;
    this.index = new JsonFile(folder.resolve("logins.json"));
  }

  /// Where tokens lie when there is no key ring.
  public static Path files(Path home) {
    return home.resolve("mcp").resolve("tokens");
  }

  private static String name(String kind, String what) {
    return "mcp-" + kind + "-" + Sha256.of(what.getBytes(StandardCharsets.UTF_8)).substring(0, 32);
  }

  private static String name(Login login) {
    return name("token", login.issuer() + "\n" + login.resource());
  }

  /// Whether both lie at the same place, so that one is there instead of the other.
  static boolean same(Login one, Login other) {
    return name(one).equals(name(other));
  }

  private static McpException unusable(IOException failed) {
    return new McpException(
        McpException.Kind.UNAUTHORIZED, String.valueOf(failed.getMessage()), failed);
  }

  private String known(URI server) throws IOException {
    return of(SERVERS, server).string("token", "");
  }

  private Json.Obj of(String kind, URI server) throws IOException {
    try {
      return index.read().objectOrEmpty(kind).objectOrEmpty(ResourceMetadata.canonical(server));
    } catch (JsonException broken) {
      throw new IOException(
          index.path() + " cannot be understood; remove it and log in again", broken);
    }
  }

  /// The login for an address, as it lies there now.
  Optional<Login> find(URI server) throws McpException {
    try {
      String name = known(server);
      Optional<String> kept = name.isEmpty() ? Optional.empty() : vault.read(name);
      return kept.isEmpty() ? Optional.empty() : Optional.of(Login.of(kept.get()));
    } catch (IOException failed) {
      throw unusable(failed);
    } catch (JsonException broken) {
      throw new McpException(
          McpException.Kind.UNAUTHORIZED,
          "the login for " + ResourceMetadata.canonical(server) + " is damaged; log in again");
    }
  }

  /// Whether there is a login, without looking at it.
  public boolean has(URI server) {
    try {
      return !known(server).isEmpty();
    } catch (IOException unreadable) {
      return false;
    }
  }

  /// What a login for an address should allow: what the last one was for, and what was refused
  /// since.
  String scope(URI server) throws McpException {
    try {
      String before = of(SERVERS, server).string(SCOPE, "");
      return (before + " " + of(WANTED, server).string(SCOPE, "")).strip();
    } catch (IOException failed) {
      throw unusable(failed);
    }
  }

  /// Remembers what the login for an address does not allow, for the next one.
  void want(URI server, String scope) throws IOException {
    Json.Obj wanted = Json.object().put(SCOPE, scope).build();
    index.change(
        all ->
            all.with(
                WANTED,
                all.objectOrEmpty(WANTED).with(ResourceMetadata.canonical(server), wanted)));
  }

  /// Keeps it; it is on disk when this returns.
  void keep(URI server, Login login) throws McpException {
    try (FolderLock.Held _ = lock(name(login))) {
      String address = ResourceMetadata.canonical(server);
      vault.write(name(login), login.json().compact());
      index.change(
          all ->
              all.with(
                      SERVERS,
                      all.objectOrEmpty(SERVERS)
                          .with(
                              address,
                              Json.object()
                                  .put("issuer", login.issuer())
                                  .put("resource", login.resource())
                                  .put("token", name(login))
                                  .put(SCOPE, login.scope())
                                  .build()))
                  .with(WANTED, without(all.objectOrEmpty(WANTED), address::equals)));
    } catch (IOException full) {
      throw unusable(full);
    }
  }

  private static Json.Obj without(Json.Obj entries, Predicate<String> gone) {
    Map<String, Json> left = new LinkedHashMap<>(entries.members());
    left.keySet().removeIf(gone);
    return new Json.Obj(left);
  }

  /// Keeps new tokens of a login that is there already, for whoever holds its lock.
  void renew(Login login) throws McpException {
    try {
      vault.write(name(login), login.json().compact());
    } catch (IOException full) {
      throw unusable(full);
    }
  }

  /// Forgets the login of an address, also while it is renewed, and so that of every address that
  /// shares it. Answers whether there was one.
  public boolean forget(URI server) throws McpException {
    try {
      String token = known(server);
      if (token.isEmpty()) {
        return false;
      }
      try (FolderLock.Held _ = lock(token)) {
        drop(token);
      }
      return true;
    } catch (IOException failed) {
      throw unusable(failed);
    }
  }

  /// Forgets a login that is worth nothing any more, for whoever holds its lock; not one that has
  /// taken its place.
  void lost(Login login) throws McpException {
    try {
      Optional<String> kept = vault.read(name(login));
      if (kept.isPresent() && Login.of(kept.get()).refresh().equals(login.refresh())) {
        drop(name(login));
      }
    } catch (IOException failed) {
      throw unusable(failed);
    } catch (JsonException damaged) {
      throw new McpException(
          McpException.Kind.UNAUTHORIZED, "the login for " + login.resource() + " is damaged");
    }
  }

  private void drop(String token) throws IOException {
    vault.delete(token);
    index.change(
        all -> {
          Json.Obj servers = all.objectOrEmpty(SERVERS);
          Predicate<String> gone =
              address -> servers.objectOrEmpty(address).string("token", "").equals(token);
          return all.with(SERVERS, without(servers, gone))
              .with(WANTED, without(all.objectOrEmpty(WANTED), gone));
        });
  }

  /// Held while a login is changed, by threads and programs; two addresses may share one.
  FolderLock.Held lock(Login login) throws McpException {
    try {
      return lock(name(login));
    } catch (IOException failed) {
      throw unusable(failed);
    }
  }

  private FolderLock.Held lock(String token) throws IOException {
    return new FolderLock(folder.resolve("locks").resolve(name("lock", token))).take();
  }

  /// The client that was registered at an issuer.
  Optional<OAuthIdentity> registered(String issuer) throws McpException {
    try {
      Optional<String> kept = vault.read(name("client", issuer));
      return kept.isEmpty()
          ? Optional.empty()
          : Optional.of(OAuthIdentity.of(Json.parseObject(kept.get())));
    } catch (IOException failed) {
      throw unusable(failed);
    } catch (JsonException broken) {
      return Optional.empty();
    }
  }

  void register(String issuer, OAuthIdentity client) throws McpException {
    try {
      vault.write(name("client", issuer), client.json().compact());
    } catch (IOException full) {
      throw unusable(full);
    }
  }

  void unregister(String issuer) throws McpException {
    try {
      vault.delete(name("client", issuer));
    } catch (IOException failed) {
      throw unusable(failed);
    }
  }
}

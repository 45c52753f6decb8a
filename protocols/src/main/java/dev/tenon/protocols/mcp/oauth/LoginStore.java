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
  private static final String ISSUER = "issuer";

  /// Whose registered client an address was last logged in to with.
  private static final String CLIENTS = "clients";

  /// To whom a configured secret was shown.
  private static final String SECRETS = "secrets";

  private final Path folder;
  private final TokenVault vault;
  private final JsonFile index;
  private final Renewals renewals = new Renewals();

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

  /// Those that are under way by this store.
  public Renewals renewals() {
    return renewals;
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
    return read().objectOrEmpty(kind).objectOrEmpty(ResourceMetadata.canonical(server));
  }

  private Json.Obj read() throws IOException {
    try {
      return index.read();
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
                                  .put(ISSUER, login.issuer())
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
        if (!vault.delete(token)) {
          throw new IOException(
              "the login for "
                  + ResourceMetadata.canonical(server)
                  + " is gone from here, but lies in a key ring, too, that is locked or cannot be"
                  + " reached; log out again where it can");
        }
        drop(token);
      }
      return true;
    } catch (IOException failed) {
      throw unusable(failed);
    }
  }

  /// What a logout has forgotten.
  ///
  /// @param login whether there was one
  /// @param client whether there was a registration that no other login came from
  public record LoggedOut(boolean login, boolean client) {}

  /// Forgets the login of an address and, where no other login came from the same issuer, how Tenon
  /// is registered there: the next login begins as the first one did.
  public LoggedOut logOut(URI server) throws McpException {
    String address = ResourceMetadata.canonical(server);
    Json.Obj before = all();
    String issuer =
        before
            .objectOrEmpty(CLIENTS)
            .objectOrEmpty(address)
            .string(
                ISSUER, before.objectOrEmpty(SERVERS).objectOrEmpty(address).string(ISSUER, ""));
    boolean was = forget(server);
    Json.Obj left = all().objectOrEmpty(SERVERS);
    boolean shared =
        left.members().keySet().stream()
            .anyMatch(each -> left.objectOrEmpty(each).string(ISSUER, "").equals(issuer));
    Optional<OAuthIdentity> client =
        issuer.isEmpty() || shared ? Optional.empty() : registered(issuer);
    if (client.isPresent()) {
      unregister(issuer, client.get());
    }
    return new LoggedOut(was, client.isPresent());
  }

  /// Forgets a login that is worth nothing any more, for whoever holds its lock; not one that has
  /// taken its place.
  void lost(Login login) throws McpException {
    try {
      Optional<String> kept = vault.read(name(login));
      if (kept.isPresent() && Login.of(kept.get()).refresh().equals(login.refresh())) {
        // Where some of it cannot be reached, it is of no use to anybody.
        vault.delete(name(login));
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

  /// Forgets a client, unless another one has taken its place.
  void unregister(String issuer, OAuthIdentity client) throws McpException {
    if (registered(issuer).filter(known -> known.id().equals(client.id())).isPresent()) {
      try {
        vault.delete(name("client", issuer));
      } catch (IOException failed) {
        throw unusable(failed);
      }
    }
  }

  /// Remembers at whose issuer an address is logged in to with a registered client.
  void uses(URI server, String issuer) throws McpException {
    note(CLIENTS, ResourceMetadata.canonical(server), issuer);
  }

  private Json.Obj all() throws McpException {
    try {
      return read();
    } catch (IOException failed) {
      throw unusable(failed);
    }
  }

  private void note(String kind, String what, String issuer) throws McpException {
    Json.Obj noted = Json.object().put(ISSUER, issuer).build();
    if (noted.equals(all().objectOrEmpty(kind).get(what))) {
      return;
    }
    try {
      index.change(all -> all.with(kind, all.objectOrEmpty(kind).with(what, noted)));
    } catch (IOException full) {
      throw unusable(full);
    }
  }

  /// The secret of a configured client is for the authorization server that had it first: the
  /// server that is logged in to may name another one later.
  void requireIssuer(URI server, String client, String issuer) throws McpException {
    String first =
        all().objectOrEmpty(SECRETS).objectOrEmpty(bound(server, client)).string(ISSUER, "");
    if (!first.isEmpty() && !first.equals(issuer)) {
      throw new McpException(
          McpException.Kind.UNAUTHORIZED,
          ResourceMetadata.canonical(server)
              + " names another authorization server than before, '"
              + OAuthHttp.cut(issuer)
              + "' instead of '"
              + OAuthHttp.cut(first)
              + "', and the secret of the client was for that one; if it is for the new one, say so"
              + " with mcp.servers.NAME.oauth.issuer");
    }
  }

  void bind(URI server, String client, String issuer) throws McpException {
    note(SECRETS, bound(server, client), issuer);
  }

  private static String bound(URI server, String client) {
    return ResourceMetadata.canonical(server) + " " + client;
  }
}

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

/// The logins of a person, by issuer and resource, and the clients that were registered, by issuer.
/// Which login belongs to which address lies in a file without secrets, `mcp/logins.json`. Safe for
/// several threads and programs: whoever changes a login holds its lock.
public final class LoginStore {
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

  private static McpException unusable(IOException failed) {
    return new McpException(
        McpException.Kind.UNAUTHORIZED, String.valueOf(failed.getMessage()), failed);
  }

  private String known(URI server) throws IOException {
    try {
      return index
          .read()
          .objectOrEmpty("servers")
          .objectOrEmpty(ResourceMetadata.canonical(server))
          .string("token", "");
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

  /// Keeps it; it is on disk when this returns.
  void keep(URI server, Login login) throws McpException {
    try {
      vault.write(name(login), login.json().compact());
      index.change(
          all ->
              all.with(
                  "servers",
                  all.objectOrEmpty("servers")
                      .with(
                          ResourceMetadata.canonical(server),
                          Json.object()
                              .put("issuer", login.issuer())
                              .put("resource", login.resource())
                              .put("token", name(login))
                              .build())));
    } catch (IOException full) {
      throw unusable(full);
    }
  }

  /// Keeps new tokens of a login that is there already.
  void renew(Login login) throws McpException {
    try {
      vault.write(name(login), login.json().compact());
    } catch (IOException full) {
      throw unusable(full);
    }
  }

  /// Forgets the login of an address, also while it is renewed. Answers whether there was one.
  public boolean forget(URI server) throws McpException {
    try {
      if (known(server).isEmpty()) {
        return false;
      }
      try (FolderLock.Held _ = lock(server)) {
        vault.delete(known(server));
        String address = ResourceMetadata.canonical(server);
        index.change(
            all -> {
              Map<String, Json> left = new LinkedHashMap<>(all.objectOrEmpty("servers").members());
              left.remove(address);
              return all.with("servers", new Json.Obj(left));
            });
        return true;
      }
    } catch (IOException failed) {
      throw unusable(failed);
    }
  }

  /// Held while the login of an address is renewed, by threads and programs.
  FolderLock.Held lock(URI server) throws McpException {
    try {
      return new FolderLock(
              folder.resolve("locks").resolve(name("lock", ResourceMetadata.canonical(server))))
          .take();
    } catch (IOException failed) {
      throw unusable(failed);
    }
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

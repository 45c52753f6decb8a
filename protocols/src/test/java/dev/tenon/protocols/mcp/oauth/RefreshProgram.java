package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/// A program of its own that asks for a token again and again: state folder, address, how often.
final class RefreshProgram {
  private RefreshProgram() {}

  public static void main(String[] words) throws Exception {
    Path home = Path.of(words[0]);
    ServerConfig.Remote server = server(words[1]);
    try (var http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()))) {
      var authorizer = authorizer(home, server, http);
      for (int i = 0; i < Integer.parseInt(words[2]); i++) {
        if (authorizer.token(server.address()).isEmpty()) {
          throw new IllegalStateException("round " + i + " got no token");
        }
      }
    }
  }

  static ServerConfig.Remote server(String address) {
    return new ServerConfig.Remote(
        URI.create(address), ServerConfig.Transport.HTTP, Map.of(), ServerConfig.OAuthClient.NONE);
  }

  /// Has the tokens that lie in a state folder, and nobody who could log in.
  static OAuthAuthorizer authorizer(Path home, ServerConfig.Remote server, Transport http) {
    return new OAuthAuthorizer(
        "guarded",
        server,
        () -> http,
        new LoginStore(home, new TokenFiles(LoginStore.files(home))),
        null);
  }
}

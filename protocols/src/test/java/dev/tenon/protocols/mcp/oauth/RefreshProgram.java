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
    var server =
        new ServerConfig.Remote(
            URI.create(words[1]),
            ServerConfig.Transport.HTTP,
            Map.of(),
            ServerConfig.OAuthClient.NONE);
    try (var http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()))) {
      var authorizer =
          new OAuthAuthorizer(
              "guarded",
              server,
              () -> http,
              new LoginStore(home, new TokenFiles(LoginStore.files(home))),
              null);
      for (int i = 0; i < Integer.parseInt(words[2]); i++) {
        if (authorizer.token(server.address()).isEmpty()) {
          throw new IllegalStateException("round " + i + " got no token");
        }
      }
    }
  }
}

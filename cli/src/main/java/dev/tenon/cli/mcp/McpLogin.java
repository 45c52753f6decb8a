package dev.tenon.cli.mcp;

import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.client.ServerNews;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.oauth.LoginStore;
import dev.tenon.protocols.mcp.protocol.McpException;

/// `tenon mcp login` and `logout`: tokens for servers that want to know who asks.
final class McpLogin {
  private final McpSetup setup;
  private final McpSession open;
  private final Streams streams;

  McpLogin(McpSetup setup, McpSession open, Streams streams) {
    this.setup = setup;
    this.open = open;
    this.streams = streams;
  }

  private record Target(ServerConfig server, ServerConfig.Remote remote) {}

  private Target target() throws SetupException {
    ServerConfig server = McpTarget.of(setup.context().arguments(), setup.all()).server();
    if (server.way() instanceof ServerConfig.Remote remote) {
      return new Target(server, remote);
    }
    throw SetupException.usage(
        "the server "
            + server.name()
            + " is a program; only servers at addresses have logins, give a program its key with"
            + " 'env'");
  }

  int login() throws SetupException, InterruptedException {
    Target target = target();
    open.requireConsent(target.server());
    try {
      if (!open.flow().logIn(target.remote())) {
        return done(
            target, "no login wanted", target.server().name() + " asks nobody who they are");
      }
      // What it wants beyond the first token shows only when it is used.
      try (McpClient client = open.open(target.server(), null, ServerNews.NOBODY)) {
        int tools = client.tools().size();
        return done(
            target,
            "logged in",
            "logged in to "
                + target.server().name()
                + "; it has "
                + tools
                + (tools == 1 ? " tool" : " tools"));
      }
    } catch (McpException failed) {
      throw SetupException.failure(String.valueOf(failed.getMessage()));
    }
  }

  int logout() throws SetupException {
    Target target = target();
    try {
      LoginStore.LoggedOut gone = setup.logins().logOut(target.remote().address());
      String name = target.server().name();
      return done(
          target,
          gone.login() ? "logged out" : "not logged in",
          (gone.login()
                  ? "logged out of " + name + "; its tokens are gone from this machine"
                  : "there is no login for " + name)
              + (gone.client() ? "; the next login registers Tenon anew" : ""));
    } catch (McpException failed) {
      throw SetupException.failure(String.valueOf(failed.getMessage()));
    }
  }

  private int done(Target target, String state, String line) {
    if (setup.context().arguments().has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.object()
                  .put("server", target.server().name())
                  .put("state", state)
                  .build()
                  .compact());
    } else {
      streams.out().println(line);
    }
    return 0;
  }
}

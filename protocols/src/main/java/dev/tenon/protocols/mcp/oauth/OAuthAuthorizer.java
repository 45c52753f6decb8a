package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.change.journal.FolderLock;
import dev.tenon.core.http.Transport;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.Origin;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Has the tokens of one server. They are renewed one at a time, also among programs, and the new
/// ones lie on disk before one of them is used; a fault of the network never costs the login. Where
/// a person is there, a refusal leads to a login, and one for want of a scope to another with it,
/// three times at most. Safe for several threads.
public final class OAuthAuthorizer implements Authorizer {
  /// A token that is over so soon is renewed before it is used.
  private static final long MARGIN_SECONDS = 60;

  private static final int MOST_LOGINS = 3;
  private static final int MOST_SCOPE = 4_096;

  private final String name;
  private final ServerConfig.Remote server;
  private final Supplier<Transport> http;
  private final LoginStore store;
  private final @Nullable LoginFlow flow;
  private final InstantSource clock = InstantSource.system();
  private @Nullable Login login;
  private boolean looked;

  /// @param flow null where nobody can log in; it counts how often somebody was asked to
  public OAuthAuthorizer(
      String name,
      ServerConfig.Remote server,
      Supplier<Transport> http,
      LoginStore store,
      @Nullable LoginFlow flow) {
    this.name = name;
    this.server = server;
    this.http = http;
    this.store = store;
    this.flow = flow;
  }

  @Override
  public synchronized Optional<String> token(URI address)
      throws McpException, InterruptedException {
    if (!Origin.same(address, server.address())) {
      return Optional.empty();
    }
    if (!looked) {
      login = store.find(server.address()).filter(this::isOurs).orElse(null);
      looked = true;
    }
    Login known = login;
    if (known == null) {
      return Optional.empty();
    }
    if (isNearlyOver(known) && !known.refresh().isEmpty()) {
      try {
        known = renewed(known, false);
      } catch (McpException gone) {
        if (gone.kind() != McpException.Kind.UNAUTHORIZED || flow == null) {
          throw gone;
        }
        // Asked without a token, the server says what it wants, and the person logs in.
        return Optional.empty();
      }
    }
    return Optional.of(known.access());
  }

  private boolean isOurs(Login kept) {
    return kept.origin().equals(Origin.of(server.address()))
        && OAuthHttp.isPrivate(server.address());
  }

  private boolean isNearlyOver(Login known) {
    return known.expires() > 0
        && known.expires() - clock.instant().getEpochSecond() < MARGIN_SECONDS;
  }

  private boolean isOver(Login known) {
    return known.expires() > 0 && known.expires() <= clock.instant().getEpochSecond();
  }

  @Override
  public synchronized boolean challenged(
      URI address, int status, String used, List<String> challenges)
      throws McpException, InterruptedException {
    if (!Origin.same(address, server.address())) {
      return false;
    }
    Challenge challenge = Challenge.of(challenges);
    if (status == 403 && !challenge.error().equals(Challenge.INSUFFICIENT_SCOPE)) {
      return false;
    }
    Login kept = store.find(server.address()).filter(this::isOurs).orElse(null);
    if (kept != null && !kept.access().equals(used) && !isOver(kept)) {
      // Another thread or program has been there.
      login = kept;
      looked = true;
      return true;
    }
    if (status == 401 && kept != null && !kept.refresh().isEmpty()) {
      try {
        renewed(kept, true);
        return true;
      } catch (McpException gone) {
        if (gone.kind() != McpException.Kind.UNAUTHORIZED || flow == null) {
          throw gone;
        }
      }
    }
    LoginFlow asking = flow;
    if (asking == null || asking.runs(server.address()) >= MOST_LOGINS) {
      McpException needed = needsLogin(status, challenge);
      if (status == 403 && !challenge.scope().isEmpty()) {
        remember(challenge.scope(), needed);
      }
      throw needed;
    }
    String before = status == 403 && kept != null ? kept.scope() : "";
    asking.run(server.address(), server.oauth(), challenges, before);
    login = store.find(server.address()).orElse(null);
    looked = true;
    return login != null;
  }

  /// The login that the person is sent to asks for it, too.
  private void remember(String scope, McpException told) {
    if (scope.length() <= MOST_SCOPE) {
      try {
        store.want(server.address(), scope);
      } catch (IOException unkept) {
        told.addSuppressed(unkept);
      }
    }
  }

  private McpException needsLogin(int status, Challenge challenge) {
    String more =
        challenge.scope().isEmpty() ? "" : " for '" + OAuthHttp.cut(challenge.scope()) + "'";
    return new McpException(
        McpException.Kind.UNAUTHORIZED,
        flow != null && flow.runs(server.address()) >= MOST_LOGINS
            ? name + " is not content after " + MOST_LOGINS + " logins" + more
            : name
                + (status == 403 ? " wants a login that allows more" : " wants to know who asks")
                + more
                + "; 'tenon mcp login "
                + name
                + "' logs you in");
  }

  /// Gets new tokens in the place of these, unless somebody else has already. Whoever waits may be
  /// stopped; the request goes on all the same, since its answer is the only way to the new tokens.
  ///
  /// @param refused whether the server did not take the old one
  private Login renewed(Login old, boolean refused) throws McpException, InterruptedException {
    var renewal = new FutureTask<>(() -> renew(old));
    store.renewals().start(renewal);
    try {
      Login fresh = renewal.get();
      login = fresh;
      return fresh;
    } catch (ExecutionException failed) {
      return failed(old, refused, failed.getCause());
    }
  }

  private Login failed(Login old, boolean refused, @Nullable Throwable why) throws McpException {
    return switch (why) {
      case TokenRefusedException gone when isFinal(gone) -> throw lost(old, gone);
      case McpException gone when gone.kind() == McpException.Kind.UNAUTHORIZED -> {
        login = null;
        throw gone;
      }
      case TokenRefusedException failed -> kept(old, refused, failed);
      case McpException failed -> kept(old, refused, failed);
      case IOException unlocked ->
          throw new McpException(
              McpException.Kind.UNREACHABLE, String.valueOf(unlocked.getMessage()), unlocked);
      case null, default -> throw new IllegalStateException(why);
    };
  }

  /// Whether the tokens are worth nothing any more. Everything else may be another thing the next
  /// time: an answer of somebody in between, a server that is not well.
  private static boolean isFinal(TokenRefusedException refused) {
    return refused.error().equals("invalid_grant") || refused.error().equals("invalid_client");
  }

  /// What is left of a login that could not be renewed for now.
  private Login kept(Login old, boolean refused, Exception why) throws McpException {
    if (!refused && !isOver(old)) {
      // It is still good for a moment.
      return old;
    }
    throw new McpException(
        McpException.Kind.UNREACHABLE,
        "the login of "
            + name
            + " could not be renewed, and is kept: "
            + why.getMessage()
            + "; if it stays so, 'tenon mcp login "
            + name
            + "' logs you in anew",
        why);
  }

  private Login renew(Login old)
      throws McpException, TokenRefusedException, IOException, InterruptedException {
    try (FolderLock.Held _ = store.lock(old)) {
      Login now = store.find(server.address()).filter(this::isOurs).orElse(null);
      if (now == null) {
        throw needsLogin(401, Challenge.NONE);
      }
      if (!LoginStore.same(now, old)
          || (!now.access().equals(old.access()) && !isNearlyOver(now))) {
        return now;
      }
      try (var asking = new OAuthHttp(http.get(), server.address(), server.oauth())) {
        Login fresh = new TokenRequests(asking, clock).refresh(now);
        store.renew(fresh);
        return fresh;
      } catch (TokenRefusedException gone) {
        if (isFinal(gone)) {
          store.lost(now);
        }
        throw gone;
      }
    }
  }

  private McpException lost(Login old, TokenRefusedException gone) throws McpException {
    if (gone.error().equals("invalid_client")
        && old.client().origin() == OAuthIdentity.Made.REGISTERED) {
      store.unregister(old.issuer(), old.client());
    }
    login = null;
    return new McpException(
        McpException.Kind.UNAUTHORIZED,
        "the login of "
            + name
            + " is over: "
            + gone.getMessage()
            + "; 'tenon mcp login "
            + name
            + "' logs you in again",
        gone);
  }
}

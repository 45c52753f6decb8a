package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides who Tenon is to an authorization server, for one login: what was configured, then the
/// address of a document, then a registration of its own, which is kept and used again for as long
/// as it fits and is not refused.
final class ClientChoice {
  /// What is said of a client that is not known any more, or not for what is wanted now.
  private static final Set<String> OF_THE_CLIENT =
      Set.of("invalid_client", "unauthorized_client", "invalid_scope", "invalid_redirect_uri");

  private final OAuthHttp http;
  private final LoginStore store;
  private final URI server;
  private final ServerConfig.OAuthClient configured;

  /// The registration of before, where that was chosen.
  private @Nullable OAuthIdentity reused;

  /// @param server what is logged in to
  ClientChoice(OAuthHttp http, LoginStore store, URI server, ServerConfig.OAuthClient configured) {
    this.http = http;
    this.store = store;
    this.server = server;
    this.configured = configured;
  }

  OAuthHttp http() {
    return http;
  }

  /// @param redirect where answers will go
  OAuthIdentity choose(IssuerMetadata issuer, String redirect, String scope)
      throws McpException, InterruptedException {
    reused = null;
    if (!configured.clientId().isEmpty()) {
      String secret = configured.clientSecret();
      if (isBound()) {
        store.requireIssuer(server, configured.clientId(), issuer.key());
      }
      return new OAuthIdentity(
          configured.clientId(),
          secret,
          method(issuer, secret),
          OAuthIdentity.Made.CONFIGURED,
          "",
          "");
    }
    if (!configured.clientMetadataUrl().isEmpty() && issuer.takesDocuments()) {
      return new OAuthIdentity(
          configured.clientMetadataUrl(), "", "none", OAuthIdentity.Made.DOCUMENT, "", "");
    }
    Optional<OAuthIdentity> known = store.registered(issuer.key());
    if (known.isPresent() && fits(known.get(), redirect, scope)) {
      reused = known.get();
      store.uses(server, issuer.key());
      return known.get();
    }
    // For all that one was wanted for: servers of one issuer take turns with it.
    String all = known.map(before -> joined(before.scope(), scope)).orElse(scope);
    return registered(issuer, redirect, all);
  }

  /// Whether a secret was configured and nobody said for whom: it is for the first authorization
  /// server that it was shown to.
  private boolean isBound() {
    return !configured.clientSecret().isEmpty() && configured.issuer().isEmpty();
  }

  /// The secret is about to be shown to this one.
  void shown(OAuthIdentity client, IssuerMetadata issuer) throws McpException {
    if (client.origin() == OAuthIdentity.Made.CONFIGURED && isBound()) {
      store.bind(server, configured.clientId(), issuer.key());
    }
  }

  /// Some compare both with what was registered, to the letter.
  private static boolean fits(OAuthIdentity known, String redirect, String scope) {
    return (known.redirect().isEmpty() || known.redirect().equals(redirect))
        && (known.scope().isEmpty() || scopes(known.scope()).containsAll(scopes(scope)));
  }

  private static String joined(String before, String scope) {
    Set<String> all = scopes(before);
    all.addAll(scopes(scope));
    return String.join(" ", all);
  }

  private static Set<String> scopes(String text) {
    Set<String> scopes = new LinkedHashSet<>(List.of(text.split(" ", -1)));
    scopes.remove("");
    return scopes;
  }

  /// Forgets the registration that was used again, if that is what was refused. Answers whether
  /// another try has a new one.
  boolean forgets(IssuerMetadata issuer, TokenRefusedException refused) throws McpException {
    OAuthIdentity gone = reused;
    if (gone == null || !OF_THE_CLIENT.contains(refused.error())) {
      return false;
    }
    store.unregister(issuer.key(), gone);
    return true;
  }

  /// Nobody came back: an authorization server that does not know a client any more shows a page
  /// and sends nobody back. Answers whether a registration was forgotten for that.
  boolean forgetsUnanswered(IssuerMetadata issuer) throws McpException {
    OAuthIdentity doubtful = reused;
    if (doubtful == null) {
      return false;
    }
    store.unregister(issuer.key(), doubtful);
    return true;
  }

  private static String method(IssuerMetadata issuer, String secret) {
    if (secret.isEmpty()) {
      return "none";
    }
    return issuer.authMethods().contains("client_secret_basic")
        ? "client_secret_basic"
        : "client_secret_post";
  }

  private OAuthIdentity registered(IssuerMetadata issuer, String redirect, String scope)
      throws McpException, InterruptedException {
    if (issuer.registration().isEmpty()) {
      throw new McpException(
          McpException.Kind.UNAUTHORIZED,
          "the authorization server "
              + issuer.issuer()
              + " registers nobody by itself; register a client there and give its id with"
              + " mcp.servers.NAME.oauth.clientId");
    }
    List<String> methods = issuer.authMethods();
    String wanted =
        methods.contains("none")
            ? "none"
            : methods.contains("client_secret_basic")
                ? "client_secret_basic"
                : "client_secret_post";
    Json.Obj body =
        Json.object()
            .put("client_name", "Tenon")
            .put("application_type", "native")
            .put("redirect_uris", Json.strings(List.of(redirect)))
            .put("grant_types", Json.strings(List.of("authorization_code", "refresh_token")))
            .put("response_types", Json.strings(List.of("code")))
            .put("token_endpoint_auth_method", wanted)
            .put("scope", scope.isEmpty() ? null : scope)
            .build();
    Json.Obj answer;
    try {
      answer = http.json(URI.create(issuer.registration()), body);
    } catch (TokenRefusedException refused) {
      throw new McpException(
          McpException.Kind.UNAUTHORIZED,
          "Tenon cannot register itself: " + refused.getMessage(),
          refused);
    }
    String id = answer.string("client_id", "");
    if (id.isEmpty()) {
      throw new McpException(
          McpException.Kind.PROTOCOL, issuer.issuer() + " registers a client without an id");
    }
    String secret = answer.string("client_secret", "");
    String method = answer.string("token_endpoint_auth_method", secret.isEmpty() ? "none" : wanted);
    var made =
        new OAuthIdentity(
            id,
            secret,
            method.equals("none") && !secret.isEmpty() ? "client_secret_post" : method,
            OAuthIdentity.Made.REGISTERED,
            redirect,
            scope);
    store.register(issuer.key(), made);
    store.uses(server, issuer.key());
    return made;
  }
}

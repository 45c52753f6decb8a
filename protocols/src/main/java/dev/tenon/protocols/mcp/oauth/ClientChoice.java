package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// Decides who Tenon is to an authorization server: what was configured, then the address of a
/// document, then a registration of its own, which is kept and used again.
record ClientChoice(OAuthHttp http, LoginStore store, ServerConfig.OAuthClient configured) {

  /// @param redirect where answers will go, for a new registration
  OAuthIdentity choose(IssuerMetadata issuer, String redirect, String scope)
      throws McpException, InterruptedException {
    if (!configured.clientId().isEmpty()) {
      String secret = configured.clientSecret();
      return new OAuthIdentity(
          configured.clientId(), secret, method(issuer, secret), OAuthIdentity.Made.CONFIGURED, "");
    }
    if (!configured.clientMetadataUrl().isEmpty() && issuer.takesDocuments()) {
      return new OAuthIdentity(
          configured.clientMetadataUrl(), "", "none", OAuthIdentity.Made.DOCUMENT, "");
    }
    Optional<OAuthIdentity> known = store.registered(issuer.key());
    return known.isPresent() ? known.get() : registered(issuer, redirect, scope);
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
            redirect);
    store.register(issuer.key(), made);
    return made;
  }
}

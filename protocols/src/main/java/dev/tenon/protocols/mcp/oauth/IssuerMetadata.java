package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Origin;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/// What an authorization server says about itself.
///
/// @param issuer what it calls itself
/// @param key what its clients and logins are kept by: who only calls itself like another one gets
///   nothing that was made for that one
/// @param registration where clients register themselves; empty where they cannot
/// @param authMethods how clients may prove who they are
/// @param takesDocuments whether the address of a document may be the id of a client
/// @param namesItself whether its answers say who they are from
record IssuerMetadata(
    String issuer,
    String key,
    String authorization,
    String token,
    String registration,
    List<String> authMethods,
    List<String> scopes,
    boolean takesDocuments,
    boolean namesItself) {

  IssuerMetadata {
    authMethods = List.copyOf(authMethods);
    scopes = List.copyOf(scopes);
  }

  /// Looks in the places of OAuth and of OpenID Connect.
  ///
  /// @param published whether somebody named this issuer; for an origin that nobody named, the
  ///   usual paths of 2025-03-26 are taken where it says nothing
  static IssuerMetadata find(OAuthHttp http, String issuer, boolean published)
      throws McpException, InterruptedException {
    URI named = http.safe("the authorization server", issuer);
    String origin = Origin.of(named);
    String path = named.getRawPath() == null ? "" : named.getRawPath().replaceFirst("/+$", "");
    List<String> places =
        path.isEmpty()
            ? List.of(
                origin + "/.well-known/oauth-authorization-server",
                origin + "/.well-known/openid-configuration")
            : List.of(
                origin + "/.well-known/oauth-authorization-server" + path,
                origin + "/.well-known/openid-configuration" + path,
                origin + path + "/.well-known/openid-configuration");
    for (String place : places) {
      Optional<Json.Obj> found = http.get(URI.create(place));
      if (found.isPresent()) {
        return of(http, found.get(), issuer);
      }
    }
    if (!published) {
      return new IssuerMetadata(
          issuer,
          issuer,
          origin + "/authorize",
          origin + "/token",
          origin + "/register",
          List.of("none", "client_secret_post"),
          List.of(),
          false,
          false);
    }
    throw new McpException(
        McpException.Kind.PROTOCOL,
        "the authorization server " + issuer + " publishes no metadata at " + places.getFirst());
  }

  private static boolean isSame(String named, String issuer) {
    return named.equals(issuer) || named.equals(issuer + "/") || issuer.equals(named + "/");
  }

  /// Whether it is the server at whose address, deeper down, the other one was looked for: some
  /// call themselves the same for all tenants. What is sent to such a one stays at that origin.
  private static boolean isAbove(String named, String issuer) {
    try {
      return Origin.same(new URI(named), new URI(issuer))
          && issuer.startsWith(named.endsWith("/") ? named : named + "/");
    } catch (URISyntaxException garbled) {
      return false;
    }
  }

  private static IssuerMetadata of(OAuthHttp http, Json.Obj found, String issuer)
      throws McpException {
    String named = found.string("issuer", "");
    if (!isSame(named, issuer) && !isAbove(named, issuer)) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          "the metadata of "
              + issuer
              + " is that of another authorization server, '"
              + OAuthHttp.cut(named)
              + "'");
    }
    if (!ResourceMetadata.texts(found, "code_challenge_methods_supported").contains("S256")) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          "the authorization server "
              + issuer
              + " does not say that it knows PKCE with S256, so nobody logs in there");
    }
    String authorization =
        http.safe("authorization_endpoint", found.string("authorization_endpoint", "")).toString();
    String token = http.safe("token_endpoint", found.string("token_endpoint", "")).toString();
    String registration = found.string("registration_endpoint", "");
    if (!registration.isEmpty()) {
      http.safe("registration_endpoint", registration);
    }
    boolean same = isSame(named, issuer);
    if (!same) {
      for (String endpoint : List.of(authorization, token, registration)) {
        if (!endpoint.isEmpty() && !Origin.same(URI.create(endpoint), URI.create(issuer))) {
          throw new McpException(
              McpException.Kind.PROTOCOL,
              "the metadata of "
                  + issuer
                  + " is in the name of '"
                  + OAuthHttp.cut(named)
                  + "' and leads to another server, "
                  + OAuthHttp.shown(URI.create(endpoint))
                  + ", so nobody logs in there");
        }
      }
    }
    List<String> methods = ResourceMetadata.texts(found, "token_endpoint_auth_methods_supported");
    return new IssuerMetadata(
        named,
        same ? named : issuer,
        authorization,
        token,
        registration,
        methods.isEmpty() ? List.of("client_secret_basic") : methods,
        ResourceMetadata.texts(found, "scopes_supported"),
        found.bool("client_id_metadata_document_supported", false),
        found.bool("authorization_response_iss_parameter_supported", false));
  }
}

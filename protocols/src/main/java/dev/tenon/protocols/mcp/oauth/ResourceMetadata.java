package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Origin;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a server says about itself as a resource: what it is called there, and who gives tokens for
/// it.
///
/// @param resource the name that tokens are asked for
/// @param issuer who gives them
/// @param scopes what there is; may be empty
/// @param published whether the server has such metadata, or only its origin is known
record ResourceMetadata(String resource, String issuer, List<String> scopes, boolean published) {
  private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

  ResourceMetadata {
    scopes = List.copyOf(scopes);
  }

  /// Looks in all the places that there are: the one of the challenge, the one of the address, the
  /// one of its host. Servers of the revision of 2025-03-26 have none; their origin is the issuer.
  static ResourceMetadata find(OAuthHttp http, URI server, Challenge challenge)
      throws McpException, InterruptedException {
    if (!challenge.metadata().isEmpty()) {
      URI place = http.safe("the address of the metadata", challenge.metadata());
      Json.Obj found =
          http.get(place)
              .orElseThrow(
                  () ->
                      new McpException(
                          McpException.Kind.PROTOCOL,
                          "there is no metadata at " + OAuthHttp.shown(place)));
      return of(http, found, server);
    }
    for (URI place : places(server)) {
      Optional<Json.Obj> found = http.get(place);
      if (found.isPresent()) {
        return of(http, found.get(), server);
      }
    }
    String origin = Origin.of(server);
    return new ResourceMetadata(canonical(server), origin, List.of(), false);
  }

  private static List<URI> places(URI server) {
    String origin = Origin.of(server);
    String path = server.getRawPath() == null ? "" : server.getRawPath().replaceFirst("/+$", "");
    var places = new ArrayList<URI>();
    if (!path.isEmpty()) {
      places.add(URI.create(origin + WELL_KNOWN + path));
    }
    places.add(URI.create(origin + WELL_KNOWN));
    return places;
  }

  private static ResourceMetadata of(OAuthHttp http, Json.Obj found, URI server)
      throws McpException {
    String resource = found.string("resource", "");
    if (!covers(resource, server)) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          "the metadata is about another resource, '"
              + OAuthHttp.cut(resource)
              + "', and not about "
              + canonical(server));
    }
    var scopes = texts(found, "scopes_supported");
    List<String> issuers = texts(found, "authorization_servers");
    String issuer = issuers.isEmpty() ? Origin.of(server) : issuers.getFirst();
    http.safe("the authorization server", issuer);
    return new ResourceMetadata(resource, issuer, scopes, true);
  }

  /// Whether a token for this resource may be shown to the server: the same origin, and a path that
  /// the server's begins with.
  private static boolean covers(String resource, URI server) {
    URI named;
    try {
      named = URI.create(resource);
    } catch (IllegalArgumentException broken) {
      return false;
    }
    if (named.getHost() == null || !Origin.same(named, server)) {
      return false;
    }
    String wide = named.getRawPath() == null ? "" : named.getRawPath().replaceFirst("/+$", "");
    String path = server.getRawPath() == null ? "" : server.getRawPath();
    return path.equals(wide) || path.startsWith(wide + "/");
  }

  /// The address of a server as the name of a resource.
  static String canonical(URI server) {
    String path = server.getRawPath() == null ? "" : server.getRawPath();
    return Origin.of(server) + (path.equals("/") ? "" : path);
  }

  static List<String> texts(Json.Obj found, String member) {
    var texts = new ArrayList<String>();
    for (Json each : found.array(member)) {
      if (each instanceof Json.Str text) {
        texts.add(text.value());
      }
    }
    return texts;
  }
}

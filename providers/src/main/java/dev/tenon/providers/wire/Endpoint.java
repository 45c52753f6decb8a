package dev.tenon.providers.wire;

import dev.tenon.core.http.HttpRequest;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where and how to reach one provider: everything a wire needs but the model's name. Its text form
/// holds no secret.
///
/// @param provider the provider's name, the first part of a model's full name
/// @param baseUrl the address in the form the vendor's own SDK expects
/// @param credential the key, or null where none is needed
/// @param headers more headers for every request
/// @param query more query parameters for every request
/// @param path the path of the chat endpoint where it is not the wire's usual one; `{model}` stands
///   for the model
public record Endpoint(
    String provider,
    WireKind wire,
    URI baseUrl,
    @Nullable Credential credential,
    Map<String, String> headers,
    Map<String, String> query,
    @Nullable String path,
    Set<Quirk> quirks) {

  public Endpoint {
    HttpRequest.requireValid(headers);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
    quirks = Set.copyOf(quirks);
  }

  /// An endpoint without anything out of the ordinary.
  public static Endpoint of(
      String provider, WireKind wire, URI baseUrl, @Nullable Credential credential) {
    return new Endpoint(provider, wire, baseUrl, credential, Map.of(), Map.of(), null, Set.of());
  }

  public boolean has(Quirk quirk) {
    return quirks.contains(quirk);
  }

  public String host() {
    return baseUrl.getHost();
  }

  @Override
  public String toString() {
    return provider + " at " + HttpRequest.safe(baseUrl);
  }
}

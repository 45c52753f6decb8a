package dev.tenon.providers;

import dev.tenon.providers.wire.Credential;
import dev.tenon.providers.wire.Quirk;
import dev.tenon.providers.wire.WireKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One vendor as data: an entry of the [Providers] table, or one that the user defined.
///
/// @param name the first part of its models' full names
/// @param aliases other names for it
/// @param baseUrl the default address, empty if it has to be given
/// @param addresses where else the address may stand, and in which form
/// @param keys the environment variables that may hold the key, the first one counts
/// @param headers more headers for every request
/// @param headerVariables more headers whose value stands in an environment variable
/// @param query more query parameters for every request
/// @param path the path of the chat endpoint, see [dev.tenon.providers.wire.Endpoint#path()]; null
///   for the wire's usual one
public record Provider(
    String name,
    List<String> aliases,
    WireKind wire,
    String baseUrl,
    Addresses addresses,
    KeyNeed keyNeed,
    List<KeyVariable> keys,
    Map<String, String> headers,
    Map<String, String> headerVariables,
    Map<String, String> query,
    @Nullable String path,
    Set<Quirk> quirks) {

  /// A provider whose requests go where its wire sends them.
  public Provider(
      String name,
      List<String> aliases,
      WireKind wire,
      String baseUrl,
      Addresses addresses,
      KeyNeed keyNeed,
      List<KeyVariable> keys,
      Map<String, String> headers,
      Map<String, String> headerVariables,
      Set<Quirk> quirks) {
    this(
        name,
        aliases,
        wire,
        baseUrl,
        addresses,
        keyNeed,
        keys,
        headers,
        headerVariables,
        Map.of(),
        null,
        quirks);
  }

  public Provider {
    if (name.isBlank() || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "a provider's name must not be empty or hold a slash, was '" + name + "'");
    }
    aliases = List.copyOf(aliases);
    keys = List.copyOf(keys);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    headerVariables = Collections.unmodifiableMap(new LinkedHashMap<>(headerVariables));
    query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
    quirks = Set.copyOf(quirks);
  }

  /// Whether a request without a key makes sense.
  public enum KeyNeed {
    REQUIRED,
    OPTIONAL
  }

  /// An environment variable that may hold the key, and how that key is sent.
  public record KeyVariable(String name, Credential.Style style) {}

  /// The environment variables that may hold the base URL, and what they hold.
  public record Addresses(Form form, List<String> variables) {
    public Addresses {
      variables = List.copyOf(variables);
    }

    /// How a base URL is written in the environment.
    public enum Form {
      /// A URL.
      URL,
      /// Ollama's: a host, a host with a port, or a URL.
      OLLAMA_HOST,
      /// Azure's: the resource's URL, to which the path of its API version is added.
      AZURE
    }
  }

  /// A provider from the user's configuration.
  ///
  /// @param keyVariable the environment variable with the key, empty if none is needed
  public static Provider custom(
      String name, WireKind wire, String baseUrl, String keyVariable, Map<String, String> headers) {
    boolean keyless = keyVariable.isBlank();
    return new Provider(
        name,
        List.of(),
        wire,
        baseUrl,
        new Addresses(Addresses.Form.URL, List.of()),
        keyless ? KeyNeed.OPTIONAL : KeyNeed.REQUIRED,
        keyless ? List.of() : List.of(new KeyVariable(keyVariable.strip(), usualStyle(wire))),
        headers,
        Map.of(),
        usualQuirks(wire));
  }

  private static Set<Quirk> usualQuirks(WireKind wire) {
    return wire == WireKind.OPENAI_CHAT ? Set.of(Quirk.REASONING_EFFORT) : Set.of();
  }

  private static Credential.Style usualStyle(WireKind wire) {
    return switch (wire) {
      case ANTHROPIC -> Credential.Style.X_API_KEY;
      case GEMINI -> Credential.Style.GOOGLE;
      case OPENAI_RESPONSES, OPENAI_CHAT, OLLAMA -> Credential.Style.BEARER;
    };
  }

  /// This provider at another default address.
  public Provider withBaseUrl(String url) {
    return new Provider(
        name,
        aliases,
        wire,
        url,
        addresses,
        keyNeed,
        keys,
        headers,
        headerVariables,
        query,
        path,
        quirks);
  }

  /// This provider with another protocol, spoken as by a server of one's own.
  public Provider withWire(WireKind kind) {
    return kind == wire
        ? this
        : new Provider(
            name,
            aliases,
            kind,
            baseUrl,
            addresses,
            keyNeed,
            keys,
            headers,
            headerVariables,
            query,
            path,
            usualQuirks(kind));
  }

  /// This provider with its key in another environment variable, sent as before.
  public Provider withKeyVariable(String variable) {
    Credential.Style style = keys.isEmpty() ? usualStyle(wire) : keys.getFirst().style();
    return new Provider(
        name,
        aliases,
        wire,
        baseUrl,
        addresses,
        KeyNeed.REQUIRED,
        List.of(new KeyVariable(variable, style)),
        headers,
        headerVariables,
        query,
        path,
        quirks);
  }

  /// This provider, which is also asked without a key.
  public Provider withoutNeedOfKey() {
    return new Provider(
        name,
        aliases,
        wire,
        baseUrl,
        addresses,
        KeyNeed.OPTIONAL,
        keys,
        headers,
        headerVariables,
        query,
        path,
        quirks);
  }

  /// This provider with more headers.
  public Provider withHeaders(Map<String, String> more) {
    var all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return new Provider(
        name,
        aliases,
        wire,
        baseUrl,
        addresses,
        keyNeed,
        keys,
        all,
        headerVariables,
        query,
        path,
        quirks);
  }

  /// This provider with more query parameters.
  public Provider withQuery(Map<String, String> more) {
    var all = new LinkedHashMap<>(query);
    all.putAll(more);
    return new Provider(
        name,
        aliases,
        wire,
        baseUrl,
        addresses,
        keyNeed,
        keys,
        headers,
        headerVariables,
        all,
        path,
        quirks);
  }

  /// This provider with another path of its chat endpoint.
  public Provider withPath(String own) {
    return new Provider(
        name,
        aliases,
        wire,
        baseUrl,
        addresses,
        keyNeed,
        keys,
        headers,
        headerVariables,
        query,
        own,
        quirks);
  }
}

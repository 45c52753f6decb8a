package dev.tenon.providers;

import dev.tenon.core.http.Loopback;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Spelling;
import dev.tenon.providers.Provider.KeyNeed;
import dev.tenon.providers.Provider.KeyVariable;
import dev.tenon.providers.wire.AnthropicWire;
import dev.tenon.providers.wire.ChatWire;
import dev.tenon.providers.wire.Credential;
import dev.tenon.providers.wire.Endpoint;
import dev.tenon.providers.wire.GeminiWire;
import dev.tenon.providers.wire.ModelList;
import dev.tenon.providers.wire.OllamaWire;
import dev.tenon.providers.wire.ResponsesWire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All providers by name: the built-in table and what the user added. Immutable.
///
/// A model's full name is `provider/model`; of the vendors whose models have telling names the bare
/// name will do. Nothing here touches the network.
public final class Providers {
  private final List<Provider> all;

  private Providers(List<Provider> all) {
    this.all = List.copyOf(all);
  }

  public static Providers builtin() {
    return new Providers(BuiltinProviders.all());
  }

  /// This table with one more provider, or with a replaced one.
  public Providers with(Provider provider) {
    var more = new ArrayList<Provider>();
    boolean replaced = false;
    for (Provider each : all) {
      boolean same = each.name().equals(provider.name());
      more.add(same ? provider : each);
      replaced |= same;
    }
    if (!replaced) {
      more.add(provider);
    }
    return new Providers(more);
  }

  public List<Provider> all() {
    return all;
  }

  /// The provider of this name or alias.
  public Optional<Provider> find(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    for (Provider provider : all) {
      if (provider.name().toLowerCase(Locale.ROOT).equals(wanted)
          || provider.aliases().contains(wanted)) {
        return Optional.of(provider);
      }
    }
    return Optional.empty();
  }

  /// Finds provider, address and key of a model.
  public Resolution resolve(String modelName, Map<String, String> environment) {
    String name = modelName.strip();
    int slash = name.indexOf('/');
    if (slash == 0 || slash == name.length() - 1 || name.isEmpty()) {
      return new Resolution.Unusable(
          "'" + name + "' is no model; use provider/model, for example " + EXAMPLE);
    }
    String providerName = slash < 0 ? BuiltinProviders.vendorOf(name) : name.substring(0, slash);
    if (providerName == null) {
      return new Resolution.Unusable(
          "no provider is known for the model '"
              + name
              + "'; use provider/model, for example "
              + EXAMPLE);
    }
    Optional<Provider> provider = find(providerName);
    if (provider.isEmpty()) {
      return new Resolution.Unusable(unknown(providerName));
    }
    return resolve(provider.get(), name.substring(slash + 1), environment);
  }

  private static final String EXAMPLE = "anthropic/claude-opus-4-6";

  private static Resolution resolve(
      Provider provider, String modelId, Map<String, String> environment) {
    Endpoint endpoint;
    try {
      endpoint = endpoint(provider, environment);
    } catch (IllegalArgumentException unusable) {
      return new Resolution.Unusable(String.valueOf(unusable.getMessage()));
    }
    if (endpoint.credential() == null
        && provider.keyNeed() == KeyNeed.REQUIRED
        && !Loopback.is(endpoint.host())) {
      return new Resolution.MissingKey(provider, modelId, missingKey(provider));
    }
    return new Resolution.Found(provider, endpoint, modelId);
  }

  /// Where and how to reach the provider, with its key if there is one. Throws
  /// [IllegalArgumentException] with a message for the user if its address or key cannot be used.
  public static Endpoint endpoint(Provider provider, Map<String, String> environment) {
    ProviderAddress address = ProviderAddress.of(provider, environment);
    var headers = new LinkedHashMap<>(provider.headers());
    provider
        .headerVariables()
        .forEach(
            (header, variable) -> {
              String value = present(environment, variable);
              if (value != null) {
                headers.put(header, value);
              }
            });
    var query = new LinkedHashMap<>(address.query());
    query.putAll(provider.query());
    return new Endpoint(
        provider.name(),
        provider.wire(),
        address.baseUrl(),
        credential(provider, environment),
        headers,
        query,
        provider.path() == null ? address.path() : provider.path(),
        provider.quirks());
  }

  private static @Nullable Credential credential(
      Provider provider, Map<String, String> environment) {
    for (KeyVariable variable : provider.keys()) {
      String value = present(environment, variable.name());
      if (value != null) {
        return new Credential(variable.style(), variable.name(), value);
      }
    }
    return null;
  }

  /// The name of the environment variable that holds the provider's key, if one does.
  public static Optional<String> keyVariablePresent(
      Provider provider, Map<String, String> environment) {
    for (KeyVariable variable : provider.keys()) {
      if (present(environment, variable.name()) != null) {
        return Optional.of(variable.name());
      }
    }
    return Optional.empty();
  }

  static @Nullable String present(Map<String, String> environment, String variable) {
    String value = environment.get(variable);
    return value == null || value.isBlank() ? null : value.strip();
  }

  /// The model itself, without any decorator.
  public static Model open(Endpoint endpoint, String modelId, Transport transport) {
    return switch (endpoint.wire()) {
      case ANTHROPIC -> new AnthropicWire(endpoint, modelId, transport);
      case OPENAI_RESPONSES -> new ResponsesWire(endpoint, modelId, transport);
      case OPENAI_CHAT -> new ChatWire(endpoint, modelId, transport);
      case GEMINI -> new GeminiWire(endpoint, modelId, transport);
      case OLLAMA -> new OllamaWire(endpoint, modelId, transport);
    };
  }

  /// Asks the provider for its models, which also tells whether it answers and accepts the key.
  /// Give a transport with short timeouts.
  public static Probe probe(Endpoint endpoint, Transport transport) throws InterruptedException {
    long start = System.nanoTime();
    try {
      List<String> models = new ModelList(endpoint, transport).fetch();
      return new Probe.Answers(models, Duration.ofNanos(System.nanoTime() - start));
    } catch (ModelException failure) {
      return new Probe.Fails(failure);
    }
  }

  private static String missingKey(Provider provider) {
    var variables = new StringBuilder();
    for (KeyVariable variable : provider.keys()) {
      variables.append(variables.isEmpty() ? "" : " or ").append(variable.name());
    }
    return "no key for " + provider.name() + ": set " + variables;
  }

  private String unknown(String name) {
    String best = null;
    int nearest = 3;
    for (Provider provider : all) {
      var names = new ArrayList<>(provider.aliases());
      names.add(provider.name());
      for (String each : names) {
        int distance = Spelling.distance(name.toLowerCase(Locale.ROOT), each);
        if (distance < nearest) {
          nearest = distance;
          best = each;
        }
      }
    }
    if (best != null) {
      return "unknown provider '" + name + "'; did you mean '" + best + "'?";
    }
    var known = new StringBuilder();
    for (Provider provider : all) {
      known.append(known.isEmpty() ? "" : ", ").append(provider.name());
    }
    return "unknown provider '" + name + "'; known are " + known;
  }
}

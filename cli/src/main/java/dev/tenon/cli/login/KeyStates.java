package dev.tenon.cli.login;

import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.StoredKeys;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import dev.tenon.providers.wire.SecretMask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which providers have a key, and where it comes from.
final class KeyStates {
  private final ModelOpener models;
  private final StoredKeys keys;
  private final Map<String, String> variables;

  /// @param variables the process's own
  KeyStates(ModelOpener models, StoredKeys keys, Map<String, String> variables) {
    this.models = models;
    this.keys = keys;
    this.variables = variables;
  }

  /// The providers that take a key, those that have one first.
  List<Provider> takers() throws SetupException {
    var with = new ArrayList<Provider>();
    var without = new ArrayList<Provider>();
    for (Provider provider : models.providers().all()) {
      if (provider.keys().isEmpty() || provider.baseUrl().isEmpty()) {
        continue;
      }
      boolean has = Providers.keyVariablePresent(provider, models.environment()).isPresent();
      (has ? with : without).add(provider);
    }
    with.addAll(without);
    return with;
  }

  /// Whether a key is there and who gave it, for people.
  String of(Provider provider) {
    Optional<String> variable = Providers.keyVariablePresent(provider, variables);
    if (variable.isPresent()) {
      return "key from the variable " + variable.get();
    }
    try {
      Optional<StoredKeys.Place> place = keys.place(provider.name());
      if (place.isPresent()) {
        return switch (place.get()) {
          case FILE -> "key stored";
          case RING -> "key in the key ring";
        };
      }
    } catch (IOException unreadable) {
      return "unknown: " + IoFailure.named(unreadable);
    }
    if (Providers.keyVariablePresent(provider, models.environment()).isPresent()) {
      return "key from config.yml";
    }
    return provider.keyNeed() == Provider.KeyNeed.OPTIONAL ? "needs no key" : "no key";
  }

  /// What still gives a key once the stored one is away; empty if nothing does.
  String remaining(Provider provider) {
    String state = of(provider);
    return state.startsWith("key ") ? state : "";
  }

  /// A provider that takes a key, by its name.
  Provider find(String name) throws SetupException {
    Optional<Provider> found = models.providers().find(name);
    if (found.isEmpty()) {
      throw SetupException.usage(
          "there is no provider '"
              + new SecretMask(List.of()).clean(name)
              + "'"
              + Nearest.hint(name, models.providers().all().stream().map(Provider::name).toList()));
    }
    if (found.get().keys().isEmpty()) {
      throw SetupException.usage(found.get().name() + " needs no key");
    }
    return found.get();
  }
}

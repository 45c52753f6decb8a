package dev.tenon.engine.model;

import dev.tenon.engine.config.Settings;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import dev.tenon.providers.wire.WireKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The providers and their keys as a configuration has them.
final class ConfiguredProviders {
  private ConfiguredProviders() {}

  /// The built-in providers, adapted as the settings want, and those of the user's own.
  static Providers of(Settings settings) throws SetupException {
    Providers builtin = Providers.builtin();
    Providers all = builtin;
    for (Settings.Provider wanted : settings.providers().values()) {
      Optional<Provider> known = builtin.find(wanted.name());
      all = all.with(known.isPresent() ? adapted(known.get(), wanted) : custom(wanted));
    }
    return all;
  }

  private static Provider adapted(Provider known, Settings.Provider wanted) throws SetupException {
    Provider adapted = known;
    if (wanted.wire() != null) {
      adapted = adapted.withWire(wire(wanted, wanted.wire()));
    }
    if (wanted.baseUrl() != null) {
      adapted = adapted.withBaseUrl(wanted.baseUrl());
    }
    if (wanted.keyEnv() != null) {
      adapted = adapted.withKeyVariable(wanted.keyEnv());
    } else if (wanted.apiKey() != null && known.keys().isEmpty()) {
      adapted = adapted.withKeyVariable(keyName(wanted));
    }
    return addressed(
        wanted.headers().isEmpty() ? adapted : adapted.withHeaders(wanted.headers()), wanted);
  }

  private static Provider custom(Settings.Provider wanted) throws SetupException {
    if (wanted.wire() == null || wanted.baseUrl() == null) {
      throw SetupException.usage(
          "providers." + wanted.name() + " is not built in, so it needs 'wire' and 'baseUrl'");
    }
    WireKind wire = wire(wanted, wanted.wire());
    // Whether a server of one's own wants a key is not known before one was given.
    boolean keyed = wanted.keyEnv() != null || wanted.apiKey() != null;
    Provider custom =
        Provider.custom(
            wanted.name(),
            wire,
            wanted.baseUrl(),
            wanted.keyEnv() != null ? wanted.keyEnv() : keyName(wanted),
            wanted.headers());
    return addressed(keyed ? custom : custom.withoutNeedOfKey(), wanted);
  }

  /// The provider with the path and the query parameters that are wanted.
  private static Provider addressed(Provider provider, Settings.Provider wanted) {
    Provider addressed = wanted.path() == null ? provider : provider.withPath(wanted.path());
    return wanted.query().isEmpty() ? addressed : addressed.withQuery(wanted.query());
  }

  private static WireKind wire(Settings.Provider wanted, String name) throws SetupException {
    return WireKind.named(name)
        .orElseThrow(
            () -> SetupException.usage("providers." + wanted.name() + ".wire is unknown: " + name));
  }

  /// Keys that stand in the configuration count like those in the environment, which win.
  static Map<String, String> withKeys(Settings settings, Map<String, String> environment) {
    Map<String, String> all = environment;
    boolean copied = false;
    for (Settings.Provider provider : settings.providers().values()) {
      String key = provider.apiKey();
      if (key == null) {
        continue;
      }
      if (!copied) {
        all = new LinkedHashMap<>(environment);
        copied = true;
      }
      String variable = provider.keyEnv();
      if (variable == null) {
        variable =
            Providers.builtin()
                .find(provider.name())
                .filter(known -> !known.keys().isEmpty())
                .map(known -> known.keys().getFirst().name())
                .orElse(keyName(provider));
      }
      if (!key.equals(KeyRing.MARK)) {
        all.putIfAbsent(variable, key);
      } else if (!all.containsKey(variable)) {
        Optional<String> kept = KeyRing.of(environment).lookup(provider.name());
        if (kept.isPresent()) {
          all.put(variable, kept.get());
        }
      }
    }
    return all;
  }

  private static String keyName(Settings.Provider provider) {
    return "providers." + provider.name() + ".apiKey";
  }
}

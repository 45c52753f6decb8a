package dev.tenon.cli.attack;

import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import java.util.ArrayList;
import java.util.List;

/// What the configuration of the attacked project is worth.
final class ProjectConfiguration {
  private ProjectConfiguration() {}

  /// Whether a file in the project gave more than the user's own configuration.
  static boolean opens(AttackFixture fixture) {
    try {
      Settings now = Configuration.load(fixture.options()).settings();
      Settings own = fixture.attacked().settings();
      return !now.sandbox().equals(own.sandbox()) || !now.mode().equals(own.mode());
    } catch (ConfigException refused) {
      return false;
    }
  }

  /// The names of the variables that hold keys.
  static List<String> keyVariables(AttackFixture fixture) {
    var names = new ArrayList<String>();
    try {
      for (Provider provider : fixture.attacked().models().providers().all()) {
        provider.keys().forEach(key -> names.add(key.name()));
      }
    } catch (SetupException unusable) {
      // A configuration of providers that cannot be used holds no keys either.
      return names;
    }
    return names;
  }
}

package dev.tenon.engine.model;

import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.config.value.SettingCheck;
import java.util.List;
import java.util.Optional;

/// Settings that name a model must name one whose provider is known: with another one Tenon does
/// not start.
public final class ModelCheck implements SettingCheck {
  private static final String NONE = "none";

  private final ProjectOptions options;

  public ModelCheck(ProjectOptions options) {
    this.options = options;
  }

  @Override
  public Optional<String> problem(String key, List<String> values) {
    if (!SettingsWriter.namesModel(key)) {
      return Optional.empty();
    }
    try (var models =
        new ModelOpener(Configuration.load(options), options.environment(), options.scripts())) {
      for (String name : values) {
        boolean noneIsMeant = name.equals(NONE) && key.equals("server.local_model");
        Optional<String> problem = noneIsMeant ? Optional.empty() : models.problem(name);
        if (problem.isPresent()) {
          return problem;
        }
      }
      return Optional.empty();
    } catch (ConfigException broken) {
      return Optional.of(String.valueOf(broken.getMessage()));
    }
  }
}

package dev.tenon.engine.config.value;

import java.util.List;
import java.util.Optional;

/// What the value of a setting must hold besides its form, before it is written: that a model can
/// be had, that there is such a theme or key. Whoever knows such things gives it to the
/// [dev.tenon.engine.config.SettingsWriter].
@FunctionalInterface
public interface SettingCheck {
  /// Nothing more.
  SettingCheck FORM_ALONE = (key, values) -> Optional.empty();

  /// What is wrong with the values of a setting; empty if nothing is, or if this check knows
  /// nothing of it.
  ///
  /// @param values in the form that the setting wants; several only where it is a list
  Optional<String> problem(String key, List<String> values);

  /// This check, and then another one.
  default SettingCheck and(SettingCheck other) {
    return (key, values) -> {
      Optional<String> problem = problem(key, values);
      return problem.isPresent() ? problem : other.problem(key, values);
    };
  }
}

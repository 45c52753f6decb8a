package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Value;

/// A setting's value with its origin.
///
/// @param key the concrete key, with names in the place of `*`
record Entry(String key, Setting<?> setting, Value value, Origin origin) {

  /// The value as people may see it.
  Value shown() {
    return setting.type().shown(value);
  }
}

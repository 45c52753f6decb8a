package dev.tenon.engine.config;

import java.util.Map;
import java.util.Optional;

/// The settings of the server, each by its declaration in the [ServerCatalog].
public final class ServeSettings {
  private final Values values;

  ServeSettings(Map<String, Entry> entries) {
    this.values = new Values(entries);
  }

  public <T> T get(Setting<T> setting) {
    return values.get(setting);
  }

  public Optional<String> localModel() {
    String name = get(ServerCatalog.LOCAL_MODEL);
    return name.equals(ServerCatalog.NO_MODEL) ? Optional.empty() : Optional.of(name);
  }

  /// Whether somebody has said it.
  public boolean isSet(Setting<?> setting) {
    return values.isSet(setting);
  }
}

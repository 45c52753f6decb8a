package dev.tenon.engine.config;

import java.util.Map;
import java.util.Optional;

/// The settings of the server, each by its name without `server.`. The [ServerCatalog] has checked
/// them; a name that it does not have is a bug.
public final class Serving {
  private final Map<String, Entry> entries;

  Serving(Map<String, Entry> entries) {
    this.entries = entries;
  }

  public int number(String name) {
    return Math.toIntExact(((Value.Whole) entry(name).value()).number());
  }

  public boolean flag(String name) {
    return ((Value.Flag) entry(name).value()).on();
  }

  public String word(String name) {
    return entry(name).value().text();
  }

  public Optional<String> localModel() {
    String name = word("local_model");
    return name.equals(ServerCatalog.NO_MODEL) ? Optional.empty() : Optional.of(name);
  }

  /// Whether somebody has said it.
  public boolean isSet(String name) {
    return !(entry(name).origin() instanceof Origin.Default);
  }

  private Entry entry(String name) {
    Entry entry = entries.get("server.".concat(name));
    if (entry == null) {
      throw new IllegalArgumentException("there is no setting server." + name);
    }
    return entry;
  }
}

package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Origin;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Values by their settings, each with the type that its declaration says.
final class Values {
  private final Map<String, Entry> entries;

  Values(Map<String, Entry> entries) {
    this.entries = entries;
  }

  /// The value of a setting that has a default.
  <T> T get(Setting<T> setting) {
    Entry entry = entries.get(setting.key());
    if (entry == null) {
      throw new IllegalStateException("the setting " + setting.key() + " has no default");
    }
    return setting.type().read(entry.value());
  }

  /// Whether something other than the default determines a setting.
  boolean isSet(Setting<?> setting) {
    Entry entry = entries.get(setting.key());
    return entry != null && !(entry.origin() instanceof Origin.Default);
  }

  /// What determines a concrete key, in a few words; empty when nobody has said it.
  String origin(String key) {
    Entry entry = entries.get(key);
    return entry == null ? "" : entry.origin().describe();
  }

  /// The value of a pattern for a name, or null when nobody has said it.
  <T> @Nullable T find(Setting<T> pattern, String name) {
    Entry entry = entries.get(pattern.named(name));
    return entry == null ? null : pattern.type().read(entry.value());
  }

  /// Where the value of a pattern for a name comes from.
  Origin from(Setting<?> pattern, String name) {
    Entry entry = entries.get(pattern.named(name));
    return entry == null ? new Origin.Default() : entry.origin();
  }

  /// The names in the group of a pattern, whatever is said of them: every provider's for any of
  /// `providers.*.…`.
  Set<String> names(Setting<?> pattern) {
    String group = pattern.group();
    Set<String> names = new LinkedHashSet<>();
    for (Entry entry : entries.values()) {
      Setting<?> setting = entry.setting();
      if (setting.isPattern() && setting.group().equals(group)) {
        names.add(setting.nameIn(entry.key()));
      }
    }
    return names;
  }

  /// The values of a pattern whose name is its last part.
  <T> Map<String, T> map(Setting<T> pattern) {
    return below(pattern, pattern.group());
  }

  /// The values of a pattern with two names, the second of which is its last part.
  <T> Map<String, T> map(Setting<T> pattern, String name) {
    String key = pattern.named(name);
    return below(pattern, key.substring(0, key.length() - 1));
  }

  private <T> Map<String, T> below(Setting<T> pattern, String prefix) {
    Map<String, T> map = new LinkedHashMap<>();
    for (String key : entries.keySet()) {
      if (key.startsWith(prefix)) {
        Entry entry = entries.get(key);
        if (entry != null) {
          map.put(key.substring(prefix.length()), pattern.type().read(entry.value()));
        }
      }
    }
    return Collections.unmodifiableMap(map);
  }
}

package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Refusal;
import dev.tenon.engine.config.value.Value;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.QuotedValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Settings that whoever opens the project overrides, such as those of a command line. A later one
/// wins.
final class FlagLayer {
  private FlagLayer() {}

  static Map<String, Entry> read(List<ProjectOptions.Assignment> overrides) throws ConfigException {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (ProjectOptions.Assignment each : overrides) {
      put(entries, each.key(), each.value(), each.origin());
    }
    return entries;
  }

  private static void put(Map<String, Entry> entries, String key, String value, String option)
      throws ConfigException {
    Setting<?> setting = Catalog.find(key);
    if (setting == null) {
      throw new ConfigException(
          option
              + ": unknown setting "
              + QuotedValue.of(key)
              + Nearest.hint(key, Catalog.keys())
              + " ('tenon config' lists them)");
    }
    try {
      Value parsed = setting.type().parse(setting.type().raw(value));
      entries.put(key, new Entry(key, setting, parsed, new Origin.Flag(option)));
    } catch (Refusal refusal) {
      throw new ConfigException(option + ": " + key + " " + refusal.getMessage());
    }
  }
}

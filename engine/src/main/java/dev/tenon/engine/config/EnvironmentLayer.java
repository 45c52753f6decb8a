package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Refusal;
import dev.tenon.engine.config.value.Value;
import dev.tenon.engine.problem.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Settings from environment variables, by one rule: `TENON_` and the key in capitals, with `_` for
/// a dot and before a capital. So `retry.maxRetries` is `TENON_RETRY_MAX_RETRIES`; a provider's
/// name stands in its place, `TENON_PROVIDERS_GROQ_BASE_URL`, with `_` for `-`. An empty variable
/// counts as unset.
final class EnvironmentLayer {
  static final String PREFIX = "TENON_";

  /// What the launcher reads itself, and what the program sets for those that it starts.
  private static final List<String> LAUNCHERS =
      List.of(
          "TENON_JAVA_HOME",
          "TENON_JAVA_OPTS",
          "TENON_NO_BUILD",
          "TENON_MARK",
          ProjectOptions.DEPTH_VARIABLE,
          "TENON_NONCE",
          "TENON_PLUGIN_ROOT",
          "TENON_TLS_PASSWORD",
          "TENON_TOKEN");

  private EnvironmentLayer() {}

  static Map<String, Entry> read(Map<String, String> environment, List<String> warnings)
      throws ConfigException {
    Map<String, Entry> entries = new LinkedHashMap<>();
    // https://no-color.org; the own variable below may say otherwise.
    String noColor = environment.get("NO_COLOR");
    if (noColor != null && !noColor.isEmpty()) {
      put(entries, FaceCatalog.COLOR.key(), "NO_COLOR", "never");
    }
    Set<String> names = null;
    for (String name : environment.keySet()) {
      if (name.startsWith(PREFIX) && !name.equals(ProjectOptions.HOME_VARIABLE)) {
        names = names == null ? new TreeSet<>() : names;
        names.add(name);
      }
    }
    if (names == null) {
      return entries;
    }
    for (String name : names) {
      String value = environment.getOrDefault(name, "");
      if (value.isEmpty()) {
        continue;
      }
      String key = key(name);
      if (key != null) {
        put(entries, key, name, value);
      } else if (!LAUNCHERS.contains(name)) {
        unknown(name, warnings);
      }
    }
    return entries;
  }

  private static void put(Map<String, Entry> entries, String key, String variable, String value)
      throws ConfigException {
    Setting<?> setting = Catalog.find(key);
    if (setting == null) {
      throw new IllegalStateException("no setting " + key);
    }
    try {
      Value parsed = setting.type().parse(setting.type().raw(value));
      entries.put(key, new Entry(key, setting, parsed, new Origin.Environment(variable)));
    } catch (Refusal refusal) {
      throw new ConfigException(variable + ": " + key + " " + refusal.getMessage());
    }
  }

  /// The key that a variable sets, or null. Others may use the prefix too, so that is no mistake.
  private static @Nullable String key(String variable) {
    for (Setting<?> setting : Catalog.ALL) {
      String pattern = variable(setting.key());
      int star = pattern.indexOf('*');
      if (star < 0 && pattern.equals(variable)) {
        return setting.key();
      }
      // A second name in one variable could not be told from the first.
      if (star >= 0 && pattern.indexOf('*', star + 1) < 0 && fits(pattern, star, variable)) {
        String name = variable.substring(star, variable.length() - (pattern.length() - star - 1));
        String written = name.toLowerCase(Locale.ROOT).replace('_', '-');
        return setting.key().replace("*", written);
      }
    }
    return null;
  }

  private static boolean fits(String pattern, int star, String variable) {
    return variable.length() >= pattern.length()
        && variable.startsWith(pattern.substring(0, star))
        && variable.endsWith(pattern.substring(star + 1));
  }

  /// The variable that sets a key.
  static String variable(String key) {
    var name = new StringBuilder(PREFIX);
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c == '.') {
        name.append('_');
      } else if (Character.isUpperCase(c)) {
        name.append('_').append(c);
      } else {
        name.append(Character.toUpperCase(c));
      }
    }
    return name.toString();
  }

  private static void unknown(String variable, List<String> warnings) {
    var variables = new ArrayList<String>();
    for (Setting<?> setting : Catalog.ALL) {
      if (!setting.isPattern()) {
        variables.add(variable(setting.key()));
      }
    }
    Optional<String> near = Nearest.to(variable, variables);
    if (near.isPresent()) {
      warnings.add(variable + " is no setting; did you mean " + near.get() + "?");
    }
  }
}

package dev.tenon.cli.config;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.Nearest;
import dev.tenon.cli.args.Option;
import dev.tenon.cli.args.Quoted;
import dev.tenon.cli.args.TenonCommandLine;
import java.util.LinkedHashMap;
import java.util.Map;

/// Settings from the command line: `--config KEY=VALUE`, then the options that stand for a setting,
/// which are the more specific ones and win.
final class FlagLayer {
  private FlagLayer() {}

  static Map<String, Entry> read(Arguments arguments) throws ConfigException {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (String assignment : arguments.texts(TenonCommandLine.CONFIG)) {
      int equals = assignment.indexOf('=');
      String key = assignment.substring(0, equals).strip();
      put(entries, key, assignment.substring(equals + 1), TenonCommandLine.CONFIG.dashed());
    }
    for (Option option : TenonCommandLine.GRAMMAR.shared()) {
      if (option.setting().isEmpty() || !arguments.has(option)) {
        continue;
      }
      int equals = option.setting().indexOf('=');
      String key = equals < 0 ? option.setting() : option.setting().substring(0, equals);
      String value =
          equals < 0 ? arguments.text(option).orElse("") : option.setting().substring(equals + 1);
      put(entries, key, value, option.dashed());
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
              + Quoted.of(key)
              + Nearest.hint(key, Catalog.keys())
              + "; 'tenon config' lists them");
    }
    try {
      Value parsed = setting.type().parse(setting.type().raw(value));
      entries.put(key, new Entry(key, setting, parsed, new Origin.Flag(option)));
    } catch (Refusal refusal) {
      throw new ConfigException(option + ": " + key + " " + refusal.getMessage());
    }
  }
}

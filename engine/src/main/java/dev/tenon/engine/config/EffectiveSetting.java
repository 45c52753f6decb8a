package dev.tenon.engine.config;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import java.util.List;

/// One value in force, for people and scripts: secrets are masked.
///
/// @param takes what other values there could be, and who may give them
public record EffectiveSetting(
    String key, String value, Json json, Origin origin, String description, Takes takes) {

  /// What a setting takes.
  ///
  /// @param allowed for people: `0..20`
  /// @param choices all values, where they are few words; empty otherwise
  /// @param secret whether its value is never shown
  /// @param pattern whether the key is one of many: `providers.*.baseUrl`
  /// @param project what a project's own file may do with it, for people
  public record Takes(
      String allowed, List<String> choices, boolean secret, boolean pattern, String project) {
    public Takes {
      choices = List.copyOf(choices);
    }

    static Takes of(Setting<?> setting) {
      Type<?> type = setting.type();
      List<String> choices =
          switch (type) {
            case Type.Choice<?> choice -> choice.words();
            case Type.Flag ignored -> List.of("true", "false");
            default -> List.of();
          };
      return new Takes(
          type.allowed(),
          choices,
          type instanceof Type.Secret,
          setting.isPattern(),
          switch (setting.guard()) {
            case FREE -> "a project may set it";
            case NOT_MORE -> "a project may only grant less than you do";
            case ADDING -> "a project may only add to it";
            case SAME_PROVIDER -> "a project may only choose models of your provider";
            case CLOSED -> "a project may not set it";
            case NEVER -> "a project may not set it, not even with your consent";
          });
    }
  }

  static EffectiveSetting of(Entry entry) {
    Value shown = entry.shown();
    return new EffectiveSetting(
        entry.key(),
        shown.text(),
        shown.json(),
        entry.origin(),
        entry.setting().description(),
        Takes.of(entry.setting()));
  }

  /// One that nobody has set and that has no default.
  static EffectiveSetting unset(Setting<?> setting) {
    return new EffectiveSetting(
        setting.key(),
        "",
        Json.Null.VALUE,
        new Origin.Default(),
        setting.description(),
        Takes.of(setting));
  }

  /// Whether there is a value at all.
  public boolean isSet() {
    return !(json instanceof Json.Null);
  }
}

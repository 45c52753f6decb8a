package dev.tenon.cli.terminal.theme;

import dev.tenon.core.json.Json;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A theme as its file would say it.
public final class ThemeJson {
  private ThemeJson() {}

  /// @param name what the file calls it
  public static Json.Obj of(Theme theme, String name) {
    var json = Json.object().put("name", name);
    json.object(
        "colors",
        colors -> {
          for (Token token : Token.values()) {
            colors.put(token.key(), value(theme.colour(token)));
          }
        });
    Theme.Export export = theme.export();
    if (!export.equals(Theme.Export.NONE)) {
      json.object(
          "export",
          grounds -> {
            ground(grounds, "pageBg", export.pageBg());
            ground(grounds, "cardBg", export.cardBg());
            ground(grounds, "infoBg", export.infoBg());
          });
    }
    symbols(json, theme.symbols());
    return json.build();
  }

  private static void symbols(Json.Builder json, Theme.Symbols symbols) {
    if (symbols.equals(Theme.Symbols.NONE)) {
      return;
    }
    json.object(
        "symbols",
        signs -> {
          Theme.Preset preset = symbols.preset();
          if (preset != null) {
            signs.put("preset", SymbolText.word(preset));
          }
          if (!symbols.overrides().isEmpty()) {
            signs.object(
                "overrides",
                each -> {
                  for (Map.Entry<SymbolKey, String> one :
                      new TreeMap<>(symbols.overrides()).entrySet()) {
                    each.put(one.getKey().key(), one.getValue());
                  }
                });
          }
        });
  }

  private static void ground(Json.Builder json, String key, @Nullable Integer rgb) {
    if (rgb != null) {
      json.put(key, Colour.spelled(rgb));
    }
  }

  private static Json value(int colour) {
    return Colour.isIndexed(colour)
        ? Json.of(Colour.index(colour))
        : Json.of(Colour.spelled(colour));
  }
}

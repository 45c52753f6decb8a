package dev.tenon.cli.terminal.theme;

import dev.tenon.core.json.ByteOrderMark;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one theme file. Everything that is wrong with it is found in one go, each problem with the
/// place in the file; what merely has no effect is a note.
public final class ThemeParser {
  private static final Set<String> MEMBERS =
      Set.of("$schema", "name", "vars", "colors", "export", "symbols");
  private static final int MOST_NAME = 100;
  private static final int MOST_NOTES = 20;

  private final String file;
  private final List<String> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private ThemeParser(String file) {
    this.file = file;
  }

  /// A theme, and what its file says to no effect.
  public record Parsed(Theme theme, List<String> notes) {
    public Parsed {
      notes = List.copyOf(notes);
    }
  }

  /// @param file how messages call the file
  public static Parsed parse(String file, String text) throws ThemeException {
    var parser = new ThemeParser(file);
    Json.Obj json;
    try {
      // Some editors begin a file with a mark that is no text.
      json = Json.parseUnambiguous(ByteOrderMark.without(text));
    } catch (JsonException broken) {
      throw new ThemeException(
          file + ": " + SymbolText.oneLine(String.valueOf(broken.getMessage())));
    }
    Theme theme = parser.theme(json);
    if (!parser.problems.isEmpty() || theme == null) {
      throw new ThemeException(parser.problems);
    }
    return new Parsed(theme, parser.notes);
  }

  private @Nullable Theme theme(Json.Obj json) {
    for (String member : json.members().keySet()) {
      if (!MEMBERS.contains(member)) {
        note(
            SymbolText.oneLine(member)
                + " means nothing in a theme"
                + SymbolText.hint(member, MEMBERS));
      }
    }
    String name = name(json.get("name"));
    Json.Obj vars = section(json, "vars");
    Json.Obj colors = section(json, "colors");
    var resolver = new Variables(vars, this::problem);
    resolver.checkAll();
    int[] colours = colours(json.has("colors"), colors, resolver);
    Theme.Export export = export(section(json, "export"), resolver);
    Theme.Symbols symbols = symbols(section(json, "symbols"));
    return problems.isEmpty() ? new Theme(name, colours, export, symbols) : null;
  }

  private void problem(String path, String what) {
    problems.add(file + ": " + path + " " + what);
  }

  private void note(String what) {
    if (notes.size() < MOST_NOTES) {
      notes.add(file + ": " + what);
    }
  }

  private String name(@Nullable Json value) {
    if (value == null) {
      problem("name", "is missing");
      return "";
    }
    if (!(value instanceof Json.Str text) || text.value().isBlank()) {
      problem("name", "must be a text that is not empty");
      return "";
    }
    if (text.value().length() > MOST_NAME || SymbolText.hasControl(text.value())) {
      problem("name", "must be at most " + MOST_NAME + " visible characters");
    }
    return text.value();
  }

  private Json.Obj section(Json.Obj json, String name) {
    Json value = json.get(name);
    if (value != null && !(value instanceof Json.Obj)) {
      problem(name, "must be an object");
    }
    return json.objectOrEmpty(name);
  }

  @SuppressWarnings("EnumOrdinal") // the table of a theme is in the order of the tokens
  private int[] colours(boolean there, Json.Obj colors, Variables variables) {
    var missing = new ArrayList<String>();
    var known = new ArrayList<String>();
    Token[] tokens = Token.values();
    int[] colours = new int[tokens.length];
    for (Token token : tokens) {
      known.add(token.key());
      Json value = colors.get(token.key());
      if (value == null) {
        missing.add(token.key());
      } else {
        colours[token.ordinal()] = variables.colour("colors." + token.key(), value);
      }
    }
    for (String key : colors.members().keySet()) {
      if (known.contains(key)) {
        continue;
      }
      String what = "is no token" + SymbolText.hint(key, known);
      // Where a token is missing, a name that is no token is most likely that one misspelt.
      if (!missing.isEmpty() && problems.size() < MOST_NOTES) {
        problem("colors." + SymbolText.oneLine(key), what);
      } else if (notes.size() < MOST_NOTES) {
        note("colors." + SymbolText.oneLine(key) + " " + what);
      }
    }
    if (!there) {
      problem("colors", "is missing; it has to name all " + tokens.length + " tokens");
    } else if (!missing.isEmpty()) {
      problem(
          "colors",
          "lacks "
              + (missing.size() == 1 ? "a token: " : missing.size() + " tokens: ")
              + String.join(", ", missing));
    }
    return colours;
  }

  private Theme.Export export(Json.Obj export, Variables variables) {
    for (String key : export.members().keySet()) {
      if (!List.of("pageBg", "cardBg", "infoBg").contains(key)) {
        note("export." + SymbolText.oneLine(key) + " means nothing");
      }
    }
    return new Theme.Export(
        ground(export, "pageBg", variables),
        ground(export, "cardBg", variables),
        ground(export, "infoBg", variables));
  }

  private static @Nullable Integer ground(Json.Obj export, String key, Variables variables) {
    Json value = export.get(key);
    if (value == null) {
      return null;
    }
    int colour = variables.colour("export." + key, value);
    return colour == Colour.DEFAULT ? null : Integer.valueOf(Colour.rgb(colour));
  }

  private Theme.Symbols symbols(Json.Obj symbols) {
    for (String key : symbols.members().keySet()) {
      if (!key.equals("preset") && !key.equals("overrides")) {
        note("symbols." + SymbolText.oneLine(key) + " means nothing");
      }
    }
    Theme.Preset preset = null;
    Json wanted = symbols.get("preset");
    if (wanted != null) {
      preset = preset(wanted);
      if (preset == null) {
        problem(
            "symbols.preset", "must be unicode, nerd or ascii, was " + SymbolText.shown(wanted));
      }
    }
    Json overrides = symbols.get("overrides");
    if (overrides != null && !(overrides instanceof Json.Obj)) {
      problem("symbols.overrides", "must be an object");
    }
    return new Theme.Symbols(preset, overrides(symbols.objectOrEmpty("overrides")));
  }

  private static Theme.@Nullable Preset preset(Json wanted) {
    for (Theme.Preset each : Theme.Preset.values()) {
      if (wanted instanceof Json.Str text && text.value().equals(SymbolText.word(each))) {
        return each;
      }
    }
    return null;
  }

  private Map<SymbolKey, String> overrides(Json.Obj overrides) {
    var known = new EnumMap<SymbolKey, String>(SymbolKey.class);
    for (Map.Entry<String, Json> each : overrides.members().entrySet()) {
      SymbolKey key = SymbolText.key(each.getKey());
      if (key == null) {
        note("symbols.overrides." + SymbolText.oneLine(each.getKey()) + " is no symbol");
        continue;
      }
      String wrong = SymbolText.problem(key, each.getValue());
      if (!wrong.isEmpty()) {
        problem("symbols.overrides." + key.key(), wrong);
      } else if (each.getValue() instanceof Json.Str sign) {
        known.put(key, sign.value());
      }
    }
    return known;
  }
}

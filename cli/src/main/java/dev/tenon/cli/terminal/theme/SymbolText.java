package dev.tenon.cli.terminal.theme;

import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.core.json.Json;
import dev.tenon.engine.problem.Nearest;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Texts of theme files: which of them may stand on a screen as a sign, and how they are quoted in
/// messages.
final class SymbolText {
  private static final int MOST_QUOTED = 60;
  private static final int MOST_KNOWN = 1000;

  private SymbolText() {}

  static @Nullable SymbolKey key(String name) {
    for (SymbolKey each : SymbolKey.values()) {
      if (each.key().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /// A preset as files name it.
  static String word(Theme.Preset preset) {
    return preset.name().toLowerCase(Locale.ROOT);
  }

  /// What is wrong with a sign, or nothing.
  static String problem(SymbolKey key, Json value) {
    if (!(value instanceof Json.Str sign)) {
      return "must be a text, was " + shown(value);
    }
    if (hasControl(sign.value())) {
      return "must not have control characters";
    }
    int width = Clusters.width(sign.value());
    if (width < 1 || width > key.most() || sign.value().isBlank()) {
      return "must take "
          + (key.most() == 1 ? "one column" : "one to " + key.most() + " columns")
          + ", takes "
          + width
          + ": "
          + shown(value);
    }
    return "";
  }

  /// Whether there is something that terminals obey, or that moves or hides other text.
  static boolean hasControl(String text) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int type = Character.getType(c);
      boolean moves =
          Character.isISOControl(c)
              || type == Character.LINE_SEPARATOR
              || type == Character.PARAGRAPH_SEPARATOR
              || type == Character.SURROGATE
              || type == Character.UNASSIGNED
              || (type == Character.FORMAT && c != 0x200d);
      if (moves) {
        return true;
      }
      i += Character.charCount(c);
    }
    return false;
  }

  /// What was probably meant, as the end of a message; nothing for what nobody typed.
  static String hint(String word, Collection<String> known) {
    boolean typed = word.length() <= MOST_QUOTED && known.size() <= MOST_KNOWN;
    return typed ? oneLine(Nearest.hint(word, known)) : "";
  }

  /// A value as a message quotes it.
  static String shown(Json value) {
    return oneLine(
        switch (value) {
          case Json.Str text -> "\"" + text.value() + "\"";
          case Json.Obj ignored -> "an object";
          case Json.Arr ignored -> "a list";
          case Json.Num ignored -> value.compact();
          case Json.Bool ignored -> value.compact();
          case Json.Null ignored -> "null";
        });
  }

  /// Without anything that does not belong in a line, and not too long.
  static String oneLine(String text) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      String one = Character.toString(c);
      out.append(hasControl(one) ? "?" : one);
      i += Character.charCount(c);
      if (out.length() > 4 * MOST_QUOTED) {
        return out.append('…').toString();
      }
    }
    return out.toString();
  }
}

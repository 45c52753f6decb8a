package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Key.Modifier;
import dev.tenon.cli.terminal.input.Key.Named;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The names of keys in the configuration and in help: `ctrl-x`, `alt-enter`, `ctrl-shift-left`,
/// `f5`. Large and small letters are the same, and `+` may stand for `-`.
public final class KeyNames {
  private static final List<String> NAMES =
      List.of(
          "enter",
          "tab",
          "backspace",
          "delete",
          "escape",
          "up",
          "down",
          "left",
          "right",
          "home",
          "end",
          "pageup",
          "pagedown");
  private static final List<Named> KEYS =
      List.of(
          Named.ENTER,
          Named.TAB,
          Named.BACKSPACE,
          Named.DELETE,
          Named.ESCAPE,
          Named.UP,
          Named.DOWN,
          Named.LEFT,
          Named.RIGHT,
          Named.HOME,
          Named.END,
          Named.PAGE_UP,
          Named.PAGE_DOWN);

  private KeyNames() {}

  /// The key of a name, or nothing if no key is called so. Keys that only write a character are no
  /// keys to choose.
  public static Optional<Key> parse(String name) {
    String rest = name.strip().toLowerCase(Locale.ROOT);
    int held = 0;
    while (true) {
      int bit = modifier(rest);
      if (bit == 0 || (held & bit) != 0) {
        break;
      }
      held |= bit;
      rest = rest.substring(separator(rest) + 1);
    }
    return Optional.ofNullable(key(rest, held));
  }

  private static int separator(String rest) {
    int at = 0;
    while (rest.charAt(at) != '-' && rest.charAt(at) != '+') {
      at++;
    }
    return at;
  }

  private static int modifier(String rest) {
    for (String word : List.of("ctrl", "control", "alt", "meta", "shift")) {
      if (rest.startsWith(word)
          && rest.length() > word.length() + 1
          && (rest.charAt(word.length()) == '-' || rest.charAt(word.length()) == '+')) {
        return word.charAt(0) == 'c' ? 4 : word.charAt(0) == 's' ? 1 : 2;
      }
    }
    return 0;
  }

  private static @Nullable Key key(String name, int held) {
    Modifier modifier =
        switch (held) {
          case 1 -> Modifier.SHIFT;
          case 2 -> Modifier.ALT;
          case 3 -> Modifier.ALT_SHIFT;
          case 4 -> Modifier.CONTROL;
          case 5 -> Modifier.CONTROL_SHIFT;
          case 6 -> Modifier.CONTROL_ALT;
          default -> null;
        };
    if (held == 7) {
      return null;
    }
    int named = NAMES.indexOf(name.equals("esc") ? "escape" : name.replace("page-", "page"));
    if (named >= 0) {
      Named key = KEYS.get(named);
      return modifier == null ? key : new Key.Modified(modifier, key);
    }
    if (name.equals("space") && modifier != null && modifier != Modifier.SHIFT) {
      return new Key.Chord(modifier, ' ');
    }
    if (modifier == null && name.matches("f([1-9]|1[0-9]|20)")) {
      return new Key.Function(Integer.parseInt(name.substring(1)));
    }
    if (name.length() != 1 || modifier == null || modifier == Modifier.SHIFT) {
      return null;
    }
    return chord(modifier, name.charAt(0));
  }

  /// Some of them are keys with a name of their own, in every terminal.
  private static Key chord(Modifier modifier, char letter) {
    if (modifier != Modifier.CONTROL) {
      return new Key.Chord(modifier, letter);
    }
    return switch (letter) {
      case 'c' -> Named.INTERRUPT;
      case 'h' -> Named.BACKSPACE;
      case 'i' -> Named.TAB;
      case 'm' -> Named.ENTER;
      case 'u' -> Named.ERASE_ALL;
      case 'w' -> Named.ERASE_WORD;
      case 'z' -> Named.SUSPEND;
      case '[' -> Named.ESCAPE;
      case '/' -> new Key.Chord(modifier, '_');
      default -> new Key.Chord(modifier, letter);
    };
  }

  /// The name of a key, for help.
  public static String name(Key key) {
    return switch (key) {
      case Key.Chord chord ->
          held(chord.modifier()) + (chord.letter() == ' ' ? "space" : chord.letter());
      case Key.Modified modified -> held(modified.modifier()) + name(modified.key());
      case Key.Function function -> "f" + function.number();
      case Named named ->
          switch (named) {
            case INTERRUPT -> "ctrl-c";
            case SUSPEND -> "ctrl-z";
            case ERASE_ALL -> "ctrl-u";
            case ERASE_WORD -> "ctrl-w";
            default ->
                KEYS.contains(named)
                    ? NAMES.get(KEYS.indexOf(named))
                    : named.name().toLowerCase(Locale.ROOT);
          };
      case Key.Typed typed -> typed.text();
      case Key.Pasted ignored -> "paste";
      case Key.Special ignored -> "signal";
    };
  }

  private static String held(Modifier modifier) {
    return switch (modifier) {
      case SHIFT -> "shift-";
      case ALT -> "alt-";
      case CONTROL -> "ctrl-";
      case ALT_SHIFT -> "alt-shift-";
      case CONTROL_SHIFT -> "ctrl-shift-";
      case CONTROL_ALT -> "ctrl-alt-";
    };
  }
}

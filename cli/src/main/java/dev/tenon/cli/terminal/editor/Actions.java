package dev.tenon.cli.terminal.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The keys of the editor for people, as `/keys` shows them.
public final class Actions {
  private Actions() {}

  /// @param keys their names, separated by commas
  public record Listed(String name, String keys, String description) {}

  /// The keys that everybody needs, for `/help`.
  public static String help(EditorSettings settings) {
    Keymap keys = settings.keymap();
    String vi =
        settings.mode() == EditorSettings.Mode.VI
            ? "  The editor has the keys of vi: Esc leaves the text, i goes on in it.\n"
            : "";
    return vi
        + "  "
        + key(keys, Action.SEND)
        + " sends; "
        + key(keys, Action.FOLLOW_UP)
        + ", "
        + key(keys, Action.NEW_LINE)
        + " or a \\ at the end of the line break it.\n  "
        + key(keys, Action.UP)
        + " and "
        + key(keys, Action.DOWN)
        + " walk through what you said before, "
        + key(keys, Action.SEARCH_HISTORY)
        + " searches it.\n  "
        + key(keys, Action.COMPLETE)
        + " completes commands. @path puts a file into the prompt.\n"
        + "  !command runs a command of yours; its output goes along with your next prompt.\n"
        + "  !!command keeps it to yourself; !tty command gives it the terminal.\n"
        + "  While the model works, "
        + key(keys, Action.SEND)
        + " steers it, "
        + key(keys, Action.FOLLOW_UP)
        + " says it afterwards,\n  "
        + key(keys, Action.UP)
        + " takes it back, Esc or Ctrl-C stops it.\n  "
        + key(keys, Action.NEXT_MODE)
        + " changes the mode, "
        + key(keys, Action.OPEN_FOLDED)
        + " opens what was folded, "
        + key(keys, Action.EXTERNAL_EDITOR)
        + " your editor.\n  Esc twice on an empty line, or "
        + key(keys, Action.TREE)
        + ": the tree of the session.\n"
        + "  'exit', Ctrl-D, or Ctrl-C twice on an empty line leaves.";
  }

  /// The first key of an action, as people write it: `Alt-Enter`.
  private static String key(Keymap keymap, Action action) {
    if (keymap.keys(action).isEmpty()) {
      return "(no key: " + action.key() + ")";
    }
    var name = new StringBuilder();
    for (String part : KeyNames.name(keymap.keys(action).getFirst()).split("-", -1)) {
      name.append(name.isEmpty() ? "" : "-");
      name.append(part.isEmpty() ? "" : part.substring(0, 1).toUpperCase(Locale.ROOT));
      name.append(part.isEmpty() ? "" : part.substring(1));
    }
    return name.toString();
  }

  /// Every action, in the order of the enum.
  public static List<Listed> list(Keymap keymap) {
    var all = new ArrayList<Listed>();
    for (Action action : Action.values()) {
      var names = new ArrayList<String>();
      keymap.keys(action).forEach(key -> names.add(KeyNames.name(key)));
      String shown = names.isEmpty() ? "(none)" : String.join(", ", names);
      all.add(new Listed(action.key(), shown, action.description()));
    }
    return all;
  }
}

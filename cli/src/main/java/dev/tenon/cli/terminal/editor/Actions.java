package dev.tenon.cli.terminal.editor;

import java.util.ArrayList;
import java.util.List;

/// The keys of the editor for people, as `/keys` shows them.
public final class Actions {
  private Actions() {}

  /// @param keys their names, separated by commas; empty when no key does it
  public record Listed(String name, String keys, String description) {}

  /// Every action, in the order of the enum.
  public static List<Listed> list(Keymap keymap) {
    var all = new ArrayList<Listed>();
    for (Action action : Action.values()) {
      var names = new ArrayList<String>();
      keymap.keys(action).forEach(key -> names.add(KeyNames.name(key)));
      all.add(new Listed(action.key(), String.join(", ", names), action.description()));
    }
    return all;
  }
}

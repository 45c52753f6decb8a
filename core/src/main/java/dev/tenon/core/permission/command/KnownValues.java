package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the variables of a script come to, as far as that is the same whatever happens. A first
/// reading of the script finds all that sets them, a second one asks. Not thread-safe.
final class KnownValues {
  private static final int MOST_VALUES = 16;
  private static final Set<String> SETTERS =
      Set.of(
          "read",
          "mapfile",
          "readarray",
          "printf",
          "unset",
          "getopts",
          "let",
          "wait",
          "declare",
          "typeset",
          "local",
          "export",
          "readonly");

  private final @Nullable KnownValues found;
  private final Map<String, Setting> settings = new HashMap<>();
  private final Set<String> set = new HashSet<>();
  private boolean lost;

  /// All that sets one variable.
  ///
  /// @param values what it is set to; empty when that is not known
  private record Setting(boolean number, List<Word> values) {}

  private KnownValues(@Nullable KnownValues found) {
    this.found = found;
  }

  static KnownValues nothing() {
    return new KnownValues(null);
  }

  // The first reading.

  /// A variable is set to one of some words.
  ///
  /// @param number whether all of them are numbers
  void assigned(String name, boolean number, List<Word> values) {
    Setting before = settings.get(name);
    settings.put(
        name,
        before == null
            ? new Setting(number, values)
            : new Setting(before.number && number, both(before.values, values)));
  }

  /// One of either, if both are known.
  private static List<Word> both(List<Word> one, List<Word> other) {
    var all = new ArrayList<Word>(one);
    all.addAll(other);
    return one.isEmpty() || other.isEmpty() || all.size() > MOST_VALUES ? List.of() : all;
  }

  /// What to ask in a second reading; null when it would find no more than the first.
  @Nullable KnownValues after(List<SimpleCommand> commands) {
    if (found != null || settings.isEmpty()) {
      return null;
    }
    for (SimpleCommand command : commands) {
      switch (command.name()) {
        case "eval", "source", ".", "trap" -> lost = true;
        default -> setByName(command);
      }
    }
    boolean useful = false;
    for (Setting each : settings.values()) {
      useful |= each.number || !each.values.isEmpty();
    }
    return lost || !useful ? null : new KnownValues(this);
  }

  private void setByName(SimpleCommand command) {
    if (!SETTERS.contains(command.name())) {
      return;
    }
    for (Word word : command.words().subList(1, command.words().size())) {
      String text = word.text();
      if (command.name().equals("let") && !word.constant()) {
        // That is never harmless, and what it may set does not matter any more.
        continue;
      }
      // Under another name it may set any.
      lost |= Options.isBundle(text) && (text.indexOf('n') > 0 || text.indexOf('v') > 0);
      int end = 0;
      while (end < text.length() && Cursor.isNamePart(text.charAt(end))) {
        end++;
      }
      lost |=
          end < text.length() && Word.isMark(text.charAt(end)) && !command.name().equals("printf");
      assigned(text.substring(0, end), false, List.of());
    }
  }

  // The second reading.

  /// From here on, a variable has been set.
  ///
  /// @return whether that is new
  boolean set(String name) {
    return set.add(name);
  }

  void forget(String name) {
    set.remove(name);
  }

  /// Whether a variable holds a number here.
  boolean number(String name) {
    Setting setting = setting(name);
    return setting != null && setting.number;
  }

  /// All that a variable can hold here; empty when that is not known.
  List<Word> values(String name) {
    Setting setting = setting(name);
    return setting == null ? List.of() : setting.values;
  }

  private @Nullable Setting setting(String name) {
    return found == null || !set.contains(name) || !plain(name) ? null : found.settings.get(name);
  }

  /// Whether the shell itself does not set it.
  private static boolean plain(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 'a' && name.charAt(i) <= 'z') {
        return true;
      }
    }
    return false;
  }

  // Words.

  /// The words that may be the value of a variable; none when one of them is not known.
  static List<Word> listed(List<Word> words) {
    if (words.size() > MOST_VALUES) {
      return List.of();
    }
    var all = new ArrayList<Word>();
    for (Word word : words) {
      if (word.unknown() || word.text().indexOf(Word.HOME) >= 0) {
        return List.of();
      }
      all.add(new Word(word.text(), false, true));
    }
    return all;
  }

  static boolean isNumber(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() > start && text.length() < 19;
  }
}

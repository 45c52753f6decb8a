package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Key;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Which key does what.
public final class Keymap {
  private static final Keymap DEFAULT = new Keymap(Map.of(), new HashMap<>());

  private final Map<Key, Action> actions = new HashMap<>();
  private final Map<Action, List<Key>> keys = new EnumMap<>(Action.class);

  /// @param taken keys that the user gave to an action; they are taken from what has them by
  ///   default
  private Keymap(Map<Action, List<Key>> chosen, Map<Key, Action> taken) {
    for (Action action : Action.values()) {
      List<Key> own = chosen.get(action);
      if (own == null) {
        own = new ArrayList<>();
        for (String name : action.defaults()) {
          Key key = KeyNames.parse(name).orElseThrow(() -> new IllegalStateException(name));
          if (!taken.containsKey(key)) {
            own.add(key);
          }
        }
      }
      keys.put(action, List.copyOf(own));
      for (Key key : own) {
        Action other = actions.put(key, action);
        if (other != null) {
          throw new IllegalStateException(action + " and " + other + " have " + key);
        }
      }
    }
  }

  public static Keymap emacs() {
    return DEFAULT;
  }

  Optional<Action> action(Key key) {
    return Optional.ofNullable(actions.get(key));
  }

  public List<Key> keys(Action action) {
    return keys.getOrDefault(action, List.of());
  }

  /// A keymap, and what is wrong with the configuration that it was made of. What is wrong is left
  /// out, so that the editor works.
  public record Configured(Keymap keymap, List<String> problems) {}

  /// What one entry of the setting `keys` says.
  ///
  /// @param action its name
  /// @param keys the names of keys; an empty list takes all keys from the action
  /// @param where the file and line that says so, for messages
  public record Entry(String action, List<String> keys, String where) {}

  /// Something that is wrong with an entry.
  private record Problem(Entry entry, String what) {
    String told() {
      return entry.where() + ": keys." + entry.action() + what;
    }
  }

  /// What is wrong with an entry beside those of other actions, without its place and name; empty
  /// if nothing is.
  public static Optional<String> problem(Entry entry, List<Entry> others) {
    var all = new ArrayList<>(others);
    all.add(entry);
    for (Problem problem : read(all, new LinkedHashMap<>(), new HashMap<>())) {
      if (problem.entry().equals(entry)) {
        String what = problem.what();
        return Optional.of(what.startsWith(": ") ? what.substring(2) : "it" + what);
      }
    }
    return Optional.empty();
  }

  /// The keys that are usual with those of the user in their place.
  public static Configured of(List<Entry> entries) {
    var problems = new ArrayList<String>();
    var chosen = new LinkedHashMap<Action, List<Key>>();
    var taken = new HashMap<Key, Action>();
    read(entries, chosen, taken).forEach(problem -> problems.add(problem.told()));
    var keymap = new Keymap(chosen, taken);
    for (Action action : Action.values()) {
      if (!chosen.containsKey(action) && keymap.keys(action).isEmpty()) {
        problems.add(bereft(action, entries));
      }
    }
    return new Configured(keymap, List.copyOf(problems));
  }

  /// Reads entries into keys by action, and actions by key.
  private static List<Problem> read(
      List<Entry> entries, Map<Action, List<Key>> chosen, Map<Key, Action> taken) {
    var problems = new ArrayList<Problem>();
    for (Entry entry : entries) {
      Optional<Action> action = find(entry.action());
      if (action.isEmpty()) {
        problems.add(new Problem(entry, " is no action; /keys lists them"));
        continue;
      }
      List<Key> own = chosen.computeIfAbsent(action.get(), none -> new ArrayList<>());
      for (String name : entry.keys()) {
        Optional<Key> key = KeyNames.parse(name);
        if (key.isEmpty()) {
          problems.add(
              new Problem(
                  entry,
                  ": '" + name + "' is no key; keys are called like ctrl-x, alt-enter or f5"));
          continue;
        }
        if (isReserved(key.get(), action.get())) {
          problems.add(new Problem(entry, ": " + name + " cannot be given away"));
          continue;
        }
        Action other = taken.putIfAbsent(key.get(), action.get());
        if (other == null) {
          own.add(key.get());
        } else if (other != action.get()) {
          problems.add(
              new Problem(entry, ": " + name + " is the key of " + other.key() + " already"));
        }
      }
    }
    return problems;
  }

  /// Who has taken the last key of an action for another one may not have known.
  private static String bereft(Action action, List<Entry> entries) {
    for (Entry entry : entries) {
      for (String name : entry.keys()) {
        if (action.defaults().stream()
            .anyMatch(usual -> KeyNames.parse(usual).equals(KeyNames.parse(name)))) {
          return String.format(
              Locale.ROOT,
              "%s: keys.%s: %s was the key of %s, which has none now; give it one with keys.%s",
              entry.where(),
              entry.action(),
              name,
              action.key(),
              action.key());
        }
      }
    }
    return "keys: " + action.key() + " has no key";
  }

  /// Without these nobody could send, stop or leave.
  private static boolean isReserved(Key key, Action action) {
    return (key == Key.Named.ENTER && action != Action.SEND && action != Action.NEW_LINE)
        || key == Key.Named.ESCAPE
        || (key == Key.Named.INTERRUPT && action != Action.CLEAR)
        || key == Key.Named.SUSPEND;
  }

  private static Optional<Action> find(String name) {
    for (Action action : Action.values()) {
      if (action.key().equals(name)) {
        return Optional.of(action);
      }
    }
    return Optional.empty();
  }
}

package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import org.jspecify.annotations.Nullable;

/// One setting, declared once: its key, what values it takes, its default, what a project may do
/// with it, and what it is for. Whoever has the declaration reads its value from [Values]; there is
/// no other way. Declared in a [Topic].
///
/// @param <T> what the program gets
public final class Setting<T> {
  private final String key;
  private final Type<T> type;
  private final @Nullable Value preset;
  private final Guard guard;
  private final String description;

  Setting(String key, Type<T> type, @Nullable Value preset, Guard guard, String description) {
    this.key = key;
    this.type = type;
    this.preset = preset;
    this.guard = guard;
    this.description = description;
  }

  /// What a project may set without the user's consent.
  enum Guard {
    /// Anything: the worst it can do is to annoy.
    FREE,
    /// Only what grants no more than the user's own configuration does.
    NOT_MORE,
    /// Anything, and what the user's own configuration says stays beside it: a list that only takes
    /// away.
    ADDING,
    /// Only models of the provider that the user's own configuration uses.
    SAME_PROVIDER,
    /// Nothing.
    CLOSED,
    /// Nothing, and no consent changes that: projects have another place for it, which asks.
    NEVER
  }

  /// Dotted; a part that is `*` stands for any name, as in `providers.*.baseUrl`.
  public String key() {
    return key;
  }

  Type<T> type() {
    return type;
  }

  /// The default; null when there is none, as of every pattern.
  @Nullable Value preset() {
    return preset;
  }

  Guard guard() {
    return guard;
  }

  /// For people: a phrase without a full stop.
  String description() {
    return description;
  }

  boolean isPattern() {
    return key.indexOf('*') >= 0;
  }

  /// What comes before the first name of a pattern: `providers.`.
  String group() {
    return key.substring(0, key.indexOf('*'));
  }

  /// The key of a pattern with the first of its names.
  String named(String name) {
    int star = key.indexOf('*');
    return key.substring(0, star).concat(name).concat(key.substring(star + 1));
  }

  /// The first name in a concrete key of this pattern.
  String nameIn(String concrete) {
    int start = key.indexOf('*');
    int second = key.indexOf('*', start + 1);
    int end =
        second < 0
            ? concrete.length() - (key.length() - start - 1)
            : concrete.indexOf(key.substring(start + 1, second), start);
    return concrete.substring(start, end);
  }

  /// Whether a concrete key is an instance of this setting.
  boolean matches(String concrete) {
    return isPattern() ? matches(key, 0, concrete, 0) : key.equals(concrete);
  }

  private static boolean matches(String pattern, int p, String key, int k) {
    int star = pattern.indexOf('*', p);
    if (star < 0) {
      return pattern.length() - p == key.length() - k && key.startsWith(pattern.substring(p), k);
    }
    if (!key.startsWith(pattern.substring(p, star), k)) {
      return false;
    }
    int from = k + star - p;
    for (int end = from + 1; end <= key.length(); end++) {
      if (matches(pattern, star + 1, key, end)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return key;
  }
}

package dev.tenon.engine.config;

import org.jspecify.annotations.Nullable;

/// One setting, declared as data.
///
/// @param key dotted; a part that is `*` stands for any name, as in `providers.*.baseUrl`
/// @param otherwise the default, as it would be written; null when there is none
/// @param guard what a project's own configuration may do with it
/// @param description for people: a phrase without a full stop
record Setting(String key, Type type, @Nullable String otherwise, Guard guard, String description) {

  /// What a project may set without the user's consent.
  enum Guard {
    /// Anything: the worst it can do is to annoy.
    FREE,
    /// Only what grants no more than the user's own configuration does.
    NOT_MORE,
    /// Only models of the provider that the user's own configuration uses.
    SAME_PROVIDER,
    /// Nothing.
    CLOSED
  }

  boolean isPattern() {
    return key.indexOf('*') >= 0;
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
}

package dev.tenon.engine.hook;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Which occasions of an event a hook is for: nothing or `*` for all, names separated by `|` or
/// commas, or else a regular expression that has to be found in the name.
public final class HookMatcher {
  private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_ |,-]+");

  static final HookMatcher ALL = new HookMatcher("", List.of(), null);

  private final String text;
  private final List<String> names;
  private final @Nullable Pattern pattern;

  private HookMatcher(String text, List<String> names, @Nullable Pattern pattern) {
    this.text = text;
    this.names = names;
    this.pattern = pattern;
  }

  /// @throws IllegalArgumentException with what is wrong with it
  static HookMatcher of(String text) {
    String plain = text.strip();
    if (plain.isEmpty() || plain.equals("*")) {
      return ALL;
    }
    if (NAMES.matcher(plain).matches()) {
      return new HookMatcher(plain, List.of(plain.split("\\s*[|,]\\s*", -1)), null);
    }
    try {
      return new HookMatcher(plain, List.of(), Pattern.compile(plain));
    } catch (PatternSyntaxException wrong) {
      throw new IllegalArgumentException(
          "is no regular expression: " + wrong.getDescription(), wrong);
    }
  }

  /// @param subjects all names of the occasion; none where the event has no occasions
  boolean matches(List<String> subjects) {
    if (names.isEmpty() && pattern == null) {
      return true;
    }
    for (String each : subjects) {
      if (names.contains(each) || (pattern != null && pattern.matcher(each).find())) {
        return true;
      }
    }
    return subjects.isEmpty();
  }

  /// As it was written; empty for all.
  public String text() {
    return text;
  }
}

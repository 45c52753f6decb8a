package dev.tenon.core.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The headers of an answer in their order. Names are compared without regard to case.
public final class Headers {
  public static final Headers NONE = new Headers();

  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  Headers() {}

  /// Headers from pairs of name and value.
  public static Headers of(String... pairs) {
    var headers = new Headers();
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      headers.add(pairs[i], pairs[i + 1]);
    }
    return headers;
  }

  void add(String name, String value) {
    names.add(name.toLowerCase(Locale.ROOT));
    values.add(value);
  }

  /// The first value of the header, or null.
  public @Nullable String get(String name) {
    int at = names.indexOf(name.toLowerCase(Locale.ROOT));
    return at < 0 ? null : values.get(at);
  }

  /// All values of the header, in the order they came.
  public List<String> values(String name) {
    var found = new ArrayList<String>();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        found.add(values.get(i));
      }
    }
    return found;
  }

  /// All names in lower case that begin with the prefix, in the order they came.
  public List<String> namesWith(String prefix) {
    var found = new ArrayList<String>();
    for (String name : names) {
      if (name.startsWith(prefix) && !found.contains(name)) {
        found.add(name);
      }
    }
    return found;
  }

  /// Whether one of the comma separated items of the header is this one.
  boolean lists(String name, String item) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(name)) {
        for (String each : values.get(i).split(",", -1)) {
          if (each.strip().equalsIgnoreCase(item)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  int size() {
    return names.size();
  }
}

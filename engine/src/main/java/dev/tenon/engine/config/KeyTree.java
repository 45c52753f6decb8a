package dev.tenon.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The keys of the [Catalog] as a tree, for walking through a file. A node is a group or a setting.
final class KeyTree {
  static final String ANY = "*";

  private final Map<String, KeyTree> children = new LinkedHashMap<>();
  private @Nullable Setting<?> setting;

  static KeyTree of(List<Setting<?>> settings) {
    var root = new KeyTree();
    for (Setting<?> setting : settings) {
      KeyTree node = root;
      for (String part : setting.key().split("\\.", -1)) {
        KeyTree child = node.children.get(part);
        if (child == null) {
          child = new KeyTree();
          node.children.put(part, child);
        }
        node = child;
      }
      node.setting = setting;
    }
    return root;
  }

  @Nullable KeyTree child(String name) {
    KeyTree named = children.get(name);
    return named == null || name.equals(ANY) ? children.get(ANY) : named;
  }

  @Nullable Setting<?> setting() {
    return setting;
  }

  /// Whether the names below are the user's own, and each of them is a group that knows its name.
  boolean isNamedList() {
    KeyTree any = children.get(ANY);
    return any != null && any.children.containsKey("name");
  }

  /// The declared names below.
  List<String> names() {
    var names = new ArrayList<>(children.keySet());
    names.remove(ANY);
    return names;
  }
}

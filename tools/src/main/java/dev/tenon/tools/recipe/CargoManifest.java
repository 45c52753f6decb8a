package dev.tenon.tools.recipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The few facts of a `Cargo.toml` that say what can be run.
///
/// @param name of the package, or empty when it is only a workspace
/// @param members the globs of the workspace's packages
/// @param targets the names of the declared targets, by kind
record CargoManifest(String name, List<String> members, Map<String, List<String>> targets) {

  List<String> named(String kind) {
    return targets.getOrDefault(kind, List.of());
  }

  static CargoManifest read(List<String> lines) {
    String section = "";
    String name = "";
    var members = new ArrayList<String>();
    Map<String, List<String>> targets = new HashMap<>();
    boolean inMembers = false;
    for (String line : lines) {
      String text = uncommented(line).strip();
      if (inMembers) {
        members.addAll(strings(text));
        inMembers = text.indexOf(']') < 0;
      } else if (text.startsWith("[")) {
        section = text.replace("[", "").replace("]", "").strip();
      } else if (section.equals("workspace") && key(text).equals("members")) {
        members.addAll(strings(text));
        inMembers = text.indexOf(']') < 0;
      } else if (key(text).equals("name") && !strings(text).isEmpty()) {
        String value = strings(text).getFirst();
        if (section.equals("package")) {
          name = value;
        } else {
          targets.computeIfAbsent(section, kind -> new ArrayList<>()).add(value);
        }
      }
    }
    return new CargoManifest(name, members, targets);
  }

  private static String key(String line) {
    int equals = line.indexOf('=');
    return equals < 0 ? "" : line.substring(0, equals).strip();
  }

  private static String uncommented(String line) {
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '#' && !quoted) {
        return line.substring(0, i);
      }
    }
    return line;
  }

  private static List<String> strings(String text) {
    var found = new ArrayList<String>();
    for (int i = 0; i < text.length(); i++) {
      char quote = text.charAt(i);
      if (quote == '"' || quote == '\'') {
        int end = text.indexOf(quote, i + 1);
        if (end < 0) {
          break;
        }
        found.add(text.substring(i + 1, end));
        i = end;
      }
    }
    return found;
  }
}

package dev.tenon.engine.content;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a head that is no YAML, line by line: a known key at the beginning of a line begins a
/// value, and everything else goes on with the one before. What stands between `<example>` and
/// `</example>` is text whatever it looks like: dialogues there have lines such as `user: "…"`.
final class LooseHead {
  private static final Pattern KEY = Pattern.compile("([A-Za-z][A-Za-z0-9_-]*):(?:\\s+(.*))?");
  private static final Pattern TAG = Pattern.compile("<(/?)(example|commentary|examples)>");

  private final Map<String, Json> values = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private @Nullable String key;
  private final List<String> value = new ArrayList<>();
  private int open;

  private LooseHead() {}

  static Head read(List<String> head, Set<String> known) {
    var read = new LooseHead();
    for (int i = 0; i < head.size(); i++) {
      read.take(head.get(i), i + 2, known);
    }
    read.finish();
    return new Head(new Json.Obj(read.values), read.texts, read.lines, "", List.of());
  }

  private void take(String line, int number, Set<String> known) {
    Matcher begins = KEY.matcher(line);
    if (open == 0
        && begins.matches()
        && known.contains(begins.group(1))
        && !lines.containsKey(begins.group(1))) {
      finish();
      key = begins.group(1);
      lines.put(begins.group(1), number);
      String rest = begins.group(2);
      value.add(rest == null ? "" : rest);
    } else if (key != null && !line.stripLeading().startsWith("#")) {
      value.add(line);
    }
    Matcher tags = TAG.matcher(line);
    while (tags.find()) {
      open = Math.max(0, open + (tags.group(1).isEmpty() ? 1 : -1));
    }
  }

  private void finish() {
    String name = key;
    if (name == null) {
      return;
    }
    List<String> items = items();
    if (items.isEmpty()) {
      String text = text(value);
      texts.put(name, text);
      values.put(name, new Json.Str(text));
    } else {
      values.put(name, Json.strings(items));
    }
    value.clear();
    key = null;
    // A tag that was never closed must not swallow the keys below it for ever.
    open = 0;
  }

  /// The items of a list in lines of their own.
  private List<String> items() {
    var items = new ArrayList<String>();
    if (!value.getFirst().isBlank()) {
      return items;
    }
    for (String line : value.subList(1, value.size())) {
      String item = line.strip();
      if (item.startsWith("- ")) {
        items.add(unquoted(item.substring(2).strip()));
      } else if (!item.isEmpty()) {
        return List.of();
      }
    }
    return items;
  }

  /// What is behind a key and on the lines below it, as one text.
  static String text(List<String> value) {
    String first = value.getFirst().strip();
    boolean block = first.matches("[|>][+-]?");
    var out = new StringBuilder(block ? "" : first);
    for (String line : value.subList(1, value.size())) {
      if (line.stripLeading().startsWith("#")) {
        continue;
      }
      out.append(out.isEmpty() ? "" : "\n").append(line.strip());
    }
    return unquoted(out.toString().strip());
  }

  private static String unquoted(String text) {
    boolean quoted =
        text.length() > 1
            && (text.charAt(0) == '"' || text.charAt(0) == '\'')
            && text.charAt(text.length() - 1) == text.charAt(0);
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}

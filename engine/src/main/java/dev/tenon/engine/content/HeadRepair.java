package dev.tenon.engine.content;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes YAML of a head that is none: what stands under a key and cannot be read is put into
/// quotes, and everything else means what it means to YAML. What narrows is never made a text of
/// that could mean something else: such a head stays unreadable.
final class HeadRepair {
  /// Keys whose loss would give more than the file wants.
  private static final Set<String> NARROWING =
      Set.of(
          "tools",
          "disallowedTools",
          "allowed-tools",
          "permission",
          "permissionMode",
          "mode",
          "disable-model-invocation",
          "user-invocable",
          "isolation",
          "spawns",
          "maxTurns",
          "max_turns",
          "disable");

  private static final Pattern KEY =
      Pattern.compile("([\"']?)([A-Za-z][A-Za-z0-9_-]*)\\1[ \\t]*:(?:[ \\t]+(.*))?");

  /// What might have been meant as a key.
  private static final Pattern LIKE_A_KEY =
      Pattern.compile("\\s*[\"']?([A-Za-z][A-Za-z0-9_-]*)[\"']?\\s*:.*");

  private static final Pattern TAG = Pattern.compile("<(/?)(example|commentary|examples)>");

  private final List<String> head;
  private final Set<String> known;
  private final boolean tagged;
  private final Map<String, Integer> counts = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final List<Block> blocks = new ArrayList<>();
  private int open;

  /// A key with all lines that belong to it.
  ///
  /// @param at the index of its first line
  /// @param value what is on that line, and the lines below
  private record Block(String key, int at, List<String> value) {}

  private HeadRepair(List<String> head, Set<String> known) {
    this.head = head;
    this.known = known;
    for (String line : head) {
      Matcher begins = KEY.matcher(line);
      if (begins.matches()) {
        counts.merge(begins.group(2), 1, Integer::sum);
      }
      tags(line);
    }
    // One that is never closed would swallow the keys below it.
    this.tagged = open == 0;
    open = 0;
  }

  /// Reads the repaired head.
  static Head read(List<String> head, Set<String> known) throws Head.Unreadable {
    var repair = new HeadRepair(head, known);
    for (int i = 0; i < head.size(); i++) {
      repair.take(head.get(i), i);
    }
    return YamlValues.read(repair.repaired());
  }

  /// The first line, counted from 0, on which something that narrows may be meant; -1 without one.
  static int narrows(List<String> head, Set<String> known) {
    for (int i = 0; i < head.size(); i++) {
      if (narrowing(head.get(i), known) != null) {
        return i;
      }
    }
    return -1;
  }

  private static @Nullable String narrowing(String line, Set<String> known) {
    Matcher like = LIKE_A_KEY.matcher(line);
    return like.matches() && NARROWING.contains(like.group(1)) && known.contains(like.group(1))
        ? like.group(1)
        : null;
  }

  private boolean narrowing(String key) {
    return NARROWING.contains(key) && known.contains(key);
  }

  private void tags(String line) {
    Matcher tags = TAG.matcher(line);
    while (tags.find()) {
      open = Math.max(0, open + (tags.group(1).isEmpty() ? 1 : -1));
    }
  }

  private void take(String line, int at) {
    Matcher begins = KEY.matcher(line);
    if ((open == 0 || !tagged) && begins.matches() && isKey(begins.group(2))) {
      String rest = begins.group(3);
      var value = new ArrayList<String>();
      value.add(rest == null ? "" : rest);
      blocks.add(new Block(begins.group(2), at, value));
      seen.add(begins.group(2));
    } else if (!blocks.isEmpty()) {
      blocks.getLast().value.add(line);
    }
    tags(line);
  }

  private boolean isKey(String name) {
    if (narrowing(name) || blocks.isEmpty()) {
      return true;
    }
    return known.contains(name)
        ? !seen.contains(name)
        : counts.getOrDefault(name, 0) == 1 && !prose();
  }

  /// Whether the lines before are a text that went on without being indented, such as a dialogue.
  private boolean prose() {
    Block last = blocks.getLast();
    if (narrowing(last.key)) {
      return false;
    }
    for (String line : last.value.subList(1, last.value.size())) {
      if (line.isBlank() || !" \t-#".contains(line.substring(0, 1))) {
        return true;
      }
    }
    return false;
  }

  private List<String> repaired() throws Head.Unreadable {
    var lines = new ArrayList<String>();
    int first = blocks.isEmpty() ? head.size() : blocks.getFirst().at;
    lines.addAll(head.subList(0, first));
    for (Block block : blocks) {
      List<String> written = head.subList(block.at, block.at + block.value.size());
      lines.addAll(isYaml(block, written) ? written : quoted(block));
    }
    return lines;
  }

  private static boolean isYaml(Block block, List<String> written) {
    try {
      return YamlValues.read(written).values().has(block.key);
    } catch (Head.Unreadable malformed) {
      return false;
    }
  }

  /// As many lines as before, so that those below keep their numbers.
  private List<String> quoted(Block block) throws Head.Unreadable {
    if (narrowing(block.key)) {
      return narrow(block);
    }
    for (int i = 1; i < block.value.size(); i++) {
      String hidden = narrowing(block.value.get(i), known);
      if (hidden != null) {
        throw new Head.Unreadable(
            block.at + i + 2,
            "'"
                + hidden
                + "' may be a key or belong to the text of '"
                + block.key
                + "'; put that text into quotes");
      }
    }
    if (isList(block)) {
      return narrow(block);
    }
    var lines = new ArrayList<String>();
    lines.add(block.key + ": " + quote(LooseHead.text(block.value)));
    while (lines.size() < block.value.size()) {
      lines.add("");
    }
    return lines;
  }

  private static boolean isList(Block block) {
    boolean any = false;
    for (String line : block.value.subList(1, block.value.size())) {
      if (!line.isBlank() && !line.strip().startsWith("- ")) {
        return false;
      }
      any |= !line.isBlank();
    }
    return any && block.value.getFirst().isBlank();
  }

  /// One word or text on its line, or such in a list: these mean the same in quotes.
  private static List<String> narrow(Block block) throws Head.Unreadable {
    var lines = new ArrayList<String>();
    String first = block.value.getFirst().strip();
    lines.add(first.isEmpty() ? block.key + ":" : block.key + ": " + certain(block, first, 0));
    for (int i = 1; i < block.value.size(); i++) {
      String line = block.value.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        lines.add("");
      } else if (first.isEmpty() && line.startsWith("- ")) {
        lines.add("  - " + certain(block, line.substring(2).strip(), i));
      } else {
        throw uncertain(block, i);
      }
    }
    return lines;
  }

  private static String certain(Block block, String text, int line) throws Head.Unreadable {
    boolean quoted =
        text.length() > 1
            && (text.startsWith("\"") || text.startsWith("'"))
            && text.indexOf(text.charAt(0), 1) == text.length() - 1
            && text.indexOf('\\') < 0;
    if (quoted) {
      return text;
    }
    boolean star = text.startsWith("*") && text.length() > 1;
    if (text.isEmpty()
        || star
        || "[{\"'&!|>#?-".indexOf(text.charAt(0)) >= 0
        || text.contains(" #")) {
      throw uncertain(block, line);
    }
    return quote(text);
  }

  private static Head.Unreadable uncertain(Block block, int line) {
    return new Head.Unreadable(
        block.at + line + 2, "'" + block.key + "' is not valid YAML from here");
  }

  private static String quote(String text) {
    var out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      boolean ascii = sign >= ' ' && sign < 0x7f;
      boolean plain = ascii || (sign > 0xa0 && sign < 0x2000) || sign > 0x206f;
      if (sign == '"' || sign == '\\') {
        out.append('\\').append(sign);
      } else if (plain && sign != 0xfeff && sign < 0xfffe) {
        out.append(sign);
      } else {
        out.append("\\u").append("%04x".formatted((int) sign));
      }
    }
    return out.append('"').toString();
  }
}

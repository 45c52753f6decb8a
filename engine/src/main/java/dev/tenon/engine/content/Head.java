package dev.tenon.engine.content;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A Markdown file with a head between two lines of `---`. What is no YAML is read once more in a
/// forgiving way, since real files have unquoted colons and whole dialogues in their descriptions.
///
/// @param values by key, in order; numbers and words such as `yes` keep their type
/// @param texts the values that are one text or word, as they are written
/// @param lines of the keys, counted from 1
/// @param body what is below the head, without blank lines around it
/// @param warnings what could be lived with
public record Head(
    Json.Obj values,
    Map<String, String> texts,
    Map<String, Integer> lines,
    String body,
    List<Note> warnings) {
  /// A head that has not ended by then never does.
  static final int LONGEST_LINES = 2_000;

  public Head {
    texts = Map.copyOf(texts);
    lines = Map.copyOf(lines);
    warnings = List.copyOf(warnings);
  }

  /// Something about a line of the file.
  public record Note(int line, String text) {}

  /// A head that cannot be read at all.
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;
    private final int line;

    /// @param message what is wrong, and the way out
    Unreadable(int line, String message) {
      super(message);
      this.line = line;
    }

    public int line() {
      return line;
    }
  }

  /// Reads a file.
  ///
  /// @param known the keys that such a file has; others warn, and begin nothing in the forgiving
  ///   reading
  public static Head read(String file, Set<String> known) throws Unreadable {
    String text = file.startsWith("\uFEFF") ? file.substring(1) : file;
    if (text.indexOf('\r') >= 0) {
      text = String.join("\n", text.lines().toList());
    }
    int at = lineEnd(text, 0);
    if (!text.substring(0, at).stripTrailing().equals("---")) {
      return new Head(
          Json.Obj.EMPTY,
          Map.of(),
          Map.of(),
          text.strip(),
          List.of(new Note(1, "there is no head between two lines of '---'")));
    }
    var head = new ArrayList<String>();
    while (at < text.length() && head.size() < LONGEST_LINES) {
      int end = lineEnd(text, at + 1);
      String line = text.substring(at + 1, end);
      at = end;
      if (line.stripTrailing().equals("---")) {
        return parsed(head, known).with(text.substring(at).strip(), known);
      }
      head.add(line);
    }
    throw new Unreadable(1, "the head that begins here has no closing '---'; add that line");
  }

  private static int lineEnd(String text, int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private static Head parsed(List<String> head, Set<String> known) throws Unreadable {
    Head plain = PlainHead.read(head);
    if (plain != null) {
      return plain;
    }
    try {
      return YamlValues.read(head);
    } catch (Unreadable strict) {
      Head loose = LooseHead.read(head, known);
      if (loose.values().isEmpty()) {
        throw strict;
      }
      var warnings = new ArrayList<Note>();
      warnings.add(
          new Note(
              strict.line(),
              strict.getMessage() + "; it was read line by line, put such texts into quotes"));
      return new Head(loose.values(), loose.texts(), loose.lines(), "", warnings);
    }
  }

  private Head with(String text, Set<String> known) {
    var notes = new ArrayList<>(warnings);
    for (String key : values.members().keySet()) {
      if (!known.contains(key)) {
        notes.add(new Note(line(key), "'" + shown(key) + "' means nothing here"));
      }
    }
    return new Head(values, texts, lines, text, notes);
  }

  private static String shown(String key) {
    String line = key.lines().findFirst().orElse("");
    return line.length() > 40 ? line.substring(0, 40) + "…" : line;
  }

  public int line(String key) {
    return lines.getOrDefault(key, 1);
  }

  /// A value that is one text.
  public Optional<String> text(String key) {
    return Optional.ofNullable(texts.get(key)).map(String::strip).filter(text -> !text.isEmpty());
  }

  /// A value that is true or false, in any of the usual words.
  public boolean flag(String key, boolean otherwise) {
    String word = texts.getOrDefault(key, "").strip().toLowerCase(java.util.Locale.ROOT);
    return switch (word) {
      case "true", "yes", "on", "1" -> true;
      case "false", "no", "off", "0" -> false;
      default -> otherwise;
    };
  }
}

package dev.tenon.engine.content;

import dev.tenon.core.json.ByteOrderMark;
import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A Markdown file with a head between two lines of `---`. What is no YAML is read once more in a
/// forgiving way, since real files have unquoted colons and whole dialogues in their descriptions;
/// but where something that narrows cannot be read for certain, the file cannot be read.
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
    // Whoever makes one makes them for it.
    texts = Collections.unmodifiableMap(texts);
    lines = Collections.unmodifiableMap(lines);
    warnings = List.copyOf(warnings);
  }

  /// Something about a line of the file.
  public record Note(int line, String text) {}

  /// Hooks in a head, as other tools have them.
  public static final String HOOKS = "hooks";

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
  /// @param known the keys that such a file has; others warn
  public static Head read(String file, Set<String> known) throws Unreadable {
    String text = ByteOrderMark.without(file);
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
        return parsed(head, known, text.substring(at).strip()).noting(known);
      }
      head.add(line);
    }
    throw new Unreadable(1, "the head that begins here has no closing '---'; add that line");
  }

  private static int lineEnd(String text, int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private static Head parsed(List<String> head, Set<String> known, String body) throws Unreadable {
    Head plain = PlainHead.read(head, body);
    if (plain != null) {
      return plain;
    }
    try {
      Head read = YamlValues.read(head);
      return new Head(read.values, read.texts, read.lines, body, List.of());
    } catch (Unreadable strict) {
      Head read = forgiven(head, known, strict);
      var warnings = new ArrayList<Note>();
      warnings.add(
          new Note(
              strict.line(),
              strict.getMessage()
                  + "; it was read as if such texts were in quotes, put them there"));
      return new Head(read.values(), read.texts(), read.lines(), body, warnings);
    }
  }

  /// With texts in quotes where that makes YAML of it, or else line by line. The latter guesses, so
  /// nothing that narrows may depend on it.
  private static Head forgiven(List<String> head, Set<String> known, Unreadable strict)
      throws Unreadable {
    Head read;
    try {
      read = HeadRepair.read(head, known);
    } catch (Unreadable still) {
      int narrows = HeadRepair.narrows(head, known);
      if (narrows >= 0) {
        throw new Unreadable(
            still.line(),
            still.getMessage()
                + "; the file is not used, since line "
                + (narrows + 2)
                + " may narrow what it allows: make the head valid YAML");
      }
      read = LooseHead.read(head, known);
    }
    if (read.values().members().keySet().stream().noneMatch(known::contains)) {
      throw strict;
    }
    return read;
  }

  /// What to tell where the file has hooks of its own, which none here has: whoever wrote them
  /// believes that they guard something.
  public Optional<Note> unguarded() {
    Json hooks = values.get(HOOKS);
    return hooks == null || hooks instanceof Json.Null
        ? Optional.empty()
        : Optional.of(
            new Note(
                line(HOOKS),
                "'hooks' in a head are not supported, so these do not run and guard nothing; put"
                    + " them into .claude/settings.json"));
  }

  /// The same with a note about each key that is not known.
  private Head noting(Set<String> known) {
    List<Note> notes = null;
    for (String key : values.members().keySet()) {
      if (!known.contains(key)) {
        notes = notes == null ? new ArrayList<>(warnings) : notes;
        notes.add(new Note(line(key), "'" + shown(key) + "' means nothing here"));
      }
    }
    return notes == null ? this : new Head(values, texts, lines, body, notes);
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
    String text = texts.get(key);
    if (text == null) {
      return Optional.empty();
    }
    String stripped = text.strip();
    return stripped.isEmpty() ? Optional.empty() : Optional.of(stripped);
  }

  /// What is wrong with a value that has to be true or false; empty when nothing is.
  public Optional<String> notAFlag(String key) {
    Json value = values.get(key);
    boolean unset = value == null || value instanceof Json.Null;
    return unset || flag(key, true) == flag(key, false)
        ? Optional.empty()
        : Optional.of(
            "'"
                + key
                + "' must be true or false, was '"
                + shown(texts.getOrDefault(key, "…"))
                + "'");
  }

  /// A value that is true or false, in any of the usual words.
  public boolean flag(String key, boolean otherwise) {
    String text = texts.get(key);
    if (text == null) {
      return otherwise;
    }
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "1" -> true;
      case "false", "no", "off", "0" -> false;
      default -> otherwise;
    };
  }
}

package dev.tenon.core.exec.repository;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a configuration file of git as git does, or not at all: what is not understood completely
/// (bytes that are not UTF-8, control characters, anything on which two versions of git differ) is
/// no configuration. So whatever this lists is all that git would find.
final class GitConfig {
  private static final int END = -1;

  private final String text;
  private int at;
  private final List<Entry> entries = new ArrayList<>();

  private GitConfig(String text) {
    this.text = text;
  }

  /// One line of configuration.
  ///
  /// @param section in lower case
  /// @param subsection as written in quotes, in lower case after a dot; empty without one
  /// @param name in lower case
  /// @param value null for a name without `=`, which git takes for true
  record Entry(String section, String subsection, String name, @Nullable String value) {
    /// As `git config --list` has it.
    String key() {
      return subsection.isEmpty() ? section + "." + name : section + "." + subsection + "." + name;
    }
  }

  /// The entries in their order, or nothing when the file is not understood.
  static Optional<List<Entry>> read(byte[] content) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
    text = text.replace("\r\n", "\n");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f || c == '\uFEFF') {
        return Optional.empty();
      }
    }
    var reader = new GitConfig(text);
    return reader.parse() ? Optional.of(List.copyOf(reader.entries)) : Optional.empty();
  }

  private int next() {
    return at < text.length() ? text.charAt(at++) : END;
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private boolean parse() {
    Section section = null;
    while (true) {
      int c = next();
      if (c == END) {
        return true;
      } else if (c == '#' || c == ';') {
        skipLine();
      } else if (c == '[') {
        section = section();
        if (section == null) {
          return false;
        }
      } else if (isLetter(c)) {
        at--;
        if (section == null || !entry(section)) {
          return false;
        }
      } else if (c != '\n' && c != ' ' && c != '\t') {
        return false;
      }
    }
  }

  private void skipLine() {
    int c = next();
    while (c != END && c != '\n') {
      c = next();
    }
  }

  private record Section(String name, String sub) {}

  /// After `[`: up to and with `]`. A dot in the name begins a subsection of the old kind.
  private @Nullable Section section() {
    var name = new StringBuilder();
    int c = next();
    while (isKey(c) || c == '.') {
      name.append((char) c);
      c = next();
    }
    String known = name.toString().toLowerCase(Locale.ROOT);
    int dot = known.indexOf('.');
    if (known.isEmpty() || dot == 0 || known.endsWith(".")) {
      return null;
    }
    if (c == ']') {
      return dot < 0
          ? new Section(known, "")
          : new Section(known.substring(0, dot), known.substring(dot + 1));
    }
    while (c == ' ' || c == '\t') {
      c = next();
    }
    if (c != '"' || dot >= 0) {
      return null;
    }
    var sub = new StringBuilder();
    c = next();
    while (c != '"') {
      if (c == '\\') {
        c = next();
      }
      if (c == END || c == '\n') {
        return null;
      }
      sub.append((char) c);
      c = next();
    }
    // An empty one is a subsection to git, and would look like none here.
    return next() == ']' && !sub.isEmpty() ? new Section(known, sub.toString()) : null;
  }

  private boolean entry(Section section) {
    var name = new StringBuilder();
    while (isKey(peek())) {
      name.append((char) next());
    }
    while (peek() == ' ' || peek() == '\t') {
      next();
    }
    String value = null;
    int c = next();
    if (c == '=') {
      value = value();
      if (value == null) {
        return false;
      }
    } else if (c != '\n' && c != END) {
      return false;
    }
    entries.add(
        new Entry(section.name, section.sub, name.toString().toLowerCase(Locale.ROOT), value));
    return true;
  }

  /// After `=`: up to the end of the line, or of the last line that continues it.
  private @Nullable String value() {
    var value = new StringBuilder();
    boolean quoted = false;
    int spaces = 0;
    boolean tab = false;
    while (true) {
      int c = next();
      if (c == END || c == '\n') {
        return quoted ? null : value.toString();
      }
      if (!quoted && (c == ' ' || c == '\t')) {
        spaces += value.isEmpty() ? 0 : 1;
        tab |= c == '\t' && !value.isEmpty();
        continue;
      }
      if (!quoted && (c == '#' || c == ';')) {
        skipLine();
        return value.toString();
      }
      if (tab) {
        // Older versions of git make a space of a tab inside of a value.
        return null;
      }
      value.repeat(' ', spaces);
      spaces = 0;
      if (c == '"') {
        quoted = !quoted;
      } else if (c != '\\') {
        value.append((char) c);
      } else if (!escaped(value)) {
        return null;
      }
    }
  }

  private boolean escaped(StringBuilder value) {
    int c = next();
    switch (c) {
      case '\n' -> {}
      case 't' -> value.append('\t');
      case 'n' -> value.append('\n');
      case 'b' -> value.append('\b');
      case '\\', '"' -> value.append((char) c);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isKey(int c) {
    return isLetter(c) || (c >= '0' && c <= '9') || c == '-';
  }

  /// The entries as a file that git reads.
  static String write(List<Entry> entries) {
    var text = new StringBuilder();
    String heading = "";
    for (Entry each : entries) {
      String own =
          each.subsection.isEmpty()
              ? "[" + each.section + "]\n"
              : "[" + each.section + " \"" + escape(each.subsection) + "\"]\n";
      if (!own.equals(heading)) {
        text.append(own);
        heading = own;
      }
      text.append('\t').append(each.name);
      if (each.value != null) {
        text.append(" = \"")
            .append(
                escape(each.value).replace("\n", "\\n").replace("\t", "\\t").replace("\b", "\\b"))
            .append('"');
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}

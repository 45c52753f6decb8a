package dev.tenon.core.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Makes the JSON of a call's arguments readable while it arrives, so that a rule about code sees
/// code: the escapes within strings become what they stand for, all else stays. Notes the values
/// that are paths on the way. However the JSON is cut into pieces, the text is the same.
final class ArgumentText {
  private static final Set<String> PATH_KEYS =
      Set.of(
          "path", "paths", "file_path", "file_paths", "file", "files", "filename", "target_file");
  private static final int LONGEST_PATH = 1024;

  /// What the next character belongs to.
  private enum Place {
    OUTSIDE,
    STRING,
    ESCAPE,
    UNICODE
  }

  private final List<String> paths = new ArrayList<>();
  private final StringBuilder key = new StringBuilder();
  private final StringBuilder value = new StringBuilder();
  private Place place = Place.OUTSIDE;
  private boolean readsKey;
  private long objects;
  private int depth;
  private int code;
  private int digits;

  List<String> paths() {
    return paths;
  }

  void read(String json, StringBuilder out) {
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      switch (place) {
        case OUTSIDE -> outside(c, out);
        case STRING -> string(c, out);
        case ESCAPE -> escape(c, out);
        case UNICODE -> unicode(c, out);
      }
    }
  }

  private void outside(char c, StringBuilder out) {
    out.append(c);
    switch (c) {
      case '"' -> {
        place = Place.STRING;
        (readsKey ? key : value).setLength(0);
      }
      case '{', '[' -> {
        objects = objects << 1 | (c == '{' ? 1 : 0);
        depth++;
        readsKey = c == '{';
      }
      case '}', ']' -> {
        objects >>>= 1;
        depth = Math.max(0, depth - 1);
        readsKey = false;
      }
      case ':' -> readsKey = false;
      case ',' -> readsKey = (objects & 1) == 1;
      default -> {}
    }
  }

  private void string(char c, StringBuilder out) {
    if (c == '\\') {
      place = Place.ESCAPE;
    } else if (c == '"') {
      out.append(c);
      place = Place.OUTSIDE;
      if (!readsKey && PATH_KEYS.contains(key.toString()) && !value.isEmpty()) {
        paths.add(value.toString());
      }
    } else {
      add(c, out);
    }
  }

  private void escape(char c, StringBuilder out) {
    place = Place.STRING;
    switch (c) {
      case 'n' -> add('\n', out);
      case 't' -> add('\t', out);
      case 'r' -> add('\r', out);
      case 'b' -> add('\b', out);
      case 'f' -> add('\f', out);
      case 'u' -> {
        place = Place.UNICODE;
        code = 0;
        digits = 0;
      }
      default -> add(c, out);
    }
  }

  private void unicode(char c, StringBuilder out) {
    code = code << 4 | Math.max(0, Character.digit(c, 16));
    if (++digits == 4) {
      place = Place.STRING;
      add((char) code, out);
    }
  }

  private void add(char c, StringBuilder out) {
    out.append(c);
    StringBuilder kept = readsKey ? key : value;
    if (kept.length() < LONGEST_PATH) {
      kept.append(c);
    }
  }

  /// The paths that a patch names within a text, in the dialects of the edit tools.
  static void pathsInPatch(CharSequence text, List<String> into) {
    int from = 0;
    while (from < text.length()) {
      int end = from;
      while (end < text.length() && text.charAt(end) != '\n') {
        end++;
      }
      if (end - from < LONGEST_PATH && end > from && "*+§".indexOf(text.charAt(from)) >= 0) {
        String line = text.subSequence(from, end).toString();
        int name =
            line.startsWith("*** ") && line.indexOf(" File: ") > 0
                ? line.indexOf(" File: ") + 7
                : line.startsWith("+++ b/")
                    ? 6
                    : line.startsWith("+++ ") ? 4 : line.charAt(0) == '§' ? 1 : -1;
        if (name > 0 && name < line.length()) {
          into.add(line.substring(name).strip());
        }
      }
      from = end + 1;
    }
  }
}

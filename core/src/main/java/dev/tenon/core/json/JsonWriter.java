package dev.tenon.core.json;

import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes a [Json] tree as text. Written by hand: it is small, it is on the start-up path, and it
/// needs none of the generator's settings.
final class JsonWriter {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder out;
  private final boolean indented;
  private final @Nullable IdentityHashMap<Json.Obj, String> texts;

  private JsonWriter(
      boolean indented, @Nullable IdentityHashMap<Json.Obj, String> texts, int length) {
    this.indented = indented;
    this.texts = texts;
    this.out = new StringBuilder(length);
  }

  static String compact(Json value) {
    return compact(value, null, 256);
  }

  /// The same with the texts of some objects, by identity; an empty one is filled in.
  static String compact(Json value, @Nullable IdentityHashMap<Json.Obj, String> texts, int length) {
    var writer = new JsonWriter(false, texts, length);
    writer.write(value, 0);
    return writer.out.toString();
  }

  static String pretty(Json value) {
    var writer = new JsonWriter(true, null, 256);
    writer.write(value, 0);
    return writer.out.toString();
  }

  private void write(Json value, int depth) {
    switch (value) {
      case Json.Obj object -> {
        if (texts == null) {
          object(object, depth);
        } else {
          remembered(object, texts, depth);
        }
      }
      case Json.Arr array -> array(array, depth);
      case Json.Str text -> string(text.value());
      case Json.Num number -> out.append(number.text());
      case Json.Bool bool -> out.append(bool.value());
      case Json.Null ignored -> out.append("null");
    }
  }

  private void remembered(Json.Obj object, IdentityHashMap<Json.Obj, String> known, int depth) {
    String text = known.get(object);
    if (text == null) {
      object(object, depth);
    } else if (text.isEmpty()) {
      int from = out.length();
      object(object, depth);
      known.put(object, out.substring(from));
    } else {
      out.append(text);
    }
  }

  private void object(Json.Obj object, int depth) {
    if (object.isEmpty()) {
      out.append("{}");
      return;
    }
    out.append('{');
    for (Iterator<Map.Entry<String, Json>> all = object.members().entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<String, Json> member = all.next();
      newline(depth + 1);
      string(wellFormed(member.getKey()));
      out.append(indented ? ": " : ":");
      write(member.getValue(), depth + 1);
      if (all.hasNext()) {
        out.append(',');
      }
    }
    newline(depth);
    out.append('}');
  }

  private void array(Json.Arr array, int depth) {
    if (array.values().isEmpty()) {
      out.append("[]");
      return;
    }
    out.append('[');
    for (Iterator<? extends Json> all = array.values().iterator(); all.hasNext(); ) {
      newline(depth + 1);
      write(all.next(), depth + 1);
      if (all.hasNext()) {
        out.append(',');
      }
    }
    newline(depth);
    out.append(']');
  }

  /// A name in which half a surrogate pair is replaced: readers refuse such names even when
  /// escaped, and a session with one in it could never be read again.
  private static String wellFormed(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= Character.MIN_SURROGATE && lone(name, i)) {
        var copy = new StringBuilder(name);
        for (int j = i; j < name.length(); j++) {
          if (lone(name, j)) {
            copy.setCharAt(j, '\ufffd');
          }
        }
        return copy.toString();
      }
    }
    return name;
  }

  private void newline(int depth) {
    if (indented) {
      out.append('\n').repeat("  ", depth);
    }
  }

  private void string(String text) {
    out.append('"');
    int from = 0;
    // An array, and as few questions as possible: before it is compiled, this loop is what a turn
    // with a model takes longest for.
    char[] chars = text.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      char c = chars[i];
      if (c >= 0x20 && c != '"' && c != '\\' && (c < '\u2028' || isPlain(text, i, c))) {
        continue;
      }
      out.append(text, from, i);
      from = i + 1;
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default ->
            out.append("\\u")
                .append(HEX[c >> 12])
                .append(HEX[c >> 8 & 15])
                .append(HEX[c >> 4 & 15])
                .append(HEX[c & 15]);
      }
    }
    out.append(text, from, text.length()).append('"');
  }

  private static boolean isPlain(String text, int at, char c) {
    return c != '\u2028' && c != '\u2029' && !lone(text, at);
  }

  /// Half of a surrogate pair without its other half cannot be written as UTF-8; escape it.
  private static boolean lone(String text, int at) {
    char c = text.charAt(at);
    if (!Character.isSurrogate(c)) {
      return false;
    }
    return Character.isHighSurrogate(c)
        ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
        : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
  }
}

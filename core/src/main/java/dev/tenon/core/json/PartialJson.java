package dev.tenon.core.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads as much as there is of a JSON object that is still arriving. It never throws: whatever
/// cannot be read yet is left out, and text that is no object at all gives the empty object.
///
/// An unfinished string is given as far as it came; an unfinished number, literal or member name is
/// left out, because half of it would be a lie.
public final class PartialJson {
  private static final int MAX_DEPTH = 500;

  private final String text;
  private int at;

  /// Set once the text ended or stopped making sense: everything open is closed from there on.
  private boolean over;

  private PartialJson(String text) {
    this.text = text;
  }

  public static Json.Obj object(String text) {
    var reader = new PartialJson(text);
    return reader.value(0) instanceof Json.Obj object ? object : Json.Obj.EMPTY;
  }

  private @Nullable Json value(int depth) {
    space();
    if (at >= text.length() || depth > MAX_DEPTH) {
      over = true;
      return null;
    }
    return switch (text.charAt(at)) {
      case '{' -> members(depth);
      case '[' -> items(depth);
      case '"' -> Json.of(string());
      default -> scalar();
    };
  }

  private Json.Obj members(int depth) {
    Map<String, Json> members = new LinkedHashMap<>();
    at++;
    while (!over) {
      space();
      if (take('}')) {
        break;
      }
      if (take(',')) {
        continue;
      }
      if (at >= text.length() || text.charAt(at) != '"') {
        over = true;
        break;
      }
      String name = string();
      space();
      if (over || !take(':')) {
        over = true;
        break;
      }
      Json value = value(depth + 1);
      if (value != null) {
        members.put(name, value);
      }
    }
    return new Json.Obj(members);
  }

  private Json.Arr items(int depth) {
    List<Json> items = new ArrayList<>();
    at++;
    while (!over) {
      space();
      if (take(']')) {
        break;
      }
      if (take(',')) {
        continue;
      }
      Json value = value(depth + 1);
      if (value != null) {
        items.add(value);
      }
    }
    return new Json.Arr(items);
  }

  private String string() {
    var out = new StringBuilder();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return out.toString();
      }
      if (c != '\\') {
        out.append(c);
        continue;
      }
      if (at >= text.length()) {
        break;
      }
      char escaped = text.charAt(at++);
      switch (escaped) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case 'r' -> out.append('\r');
        case 'b' -> out.append('\b');
        case 'f' -> out.append('\f');
        case 'u' -> {
          int code = hex();
          if (code >= 0) {
            out.append((char) code);
          }
        }
        default -> out.append(escaped);
      }
    }
    over = true;
    if (!out.isEmpty() && Character.isHighSurrogate(out.charAt(out.length() - 1))) {
      out.setLength(out.length() - 1);
    }
    return out.toString();
  }

  private int hex() {
    if (at + 4 > text.length()) {
      at = text.length();
      return -1;
    }
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(text.charAt(at + i), 16);
      if (digit < 0) {
        return -1;
      }
      code = code * 16 + digit;
    }
    at += 4;
    return code;
  }

  private @Nullable Json scalar() {
    int from = at;
    while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at >= text.length() || at == from) {
      over = true;
      return null;
    }
    try {
      return JsonReader.read(text.substring(from, at));
    } catch (JsonException unreadable) {
      over = true;
      return null;
    }
  }

  private boolean take(char c) {
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void space() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
  }
}

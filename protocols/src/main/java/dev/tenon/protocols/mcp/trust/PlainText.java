package dev.tenon.protocols.mcp.trust;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.HiddenCharacters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Texts and schemas of a server as the model may see them: without characters that a person does
/// not see, cut where they are too long, and never with a reference to somewhere else.
public final class PlainText {
  static final int MOST_TEXT = 2 * 1024;
  static final int MOST_SCHEMA = 32 * 1024;
  static final int DEEPEST = 12;

  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

  private PlainText() {}

  /// Without hidden characters, cut at the bound.
  public static String of(String text) {
    return cut(visible(text), MOST_TEXT);
  }

  /// Without hidden characters, however long it is.
  public static String visible(String text) {
    var out = new StringBuilder(text.length());
    int previous = -1;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int length = Character.charCount(c);
      int next = i + length < text.length() ? text.codePointAt(i + length) : -1;
      if (!HiddenCharacters.has(previous, c, next)) {
        out.appendCodePoint(c);
      }
      previous = c;
      i += length;
    }
    return out.toString();
  }

  /// Whether a person would not see all of it.
  public static boolean hides(String text) {
    return visible(text).length() != text.length();
  }

  static String cut(String text, int most) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= most) {
      return text;
    }
    int end = most;
    while (end > 0 && (bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + " […]";
  }

  /// A schema that a provider can take: bounded in depth and size, its texts cleaned, references
  /// only within itself. One that is too large is a schema of any object.
  public static Json.Obj schema(Json.Obj schema) {
    Json cleaned = cleaned(schema, 0);
    return fits(cleaned) && cleaned instanceof Json.Obj object ? object : ANYTHING;
  }

  private static boolean fits(Json cleaned) {
    String text = cleaned.compact();
    return text.length() <= MOST_SCHEMA
        && text.getBytes(StandardCharsets.UTF_8).length <= MOST_SCHEMA;
  }

  /// Whether a schema is so large that the model is told of any object instead.
  public static boolean isTooLarge(Json.Obj schema) {
    return !fits(cleaned(schema, 0));
  }

  private static final Json.Obj ANYTHING = Json.object().put("type", "object").build();

  private static Json cleaned(Json value, int depth) {
    return switch (value) {
      case Json.Obj object -> {
        if (depth > DEEPEST) {
          yield Json.Obj.EMPTY;
        }
        Map<String, Json> members = new LinkedHashMap<>();
        for (Map.Entry<String, Json> each : object.members().entrySet()) {
          boolean elsewhere =
              REFERENCES.contains(each.getKey())
                  && !(each.getValue() instanceof Json.Str place && place.value().startsWith("#"));
          boolean name = each.getKey().equals("$schema") || each.getKey().equals("$id");
          if (!elsewhere && !name) {
            members.put(visible(each.getKey()), cleaned(each.getValue(), depth + 1));
          }
        }
        yield new Json.Obj(members);
      }
      case Json.Arr array -> {
        if (depth > DEEPEST) {
          yield Json.arrayOf();
        }
        var items = new ArrayList<Json>();
        for (Json each : array.items()) {
          items.add(cleaned(each, depth + 1));
        }
        yield Json.array(items);
      }
      case Json.Str text -> Json.of(of(text.value()));
      case Json.Num number -> number;
      case Json.Bool truth -> truth;
      case Json.Null nothing -> nothing;
    };
  }
}

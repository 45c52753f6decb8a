package dev.tenon.core.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// A JSON file that people write: comments and commas before a bracket are taken, and every value
/// knows its line, so that a message can name it.
public final class LocatedJson {
  private final Json value;
  private final Map<String, Integer> lines;

  private LocatedJson(Json value, Map<String, Integer> lines) {
    this.value = value;
    this.lines = Map.copyOf(lines);
  }

  /// Apart, so that only those who need it make it.
  private static final class Relaxed {
    static final JsonFactory FACTORY =
        JsonReader.FACTORY
            .rebuild()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();
  }

  public static LocatedJson parse(String marked) throws JsonException {
    String text = ByteOrderMark.without(marked);
    var lines = new HashMap<String, Integer>();
    try (JsonParser parser = Relaxed.FACTORY.createParser(ObjectReadContext.empty(), text)) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw new JsonException("expected JSON, found nothing", 1, 1);
      }
      Json value = value(parser, token, "", lines);
      if (parser.nextToken() != null) {
        var at = parser.currentTokenLocation();
        throw new JsonException(
            "unexpected text after the JSON value", at.getLineNr(), at.getColumnNr());
      }
      return new LocatedJson(value, lines);
    } catch (JacksonException broken) {
      throw JsonReader.problem(broken);
    }
  }

  private static Json value(
      JsonParser parser, JsonToken token, String path, Map<String, Integer> lines) {
    lines.putIfAbsent(path, parser.currentTokenLocation().getLineNr());
    return switch (token) {
      case START_OBJECT -> {
        var members = new LinkedHashMap<String, Json>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          String below = path + "/" + name;
          lines.put(below, parser.currentTokenLocation().getLineNr());
          members.put(name, value(parser, parser.nextToken(), below, lines));
        }
        yield new Json.Obj(members);
      }
      case START_ARRAY -> {
        var items = new ArrayList<Json>();
        for (JsonToken next = parser.nextToken();
            next != JsonToken.END_ARRAY;
            next = parser.nextToken()) {
          items.add(value(parser, next, path + "/" + items.size(), lines));
        }
        yield new Json.Arr(items);
      }
      case VALUE_STRING,
          VALUE_NUMBER_INT,
          VALUE_NUMBER_FLOAT,
          VALUE_TRUE,
          VALUE_FALSE,
          VALUE_NULL,
          END_OBJECT,
          END_ARRAY,
          PROPERTY_NAME,
          VALUE_EMBEDDED_OBJECT,
          NOT_AVAILABLE ->
          JsonReader.value(parser, token);
    };
  }

  public Json value() {
    return value;
  }

  /// The line of the value at a path such as `/hooks/Stop/0`, or of the nearest thing around it; of
  /// a member the line of its name.
  public int line(String path) {
    String at = path;
    while (!lines.containsKey(at) && !at.isEmpty()) {
      at = at.substring(0, at.lastIndexOf('/'));
    }
    return lines.getOrDefault(at, 1);
  }
}

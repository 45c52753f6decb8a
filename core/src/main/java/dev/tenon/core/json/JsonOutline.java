package dev.tenon.core.json;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// Reads from the bytes of one JSON object only its plain members, and passes over what is nested;
/// so a line of a large file can be sorted without building its tree. The whole object is checked.
public final class JsonOutline {
  private JsonOutline() {}

  /// The members that are no objects or arrays.
  public static Json.Obj of(byte[] bytes, int from, int length) throws JsonException {
    try (JsonParser parser =
        JsonReader.FACTORY.createParser(ObjectReadContext.empty(), bytes, from, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonException("expected a JSON object", 1, 1);
      }
      Map<String, Json> members = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
          parser.skipChildren();
          if (parser.currentToken() == null) {
            throw new JsonException("the JSON ends too early", 1, 1);
          }
        } else {
          members.put(name, JsonReader.value(parser, token));
        }
      }
      if (parser.nextToken() != null) {
        throw new JsonException("unexpected text after the JSON value", 1, 1);
      }
      return new Json.Obj(members);
    } catch (JacksonException broken) {
      throw JsonReader.problem(broken);
    }
  }

  /// The whole object.
  public static Json.Obj whole(byte[] bytes, int from, int length) throws JsonException {
    try (JsonParser parser =
        JsonReader.FACTORY.createParser(ObjectReadContext.empty(), bytes, from, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonException("expected a JSON object", 1, 1);
      }
      Json value = JsonReader.value(parser, JsonToken.START_OBJECT);
      if (parser.nextToken() != null) {
        throw new JsonException("unexpected text after the JSON value", 1, 1);
      }
      return (Json.Obj) value;
    } catch (JacksonException broken) {
      throw JsonReader.problem(broken);
    }
  }
}

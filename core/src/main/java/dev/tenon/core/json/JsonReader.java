package dev.tenon.core.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// Builds a [Json] tree from text. Nesting is bounded so that hostile input cannot exhaust the
/// stack.
final class JsonReader {
  private static final int MAX_DEPTH = 500;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private JsonReader() {}

  /// Apart, so that only those who need it make it.
  private static final class Unambiguous {
    static final JsonFactory FACTORY =
        JsonReader.FACTORY.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  }

  static Json read(String text) throws JsonException {
    return read(text, FACTORY);
  }

  static Json readUnambiguous(String text) throws JsonException {
    return read(text, Unambiguous.FACTORY);
  }

  private static Json read(String text, JsonFactory factory) throws JsonException {
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw new JsonException("expected JSON, found nothing", 1, 1);
      }
      Json value = value(parser, token);
      if (parser.nextToken() != null) {
        TokenStreamLocation at = parser.currentTokenLocation();
        throw new JsonException(
            "unexpected text after the JSON value", at.getLineNr(), at.getColumnNr());
      }
      return value;
    } catch (JacksonException broken) {
      throw problem(broken);
    }
  }

  static JsonException problem(JacksonException broken) {
    TokenStreamLocation at = broken.getLocation();
    return new JsonException(
        plain(broken.getOriginalMessage()),
        at == null ? 1 : at.getLineNr(),
        at == null ? 1 : at.getColumnNr());
  }

  static Json value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> {
        var members = new LinkedHashMap<String, Json>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          members.put(name, value(parser, parser.nextToken()));
        }
        yield new Json.Obj(members);
      }
      case START_ARRAY -> {
        var items = new ArrayList<Json>();
        for (JsonToken next = parser.nextToken();
            next != JsonToken.END_ARRAY;
            next = parser.nextToken()) {
          items.add(value(parser, next));
        }
        yield new Json.Arr(items);
      }
      case VALUE_STRING -> new Json.Str(parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getString());
      case VALUE_TRUE -> Json.of(true);
      case VALUE_FALSE -> Json.of(false);
      case VALUE_NULL -> Json.Null.VALUE;
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("unexpected token " + token);
    };
  }

  /// What the parser says, in one line and without its own words: where the text came from, as in `
  /// (start marker at [Source: REDACTED (…); byte offset: #UNKNOWN])`, and which of its settings
  /// was the limit.
  private static String plain(String message) {
    int newline = message.indexOf('\n');
    String line = newline < 0 ? message : message.substring(0, newline);
    line = without(line, " (start marker at [Source:", "])");
    line = without(line, "[Source:", "]");
    return without(line, ", from `StreamReadConstraints", "`");
  }

  private static String without(String line, String begin, String end) {
    int from = line.indexOf(begin);
    if (from < 0) {
      return line;
    }
    int to = line.indexOf(end, from + begin.length());
    return to < 0
        ? line.substring(0, from)
        : line.substring(0, from) + line.substring(to + end.length());
  }
}

package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.workspace.path.NearNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Reads what a schema is made of before it is used. A word that would ask for something which is
/// not checked is refused, so that nobody believes in a check that does not happen.
final class SchemaKeywords {
  static final int MOST_LEVELS = 64;

  /// What is checked, and holds no schema.
  private static final Set<String> PLAIN =
      Set.of(
          "$ref",
          "type",
          "enum",
          "const",
          "required",
          "dependentRequired",
          "minProperties",
          "maxProperties",
          "minItems",
          "maxItems",
          "uniqueItems",
          "minContains",
          "maxContains",
          "minLength",
          "maxLength",
          "pattern",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "nullable");

  /// Those that count something.
  private static final Set<String> COUNTS =
      Set.of(
          "minProperties",
          "maxProperties",
          "minItems",
          "maxItems",
          "minContains",
          "maxContains",
          "minLength",
          "maxLength");

  /// What only tells something to whoever reads the schema.
  private static final Set<String> NOTES =
      Set.of(
          "$schema",
          "$id",
          "$comment",
          "$vocabulary",
          "title",
          "description",
          "default",
          "example",
          "examples",
          "deprecated",
          "readOnly",
          "writeOnly",
          "format",
          "contentEncoding",
          "contentMediaType",
          "contentSchema",
          "metadata");

  private static final Set<String> ONE =
      Set.of(
          "items",
          "additionalItems",
          "contains",
          "additionalProperties",
          "propertyNames",
          "not",
          "if",
          "then",
          "else");
  private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
  private static final Set<String> MAPS =
      Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");
  private static final Set<String> TYPES =
      Set.of("object", "array", "string", "number", "integer", "boolean", "null");

  private SchemaKeywords() {}

  /// All schemas within a schema, itself first, each of them well formed.
  ///
  /// @throws JsonException with the place and what is wrong there
  static List<Json> require(Json at) throws JsonException {
    var all = new ArrayList<Json>();
    require(at, "", 0, all);
    return all;
  }

  private static void require(Json at, String path, int level, List<Json> all)
      throws JsonException {
    if (level > MOST_LEVELS) {
      throw new JsonException("the schema is nested deeper than " + MOST_LEVELS + " levels");
    }
    all.add(at);
    if (at instanceof Json.Bool) {
      return;
    }
    if (!(at instanceof Json.Obj schema)) {
      throw new JsonException(path + " is no schema: " + shortened(at));
    }
    for (var member : schema.members().entrySet()) {
      String word = member.getKey();
      String below = path + "/" + word;
      Json value = member.getValue();
      if (isList(word, value)) {
        List<Json> each = schema.array(word);
        if (each.isEmpty()) {
          throw new JsonException(below + " must be a list of schemas");
        }
        for (int i = 0; i < each.size(); i++) {
          require(each.get(i), below + "/" + i, level + 1, all);
        }
      } else if (ONE.contains(word)) {
        require(value, below, level + 1, all);
      } else if (MAPS.contains(word)) {
        requireEach(word, value, below, level, all);
      } else if (PLAIN.contains(word)) {
        requireWellFormed(word, value, below);
      } else if (!isNote(word)) {
        throw new JsonException(below + " is not checked here; leave it out" + near(word));
      }
    }
  }

  private static void requireEach(String word, Json value, String path, int level, List<Json> all)
      throws JsonException {
    if (!(value instanceof Json.Obj schemas)) {
      throw new JsonException(path + " must be an object of schemas");
    }
    for (var each : schemas.members().entrySet()) {
      if (word.equals("patternProperties")) {
        requirePattern(each.getKey(), path);
      }
      require(each.getValue(), path + "/" + each.getKey(), level + 1, all);
    }
  }

  private static void requireWellFormed(String word, Json value, String path) throws JsonException {
    switch (word) {
      case "$ref" -> {
        if (!(value instanceof Json.Str)) {
          throw new JsonException(path + " must be a text");
        }
      }
      case "type" -> {
        List<Json> types = value instanceof Json.Arr list ? list.items() : List.of(value);
        if (types.isEmpty()) {
          throw new JsonException(path + " must name a type");
        }
        for (Json type : types) {
          if (!(type instanceof Json.Str name) || !TYPES.contains(name.value())) {
            throw new JsonException(
                path
                    + ": there is no type "
                    + shortened(type)
                    + "; there are "
                    + String.join(", ", new TreeSet<>(TYPES)));
          }
        }
      }
      case "pattern" -> {
        if (!(value instanceof Json.Str pattern)) {
          throw new JsonException(path + " must be a text");
        }
        requirePattern(pattern.value(), path);
      }
      case "enum" -> {
        if (!(value instanceof Json.Arr)) {
          throw new JsonException(path + " must be a list");
        }
      }
      case "required" -> requireNames(value, path);
      case "dependentRequired" -> {
        if (!(value instanceof Json.Obj lists)) {
          throw new JsonException(path + " must be an object of lists");
        }
        for (var each : lists.members().entrySet()) {
          requireNames(each.getValue(), path + "/" + each.getKey());
        }
      }
      case "const" -> {}
      case "uniqueItems", "nullable" -> {
        if (!(value instanceof Json.Bool)) {
          throw new JsonException(path + " must be true or false");
        }
      }
      default -> requireNumber(word, value, path);
    }
  }

  private static void requireNames(Json value, String path) throws JsonException {
    if (!(value instanceof Json.Arr list)
        || !list.items().stream().allMatch(item -> item instanceof Json.Str)) {
      throw new JsonException(path + " must be a list of names of members");
    }
  }

  private static void requireNumber(String word, Json value, String path) throws JsonException {
    if (!(value instanceof Json.Num number)) {
      throw new JsonException(path + " must be a number");
    }
    double given = number.doubleValue();
    if (word.equals("multipleOf") && given <= 0) {
      throw new JsonException(path + " must be more than 0, was " + shortened(value));
    }
    if (COUNTS.contains(word) && (given < 0 || given != Math.rint(given))) {
      throw new JsonException(path + " must be a whole number from 0, was " + shortened(value));
    }
  }

  private static void requirePattern(String pattern, String path) throws JsonException {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException unusable) {
      throw new JsonException(
          path + ": the pattern '" + pattern + "' cannot be used: " + unusable.getDescription());
    }
  }

  /// The value of a word that can be checked, without patterns and references to elsewhere; null
  /// where it cannot.
  static @Nullable Json known(String word, Json value) {
    if (word.equals("patternProperties") || word.equals("pattern")) {
      return null;
    }
    if (isList(word, value)) {
      return value instanceof Json.Arr list && !list.items().isEmpty() ? value : null;
    }
    if (isOne(word)) {
      return value;
    }
    if (holdsSchemas(word)) {
      return value instanceof Json.Obj ? value : null;
    }
    boolean elsewhere =
        word.equals("$ref") && value instanceof Json.Str to && !to.value().startsWith("#");
    if (!PLAIN.contains(word) || elsewhere) {
      return null;
    }
    try {
      requireWellFormed(word, value, word);
      return value;
    } catch (JsonException odd) {
      return null;
    }
  }

  static boolean isNote(String word) {
    return NOTES.contains(word) || word.startsWith("x-");
  }

  static boolean isOne(String word) {
    return ONE.contains(word);
  }

  static boolean isList(String word, Json value) {
    return LISTS.contains(word) || (word.equals("items") && value instanceof Json.Arr);
  }

  static boolean holdsSchemas(String word) {
    return MAPS.contains(word);
  }

  private static String near(String word) {
    var known = new TreeSet<String>(PLAIN);
    known.addAll(ONE);
    known.addAll(LISTS);
    known.addAll(MAPS);
    List<String> near = NearNames.nearest(word, List.copyOf(known));
    return near.isEmpty() ? "" : ", or did you mean " + near.getFirst() + "?";
  }

  private static String shortened(Json value) {
    String text = value.compact();
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }
}

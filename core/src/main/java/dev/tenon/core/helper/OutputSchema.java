package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// What results have to look like: JSON Schema, or JTD, which becomes JSON Schema. Checks types,
/// members, items, enumerations, bounds, patterns and combinations, and references within the
/// schema itself; a reference to anywhere else is refused when the schema is read. Immutable.
public final class OutputSchema {
  private static final int MOST_ERRORS = 10;
  private static final int MOST_LEVELS = 64;
  private static final int MOST_BYTES = 64 * 1024;

  private final Json.Obj schema;

  private OutputSchema(Json.Obj schema) {
    this.schema = schema;
  }

  /// @param written the schema, or a text that holds it
  /// @throws JsonException when it cannot be used; the message says why
  public static OutputSchema of(Json written) throws JsonException {
    Json parsed = written instanceof Json.Str text ? Json.parse(text.value()) : written;
    if (!(parsed instanceof Json.Obj object)) {
      throw new JsonException("a schema is an object");
    }
    if (object.compact().length() > MOST_BYTES) {
      throw new JsonException("a schema has at most " + MOST_BYTES + " bytes");
    }
    Json.Obj schema = JtdSchema.isJtd(object) ? JtdSchema.toJsonSchema(object) : object;
    var read = new OutputSchema(schema);
    read.requireOwnReferences(schema, 0);
    return read;
  }

  /// As JSON Schema.
  public Json.Obj json() {
    return schema;
  }

  private void requireOwnReferences(Json at, int level) throws JsonException {
    if (level > MOST_LEVELS) {
      throw new JsonException("the schema is nested deeper than " + MOST_LEVELS + " levels");
    }
    if (at instanceof Json.Obj object) {
      if (object.get("$ref") instanceof Json.Str reference) {
        resolve(reference.value(), new LinkedHashSet<>());
      }
      for (Json member : object.members().values()) {
        requireOwnReferences(member, level + 1);
      }
    } else if (at instanceof Json.Arr list) {
      for (Json item : list.items()) {
        requireOwnReferences(item, level + 1);
      }
    }
  }

  /// What a reference leads to, through references to references.
  private Json.Obj resolve(String reference, Set<String> been) throws JsonException {
    if (!reference.startsWith("#")) {
      throw new JsonException(
          "$ref '" + reference + "' leads out of the schema; put what it means below $defs");
    }
    if (!been.add(reference)) {
      throw new JsonException("$ref '" + reference + "' leads to itself and to nothing else");
    }
    var steps = new ArrayList<String>();
    for (String step : JsonParts.path(reference.substring(1))) {
      steps.add(step.replace("~1", "/").replace("~0", "~"));
    }
    Json found;
    try {
      found = JsonParts.at(schema, steps);
    } catch (JsonException missing) {
      throw new JsonException("$ref '" + reference + "' leads nowhere: " + missing.getMessage());
    }
    if (!(found instanceof Json.Obj object)) {
      throw new JsonException("$ref '" + reference + "' leads to what is no schema");
    }
    return object.members().size() == 1 && object.get("$ref") instanceof Json.Str next
        ? resolve(next.value(), been)
        : object;
  }

  /// What is wrong with a value, each with the path to it; empty when it fits.
  public List<String> errors(Json value) {
    var errors = new ArrayList<String>();
    check(schema, value, "", errors, 0);
    return errors;
  }

  private void check(Json rule, Json value, String path, List<String> errors, int level) {
    if (errors.size() >= MOST_ERRORS) {
      return;
    }
    if (level > MOST_LEVELS) {
      errors.add(where(path) + "nested too deeply");
      return;
    }
    if (rule instanceof Json.Bool truth) {
      if (!truth.value()) {
        errors.add(where(path) + "nothing is allowed here");
      }
      return;
    }
    if (!(rule instanceof Json.Obj object)) {
      return;
    }
    if (object.get("$ref") instanceof Json.Str reference) {
      try {
        check(resolve(reference.value(), new LinkedHashSet<>()), value, path, errors, level + 1);
      } catch (JsonException broken) {
        errors.add(where(path) + broken.getMessage());
      }
    }
    if (!isOfType(object, value)) {
      errors.add(where(path) + "expected " + types(object) + ", was " + kind(value));
      return;
    }
    values(object, value, path, errors);
    combinations(object, value, path, errors, level);
    switch (value) {
      case Json.Obj members -> members(object, members, path, errors, level);
      case Json.Arr list -> items(object, list, path, errors, level);
      case Json.Str text -> text(object, text.value(), path, errors);
      case Json.Num number -> number(object, number.doubleValue(), path, errors);
      case Json.Bool ignored -> {}
      case Json.Null ignored -> {}
    }
  }

  private static String where(String path) {
    return (path.isEmpty() ? "/" : path) + ": ";
  }

  private static List<String> types(Json.Obj rule) {
    var types = new ArrayList<String>();
    if (rule.get("type") instanceof Json.Str one) {
      types.add(one.value());
    }
    for (Json each : rule.array("type")) {
      if (each instanceof Json.Str one) {
        types.add(one.value());
      }
    }
    return types;
  }

  private static boolean isOfType(Json.Obj rule, Json value) {
    List<String> types = types(rule);
    if (types.isEmpty()) {
      return true;
    }
    String kind = kind(value);
    return types.contains(kind)
        || (kind.equals("integer") && types.contains("number"))
        || (value instanceof Json.Null && rule.bool("nullable", false));
  }

  private static String kind(Json value) {
    return switch (value) {
      case Json.Obj ignored -> "object";
      case Json.Arr ignored -> "array";
      case Json.Str ignored -> "string";
      case Json.Num number ->
          number.doubleValue() == Math.rint(number.doubleValue()) ? "integer" : "number";
      case Json.Bool ignored -> "boolean";
      case Json.Null ignored -> "null";
    };
  }

  private static void values(Json.Obj rule, Json value, String path, List<String> errors) {
    if (rule.has("enum") && !rule.array("enum").contains(value)) {
      errors.add(where(path) + "must be one of " + Json.array(rule.array("enum")).compact());
    }
    Json constant = rule.get("const");
    if (constant != null && !constant.equals(value)) {
      errors.add(where(path) + "must be " + constant.compact());
    }
  }

  private void combinations(
      Json.Obj rule, Json value, String path, List<String> errors, int level) {
    for (Json each : rule.array("allOf")) {
      check(each, value, path, errors, level + 1);
    }
    if (rule.has("anyOf") && fitting(rule.array("anyOf"), value, level) == 0) {
      errors.add(where(path) + "fits none of anyOf");
    }
    if (rule.has("oneOf")) {
      int fits = fitting(rule.array("oneOf"), value, level);
      if (fits != 1) {
        errors.add(where(path) + "must fit exactly one of oneOf, fits " + fits);
      }
    }
    Json not = rule.get("not");
    if (not != null && fitting(List.of(not), value, level) == 1) {
      errors.add(where(path) + "fits what it must not be");
    }
  }

  private int fitting(List<Json> rules, Json value, int level) {
    int fits = 0;
    for (Json each : rules) {
      var errors = new ArrayList<String>();
      check(each, value, "", errors, level + 1);
      fits += errors.isEmpty() ? 1 : 0;
    }
    return fits;
  }

  private void members(Json.Obj rule, Json.Obj value, String path, List<String> errors, int level) {
    for (Json name : rule.array("required")) {
      if (name instanceof Json.Str text && !value.has(text.value())) {
        errors.add(path + "/" + text.value() + ": is missing");
      }
    }
    bound(rule, "minProperties", "maxProperties", value.members().size(), "members", path, errors);
    Json.Obj properties = rule.objectOrEmpty("properties");
    Json.Obj patterns = rule.objectOrEmpty("patternProperties");
    for (var member : value.members().entrySet()) {
      String below = path + "/" + member.getKey();
      Json known = properties.get(member.getKey());
      boolean named = known != null;
      if (known != null) {
        check(known, member.getValue(), below, errors, level + 1);
      }
      for (var pattern : patterns.members().entrySet()) {
        if (matches(pattern.getKey(), member.getKey())) {
          named = true;
          check(pattern.getValue(), member.getValue(), below, errors, level + 1);
        }
      }
      Json others = rule.get("additionalProperties");
      if (!named && others instanceof Json.Bool truth && !truth.value()) {
        errors.add(below + ": there is no such member");
      } else if (!named && others != null) {
        check(others, member.getValue(), below, errors, level + 1);
      }
    }
  }

  private void items(Json.Obj rule, Json.Arr value, String path, List<String> errors, int level) {
    int size = value.items().size();
    bound(rule, "minItems", "maxItems", size, "items", path, errors);
    if (rule.bool("uniqueItems", false) && new LinkedHashSet<>(value.items()).size() < size) {
      errors.add(where(path) + "has an item twice");
    }
    Json each = rule.get("items");
    List<Json> first = rule.array("prefixItems");
    for (int i = 0; i < size; i++) {
      Json wanted = i < first.size() ? first.get(i) : each;
      if (wanted != null) {
        check(wanted, value.items().get(i), path + "/" + i, errors, level + 1);
      }
    }
  }

  private static void text(Json.Obj rule, String value, String path, List<String> errors) {
    int length = value.codePointCount(0, value.length());
    bound(rule, "minLength", "maxLength", length, "characters", path, errors);
    if (rule.get("pattern") instanceof Json.Str pattern && !matches(pattern.value(), value)) {
      errors.add(where(path) + "does not match " + pattern.value());
    }
  }

  private static boolean matches(String pattern, String text) {
    try {
      // A pattern of somebody else's may take for ever on a long text.
      String bounded = text.length() > 2_000 ? text.substring(0, 2_000) : text;
      return Pattern.compile(pattern).matcher(bounded).find();
    } catch (PatternSyntaxException unusable) {
      return true;
    }
  }

  private static void number(Json.Obj rule, double value, String path, List<String> errors) {
    if (rule.has("minimum") && value < rule.decimal("minimum", value)) {
      errors.add(where(path) + "must be at least " + rule.get("minimum"));
    }
    if (rule.has("maximum") && value > rule.decimal("maximum", value)) {
      errors.add(where(path) + "must be at most " + rule.get("maximum"));
    }
    if (rule.has("exclusiveMinimum") && value <= rule.decimal("exclusiveMinimum", value - 1)) {
      errors.add(where(path) + "must be more than " + rule.get("exclusiveMinimum"));
    }
    if (rule.has("exclusiveMaximum") && value >= rule.decimal("exclusiveMaximum", value + 1)) {
      errors.add(where(path) + "must be less than " + rule.get("exclusiveMaximum"));
    }
  }

  private static void bound(
      Json.Obj rule,
      String least,
      String most,
      int size,
      String of,
      String path,
      List<String> errors) {
    if (rule.has(least) && size < rule.number(least, size)) {
      errors.add(where(path) + "needs at least " + rule.get(least) + " " + of);
    }
    if (rule.has(most) && size > rule.number(most, size)) {
      errors.add(where(path) + "has more than " + rule.get(most) + " " + of);
    }
  }
}

package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.BoundedText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// What results have to look like: JSON Schema, or JTD, which becomes JSON Schema. Checks types,
/// members, items, enumerations, bounds, patterns, combinations and conditions, and references
/// within the schema itself. A reference to anywhere else is refused when the schema is read, and
/// so is a word that asks for what is not checked. Immutable.
public final class OutputSchema {
  private static final int MOST_ERRORS = 10;
  private static final int MOST_LEVELS = 256;
  private static final int MOST_BYTES = 64 * 1024;
  private static final long MOST_LOOKS = 2_000_000;

  /// Looks of one check: combinations that lead to each other may ask for more than anybody waits.
  private static final int MOST_CHECKS = 200_000;

  /// What a pattern that was given up counts as.
  private static final int GIVEN_UP = 10_000;

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
    Json.Obj schema = JtdForms.isJtd(object) ? JtdSchema.toJsonSchema(object) : object;
    var read = new OutputSchema(schema);
    SchemaReferences.require(SchemaKeywords.require(schema), read::resolve);
    return read;
  }

  /// A schema of somebody else's, as far as it can be checked here: see [KnownKeywords].
  ///
  /// @throws JsonException when nothing of it can be used
  public static OutputSchema ofOthers(Json.Obj written) throws JsonException {
    if (written.compact().length() > MOST_BYTES) {
      throw new JsonException("a schema has at most " + MOST_BYTES + " bytes");
    }
    var read = new OutputSchema(KnownKeywords.of(written));
    SchemaReferences.require(SchemaKeywords.require(read.schema), read::resolve);
    return read;
  }

  /// As JSON Schema.
  public Json.Obj json() {
    return schema;
  }

  /// What a reference leads to.
  private Json resolve(String reference) throws JsonException {
    if (!reference.startsWith("#")) {
      throw new JsonException(
          "$ref '" + reference + "' leads out of the schema; put what it means below $defs");
    }
    var steps = new ArrayList<String>();
    for (String step : JsonParts.path(reference.substring(1))) {
      steps.add(step.replace("~1", "/").replace("~0", "~"));
    }
    try {
      return JsonParts.at(schema, steps);
    } catch (JsonException missing) {
      throw new JsonException("$ref '" + reference + "' leads nowhere: " + missing.getMessage());
    }
  }

  /// What was found wrong so far, and how many looks are left for the whole check.
  private record Found(List<String> lines, AtomicInteger left) {
    void add(String line) {
      lines.add(line);
    }

    /// For something that is only tried.
    Found apart() {
      return new Found(new ArrayList<>(), left);
    }

    /// Whether there is no need to look on.
    boolean isEnough() {
      return lines.size() >= MOST_ERRORS || left.decrementAndGet() < 0;
    }
  }

  /// What is wrong with a value, each with the path to it; empty when it fits.
  public List<String> errors(Json value) {
    var errors = new Found(new ArrayList<>(), new AtomicInteger(MOST_CHECKS));
    check(schema, value, "", errors, 0);
    return errors.left.get() < 0
        ? List.of("/: checking it takes too long; it is too large for this schema")
        : errors.lines;
  }

  private void check(Json rule, Json value, String path, Found errors, int level) {
    if (errors.isEnough()) {
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
        check(resolve(reference.value()), value, path, errors, level + 1);
      } catch (JsonException broken) {
        errors.add(where(path) + broken.getMessage());
      }
    }
    if (!isOfType(object, value)) {
      errors.add(
          where(path) + "expected " + String.join(" or ", types(object)) + ", was " + kind(value));
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

  private static void values(Json.Obj rule, Json value, String path, Found errors) {
    if (rule.has("enum") && rule.array("enum").stream().noneMatch(each -> isSame(each, value))) {
      errors.add(where(path) + "must be one of " + Json.array(rule.array("enum")).compact());
    }
    Json constant = rule.get("const");
    if (constant != null && !isSame(constant, value)) {
      errors.add(where(path) + "must be " + constant.compact());
    }
  }

  /// Whether two values are the same, however their numbers are written.
  private static boolean isSame(Json one, Json other) {
    return one.equals(other) || plain(one).equals(plain(other));
  }

  private static int distinct(List<Json> items) {
    var distinct = new HashSet<Json>();
    items.forEach(item -> distinct.add(plain(item)));
    return distinct.size();
  }

  /// The same value with each number written in one way, so that `1` and `1.0` are one.
  private static Json plain(Json value) {
    return switch (value) {
      case Json.Num number -> {
        double near = number.doubleValue();
        yield near == Math.rint(near) && Math.abs(near) < 1e15 ? Json.of((long) near) : number;
      }
      case Json.Arr list -> Json.array(list.items().stream().map(OutputSchema::plain).toList());
      case Json.Obj object -> {
        Map<String, Json> members = new LinkedHashMap<>();
        object.members().forEach((name, each) -> members.put(name, plain(each)));
        yield new Json.Obj(members);
      }
      case Json.Str ignored -> value;
      case Json.Bool ignored -> value;
      case Json.Null ignored -> value;
    };
  }

  private void combinations(Json.Obj rule, Json value, String path, Found errors, int level) {
    for (Json each : rule.array("allOf")) {
      check(each, value, path, errors, level + 1);
    }
    if (rule.has("anyOf") && fitting(rule.array("anyOf"), value, errors, level) == 0) {
      errors.add(where(path) + "fits none of anyOf");
    }
    if (rule.has("oneOf")) {
      int fits = fitting(rule.array("oneOf"), value, errors, level);
      if (fits != 1) {
        errors.add(where(path) + "must fit exactly one of oneOf, fits " + fits);
      }
    }
    Json not = rule.get("not");
    if (not != null && fits(not, value, errors, level)) {
      errors.add(where(path) + "fits what it must not be");
    }
    Json condition = rule.get("if");
    if (condition != null) {
      Json then = rule.get(fits(condition, value, errors, level) ? "then" : "else");
      if (then != null) {
        check(then, value, path, errors, level + 1);
      }
    }
  }

  private boolean fits(Json rule, Json value, Found errors, int level) {
    return fitting(List.of(rule), value, errors, level) == 1;
  }

  private int fitting(List<Json> rules, Json value, Found errors, int level) {
    int fits = 0;
    for (Json each : rules) {
      Found tried = errors.apart();
      check(each, value, "", tried, level + 1);
      fits += tried.lines.isEmpty() ? 1 : 0;
    }
    return fits;
  }

  private void members(Json.Obj rule, Json.Obj value, String path, Found errors, int level) {
    for (Json name : rule.array("required")) {
      if (name instanceof Json.Str text && !value.has(text.value())) {
        errors.add(path + "/" + text.value() + ": is missing");
      }
    }
    bound(rule, "minProperties", "maxProperties", value.members().size(), "members", path, errors);
    depending(rule, value, path, errors, level);
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
        if (matches(pattern.getKey(), member.getKey(), errors)) {
          named = true;
          check(pattern.getValue(), member.getValue(), below, errors, level + 1);
        }
      }
      Json names = rule.get("propertyNames");
      if (names != null && !fits(names, Json.of(member.getKey()), errors, level)) {
        errors.add(below + ": no member may be called so");
      }
      Json others = rule.get("additionalProperties");
      if (!named && others instanceof Json.Bool truth && !truth.value()) {
        errors.add(below + ": there is no such member");
      } else if (!named && others != null) {
        check(others, member.getValue(), below, errors, level + 1);
      }
    }
  }

  /// What must be there because something else is.
  private void depending(Json.Obj rule, Json.Obj value, String path, Found errors, int level) {
    Json.Obj required = rule.objectOrEmpty("dependentRequired");
    for (String name : required.members().keySet()) {
      for (Json other : value.has(name) ? required.array(name) : List.<Json>of()) {
        if (other instanceof Json.Str text && !value.has(text.value())) {
          errors.add(path + "/" + text.value() + ": is missing, since there is " + name);
        }
      }
    }
    for (var each : rule.objectOrEmpty("dependentSchemas").members().entrySet()) {
      if (value.has(each.getKey())) {
        check(each.getValue(), value, path, errors, level + 1);
      }
    }
  }

  private void items(Json.Obj rule, Json.Arr value, String path, Found errors, int level) {
    int size = value.items().size();
    bound(rule, "minItems", "maxItems", size, "items", path, errors);
    if (rule.bool("uniqueItems", false) && distinct(value.items()) < size) {
      errors.add(where(path) + "has an item twice");
    }
    // A list of them is how older schemas write prefixItems.
    boolean older = rule.get("items") instanceof Json.Arr;
    Json each = rule.get(older ? "additionalItems" : "items");
    List<Json> first = rule.array(older ? "items" : "prefixItems");
    for (int i = 0; i < size; i++) {
      Json wanted = i < first.size() ? first.get(i) : each;
      if (wanted != null) {
        check(wanted, value.items().get(i), path + "/" + i, errors, level + 1);
      }
    }
    Json contained = rule.get("contains");
    if (contained != null) {
      int fitting = 0;
      for (Json item : value.items()) {
        fitting += fits(contained, item, errors, level) ? 1 : 0;
      }
      if (fitting < rule.number("minContains", 1)) {
        errors.add(where(path) + "has too few items that fit contains");
      }
      if (rule.has("maxContains") && fitting > rule.number("maxContains", fitting)) {
        errors.add(where(path) + "has too many items that fit contains");
      }
    }
  }

  private static void text(Json.Obj rule, String value, String path, Found errors) {
    int length = value.codePointCount(0, value.length());
    bound(rule, "minLength", "maxLength", length, "characters", path, errors);
    if (rule.get("pattern") instanceof Json.Str pattern
        && !matches(pattern.value(), value, errors)) {
      errors.add(where(path) + "does not match " + pattern.value());
    }
  }

  private static boolean matches(String pattern, String text, Found errors) {
    // A pattern of somebody else's may take for ever; what could not be looked at does not fit.
    var bounded =
        new BoundedText(text, Thread.currentThread()::isInterrupted)
            .allow(MOST_LOOKS + text.length() * 20L);
    try {
      return Pattern.compile(pattern).matcher(bounded).find();
    } catch (BoundedText.GivenUp | StackOverflowError tooMuch) {
      errors.left.addAndGet(-GIVEN_UP);
      return false;
    }
  }

  private static void number(Json.Obj rule, double value, String path, Found errors) {
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
    double step = rule.decimal("multipleOf", 0);
    if (step > 0 && Math.abs(value / step - Math.rint(value / step)) > 1e-9) {
      errors.add(where(path) + "must be a multiple of " + rule.get("multipleOf"));
    }
  }

  private static void bound(
      Json.Obj rule, String least, String most, int size, String of, String path, Found errors) {
    if (rule.has(least) && size < rule.number(least, size)) {
      errors.add(where(path) + "needs at least " + rule.get(least) + " " + of);
    }
    if (rule.has(most) && size > rule.number(most, size)) {
      errors.add(where(path) + "has more than " + rule.get(most) + " " + of);
    }
  }
}

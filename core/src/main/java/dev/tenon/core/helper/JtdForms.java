package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Tells JSON Type Definition (RFC 8927) from JSON Schema. A schema in JTD has one of eight forms,
/// and nothing but the words of its form: whatever else stands there would ask for something that
/// is not checked.
final class JtdForms {
  /// Only JTD has these words.
  private static final List<String> OWN =
      List.of("optionalProperties", "elements", "values", "discriminator", "mapping");

  /// The words that make a form, each with those that may stand beside it.
  private static final List<Set<String>> FORMS =
      List.of(
          Set.of("ref"),
          Set.of("type"),
          Set.of("enum"),
          Set.of("elements"),
          Set.of("values"),
          Set.of("discriminator", "mapping"),
          Set.of("properties", "optionalProperties", "additionalProperties"));

  /// What may stand beside any of them and asks for nothing.
  private static final Set<String> NOTES =
      Set.of("nullable", "metadata", "title", "description", "$comment", "examples", "default");

  private static final Set<String> TYPES =
      Set.of("boolean", "string", "timestamp", "float32", "float64");
  private static final int MOST_LEVELS = 64;

  private JtdForms() {}

  /// Whether a schema is JTD, as far as that can be told: `properties` alone is JTD where no `type`
  /// stands beside it and all of it has the forms of JTD, since there every member is required.
  ///
  /// @throws JsonException when it can be nothing but JTD and is not right
  static boolean isJtd(Json.Obj schema) throws JsonException {
    if (schema.has("$schema") || schema.has("$defs") || schema.has("$ref")) {
      return false;
    }
    if (isOwn(schema)) {
      requireRoot(schema);
      return true;
    }
    boolean may =
        !schema.has("type")
            && !schema.has("required")
            && (schema.has("properties") || schema.has("definitions"));
    if (may) {
      try {
        requireRoot(schema);
        return true;
      } catch (JsonException other) {
        return false;
      }
    }
    return false;
  }

  private static boolean isOwn(Json.Obj schema) {
    if (schema.get("type") instanceof Json.Str type) {
      return JtdSchema.WHOLE.containsKey(type.value())
          || type.value().equals("timestamp")
          || type.value().startsWith("float");
    }
    return !schema.has("type") && OWN.stream().anyMatch(schema::has);
  }

  private static void requireRoot(Json.Obj schema) throws JsonException {
    Json definitions = schema.get("definitions");
    if (definitions != null) {
      for (var each : object(definitions, "/definitions").members().entrySet()) {
        require(each.getValue(), "/definitions/" + each.getKey(), 1, Set.of());
      }
    }
    require(schema, "", 0, Set.of("definitions"));
  }

  /// @param more words that it may have, too
  private static void require(Json at, String path, int level, Set<String> more)
      throws JsonException {
    if (level > MOST_LEVELS) {
      throw new JsonException("the schema is nested deeper than " + MOST_LEVELS + " levels");
    }
    Json.Obj schema = object(at, path);
    Set<String> form = Set.of();
    for (Set<String> each : FORMS) {
      form = form.isEmpty() && each.stream().anyMatch(schema::has) ? each : form;
    }
    for (String word : schema.members().keySet()) {
      if (!form.contains(word) && !NOTES.contains(word) && !more.contains(word)) {
        throw new JsonException(
            path
                + "/"
                + word
                + " has no place in this form of JTD; leave it out, or write"
                + " JSON Schema with a type");
      }
    }
    if (schema.has("nullable") && !(schema.get("nullable") instanceof Json.Bool)) {
      throw new JsonException(path + "/nullable must be true or false");
    }
    requireForm(schema, path, level);
  }

  private static void requireForm(Json.Obj schema, String path, int level) throws JsonException {
    for (String word : List.of("elements", "values")) {
      Json each = schema.get(word);
      if (each != null) {
        require(each, path + "/" + word, level + 1, Set.of());
      }
    }
    for (String word : List.of("properties", "optionalProperties")) {
      Json members = schema.get(word);
      if (members != null) {
        for (var each : object(members, path + "/" + word).members().entrySet()) {
          require(each.getValue(), path + "/" + word + "/" + each.getKey(), level + 1, Set.of());
        }
      }
    }
    Json.Obj optional = schema.objectOrEmpty("optionalProperties");
    for (String name : schema.objectOrEmpty("properties").members().keySet()) {
      if (optional.has(name)) {
        throw new JsonException(
            path + "/optionalProperties/" + name + " is in properties, too; leave one out");
      }
    }
    if (schema.has("additionalProperties")
        && !(schema.get("additionalProperties") instanceof Json.Bool)) {
      throw new JsonException(path + "/additionalProperties must be true or false");
    }
    requireValues(schema, path, level);
  }

  private static void requireValues(Json.Obj schema, String path, int level) throws JsonException {
    if (schema.has("ref") && !(schema.get("ref") instanceof Json.Str)) {
      throw new JsonException(path + "/ref must be a name of definitions");
    }
    Json type = schema.get("type");
    if (type != null
        && !(type instanceof Json.Str word
            && (TYPES.contains(word.value()) || JtdSchema.WHOLE.containsKey(word.value())))) {
      throw new JsonException(path + ": there is no type " + type.compact() + " in JTD");
    }
    if (schema.has("enum")) {
      var words = new HashSet<Json>(schema.array("enum"));
      if (words.isEmpty()
          || words.size() < schema.array("enum").size()
          || !words.stream().allMatch(word -> word instanceof Json.Str)) {
        throw new JsonException(path + "/enum must be a list of different texts");
      }
    }
    if (schema.has("discriminator") || schema.has("mapping")) {
      requireMapping(schema, path, level);
    }
  }

  private static void requireMapping(Json.Obj schema, String path, int level) throws JsonException {
    if (!(schema.get("discriminator") instanceof Json.Str tag)) {
      throw new JsonException(path + "/discriminator must be the name of a member");
    }
    Json mapping = schema.get("mapping");
    if (mapping == null) {
      throw new JsonException(path + "/mapping is missing; it says what each tag means");
    }
    for (var each : object(mapping, path + "/mapping").members().entrySet()) {
      String below = path + "/mapping/" + each.getKey();
      Json.Obj form = object(each.getValue(), below);
      require(form, below, level + 1, Set.of());
      boolean members = form.has("properties") || form.has("optionalProperties");
      if (!members || form.bool("nullable", false)) {
        throw new JsonException(below + " must have properties, and must not be nullable");
      }
      if (form.objectOrEmpty("properties").has(tag.value())
          || form.objectOrEmpty("optionalProperties").has(tag.value())) {
        throw new JsonException(below + " has the member '" + tag.value() + "', which is the tag");
      }
    }
  }

  private static Json.Obj object(Json value, String path) throws JsonException {
    if (value instanceof Json.Obj object) {
      return object;
    }
    throw new JsonException((path.isEmpty() ? "the schema" : path) + " must be an object");
  }
}

package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/// Looks where the references of a schema lead: to a schema within it, and not back to themselves
/// before a member or an item comes between, since such a schema asks for nothing and its check
/// never ends.
final class SchemaReferences {
  private final Resolver resolver;
  private final Set<Json> schemas = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Json> entered = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Json> left = Collections.newSetFromMap(new IdentityHashMap<>());

  private SchemaReferences(List<Json> all, Resolver resolver) {
    this.resolver = resolver;
    this.schemas.addAll(all);
  }

  /// Finds what a reference leads to.
  interface Resolver {
    Json resolve(String reference) throws JsonException;
  }

  /// @param all the schemas within a schema, as instances
  /// @throws JsonException with the reference that leads astray
  static void require(List<Json> all, Resolver resolver) throws JsonException {
    var references = new SchemaReferences(all, resolver);
    for (Json each : all) {
      references.follow(each, "");
    }
  }

  /// Follows everything that holds for the same value.
  private void follow(Json schema, String reference) throws JsonException {
    if (!(schema instanceof Json.Obj rule) || left.contains(rule)) {
      return;
    }
    if (!entered.add(rule)) {
      throw new JsonException(
          "$ref '"
              + reference
              + "' leads to itself and to nothing else; put a member or an item in between");
    }
    if (rule.get("$ref") instanceof Json.Str next) {
      Json target = resolver.resolve(next.value());
      if (!schemas.contains(target)) {
        throw new JsonException("$ref '" + next.value() + "' leads to what is no schema");
      }
      follow(target, next.value());
    }
    for (Json each : inPlace(rule)) {
      follow(each, reference);
    }
    left.add(rule);
  }

  private static List<Json> inPlace(Json.Obj rule) {
    var all = new ArrayList<Json>();
    for (String word : List.of("allOf", "anyOf", "oneOf")) {
      all.addAll(rule.array(word));
    }
    for (String word : List.of("not", "if", "then", "else")) {
      Json one = rule.get(word);
      if (one != null) {
        all.add(one);
      }
    }
    all.addAll(rule.objectOrEmpty("dependentSchemas").members().values());
    return all;
  }
}

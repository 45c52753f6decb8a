package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What of a stranger's schema can be checked here: words that are not known ask for nothing, as
/// JSON Schema has it, and patterns are passed over, since one of somebody else's may take long.
/// What is left never refuses what the whole schema takes. For one schema.
final class KnownKeywords {
  /// Where less asked for may mean more refused.
  private static final Set<String> TURNING =
      Set.of("not", "if", "then", "else", "oneOf", "contains");

  /// Whether something was left out that may ask for something.
  private boolean less;

  private KnownKeywords() {}

  static Json.Obj of(Json.Obj schema) {
    var known = new KnownKeywords();
    Json.Obj all = known.object(schema, 0);
    // What was left out may stand where one of those leads to, too.
    return known.less ? known.object(schema, 0) : all;
  }

  private Json any(Json schema, int level) {
    return schema instanceof Json.Obj object && level <= SchemaKeywords.MOST_LEVELS
        ? object(object, level)
        : schema instanceof Json.Bool ? schema : nothing();
  }

  private Json nothing() {
    less = true;
    return Json.Obj.EMPTY;
  }

  private Json.Obj object(Json.Obj schema, int level) {
    boolean turned = less;
    Map<String, Json> known = new LinkedHashMap<>();
    schema
        .members()
        .forEach(
            (word, value) -> {
              Json kept =
                  turned && TURNING.contains(word) ? null : SchemaKeywords.known(word, value);
              if (kept == null) {
                less |= !SchemaKeywords.isNote(word);
              } else {
                known.put(word, below(word, kept, level));
              }
            });
    if (schema.has("patternProperties")) {
      // Those would be others now.
      known.remove("additionalProperties");
    }
    return new Json.Obj(known);
  }

  private Json below(String word, Json value, int level) {
    if (SchemaKeywords.holdsSchemas(word) && value instanceof Json.Obj named) {
      Map<String, Json> each = new LinkedHashMap<>();
      named.members().forEach((name, schema) -> each.put(name, any(schema, level + 1)));
      return new Json.Obj(each);
    }
    if (SchemaKeywords.isList(word, value)) {
      List<Json> each = new ArrayList<>();
      ((Json.Arr) value).items().forEach(schema -> each.add(any(schema, level + 1)));
      return Json.array(each);
    }
    return SchemaKeywords.isOne(word) ? any(value, level + 1) : value;
  }
}

package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// Holds answers against the OpenAPI document that the server serves. A member that the document
/// does not name is an error here, although a client has to bear it.
final class Contract {
  private static final Map<String, Contract> KNOWN = new ConcurrentHashMap<>();

  private final Json.Obj document;
  private final Json.Obj components;
  private final List<Operation> operations = new ArrayList<>();
  private final Map<String, Schema> schemas = new ConcurrentHashMap<>();
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /// One of the document.
  record Operation(String method, String path, Pattern matches, Json.Obj json) {
    String name() {
      return method + " " + path;
    }
  }

  private Contract(Json.Obj document) {
    this.document = document;
    this.components = (Json.Obj) strict(document.objectOrEmpty("components"));
    Json.Obj paths = document.objectOrEmpty("paths");
    for (String path : paths.members().keySet()) {
      Json.Obj methods = paths.objectOrEmpty(path);
      for (String method : methods.members().keySet()) {
        Pattern matches = Pattern.compile(path.replaceAll("\\{[a-z_]+\\}", "[^/]+"));
        operations.add(
            new Operation(
                method.toUpperCase(Locale.ROOT), path, matches, methods.objectOrEmpty(method)));
      }
    }
  }

  static Contract of(String document) throws JsonException {
    Contract known = KNOWN.get(document);
    if (known == null) {
      known = new Contract(Json.parseObject(document));
      KNOWN.put(document, known);
    }
    return known;
  }

  Json.Obj document() {
    return document;
  }

  List<Operation> operations() {
    return operations;
  }

  Set<String> names() {
    var names = new LinkedHashSet<String>();
    operations.forEach(each -> names.add(each.name()));
    return names;
  }

  /// Checks an answer and says to which operation it belongs; empty if to none.
  String check(String method, String path, int status, String type, String body) {
    for (Operation operation : operations) {
      if (operation.method.equals(method) && operation.matches.matcher(path).matches()) {
        check(operation, status, type, body);
        return operation.name();
      }
    }
    return "";
  }

  private void check(Operation operation, int status, String type, String body) {
    String what = operation.name() + " -> " + status;
    Json.Obj response = operation.json.objectOrEmpty("responses").object(String.valueOf(status));
    assertThat(response).as(what + " is not in the document; it says " + body).isNotNull();
    Json.Obj content = response.objectOrEmpty("content");
    if (content.isEmpty()) {
      assertThat(body).as(what).isEmpty();
      return;
    }
    String plain = type.replaceAll(";.*", "").replaceAll("^image/.*", "image/*");
    assertThat(content.members()).as(what).containsKey(plain);
    if (!plain.equals("application/json")) {
      return;
    }
    Json.Obj schema = content.objectOrEmpty(plain).objectOrEmpty("schema");
    List<Error> errors =
        schemas.computeIfAbsent(what, key -> compile(schema)).validate(body, InputFormat.JSON);
    assertThat(errors)
        .as(what + " differs from the document (see Components and Route): " + body)
        .isEmpty();
  }

  private Schema compile(Json.Obj schema) {
    return registry.getSchema(
        Json.object()
            .put("components", components)
            .array("allOf", List.of(strict(schema)))
            .build()
            .compact());
  }

  /// The same schema without room for members that it does not name.
  private static Json strict(Json json) {
    if (json instanceof Json.Arr array) {
      return Json.array(array.items().stream().map(Contract::strict).toList());
    }
    if (!(json instanceof Json.Obj object)) {
      return json;
    }
    var members = Json.object();
    object.members().forEach((name, value) -> members.put(name, strict(value)));
    if ("object".equals(object.string("type")) && object.get("properties") instanceof Json.Obj) {
      members.put("additionalProperties", false);
    }
    return members.build();
  }
}

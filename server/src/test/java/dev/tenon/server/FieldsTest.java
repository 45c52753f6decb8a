package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every field of every operation of the document, left out or of another type: always a 400 that
/// names it, never a 500.
class FieldsTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder).answering().start();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void bodies() throws Exception {
    int tried = 0;
    for (Contract.Operation operation : server.contract().operations()) {
      Json.Obj body = operation.json().object("requestBody");
      if (body == null) {
        continue;
      }
      Json.Obj schema =
          body.objectOrEmpty("content").objectOrEmpty("application/json").objectOrEmpty("schema");
      Json.Obj right = (Json.Obj) sample(schema);
      assertThat(send(operation, right).status())
          .as(operation.name() + " with " + right + " is well-formed")
          .isNotIn(400, 500);
      for (Json.Obj wrong : mutants(schema, right)) {
        Harness.Got got = send(operation, wrong);
        assertThat(got.status()).as(operation.name() + " with " + wrong).isEqualTo(400);
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(100);
  }

  private Harness.Got send(Contract.Operation operation, Json.Obj body) throws Exception {
    return server.send(
        server
            .request(operation.path().replaceAll("\\{[a-z_]+\\}", "none"))
            .header("Content-Type", "application/json")
            .method(operation.method(), HttpRequest.BodyPublishers.ofString(body.compact())));
  }

  /// The body with one flaw each.
  private List<Json.Obj> mutants(Json.Obj schema, Json.Obj right) throws Exception {
    var mutants = new ArrayList<Json.Obj>();
    for (Json name : schema.array("required")) {
      mutants.add(without(right, ((Json.Str) name).value()));
    }
    Json.Obj properties = schema.objectOrEmpty("properties");
    for (String name : properties.members().keySet()) {
      for (Json value : wrong(properties.objectOrEmpty(name))) {
        mutants.add(right.with(name, value));
      }
    }
    return mutants;
  }

  private static Json.Obj without(Json.Obj object, String name) {
    var members = Json.object();
    object.members().forEach((each, value) -> members.put(each.equals(name) ? "_" : each, value));
    return members.build();
  }

  /// Values that the schema does not allow.
  private List<Json> wrong(Json.Obj given) throws Exception {
    Json.Obj schema = resolved(given);
    var all =
        Map.of(
            "string", Json.of("no such word"),
            "integer", Json.of(7),
            "number", Json.of(1.5),
            "boolean", Json.of(true),
            "array", Json.array(List.of(Json.array(List.of()))),
            "object", Json.object().put("no_such_member", Json.Null.VALUE).build(),
            "null", Json.Null.VALUE);
    String type = schema.string("type", "");
    var wrong = new ArrayList<Json>();
    all.forEach(
        (each, value) -> {
          boolean fits = each.equals(type) || (type.equals("number") && each.equals("integer"));
          if (!fits) {
            wrong.add(value);
          }
        });
    if (schema.get("enum") != null) {
      wrong.add(Json.of("no such word"));
      wrong.add(Json.of(""));
    }
    if (schema.get("minimum") != null) {
      wrong.add(Json.of(schema.number("minimum", 0) - 1));
    }
    if (type.equals("array")) {
      Json.Obj items = schema.objectOrEmpty("items");
      for (Json item : wrong(items)) {
        wrong.add(Json.array(List.of(sample(items), item)));
      }
    }
    if (type.equals("object") && schema.get("properties") != null) {
      wrong.addAll(mutants(schema, (Json.Obj) sample(schema)));
    }
    return wrong;
  }

  /// A value that the schema allows.
  private Json sample(Json.Obj given) throws Exception {
    Json.Obj schema = resolved(given);
    if (schema.get("enum") instanceof Json.Arr words) {
      return words.items().getFirst();
    }
    return switch (schema.string("type", "")) {
      case "string" -> Json.of("x");
      case "integer", "number" -> Json.of(schema.number("minimum", 1));
      case "boolean" -> Json.of(true);
      case "array" -> Json.array(List.of(sample(schema.objectOrEmpty("items"))));
      case "object" -> {
        var members = Json.object();
        Json.Obj properties = schema.objectOrEmpty("properties");
        for (String name : properties.members().keySet()) {
          members.put(name, sample(properties.objectOrEmpty(name)));
        }
        yield members.build();
      }
      default -> Json.Null.VALUE;
    };
  }

  private Json.Obj resolved(Json.Obj schema) throws Exception {
    String reference = schema.string("$ref");
    if (reference == null) {
      return schema;
    }
    return server
        .contract()
        .document()
        .objectOrEmpty("components")
        .objectOrEmpty("schemas")
        .objectOrEmpty(reference.substring(reference.lastIndexOf('/') + 1));
  }

  @Test
  void queries() throws Exception {
    int tried = 0;
    for (Contract.Operation operation : server.contract().operations()) {
      for (Json.Obj parameter : operation.json().objects("parameters")) {
        if (!"query".equals(parameter.string("in"))) {
          continue;
        }
        String name = parameter.string("name", "");
        Json.Obj schema = parameter.objectOrEmpty("schema");
        var wrong = new ArrayList<String>();
        if ("integer".equals(schema.string("type"))) {
          wrong.addAll(List.of("x", "1.5", "0x1", "99999999999999999999", "1e3", "%20"));
          wrong.add(String.valueOf(schema.number("minimum", 0) - 1));
        }
        if (schema.get("enum") != null) {
          wrong.add("nonsense");
        }
        for (String value : wrong) {
          assertThat(query(operation, name + "=" + value))
              .as(operation.name() + "?" + name + "=" + value)
              .isEqualTo(400);
          tried++;
        }
        if (parameter.bool("required", false)) {
          assertThat(query(operation, "")).as(operation.name() + " without " + name).isEqualTo(400);
          tried++;
        }
      }
    }
    assertThat(tried).isGreaterThan(30);
  }

  private int query(Contract.Operation operation, String query) throws Exception {
    String path = operation.path().replaceAll("\\{[a-z_]+\\}", "none");
    // Whatever else is required is there.
    var all = new StringBuilder(query);
    for (Json.Obj parameter : operation.json().objects("parameters")) {
      String name = parameter.string("name", "");
      boolean needed =
          "query".equals(parameter.string("in"))
              && parameter.bool("required", false)
              && !query.isEmpty()
              && !query.startsWith(name + "=");
      if (needed) {
        all.append('&').append(name).append("=x");
      }
    }
    return server.get(path + "?" + all).status();
  }
}

package dev.tenon.cli.mcp.serve;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.server.ServerOffer;
import java.util.List;

/// What the conformance suite expects a server to have.
final class ConformanceOffer implements ServerOffer {
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  private static final String SILENCE =
      "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

  @Override
  public Json.Obj info() {
    return Json.object().put("name", "conformance").put("version", "1").build();
  }

  @Override
  public String instructions() {
    return "";
  }

  private static Json.Obj parsed(String json) {
    try {
      return (Json.Obj) Json.parse(json);
    } catch (JsonException broken) {
      throw new IllegalArgumentException(broken);
    }
  }

  private static Json.Obj tool(String name) {
    return tool(name, "{\"type\": \"object\"}");
  }

  private static Json.Obj tool(String name, String schema) {
    return Json.object()
        .put("name", name)
        .put("description", "for the suite")
        .put("inputSchema", parsed(schema))
        .build();
  }

  @Override
  public List<Json.Obj> tools() {
    String message =
        """
        {"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]}
        """;
    return List.of(
        tool("test_simple_text"),
        tool("test_image_content"),
        tool("test_audio_content"),
        tool("test_embedded_resource"),
        tool("test_multiple_content_types"),
        tool("test_error_handling"),
        tool("test_tool_with_progress"),
        tool("test_elicitation", message),
        tool("test_elicitation_sep1034_defaults"),
        tool("test_elicitation_sep1330_enums"),
        tool(
            "json_schema_2020_12_tool",
            """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
             "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"},
               "city": {"type": "string"}}}},
             "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
             "additionalProperties": false}
            """));
  }

  private static Json.Obj text(String text) {
    return Json.object().put("type", "text").put("text", text).build();
  }

  private static Json.Obj image() {
    return Json.object()
        .put("type", "image")
        .put("data", PIXEL)
        .put("mimeType", "image/png")
        .build();
  }

  private static Json.Obj embedded(String uri) {
    return Json.object()
        .put("type", "resource")
        .put(
            "resource",
            Json.object()
                .put("uri", uri)
                .put("mimeType", "text/plain")
                .put("text", "embedded")
                .build())
        .build();
  }

  private static Json.Obj content(Json.Obj... parts) {
    return Json.object().array("content", List.of(parts)).build();
  }

  @Override
  public Json.Obj call(String tool, Json.Obj arguments, Caller caller)
      throws RpcException, InterruptedException {
    return switch (tool) {
      case "test_simple_text" -> content(text("This is a simple text response for testing."));
      case "test_image_content" -> content(image());
      case "test_audio_content" ->
          content(
              Json.object()
                  .put("type", "audio")
                  .put("data", SILENCE)
                  .put("mimeType", "audio/wav")
                  .build());
      case "test_embedded_resource" -> content(embedded("test://embedded-resource"));
      case "test_multiple_content_types" ->
          content(text("Multiple content types test:"), image(), embedded("test://mixed-content"));
      case "test_error_handling" ->
          Json.object()
              .putAll(content(text("This tool intentionally returns an error for testing")))
              .put("isError", true)
              .build();
      case "test_tool_with_progress" -> {
        for (int i = 0; i < 3; i++) {
          caller.told("step " + i);
        }
        yield content(text("done"));
      }
      case "test_elicitation" ->
          asked(
              caller,
              arguments.string("message", ""),
              """
              {"type": "object", "properties": {"username": {"type": "string"},
               "email": {"type": "string"}}, "required": ["username", "email"]}
              """);
      case "test_elicitation_sep1034_defaults" ->
          asked(
              caller,
              "defaults",
              """
              {"type": "object", "properties": {
                "name": {"type": "string", "default": "John Doe"},
                "age": {"type": "integer", "default": 30},
                "score": {"type": "number", "default": 95.5},
                "status": {"type": "string", "enum": ["active", "inactive", "pending"],
                  "default": "active"},
                "verified": {"type": "boolean", "default": true}}}
              """);
      case "test_elicitation_sep1330_enums" ->
          asked(
              caller,
              "enums",
              """
              {"type": "object", "properties": {
                "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
                "titledSingle": {"type": "string", "oneOf": [
                  {"const": "value1", "title": "First Option"},
                  {"const": "value2", "title": "Second Option"},
                  {"const": "value3", "title": "Third Option"}]},
                "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                  "enumNames": ["Option One", "Option Two", "Option Three"]},
                "untitledMulti": {"type": "array", "items": {"type": "string",
                  "enum": ["option1", "option2", "option3"]}},
                "titledMulti": {"type": "array", "items": {"anyOf": [
                  {"const": "value1", "title": "First Choice"},
                  {"const": "value2", "title": "Second Choice"},
                  {"const": "value3", "title": "Third Choice"}]}}}}
              """);
      default -> throw RpcException.invalidParams("there is no tool " + tool);
    };
  }

  private static Json.Obj asked(Caller caller, String message, String schema)
      throws RpcException, InterruptedException {
    Json.Obj answer =
        caller.elicit(
            Json.object().put("message", message).put("requestedSchema", parsed(schema)).build());
    return content(
        text(
            "Elicitation completed: action="
                + answer.string("action", "")
                + ", content="
                + answer.objectOrEmpty("content").compact()));
  }

  private static Json.Obj resource(String uri, String type) {
    return Json.object().put("uri", uri).put("name", uri).put("mimeType", type).build();
  }

  @Override
  public List<Json.Obj> resources() {
    return List.of(
        resource("test://static-text", "text/plain"),
        resource("test://static-binary", "image/png"));
  }

  @Override
  public List<Json.Obj> templates() {
    return List.of(
        Json.object()
            .put("uriTemplate", "test://template/{id}/data")
            .put("name", "data")
            .put("mimeType", "application/json")
            .build());
  }

  @Override
  public List<Json.Obj> read(String uri) {
    var about = Json.object().put("uri", uri);
    if (uri.startsWith("test://template/")) {
      String id = uri.split("/", -1)[3];
      return List.of(
          about
              .put("mimeType", "application/json")
              .put("text", Json.object().put("id", id).build().compact())
              .build());
    }
    return switch (uri) {
      case "test://static-text" ->
          List.of(
              about
                  .put("mimeType", "text/plain")
                  .put("text", "This is the content of the static text resource.")
                  .build());
      case "test://static-binary" ->
          List.of(about.put("mimeType", "image/png").put("blob", PIXEL).build());
      default -> List.of();
    };
  }

  private static Json.Obj argument(String name) {
    return Json.object()
        .put("name", name)
        .put("description", "for the suite")
        .put("required", true)
        .build();
  }

  private static Json.Obj described(String name, Json.Obj... arguments) {
    return Json.object()
        .put("name", name)
        .put("description", "for the suite")
        .array("arguments", List.of(arguments))
        .build();
  }

  @Override
  public List<Json.Obj> prompts() {
    return List.of(
        described("test_simple_prompt"),
        described("test_prompt_with_arguments", argument("arg1"), argument("arg2")),
        described("test_prompt_with_embedded_resource", argument("resourceUri")),
        described("test_prompt_with_image"));
  }

  private static Json.Obj messages(Json.Obj... contents) {
    return Json.object()
        .array(
            "messages",
            List.of(contents).stream()
                .map(each -> Json.object().put("role", "user").put("content", each).build())
                .toList())
        .build();
  }

  @Override
  public Json.Obj prompt(String name, Json.Obj arguments) throws RpcException {
    return switch (name) {
      case "test_simple_prompt" -> messages(text("This is a simple prompt for testing."));
      case "test_prompt_with_arguments" ->
          messages(
              text(
                  "Prompt with arguments: arg1='"
                      + arguments.string("arg1", "")
                      + "', arg2='"
                      + arguments.string("arg2", "")
                      + "'"));
      case "test_prompt_with_embedded_resource" ->
          messages(embedded(arguments.string("resourceUri", "")), text("Please process it."));
      case "test_prompt_with_image" -> messages(image(), text("Please look at it."));
      default -> throw RpcException.invalidParams("there is no prompt " + name);
    };
  }
}

package dev.tenon.core.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.agent.Finish;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a result has to look like is checked in full, or refused.
class OutputSchemaTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"multipleOf\": 5} | 15 | 16",
        "{\"multipleOf\": 0.1} | 0.3 | 0.35",
        "{\"contains\": {\"const\": 1}} | [2, 1] | [2, 3]",
        "{\"contains\": {\"const\": 1}, \"maxContains\": 1} | [1] | [1, 1]",
        "{\"contains\": {\"const\": 1}, \"minContains\": 2} | [1, 1] | [1, 2]",
        "{\"dependentRequired\": {\"a\": [\"b\"]}} | {\"b\": 1} | {\"a\": 1}",
        "{\"dependentSchemas\": {\"a\": {\"required\": [\"b\"]}}} | {} | {\"a\": 1}",
        "{\"propertyNames\": {\"maxLength\": 2}} | {\"ab\": 1} | {\"abc\": 1}",
        "{\"if\": {\"const\": 1}, \"then\": false} | 2 | 1",
        "{\"if\": {\"const\": 1}, \"else\": {\"type\": \"string\"}} | 1 | 2",
        "{\"items\": [{\"type\": \"string\"}], \"additionalItems\": false} | [\"a\"] | [\"a\", 1]",
        "{\"type\": \"uint8\"} | 255 | 256",
        "{\"type\": \"int32\"} | -2147483648 | -2147483649",
        "{\"elements\": {\"type\": \"int8\"}} | [-128] | [200]",
        "{\"type\": \"string\", \"pattern\": \"^a+$\"} | \"aa\" | \"ab\"",
        "{\"enum\": [1, [2.50]]} | 1.0 | 1.5",
        "{\"const\": {\"a\": 10}} | {\"a\": 1e1} | {\"a\": 11}",
        "{\"uniqueItems\": true} | [1, \"1\"] | [1, 1.0]",
        "{\"items\": {\"$ref\": \"#/$defs/no\"}, \"$defs\": {\"no\": false}} | [] | [1]",
        "{\"type\": \"timestamp\"} | \"2026-01-02T03:04:05Z\" | \"yesterday\"",
        "{\"properties\": {\"a\": {\"type\": \"string\"}}} | {\"a\": \"x\"} | {}",
        "{\"properties\": {\"a\": {\"type\": \"string\", \"minLength\": 3}}} | {\"a\": \"xyz\"} |"
            + " {\"a\": \"x\"}",
        "{\"properties\": {\"a\": {\"type\": \"object\", \"required\": [\"b\"]}}} | {} | {\"a\":"
            + " {}}",
        "{\"definitions\": {\"a\": {\"type\": \"string\"}}, \"allOf\": [{\"$ref\":"
            + " \"#/definitions/a\"}]} | \"x\" | 1",
        "{\"definitions\": {\"a\": {\"type\": \"int8\"}}, \"ref\": \"a\"} | 1 | \"x\"",
        "{\"discriminator\": \"t\", \"mapping\": {\"a\": {\"properties\": {\"n\": {\"type\":"
            + " \"int8\"}}}}} | {\"t\": \"a\", \"n\": 1} | {\"t\": \"b\", \"n\": 1}",
      })
  void everyWordThatIsTakenIsChecked(String schema, String good, String bad) throws Exception {
    OutputSchema read = OutputSchema.of(Json.parse(schema));
    assertThat(read.errors(Json.parse(good))).as("%s takes %s", schema, good).isEmpty();
    assertThat(read.errors(Json.parse(bad))).as("%s refuses %s", schema, bad).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\": \"object\", \"requierd\": [\"a\"]} | /requierd is not checked here",
        "{\"type\": \"object\", \"requierd\": [\"a\"]} | did you mean required?",
        "{\"type\": \"object\", \"unevaluatedProperties\": false} | /unevaluatedProperties",
        "{\"type\": \"strng\"} | there is no type \"strng\"",
        "{\"type\": \"object\", \"properties\": {\"a\": 1}} | /properties/a is no schema",
        "{\"type\": \"string\", \"pattern\": \"(\"} | cannot be used",
        "{\"$ref\": \"https://example.org/x\"} | leads out of the schema",
        "{\"$ref\": \"#\"} | leads to itself",
        "{\"anyOf\": {}} | must be a list of schemas",
        "{\"type\": \"string\", \"minLength\": \"3\"} | /minLength must be a number",
        "{\"type\": \"string\", \"minLength\": -1} | /minLength must be a whole number",
        "{\"multipleOf\": 0} | /multipleOf must be more than 0",
        "{\"type\": []} | /type must name a type",
        "{\"required\": [1]} | /required must be a list of names",
        "{\"dependentRequired\": {\"a\": \"b\"}} | /dependentRequired/a must be a list of names",
        "{\"$ref\": \"#/x-a\", \"x-a\": {\"requierd\": []}} | leads to what is no schema",
        "{\"allOf\": [{\"$ref\": \"#\"}]} | leads to itself",
        "{\"anyOf\": [{\"$ref\": \"#\"}, {\"$ref\": \"#\"}]} | leads to itself",
        "{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {\"title\": \"t\", \"not\": {\"$ref\":"
            + " \"#/$defs/a\"}}}} | '#/$defs/a' leads to itself",
        "{\"optionalProperties\": {\"a\": {\"tpye\": \"string\"}}} | /optionalProperties/a/tpye has"
            + " no",
        "{\"elements\": {\"type\": \"strng\"}} | there is no type \"strng\"",
        "{\"elements\": {\"type\": \"string\"}, \"minItems\": 2} | /minItems has no place",
        "{\"discriminator\": \"t\", \"mapping\": {\"a\": {\"type\": \"string\"}}} | /mapping/a must"
            + " have",
        "{\"values\": {\"enum\": []}} | /values/enum must be a list",
      })
  void whatIsNotCheckedIsRefused(String schema, String why) {
    assertThatThrownBy(() -> OutputSchema.of(Json.parse(schema)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(why);
  }

  @Test
  void namesOfMembersAndValuesAreNoWordsOfTheSchema() throws Exception {
    OutputSchema read =
        OutputSchema.of(
            Json.parse(
                """
                {"type": "object", "title": "t", "x-order": 3, "format": "date",
                 "properties": {"requierd": {"enum": [{"unknown": 1}]}, "$ref": {"type": "string"}},
                 "examples": [{"whatever": {}}]}
                """));
    assertThat(read.errors(Json.parse("{\"requierd\": {\"unknown\": 1}}"))).isEmpty();
  }

  @Test
  @Timeout(20)
  void aPatternThatTakesForEverIsGivenUp() throws Exception {
    OutputSchema read =
        OutputSchema.of(Json.parse("{\"type\": \"string\", \"pattern\": \"(a+)+$\"}"));
    assertThat(read.errors(Json.of("a".repeat(1_000) + "!"))).isNotEmpty();
  }

  /// Each part asks for the next one twice: more looks than anybody waits for.
  @Test
  @Timeout(20)
  void combinationsThatTakeForEverAreGivenUp() throws Exception {
    var parts = Json.object();
    for (int i = 0; i < 50; i++) {
      Json.Obj next = Json.object().put("$ref", "#/$defs/p" + (i + 1)).build();
      parts.put("p" + i, Json.object().array("anyOf", List.of(next, next)).build());
    }
    parts.put("p50", Json.object().put("type", "string").build());
    OutputSchema read =
        OutputSchema.of(
            Json.object().put("$ref", "#/$defs/p0").put("$defs", parts.build()).build());
    assertThat(read.errors(Json.of(1))).singleElement().asString().contains("takes too long");
  }

  /// A tree may be as deep as it likes, within reason.
  @Test
  void aSchemaMayReferToItselfBelowAMember() throws Exception {
    OutputSchema tree =
        OutputSchema.of(
            Json.parse(
                """
                {"type": "object", "required": ["n"],
                 "properties": {"below": {"type": "array", "items": {"$ref": "#"}}}}
                """));
    String deep = "{\"n\": 1}";
    for (int i = 0; i < 40; i++) {
      deep = "{\"n\": 1, \"below\": [" + deep + "]}";
    }
    assertThat(tree.errors(Json.parse(deep))).isEmpty();
    assertThat(tree.errors(Json.parse(deep.replaceFirst("\\{\"n\": 1}", "{}"))))
        .singleElement()
        .asString()
        .endsWith("/below/0/n: is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\": \"string\"} | \"42\" | 42",
        "{\"type\": \"string\"} | \"{\\\"a\\\": 1}\" | {\"a\": 1}",
        "{\"type\": \"integer\"} | \"42\" | 42\n",
        "{\"type\": [\"string\", \"boolean\"]} | \"true\" | true",
        "{\"type\": [\"string\", \"array\"]} | \"[]\" | []\n",
      })
  void aTextThatLooksLikeDataStaysATextWhereATextIsWanted(String schema, String given, String kept)
      throws Exception {
    var tool = new YieldTool(new Finish(YieldTool.NAME), OutputSchema.of(Json.parse(schema)));
    tool.give(Json.parse(given));
    YieldTool.Yielded yielded = tool.yielded();
    assertThat(yielded).isNotNull();
    assertThat(yielded.problems()).isEmpty();
    assertThat(yielded.text().strip()).isEqualTo(kept.strip());
  }
}

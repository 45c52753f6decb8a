package dev.tenon.core.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GivenSchemaTest {
  private static final String SCHEMA =
      """
      {"type":"object","required":["path"],"properties":{
        "path":{"type":"string"},
        "count":{"type":"integer"},
        "ratio":{"type":"number"},
        "deep":{"type":"boolean"},
        "kind":{"enum":["plain","Fancy",3]},
        "tags":{"type":"array","items":{"type":"string"}},
        "numbers":{"type":"array","items":{"type":"integer"}},
        "maybe":{"type":["string","null"]},
        "open":{"type":"string","nullable":true},
        "inner":{"type":"object","required":["id"],
                 "properties":{"id":{"type":"integer"},"list":{"type":"array","items":{
                   "type":"object","required":["x"],"properties":{"x":{"type":"number"}}}}}},
        "either":{"anyOf":[{"type":"string"},{"type":"integer"}]},
        "reference":{"$ref":"#/$defs/x"},
        "odd":{"type":"tuple"}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{'path':'a'} ~ {'path':'a'}",
        "{'path':'a','count':3} ~ {'path':'a','count':3}",
        "{'path':'a','count':'3'} ~ {'path':'a','count':3}",
        "{'path':'a','count':3.0} ~ {'path':'a','count':3.0}",
        "{'path':'a','ratio':'0.5'} ~ {'path':'a','ratio':0.5}",
        "{'path':'a','deep':'true'} ~ {'path':'a','deep':true}",
        "{'path':7} ~ {'path':'7'}",
        "{'path':true} ~ {'path':'true'}",
        "{'path':'a','tags':'x'} ~ {'path':'a','tags':['x']}",
        "{'path':'a','tags':'[1]'} ~ {'path':'a','tags':['1']}",
        "{'path':'a','tags':['x',2]} ~ {'path':'a','tags':['x','2']}",
        "{'path':'a','numbers':'[1,2]'} ~ {'path':'a','numbers':[1,2]}",
        "{'path':'a','numbers':5} ~ {'path':'a','numbers':[5]}",
        "{'path':'a','kind':'plain'} ~ {'path':'a','kind':'plain'}",
        "{'path':'a','kind':'FANCY'} ~ {'path':'a','kind':'Fancy'}",
        "{'path':'a','kind':3} ~ {'path':'a','kind':3}",
        "{'path':'a','count':null} ~ {'path':'a'}",
        "{'path':'a','maybe':null} ~ {'path':'a','maybe':null}",
        "{'path':'a','open':null} ~ {'path':'a','open':null}",
        "{'path':'a','inner':{'id':1,'more':[1]}} ~ {'path':'a','inner':{'id':1,'more':[1]}}",
        "{'path':'a','inner':'{`id`:1}'} ~ {'path':'a','inner':{'id':1}}",
        "{'path':'a','inner':{'id':1,'list':[{'x':'2'}]}} ~"
            + " {'path':'a','inner':{'id':1,'list':[{'x':2}]}}",
        "{'path':'a','either':[1],'reference':{'any':1}} ~"
            + " {'path':'a','either':[1],'reference':{'any':1}}",
        "{'path':'a','odd':[1]} ~ {'path':'a','odd':[1]}",
        "{'path':'a','stranger':{'x':null}} ~ {'path':'a','stranger':{'x':null}}",
      })
  void whatFitsOrIsPlainlyMeantIsBound(String given, String bound) throws Exception {
    assertThat(schema(SCHEMA).bind(json(given)).values()).isEqualTo(json(bound));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{} ~ missing argument path; arguments are: path, count",
        "{'count':1} ~ missing argument path",
        "{'path':null} ~ path must be a string, was null",
        "{'path':{}} ~ path must be a string, was {}",
        "{'path':['a']} ~ path must be a string, was",
        "{'path':'a','count':1.5} ~ count must be a whole number, was 1.5",
        "{'path':'a','count':'many'} ~ count must be a whole number",
        "{'path':'a','count':true} ~ count must be a whole number, was true",
        "{'path':'a','ratio':'x'} ~ ratio must be a number",
        "{'path':'a','deep':1} ~ deep must be true or false, was 1",
        "{'path':'a','kind':'other'} ~ kind must be one of plain, Fancy, 3, was",
        "{'path':'a','numbers':['x']} ~ numbers[0] must be a whole number",
        "{'path':'a','inner':[]} ~ inner must be an object",
        "{'path':'a','inner':{}} ~ missing argument inner.id; arguments are: id, list",
        "{'path':'a','inner':{'id':1,'list':[{'x':1},{}]}} ~ missing argument inner.list[1].x",
        "{'path':'a','maybe':{}} ~ maybe must be a string or null, was {}",
      })
  void whatDoesNotFitIsRefusedWithItsPlace(String given, String problem) throws Exception {
    Json.Obj arguments = json(given);
    assertThatThrownBy(() -> schema(SCHEMA).bind(arguments))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aMisspelledNameIsPointedOut() throws Exception {
    Json.Obj arguments = json("{'pth':'a'}");
    assertThatThrownBy(() -> schema(SCHEMA).bind(arguments))
        .isInstanceOfSatisfying(
            ToolException.class,
            problem ->
                assertThat(problem.suggestions())
                    .containsExactly("unknown argument 'pth'; did you mean 'path'?"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{} ~ {'type':'object','properties':{}}",
        "{'type':'object'} ~ {'type':'object','properties':{}}",
        "{'properties':{'a':{}}} ~ {'type':'object','properties':{'a':{}}}",
        "{'type':'object','properties':{},'additionalProperties':false} ~"
            + " {'type':'object','properties':{},'additionalProperties':false}",
      })
  void theModelAlwaysSeesAnObject(String given, String shown) throws Exception {
    assertThat(schema(given).json()).isEqualTo(json(shown));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{'properties':[1],'required':'path','type':5}",
        "{'properties':{'a':true,'b':{'type':{},'enum':'x','items':3}},'required':[1,null]}",
        "{'type':['object',1],'properties':null}",
      })
  void aBrokenSchemaRefusesNothing(String broken) throws Exception {
    Json.Obj arguments = json("{'a':[1],'b':[{'c':2}]}");
    assertThat(schema(broken).bind(arguments).values()).isEqualTo(arguments);
  }

  @Test
  void depthIsBounded() throws Exception {
    Json.Obj schema = json("{'type':'object','required':['no']}");
    Json.Obj arguments = Json.Obj.EMPTY;
    for (int i = 0; i < 10_000; i++) {
      schema = Json.object().object("properties", Wrapper.of(schema)).build();
      arguments = Json.object().put("a", arguments).build();
    }
    assertThat(new GivenSchema(schema).bind(arguments).values().has("a")).isTrue();
  }

  private record Wrapper(Json.Obj inner) {
    static java.util.function.Consumer<Json.Builder> of(Json.Obj inner) {
      return builder -> builder.put("a", inner);
    }
  }

  private static GivenSchema schema(String text) throws JsonException {
    return new GivenSchema(json(text));
  }

  private static Json.Obj json(String text) throws JsonException {
    // A back quote is a quote inside of a text.
    return Json.parseObject(text.replace('\'', '"').replace("`", "\\\""));
  }
}

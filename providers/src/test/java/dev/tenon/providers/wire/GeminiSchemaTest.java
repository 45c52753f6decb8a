package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeminiSchemaTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'$schema':'x','type':'object','additionalProperties':false,'title':'t'} |"
            + " {'type':'object','title':'t'}",
        "{'type':['string','null']} | {'nullable':true,'type':'string'}",
        "{'type':['string','integer']} | {'anyOf':[{'type':'string'},{'type':'integer'}]}",
        "{'anyOf':[{'type':'string','$id':'x'},{'type':'null'}],'description':'d'} |"
            + " {'nullable':true,'type':'string','description':'d'}",
        "{'oneOf':[{'type':'string'},{'type':'integer'}]} |"
            + " {'anyOf':[{'type':'string'},{'type':'integer'}]}",
        "{'const':'a'} | {'enum':['a'],'type':'string'}",
        "{'type':'integer','enum':[1,2]} | {'type':'integer'}",
        "{'type':'string','format':'uri'} | {'type':'string'}",
        "{'type':'integer','format':'int64','exclusiveMinimum':0,'default':3} |"
            + " {'type':'integer','format':'int64'}",
        "{'type':'array','items':{'type':'object','properties':{'a':{'type':'string','examples':[1]}}}}"
            + " | {'type':'array','items':{'type':'object','properties':{'a':{'type':'string'}}}}",
        "{'type':'object','properties':{'any':true}} | {'type':'object','properties':{'any':{}}}",
        "{'type':'object','properties':{}} | {'type':'object'}",
      })
  void keepsWhatGeminiKnows(String schema, String expected) {
    assertThat(GeminiSchema.of(Fixtures.json(schema.replace('\'', '"'))))
        .isEqualTo(Fixtures.json(expected.replace('\'', '"')));
  }
}

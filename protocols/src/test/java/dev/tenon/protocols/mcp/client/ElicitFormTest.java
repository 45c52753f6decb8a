package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Forms that ask for what no server should get, however they spell it, and what becomes of what a
/// person types into one.
class ElicitFormTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "password | string | `` | true",
        "PassWord | string | `` | true",
        "pass\u200bword | string | `` | true",
        "api-key | string | `` | true",
        "apiKey | string | `` | true",
        "API_KEY | string | `` | true",
        "sshKey | string | `` | true",
        "Access Key | string | `` | true",
        "your key | string | `` | true",
        "pin | string | `` | true",
        "value | string | Enter your GitHub token | true",
        "value | string | Your PASSPHRASE, please | true",
        "sure | boolean | Rotate the token? | false",
        "monkey | string | `` | false",
        "keyboard | string | Which layout? | false",
        "spin | integer | How fast? | false",
      })
  void secretsAreFound(String name, String type, String message, boolean secret) throws Exception {
    Json.Obj field = Json.object().put("type", type).build();
    Json.Obj params =
        Json.object()
            .put("message", message)
            .object(
                "requestedSchema",
                schema -> schema.object("properties", fields -> fields.put(name, field)))
            .build();
    assertThat(ElicitForm.of(params).asksForSecret()).isEqualTo(secret);
  }

  private static ElicitForm.Field field(String schema) throws Exception {
    Json.Obj params =
        Json.parseObject(
            "{\"requestedSchema\":{\"properties\":{\"f\":" + schema.replace('\'', '"') + "}}}");
    return ElicitForm.of(params).fields().getFirst();
  }

  /// What says exactly one thing never means another; places come last.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'string','enum':['3','2','1']} | 1 | \"1\"",
        "{'type':'string','enum':['3','2','1']} | 3 | \"3\"",
        "{'type':'string','enum':['a','A']} | A | \"A\"",
        "{'type':'string','enum':['a','A']} | a | \"a\"",
        "{'type':'string','enum':['red','green']} | 2 | \"green\"",
        "{'type':'string','enum':['red','green']} | GREEN | \"green\"",
        "{'type':'string','enum':['r','g'],'enumNames':['Red','Green']} | Green | \"g\"",
        "{'type':'string','oneOf':[{'const':'b','title':'a'},{'const':'a','title':'b'}]} | a |"
            + " \"a\"",
        "{'type':'array','items':{'enum':['a, b','c','d']}} | a, b | [\"a, b\"]",
        "{'type':'array','items':{'enum':['x','y','z']}} | x, 3 | [\"x\",\"z\"]",
        "{'type':'integer'} | 007 | 7",
        "{'type':'integer'} | -010 | -10",
        "{'type':'number'} | 00.50 | 0.50",
        "{'type':'boolean'} | YES | true",
      })
  void whatIsTypedIsWhatIsSent(String schema, String typed, String sent) throws Exception {
    String value = field(schema).value(typed).compact();
    assertThat(value).isEqualTo(sent);
    assertThat(Json.parse(value)).as("valid JSON").isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'string','minLength':2} | a | at least 2 characters",
        "{'type':'string','maxLength':2} | abc | at most 2 characters",
        "{'type':'string','format':'email'} | nobody | an address of mail",
        "{'type':'string','format':'uri'} | nowhere | an address",
        "{'type':'string','format':'date'} | 2026-13-01 | a date",
        "{'type':'string','format':'date-time'} | today | a date-time",
        "{'type':'number','minimum':2} | 1.5 | at least 2",
        "{'type':'integer','maximum':2} | 3 | at most 2",
        "{'type':'integer'} | 1.5 | a whole number",
        "{'type':'boolean'} | perhaps | yes or no",
        "{'type':'string','enum':['a','b']} | 3 | one of a, b",
        "{'type':'array','minItems':2,'items':{'enum':['a','b']}} | a | at least 2 choices",
        "{'type':'array','maxItems':1,'items':{'enum':['a','b']}} | a,b | at most 1 choices",
      })
  void whatDoesNotFitIsRefused(String schema, String typed, String why) throws Exception {
    ElicitForm.Field field = field(schema);
    assertThatThrownBy(() -> field.value(typed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  /// Two that are shown alike can be told apart.
  @Test
  void everyChoiceCanBeChosen() throws Exception {
    ElicitForm.Field field =
        field(
            "{'type':'array','items':{'enum':['a','b','c,d'],'enumNames':['Same','Same','x, y']}}");
    assertThat(field.titles()).containsExactly("Same", "Same (b)", "x, y");
    assertThat(field.picked(List.of("Same (b)", "x, y")).compact()).isEqualTo("[\"b\",\"c,d\"]");
  }
}

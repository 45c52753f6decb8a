package dev.tenon.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JsonFieldsTest {
  private enum Colour {
    RED,
    DARK_BLUE
  }

  private static JsonFields of(String text) throws JsonException {
    return JsonFields.of(Json.parse(text), "root");
  }

  @Test
  void membersOfTheRightTypeAreRead() throws JsonException {
    JsonFields fields =
        of(
            """
            {"s":"text","n":12,"d":1.5,"b":true,"o":{"x":1},"l":["a","b"],"c":"dark_blue",
             "m":[{"y":2},{"y":3}]}\
            """);
    assertThat(fields.string("s")).isEqualTo("text");
    assertThat(fields.whole("n")).isEqualTo(12);
    assertThat(fields.decimal("d")).isEqualTo(1.5);
    assertThat(fields.bool("b", false)).isTrue();
    assertThat(fields.fields("o").whole("x")).isEqualTo(1);
    assertThat(fields.strings("l")).containsExactly("a", "b");
    assertThat(fields.constant("c", Colour.class)).isEqualTo(Colour.DARK_BLUE);
    assertThat(fields.each("m").get(1).whole("y")).isEqualTo(3);
  }

  @Test
  void absentMembersGiveTheDefault() throws JsonException {
    JsonFields fields = of("{}");
    assertThat(fields.optionalString("s")).isNull();
    assertThat(fields.whole("n", 7)).isEqualTo(7);
    assertThat(fields.decimal("d", 0.5)).isEqualTo(0.5);
    assertThat(fields.bool("b", true)).isTrue();
    assertThat(fields.optionalFields("o")).isNull();
    assertThat(fields.strings("l")).isEmpty();
  }

  @Test
  void errorsNameThePathAndWhatIsThere() throws JsonException {
    JsonFields fields = of("{\"n\":1.5,\"o\":{\"l\":[\"a\",null]},\"c\":\"green\",\"s\":null}");
    assertThatThrownBy(() -> fields.whole("n"))
        .hasMessage("root.n: expected a whole number, was the number 1.5");
    assertThatThrownBy(() -> fields.fields("o").strings("l"))
        .hasMessage("root.o.l[1]: expected a string, was null");
    assertThatThrownBy(() -> fields.constant("c", Colour.class))
        .hasMessage("root.c: must be one of red, dark_blue, was 'green'");
    assertThatThrownBy(() -> fields.optionalString("s"))
        .hasMessage("root.s: expected a string, was null");
    assertThatThrownBy(() -> fields.only("n", "o", "c"))
        .hasMessage("root.s: is unknown; known are n, o, c");
    assertThatThrownBy(() -> JsonFields.of(Json.of(true), ""))
        .hasMessage("expected an object, was true");
  }
}

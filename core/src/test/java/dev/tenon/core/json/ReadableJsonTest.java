package dev.tenon.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadableJsonTest {
  private static String lines(String json) throws JsonException {
    return String.join("\n", ReadableJson.of(Json.parse(json)));
  }

  @Test
  void namesAndValuesStandInLines() throws JsonException {
    assertThat(
            lines(
                """
                {"a":"x","n":1.50,"t":true,"none":null,"empty":"","list":[],"deep":{"b":["y",{"c":2}]},
                 "text":"one\\ntwo"}
                """))
        .isEqualTo(
            """
            a: x
            n: 1.50
            t: true
            none: none
            empty: (empty)
            list: nothing
            deep:
              b:
                - y
                -
                  c: 2
            text:
              one
              two\
            """);
  }

  /// A text cannot look like a member beside it, nor can a name.
  @Test
  void nothingLooksLikeWhatItIsNot() throws JsonException {
    assertThat(lines("{\"a\":\"x\\nforce: true\"}")).isEqualTo("a:\n  x\n  force: true");
    assertThat(lines("{\"a\\nforce\":\"x\"}")).isEqualTo("a\\nforce: x");
  }

  @Test
  void howeverDeepItIsItEnds() throws JsonException {
    assertThat(lines("[".repeat(300) + "]".repeat(300))).contains("[[[[");
  }
}

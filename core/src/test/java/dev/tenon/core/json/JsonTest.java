package dev.tenon.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void whatIsWrittenIsReadBack() throws JsonException {
    var random = new Random(20261115);
    for (int i = 0; i < 500; i++) {
      Json value = value(random, 4);
      assertThat(Json.parse(value.compact())).isEqualTo(value);
      assertThat(Json.parse(value.pretty())).isEqualTo(value);
    }
  }

  @Test
  void objectsKeepTheirOrderAndNumbersTheirText() throws JsonException {
    String text = "{\"b\":1.10,\"a\":[true,null,12345678901234567890],\"c\":{}}";
    assertThat(Json.parse(text).compact()).isEqualTo(text);
  }

  @Test
  void brokenTextSaysWhatAndWhere() {
    assertThatThrownBy(() -> Json.parse("{\"a\":\n  oops}"))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("oops")
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> Json.parse("")).hasMessageContaining("found nothing");
    assertThatThrownBy(() -> Json.parse("1 2")).hasMessageContaining("after the JSON value");
    assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> Json.parseObject("[1]")).hasMessageContaining("object");
  }

  @Test
  void brokenTextIsToldWithoutTheWordsOfTheParser() {
    for (String text :
        List.of(
            "{",
            "[",
            "{\"a\":",
            "{\"a\":[1,{\"b\":2",
            "[1,\n2",
            "[1}",
            "{]",
            "{\"a\":1]",
            "\"open",
            "{\"a",
            "{\"a\":1,}",
            "tru",
            "nul",
            "-",
            "1e",
            "01",
            "'a'",
            "{a:1}",
            "\u0000",
            "\"\u0001\"",
            "\"\\x\"",
            "\"\\u12\"",
            "]",
            "}",
            ",",
            "[".repeat(600),
            "{\"a\":1} {",
            "9".repeat(2_000))) {
      assertThatThrownBy(() -> Json.parse(text))
          .as(text)
          .isInstanceOf(JsonException.class)
          .hasMessageContaining("line ")
          .hasMessageNotContainingAny("Source", "REDACTED", "StreamRead", "\n");
      byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      assertThatThrownBy(() -> JsonOutline.of(bytes, 0, bytes.length))
          .as(text)
          .hasMessageNotContainingAny("Source", "REDACTED", "StreamRead", "\n");
    }
    assertThatThrownBy(() -> Json.parse("\n {"))
        .hasMessage("Unexpected end-of-input: expected close marker for Object (line 2, column 3)");
    assertThat(PartialJson.object("{\"a\":" + "[".repeat(200_000))).isNotNull();
    assertThat(PartialJson.object("{\"a\":".repeat(200_000))).isNotNull();
  }

  @Test
  void halfSurrogatesAreEscapedSoThatUtf8CanCarryThem() throws JsonException {
    String half = "a\ud800b";
    assertThat(Json.of(half).compact()).isEqualTo("\"a\\ud800b\"");
    assertThat(Json.of("😀").compact()).isEqualTo("\"😀\"");
    assertThat(Json.parse(Json.of(half).compact())).isEqualTo(Json.of(half));
  }

  @Test
  void partialJsonNeverThrowsAndOnlyGrows() throws JsonException {
    var random = new Random(7);
    for (int i = 0; i < 200; i++) {
      Json.Obj whole = object(random, 3);
      String text = whole.compact();
      for (int cut = 0; cut <= text.length(); cut++) {
        Json.Obj part = PartialJson.object(text.substring(0, cut));
        assertThat(whole.members().keySet()).containsAll(part.members().keySet());
      }
      assertThat(PartialJson.object(text)).isEqualTo(whole);
    }
  }

  @Test
  void partialJsonGivesStringsAsFarAsTheyCame() {
    assertThat(PartialJson.object("{\"path\":\"src/A").string("path")).isEqualTo("src/A");
    assertThat(PartialJson.object("{\"n\":12").get("n")).isNull();
    assertThat(PartialJson.object("{\"n\":12,").number("n", 0)).isEqualTo(12);
    assertThat(PartialJson.object("{\"s\":\"a\\").string("s")).isEqualTo("a");
    assertThat(PartialJson.object("{\"s\":\"a\\u26").string("s")).isEqualTo("a");
    assertThat(PartialJson.object("nonsense").isEmpty()).isTrue();
    assertThat(PartialJson.object("{{{{").isEmpty()).isTrue();
    assertThat(PartialJson.object("[".repeat(100_000)).isEmpty()).isTrue();
  }

  @Test
  void partialJsonSurvivesRandomRubbish() {
    var random = new Random(99);
    String alphabet = "{}[]\",:\\u0a1 tfn-.e";
    for (int i = 0; i < 5000; i++) {
      var text = new StringBuilder("{");
      for (int n = random.nextInt(40); n > 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      assertThat(PartialJson.object(text.toString())).isNotNull();
    }
  }

  private static Json value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> Json.of(text(random));
      case 1 -> Json.of(random.nextLong());
      case 2 -> Json.of(random.nextDouble());
      case 3 -> Json.of(random.nextBoolean());
      case 4 -> Json.Null.VALUE;
      case 5 -> {
        List<Json> items = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
          items.add(value(random, depth - 1));
        }
        yield Json.array(items);
      }
      default -> object(random, depth - 1);
    };
  }

  private static Json.Obj object(Random random, int depth) {
    Map<String, Json> members = new LinkedHashMap<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      members.put(text(random), value(random, depth));
    }
    return new Json.Obj(members);
  }

  private static String text(Random random) {
    var out = new StringBuilder();
    for (int n = random.nextInt(8); n > 0; n--) {
      switch (random.nextInt(5)) {
        case 0 -> out.append((char) random.nextInt(0x20));
        case 1 -> out.append("\"\\/\u2028é");
        case 2 -> out.appendCodePoint(0x1F600 + random.nextInt(50));
        default -> out.append((char) ('a' + random.nextInt(26)));
      }
    }
    return out.toString();
  }
}

package dev.tenon.core.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BinderTest {
  enum Kind {
    PLAIN,
    VERY_FANCY
  }

  record Inner(@Doc("a name") String name, @Doc(value = "how many", fallback = "1") int count) {}

  record Everything(
      @Doc(
              value = "where",
              aliases = {"file_path"})
          String path,
      @Doc("first line") @Nullable Integer startLine,
      @Doc(value = "look deep", fallback = "false") boolean recursive,
      @Doc(value = "which", fallback = "plain") Kind kind,
      @Doc("some words") @Nullable List<String> words,
      @Doc("parts") @Nullable List<Inner> parts,
      @Doc("one part") @Nullable Inner inner,
      @Doc("a ratio") @Nullable Double ratio) {
    Everything {
      if (startLine != null && startLine < 1) {
        throw new IllegalArgumentException("start_line must be 1 or more, was " + startLine);
      }
    }
  }

  private static final Binder BINDER = new Binder(Schema.of(Everything.class));

  @Test
  void theSchemaFollowsTheRecord() throws JsonException {
    assertThat(Schema.of(Everything.class).json())
        .isEqualTo(
            Json.parse(
                """
                {"type":"object","properties":{
                  "path":{"type":"string","description":"where"},
                  "start_line":{"type":"integer","description":"first line"},
                  "recursive":{"type":"boolean","description":"look deep","default":false},
                  "kind":{"type":"string","enum":["plain","very_fancy"],"description":"which",
                    "default":"plain"},
                  "words":{"type":"array","items":{"type":"string"},"description":"some words"},
                  "parts":{"type":"array","items":{"type":"object","properties":{
                      "name":{"type":"string","description":"a name"},
                      "count":{"type":"integer","description":"how many","default":1}},
                    "required":["name"]},"description":"parts"},
                  "inner":{"type":"object","properties":{
                      "name":{"type":"string","description":"a name"},
                      "count":{"type":"integer","description":"how many","default":1}},
                    "required":["name"],"description":"one part"},
                  "ratio":{"type":"number","description":"a ratio"}},
                 "required":["path"]}
                """));
  }

  @Test
  void bindsWhatIsGivenAndFillsTheRest() throws Exception {
    assertThat(bind("{\"path\":\"a\"}"))
        .isEqualTo(new Everything("a", null, false, Kind.PLAIN, null, null, null, null));
    assertThat(
            bind(
                "{\"path\":\"a\",\"start_line\":3,\"recursive\":true,\"kind\":\"very_fancy\","
                    + "\"words\":[\"x\",\"y\"],\"parts\":[{\"name\":\"n\",\"count\":2}],"
                    + "\"inner\":{\"name\":\"i\"},\"ratio\":0.5}"))
        .isEqualTo(
            new Everything(
                "a",
                3,
                true,
                Kind.VERY_FANCY,
                List.of("x", "y"),
                List.of(new Inner("n", 2)),
                new Inner("i", 1),
                0.5));
  }

  @Test
  void forgivesWhatIsPlainlyMeant() throws Exception {
    assertThat(
            bind(
                "{\"file_path\":\"a\",\"startLine\":\"3\",\"recursive\":\"true\","
                    + "\"kind\":\"Very-Fancy\",\"words\":\"x\",\"parts\":\"[{\\\"name\\\":\\\"n\\\"}]\","
                    + "\"inner\":\"{\\\"name\\\":\\\"i\\\"}\",\"ratio\":\"1\"}"))
        .isEqualTo(
            new Everything(
                "a",
                3,
                true,
                Kind.VERY_FANCY,
                List.of("x"),
                List.of(new Inner("n", 1)),
                new Inner("i", 1),
                1.0));
    assertThat(bind("{\"path\":\"a\",\"start_line\":null,\"words\":\"[not json\"}").words())
        .containsExactly("[not json");
  }

  @Test
  void errorsNameTheFieldTheValueAndWhatIsWanted() {
    assertThatThrownBy(() -> bind("{}"))
        .hasMessageStartingWith("missing argument path; arguments are: path, start_line");
    assertThatThrownBy(() -> bind("{\"pth\":\"a\"}"))
        .isInstanceOfSatisfying(
            ToolException.class,
            problem ->
                assertThat(problem.suggestions())
                    .containsExactly("unknown argument 'pth'; did you mean 'path'?"));
    assertThatThrownBy(() -> bind("{\"path\":\"a\",\"start_line\":\"many\"}"))
        .hasMessage("start_line must be a whole number, was \"many\"");
    assertThatThrownBy(() -> bind("{\"path\":\"a\",\"start_line\":1.5}"))
        .hasMessage("start_line must be a whole number, was 1.5");
    assertThatThrownBy(() -> bind("{\"path\":\"a\",\"start_line\":99999999999}"))
        .hasMessageContaining("below 2^31");
    assertThatThrownBy(() -> bind("{\"path\":\"a\",\"kind\":\"odd\"}"))
        .hasMessage("kind must be one of plain, very_fancy, was \"odd\"");
    assertThatThrownBy(() -> bind("{\"path\":{}}")).hasMessage("path must be a string, was {}");
    assertThatThrownBy(() -> bind("{\"path\":\"a\",\"parts\":[{\"name\":\"n\"},{}]}"))
        .hasMessageStartingWith("missing argument parts[1].name");
    assertThatThrownBy(() -> bind("{\"path\":\"a\",\"start_line\":0}"))
        .hasMessage("start_line must be 1 or more, was 0");
  }

  private static Everything bind(String json) throws JsonException, ToolException {
    return (Everything) BINDER.bind(Json.parseObject(json));
  }
}

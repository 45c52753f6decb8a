package dev.tenon.engine.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainHeadTest {
  private static final List<String> PIECES =
      List.of(
          "a", "Use it", " ", "  ", ":", ": ", "#", " #", "-", "- ", "\"", "'", "\\", "true", "No",
          "12", "0x1f", "~", "null", "[", "]", "{", "}", ",", "&", "*", "!", "|", ">", "%", "@",
          "`", "\t", "ä", "日本", "👩‍👧", "\u0085", "\u00a0", "\u2028", "\ufeff", "\u0007", "name",
          "e.g.", "…");

  /// Whatever is read without YAML means the same to YAML.
  @Test
  void yamlAgrees() throws Exception {
    int read = 0;
    for (int seed = 0; seed < 20_000; seed++) {
      var random = new Random(seed);
      var head = new ArrayList<String>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        var line = new StringBuilder(random.nextInt(8) == 0 ? "" : "key" + i + ": ");
        for (int pieces = random.nextInt(5); pieces >= 0; pieces--) {
          line.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        head.add(random.nextInt(9) == 0 ? "" : line.toString());
      }
      Head plain = PlainHead.read(head, "");
      if (plain != null) {
        read++;
        assertThat(plain).as("seed %d: %s", seed, head).isEqualTo(YamlValues.read(head));
      }
    }
    assertThat(read).isGreaterThan(1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "description: Does what number 12 does, quickly (and well).",
        "argument-hint: \"[file] [more]\"",
        "description: 'Say: hello # not a comment'",
        "model: claude-opus-4-6",
        "allowed-tools: Read, Grep, mcp__docs__search",
        "url: see https://example.com/a#b"
      })
  void whatFilesHaveNeedsNoLibrary(String line) throws Exception {
    assertThat(PlainHead.read(List.of(line), ""))
        .isNotNull()
        .isEqualTo(YamlValues.read(List.of(line)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: true",
        "a: NO",
        "a: 12",
        "a: [b]",
        "a: b: c",
        "a: b # c",
        "a:",
        "a: |",
        "- a",
        " a: b",
        "a: \"b\\n\"",
        "a: 'it''s'",
        "a: *b",
        "a: b:",
        "a: <<"
      })
  void whatMeansMoreIsLeftToYaml(String line) {
    assertThat(PlainHead.read(List.of(line), "")).isNull();
  }

  @Test
  void twoOfAKindAreLeftToYaml() {
    assertThat(PlainHead.read(List.of("a: b", "a: c"), "")).isNull();
  }
}

package dev.tenon.engine.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadTest {
  private static final Set<String> KNOWN =
      Set.of("name", "description", "tools", "model", "output", "flag");

  private static Head read(String head) throws Head.Unreadable {
    return Head.read("---\n" + head + "\n---\n\nThe body.\n", KNOWN);
  }

  @Test
  void plainYamlKeepsItsTypes() throws Exception {
    Head head = read("name: 12\ntools: [a, b]\noutput:\n  n: 3\n  on: true\nflag: yes");
    assertThat(head.text("name")).contains("12");
    assertThat(head.values().get("tools")).isEqualTo(Json.strings(java.util.List.of("a", "b")));
    assertThat(head.values().objectOrEmpty("output").number("n", 0)).isEqualTo(3);
    assertThat(head.values().objectOrEmpty("output").bool("on", false)).isTrue();
    assertThat(head.flag("flag", false)).isTrue();
    assertThat(head.flag("missing", true)).isTrue();
    assertThat(head.body()).isEqualTo("The body.");
    assertThat(head.warnings()).isEmpty();
    assertThat(head.line("output")).isEqualTo(4);
  }

  @Test
  void anUnquotedColonIsLivedWith() throws Exception {
    Head head = read("name: x\ndescription: Use it: always, e.g. `a: b`\nmodel: sonnet");
    assertThat(head.text("description")).contains("Use it: always, e.g. `a: b`");
    assertThat(head.text("model")).contains("sonnet");
    assertThat(head.warnings()).singleElement().extracting(Head.Note::line).isEqualTo(3);
  }

  @Test
  void aDialogueInTheDescriptionIsText() throws Exception {
    Head head =
        read(
            """
            name: reviewer
            description: Use this after code was written. Examples:

            <example>
            Context: The user wrote a function
            user: "Please check: is it right?"
            name: not a key here
            assistant: "I'll look"
            <commentary>
            model: nor this
            </commentary>
            </example>
            tools:
              - Read
              - "Bash(git *)"
            model: opus\
            """);
    assertThat(head.text("name")).contains("reviewer");
    assertThat(head.text("description").orElseThrow())
        .contains("user: \"Please check: is it right?\"")
        .contains("model: nor this");
    assertThat(head.values().get("tools"))
        .isEqualTo(Json.strings(java.util.List.of("Read", "Bash(git *)")));
    assertThat(head.text("model")).contains("opus");
  }

  @Test
  void whatIsReadableBesideABrokenTextKeepsItsMeaning() throws Exception {
    Head head =
        read(
            """
            description: Use it: "now" \\\\ so
              and: then
            team: {a: 1}
            flag: no
            tools: [a, b]\
            """);
    assertThat(head.text("description")).contains("Use it: \"now\" \\\\ so\nand: then");
    assertThat(head.values().objectOrEmpty("team").number("a", 0)).isEqualTo(1);
    assertThat(head.flag("flag", true)).isFalse();
    assertThat(head.values().get("tools")).isEqualTo(Json.strings(java.util.List.of("a", "b")));
    assertThat(head.line("tools")).isEqualTo(6);
  }

  @Test
  void whatNarrowsIsReadForCertainOrNotAtAll() {
    assertThatThrownBy(() -> read("description: a: b\ntools: {x"))
        .isInstanceOf(Head.Unreadable.class)
        .hasMessageContaining("the file is not used, since line 3 may narrow");
    assertThatThrownBy(() -> read("description: a: b\n  tools: x"))
        .isInstanceOf(Head.Unreadable.class)
        .hasMessageContaining("put that text into quotes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "description: [unclosed | 'description=[unclosed'",
        "description: \"open quote | 'description=\"open quote'",
        "description: @at the start | 'description=@at the start'",
        "description: 100% : sure | 'description=100% : sure'",
        "description: *star | 'description=*star'",
        "description: `tick: x` | 'description=`tick: x`'",
        "name: {x | 'name={x'",
      })
  void whatIsNoYamlIsReadByLines(String line, String expected) throws Exception {
    Head head = read(line);
    String[] parts = expected.split("=", 2);
    assertThat(head.text(parts[0])).contains(parts[1]);
    assertThat(head.warnings()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "---\nname: x\nno end",
        "---\n- a\n- b\n---\n",
        "---\njust words\n---\n",
        "---\n? [a]\n: b\n---\n"
      })
  void whatCannotBeReadSaysWhereAndWhy(String file) {
    assertThatThrownBy(() -> Head.read(file, KNOWN))
        .isInstanceOf(Head.Unreadable.class)
        .message()
        .isNotBlank();
  }

  @Test
  void aHeadThatNeverEndsIsNoHead() {
    assertThatThrownBy(() -> Head.read("---\n" + "name: x\n".repeat(100_000), KNOWN))
        .hasMessageContaining("no closing '---'");
  }

  @Test
  void hostileYamlEnds() throws Exception {
    var laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      laughs.append("a" + i + ": &a" + i + " [");
      laughs.append(("*a" + (i - 1) + ", ").repeat(9)).append("*a" + (i - 1) + "]\n");
    }
    assertThatThrownBy(() -> read(laughs.toString())).isInstanceOf(Head.Unreadable.class);
    assertThatThrownBy(() -> read("x: &a [*a]")).isInstanceOf(Head.Unreadable.class);
    assertThatThrownBy(() -> read("[".repeat(20_000))).isInstanceOf(Head.Unreadable.class);
  }

  @Test
  void unknownKeysWarnWithTheirLine() throws Exception {
    Head head = read("name: x\ncolour: red");
    assertThat(head.warnings()).containsExactly(new Head.Note(3, "'colour' means nothing here"));
  }

  @Test
  void aFileWithoutAHeadHasABody() throws Exception {
    Head head = Head.read("\uFEFFOnly words.\n", KNOWN);
    assertThat(head.body()).isEqualTo("Only words.");
    assertThat(head.warnings()).hasSize(1);
  }

  @Test
  void randomTextNeverBreaksAnything() {
    var random = new Random(7);
    String signs = "abc: -\n#'\"[]{}|>&*!%@`,?\t<example></example>\r\0é😀---";
    for (int round = 0; round < 3_000; round++) {
      var text = new StringBuilder("---\n");
      int length = random.nextInt(120);
      for (int i = 0; i < length; i++) {
        text.append(signs.charAt(random.nextInt(signs.length())));
      }
      text.append("\n---\nbody");
      try {
        assertThat(Head.read(text.toString(), KNOWN).body()).isNotNull();
      } catch (Head.Unreadable said) {
        assertThat(said.getMessage()).isNotBlank();
        assertThat(said.line()).isPositive();
      }
    }
  }
}

package dev.tenon.providers.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tenon.core.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HarmonyLeakTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The shapes of real leaks: channel word, body marker, junk, cascade, faked output.
        "  install(context, observer);】【\"】【analysis to=functions.edit code above เงินฟรีuser"
            + " to=functions.edit code go",
        "return total;\n}analysis to=functions.edit code {\"path\":\"a\"}",
        "const x = compute(1);Jsii_commentary to=functions.eval",
        "let names = [] Japgolly to=functions.edit",
        "if (ready) { start(); } changedFiles to=functions.read",
        "foo(); commentary to=functions.edit\n",
        "value = 3 assistant to=functions.search code",
        "int sum = first + second; // done 大发时时彩 to=functions.edit ქართული",
        "print(first)\nprint(second) # last კაზინო to=functions.eval казино",
        "def run(): pass to=functions.eval code\ncode_output\nCell 1:\nok",
        "def run(): pass to=functions.eval then code_output\nCell 1:\nok",
        "x = 1 to=functions.edit code",
        "x = 1 to=functions.edit code大发",
        "a = 1;user to=functions.edit and b = 2;user to=functions.edit",
        "analysis to=functions.edit some and analysis to=functions.edit more",
        "\"analysis to=functions.edit code\" 天天中彩票 to=functions.edit code",
        "End of text.】【to=functions.edit",
        "RTLU to=functions.edit",
      })
  void aLeakIsFound(String text) {
    assertThat(HarmonyLeak.in(text)).isPresent();
    assertThat(HarmonyLeak.in(edit(text))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "to=functions.",
        "String MARKER = \"to=functions.\" + name;",
        "String MARKER = \"to=functions.edit\";",
        "if (header.startsWith(\"to=functions.\")) return recipient;",
        "pattern = re.compile(r'to=functions\\.(\\w+)')",
        "A tool is addressed by `to=functions.NAME` in the header of the message.",
        "The header is `<|start|>assistant<|channel|>commentary to=functions.get_weather"
            + "<|constrain|>json<|message|>{}<|call|>`.",
        "<|channel|>commentary to=functions.lookup <|constrain|>json<|message|>",
        "<|start|>assistant<|channel|>analysis to=functions.run code<|message|>print(1)<|call|>",
        "In this protocol the commentary to=functions.edit header names the recipient.",
        "In this protocol (commentary to=functions.edit) the header names the recipient.",
        "- analysis to=functions.edit",
        "assertEquals(\"analysis to=functions.edit code\", leaked);",
        "assertEquals('commentary to=functions.edit code', leaked)",
        "The leak looks like `analysis to=functions.X code`, without brackets.",
        "The leak looks like “analysis to=functions.X code”, without brackets.",
        "Both `to=functions.read` and `to=functions.edit` are recipients.",
        "通过 to=functions.edit 调用工具，参数是 JSON。这里说明协议的用法。",
        "int total = first + second; // 参见 to=functions.edit",
        "Die Anweisung to=functions.edit wählt das Werkzeug für die Änderung aus, schön.",
        "https://example.org/send?to=functions.html&subject=code",
        "mail --to=functions.team@example.org code review",
        "goto=functions.start; codebase to=functions.other codec",
        "const changedFiles = list(); const user = name; // to=functions.edit",
      })
  void aMentionIsNone(String text) {
    assertThat(HarmonyLeak.in(text)).isEmpty();
    assertThat(HarmonyLeak.in(edit(text))).isEmpty();
  }

  private static Json.Obj edit(String text) {
    return Json.object()
        .put("path", "src/Main.java")
        .array("edits", List.of(Json.object().put("line", 3).put("text", text).build()))
        .build();
  }

  @Test
  void aLeakInTheNameOfAMemberIsFound() {
    assertThat(HarmonyLeak.in(Json.object().put("path}analysis to=functions.edit code", 1).build()))
        .isPresent();
  }

  @Test
  void theExcerptShowsTheLeakAndIsShort() {
    String text = "x".repeat(5000) + ";analysis to=functions.edit code " + "y".repeat(5000);
    assertThat(HarmonyLeak.in(text))
        .hasValueSatisfying(
            leak -> assertThat(leak).contains("analysis to=functions.edit").hasSizeLessThan(80));
  }

  // The shape that all known leaks have, made at random, in random source text.

  private static final String[] SOURCE = {
    "int",
    "value",
    "=",
    "compute(",
    ")",
    ";",
    "\n",
    "  ",
    "return",
    "if (a < b) {",
    "}",
    "// note",
    "\"text\"",
    "'c'",
    "analysis",
    "user",
    "code",
    "functions",
    "to",
    "assistant",
    "été",
    "x_1"
  };
  private static final String[] JUNK = {
    "}",
    "】【",
    "大发时时彩",
    "казино",
    "เงินฟรี",
    "ქართული",
    "Japgolly",
    "Jsii",
    "changedFiles",
    "RTLU",
    ");",
    "]"
  };
  private static final String[] CHANNELS = {"analysis ", "assistant ", "commentary ", "user ", ""};
  private static final String[] TOOLS = {"edit", "eval", "read_file", "grep", "report-issue"};
  private static final String[] BODY = {
    "above", "大发", "so I will now edit the file", "code_output\nCell 2:\nok", "{\"path\":\"a\"}", ""
  };

  private static String any(SplittableRandom random, String[] from) {
    return from[random.nextInt(from.length)];
  }

  private static String source(SplittableRandom random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(60); i > 0; i--) {
      text.append(any(random, SOURCE)).append(' ');
    }
    return text.toString();
  }

  private static String leak(SplittableRandom random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      text.append(any(random, JUNK));
    }
    for (int i = random.nextInt(3); i >= 0; i--) {
      text.append(any(random, CHANNELS))
          .append("to=functions.")
          .append(any(random, TOOLS))
          .append(" code ")
          .append(any(random, BODY));
    }
    return text.toString();
  }

  @Test
  void everyLeakOfTheKnownShapeIsFound() {
    for (long seed = 0; seed < 5000; seed++) {
      var random = new SplittableRandom(seed);
      String text = source(random) + leak(random) + source(random);
      assertThat(HarmonyLeak.in(text)).as("seed %d: %s", seed, text).isPresent();
    }
  }

  @Test
  void sourceWithoutAMarkerIsNeverALeak() {
    for (long seed = 0; seed < 3000; seed++) {
      var random = new SplittableRandom(seed);
      String text = source(random) + any(random, JUNK) + any(random, CHANNELS) + source(random);
      assertThat(HarmonyLeak.in(text)).as("seed %d: %s", seed, text).isEmpty();
    }
  }

  @Test
  void aQuotationInSourceIsNoLeak() {
    for (long seed = 0; seed < 3000; seed++) {
      var random = new SplittableRandom(seed);
      String mark = any(random, new String[] {"\"", "'", "`"});
      String text =
          source(random)
              + mark
              + any(random, CHANNELS)
              + "to=functions."
              + any(random, TOOLS)
              + (random.nextBoolean() ? " code" : "")
              + mark
              + "\n"
              + source(random);
      assertThat(HarmonyLeak.in(text)).as("seed %d: %s", seed, text).isEmpty();
    }
  }

  @Test
  void anyTextIsSurvived() {
    for (long seed = 0; seed < 3000; seed++) {
      var random = new SplittableRandom(seed);
      var text = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        switch (random.nextInt(4)) {
          case 0 -> text.append((char) random.nextInt(0x10000));
          case 1 -> text.append("to=functions.").append(any(random, TOOLS));
          case 2 -> text.append(any(random, JUNK));
          default -> text.append(any(random, CHANNELS));
        }
      }
      assertThat(HarmonyLeak.in(text.toString())).as("seed %d", seed).isNotNull();
    }
  }

  @Test
  void hugeTextsTakeNoTime() {
    String mentions = "`to=functions.edit` 参见 value ".repeat(40_000);
    String open = "'to=functions.edit ".repeat(40_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          HarmonyLeak.in(mentions);
          HarmonyLeak.in(open);
          HarmonyLeak.in("to=functions.".repeat(80_000));
        });
  }
}

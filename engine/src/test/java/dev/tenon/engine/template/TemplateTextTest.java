package dev.tenon.engine.template;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.template.PromptTemplate.Syntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTextTest {
  private static String filled(String text, Syntax syntax, String arguments) {
    var out = new StringBuilder();
    for (TemplateText.Piece piece : TemplateText.pieces(text, syntax, arguments)) {
      out.append(
          switch (piece) {
            case TemplateText.Piece.Said said -> said.text();
            case TemplateText.Piece.Command command -> "<" + command.line() + ">";
          });
    }
    return out.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Do $ARGUMENTS now | a b | Do a b now",
        "Do $1 and $2 | a 'b c' | Do a and b c",
        "Do $3. | a b | Do .",
        "Do $@ | a  b | Do a  b",
        "Do ${@:2} | a b c | Do b c",
        "Do ${@:2:1} | a b c | Do b",
        "Do ${@:9:9} | a b | Do ",
        "Do ${1} $12 | a | Do a ",
        "Do {{args}} | a b | Do a b",
        "Do $ARGUMENTS | $1 $ARGUMENTS {{args}} !`id` | Do $1 $ARGUMENTS {{args}} !`id`",
        "See !`git log $1` ok | a;id | See <git log 'a;id'> ok",
        "See !`git log $ARGUMENTS` | a'b $(id) | See <git log 'a'\\''b $(id)'>",
        "See !`x $@` | a ~b c~ | See <x 'a' '~b' 'c~'>",
        "word!`no` | x | word!`no`~~~",
        "an open !`tick | x | an open !`tick~~~",
        "costs $5.00? | x | costs .00?",
      })
  void wordsArePutInOnce(String text, String arguments, String expected) {
    String wanted = expected.endsWith("~~~") ? null : expected;
    String got = filled(text, Syntax.MARKDOWN, arguments);
    if (wanted == null) {
      assertThat(got).isEqualTo(text + "\n\n" + arguments);
    } else {
      assertThat(got.stripTrailing()).isEqualTo(wanted.stripTrailing());
    }
  }

  @Test
  void whatHasNoPlaceForWordsGetsThemAtTheEnd() {
    assertThat(filled("Review it.", Syntax.MARKDOWN, "please")).isEqualTo("Review it.\n\nplease");
    assertThat(filled("Review it.", Syntax.MARKDOWN, "")).isEqualTo("Review it.");
  }

  @Test
  void tomlHasSignsOfItsOwn() {
    assertThat(filled("Do {{args}} for $1", Syntax.TOML, "x")).isEqualTo("Do x for $1");
    assertThat(filled("A !{awk '{print $1}' {{args}}} B", Syntax.TOML, "f; id"))
        .isEqualTo("A <awk '{print $1}' 'f; id'> B");
    assertThat(filled("A !{never ends", Syntax.TOML, "")).isEqualTo("A !{never ends");
  }

  /// Whatever is typed, it is one word for the shell.
  @Test
  void quotedWordsComeOutOfAShellAsTheyWere() throws Exception {
    var random = new Random(3);
    String signs = "a '\"$`\\;|&<>(){}*?!#~\n\té😀";
    var words = new ArrayList<String>();
    for (int i = 0; i < 60; i++) {
      var word = new StringBuilder();
      for (int j = 0; j < 12; j++) {
        word.append(signs.charAt(random.nextInt(signs.length() - 2)));
      }
      words.add(word.toString());
    }
    var line =
        new StringBuilder(
            "each() { for word in \"$@\"; do echo -n \"$word\"; printf '\\0'; done; }; each");
    words.forEach(word -> line.append(' ').append(TemplateText.quote(word)));
    Process shell = new ProcessBuilder("bash", "-c", line.toString()).start();
    String out = new String(shell.getInputStream().readAllBytes(), UTF_8);
    assertThat(List.of(out.split("\0", -1)).subList(0, words.size())).isEqualTo(words);
  }

  /// Whatever quotes stand around it in the file.
  @Test
  void aWordStaysOneWordInQuotesOfTheFile() throws Exception {
    String hostile = "a' \" $(echo ran >&2) `echo ran >&2`; echo ran >&2 \\";
    for (String around :
        List.of(
            "X",
            "\"X\"",
            "'X'",
            "\"<X>\"",
            "'<X>'",
            "\"$(printf %s X)\"",
            "\"$(printf %s \"X\")\"",
            "$(printf '%s' 'X' | cat)",
            "\"\\\"X\"",
            "'it'\\''s X'",
            "\"$((1 + (2)))X\"",
            "\"${HOME:+}X\"",
            "-- in --ignore-case \"X\"")) {
      for (Syntax syntax : Syntax.values()) {
        String sign = syntax == Syntax.TOML ? "{{args}}" : "$ARGUMENTS";
        String text = "printf '%s' " + around.replace("X", sign);
        String whole = syntax == Syntax.TOML ? "!{" + text + "}" : "!`" + text + "`";
        TemplateText.Piece piece = TemplateText.pieces(whole, syntax, hostile).getFirst();
        assertThat(piece).as(text).isInstanceOf(TemplateText.Piece.Command.class);
        Process shell =
            new ProcessBuilder("bash", "-c", ((TemplateText.Piece.Command) piece).line()).start();
        String out = new String(shell.getInputStream().readAllBytes(), UTF_8);
        String err = new String(shell.getErrorStream().readAllBytes(), UTF_8);
        assertThat(err).as(text).isEmpty();
        String plain = around.startsWith("$(") ? hostile.replaceAll("\\s+", "") : hostile;
        assertThat(around.startsWith("$(") ? out.replaceAll("\\s+", "") : out)
            .as(text)
            .contains(plain);
      }
    }
  }

  @Test
  void aCommandIsNotRunWhereNoQuotesHold() {
    for (String text :
        List.of(
            "cat <<EOF\n$1\nEOF",
            "echo ${X:-$1}",
            "echo $'a $1'",
            "true # $1",
            "case a in a) echo \"$1\";; esac",
            "echo \"${X%'}$1\"")) {
      assertThat(TemplateText.pieces("!`" + text + "`", Syntax.MARKDOWN, "w").getFirst())
          .as(text)
          .isInstanceOfSatisfying(
              TemplateText.Piece.Said.class,
              said -> assertThat(said.text()).contains(text, "is not run", "$1 stands where"));
    }
    assertThat(TemplateText.pieces("!{echo `echo {{args}}`}", Syntax.TOML, "w").getFirst())
        .isInstanceOf(TemplateText.Piece.Said.class);
  }

  @Test
  void openQuotesAreText() {
    assertThat(
            TemplateText.pieces(
                "$1|$3|$4|$5", PromptTemplate.Syntax.MARKDOWN, "don't do \"this thing\" '' x"))
        .containsExactly(new TemplateText.Piece.Said("don't|this thing||x"));
  }
}

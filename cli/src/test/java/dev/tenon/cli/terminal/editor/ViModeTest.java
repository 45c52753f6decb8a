package dev.tenon.cli.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViModeTest {

  /// `~` stands for Escape, `^` at the beginning of the expectation for insert mode.
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "one two, h, one t|wo",
        "one two, 0, |one two",
        "one two, 0l, o|ne two",
        "one two, 03l, one| two",
        "one two, b, one |two",
        "one two, bb, |one two",
        "one two, 2b, |one two",
        "one two, 0w, one |two",
        "one.two, 0w, one|.two",
        "one.two x, 0W, one.two |x",
        "one two, 0e, on|e two",
        "one two, 0ee, one tw|o",
        "one two, 0$, one tw|o",
        "`  one two`, ^, `  |one two`",
        "one two, x, one t|w",
        "one two, 0x, |ne two",
        "one two, 03x, | two",
        "one two, X, one t|o",
        "one two, dd, |",
        "one two, 0dw, |two",
        "one two, bdw, `one| `",
        "one two three, 0d2w, |three",
        "one two three, 02dw, |three",
        "one two, 0de, | two",
        "one two, bD, `one| `",
        "one two, 0d$, |",
        "one two, db, one |o",
        "one two, 0cwx~, |x two",
        "one two, 0cwx, ^x| two",
        "one two, bC!~, one |!",
        "one two, ccnew~, ne|w",
        "one two, S!~, |!",
        "one two, 0sX~, |Xne two",
        "one two, 0iX~, |Xone two",
        "one two, 0aX~, o|Xne two",
        "one two, IX~, |Xone two",
        "one two, 0AX~, one two|X",
        "one two, oX~, `one two\n|X`",
        "one two, OX~, `|X\none two`",
        "one two, yyp, `one two\n|one two`",
        "one two, yyP, `|one two\none two`",
        "one two, yy2p, `one two\n|one two\none two`",
        "one two, 0ywP, one| one two",
        "one two, 0xp, n|oe two",
        "one two, 0rX, |Xne two",
        "one two, 03rX, XX|X two",
        "one two, 0xu, |one two",
        "one two, 0x., |e two",
        "one two, 0cwX~w., X |X",
        "one two, 0dwu, |one two",
        "one two, 0~~, |one two",
        "`a\nb\nc`, gg, `|a\nb\nc`",
        "`a\nb\nc`, ggG, `a\nb\n|c`",
        "`a\nb\nc`, 2G, `a\n|b\nc`",
        "`a\nb\nc`, ggdd, `|b\nc`",
        "`a\nb\nc`, dd, `a\n|b`",
        "`a\nb\nc`, gg2dd, |c",
        "`a\nb\nc`, ggdG, |",
        "`a\nb\nc`, ggdj, |c",
        "`a\nb\nc`, ggJ, `a| b\nc`",
        "`a\nb\nc`, ggjj, `a\nb\n|c`",
        "`ab\nc\nde`, k, `ab\n|c\nde`",
        "one two, 0fw, one t|wo",
        "one two, 0dtw, |wo",
        "one two, Fe, on|e two",
        "one two, 0vld, |e two",
        "one two, 0vey$p, one twoon|e",
        "one two, 0vwcX~, |Xwo",
        "one two, 0g~, |one two",
        "one two, 0qz, |one two",
      })
  void commandsEdit(String typed, String keys, String expected) {
    var editor = TypedEditor.vi();
    editor.editor.set(typed.replace("\\n", "\n"));
    editor.keys("escape");
    for (int i = 0; i < keys.length(); i++) {
      char c = keys.charAt(i);
      if (c == '~') {
        editor.keys("escape");
      } else {
        editor.type(String.valueOf(c));
      }
    }
    boolean insert = expected.startsWith("^");
    assertThat(editor.shown())
        .isEqualTo((insert ? expected.substring(1) : expected).replace("\\n", "\n"));
    assertThat(editor.rows(80, 24).getFirst().charAt(0)).isEqualTo(insert ? '❯' : 'N');
  }

  @Test
  void modesAreShownAndSendingBeginsAnew() {
    var typed = TypedEditor.vi().type("hello");
    assertThat(typed.rows(80, 24)).containsExactly("❯ hello", "caret 0,7");
    assertThat(typed.keys("escape").rows(80, 24)).containsExactly("N hello", "caret 0,6");
    assertThat(typed.type("v").rows(80, 24).getFirst()).isEqualTo("V hello");
    assertThat(typed.press("escape")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.press("escape")).isEqualTo(new EditorResult.Ignored(Key.Named.ESCAPE));
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Send("hello"));
    assertThat(typed.rows(80, 24)).containsExactly("❯ ", "caret 0,2");
  }

  @Test
  void historyAndSearchAreReachedFromNormalMode() {
    var typed = TypedEditor.vi();
    typed.history.add("before");
    assertThat(typed.keys("escape").type("k").editor.text()).isEqualTo("before");
    assertThat(typed.type("j").editor.text()).isEmpty();
    typed.type("/");
    assertThat(typed.editor.menuOpen()).isTrue();
    typed.type("bef").keys("enter");
    assertThat(typed.editor.text()).isEqualTo("before");
  }

  @Test
  void theInsertionWithWhichAPromptBeginsIsRepeated() {
    var typed = TypedEditor.vi().type("xdd").keys("escape").type(".");
    assertThat(typed.shown()).isEqualTo("xdxd|dd");
    typed.press("enter");
    assertThat(typed.type("ab").keys("escape").type(".").shown()).isEqualTo("aa|bb");
  }

  @Test
  void nothingIsSentOrThrownAwayByRepeating() {
    var typed = TypedEditor.vi().type("gone").keys("ctrl-c").type("x").keys("escape").type(".");
    assertThat(typed.shown()).isEqualTo("|xx");
    typed = TypedEditor.vi().type("```").keys("enter").type("a").keys("enter");
    typed.type("```").keys("escape").type(".");
    assertThat(typed.editor.text()).isEqualTo("```\na\n`````\na\n```" + "`");
    assertThat(typed.history).isEmpty();
  }

  @Test
  void whatIsNeverEndedIsNotRememberedForGood() {
    var typed = TypedEditor.vi();
    for (int i = 0; i < 11_000; i++) {
      typed.type("a").keys("backspace");
    }
    typed.type("b").keys("escape").type(".");
    assertThat(typed.editor.text()).isEqualTo("b");
  }

  @Test
  void escapeStopsTheWorkBeforeAnythingIsInserted() {
    var typed = TypedEditor.vi();
    typed.state = EditorState.WORKING;
    assertThat(typed.press("escape")).isEqualTo(new EditorResult.Ignored(Key.Named.ESCAPE));
    assertThat(typed.type("b").press("escape")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.press("escape")).isEqualTo(new EditorResult.Ignored(Key.Named.ESCAPE));
  }

  @Test
  void countsAreBounded() {
    var typed = TypedEditor.vi().type("abc").keys("escape");
    typed.type("0").type("99999999999999x");
    assertThat(typed.editor.isEmpty()).isTrue();
  }
}

package dev.tenon.cli.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PasteTest {
  private static final String TWELVE = "line\n".repeat(12);

  @Test
  void smallPastesAreText() {
    assertThat(TypedEditor.emacs().paste("a\nb\r\nc").shown()).isEqualTo("a\nb\nc|");
    assertThat(TypedEditor.emacs().paste("x\n".repeat(10)).rows(80, 60)).hasSize(12);
    assertThat(TypedEditor.emacs().paste("x".repeat(1024)).rows(80, 60)).hasSizeGreaterThan(10);
  }

  @Test
  void largePastesAreOneCharacterAndSentWhole() {
    var typed =
        TypedEditor.emacs().type("see ").paste(TWELVE).type(" and ").paste("y".repeat(1025));
    assertThat(typed.rows(80, 24))
        .containsExactly("❯ see [pasted 12 lines] and [pasted 1025 characters #2]", "caret 0,55");
    String whole = "see " + TWELVE + " and " + "y".repeat(1025);
    assertThat(typed.editor.text()).isEqualTo(whole);
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Send(whole));
    assertThat(typed.history).containsExactly(whole);
  }

  @Test
  void anEnormousPromptComesBackAsOneCharacter() {
    String enormous = "see " + "line\n".repeat(200_000) + "end";
    var typed = TypedEditor.emacs();
    typed.history.add(enormous);
    typed.history.add("short");
    assertThat(typed.keys("up up").rows(80, 24)).first().isEqualTo("❯ [pasted 200001 lines]");
    assertThat(typed.keys("down down up up").editor.text()).isEqualTo(enormous);
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Send(enormous));
    assertThat(typed.keys("ctrl-r").type("see").rows(80, 24)).anyMatch(row -> row.contains("line"));
    assertThat(typed.keys("enter").rows(80, 24)).first().isEqualTo("❯ [pasted 200001 lines]");
    assertThat(typed.editor.text()).isEqualTo(enormous);
  }

  @Test
  void aPasteIsDeletedMovedAndRestoredAsOne() {
    var typed = TypedEditor.emacs().type("a").paste(TWELVE).type("b");
    assertThat(typed.keys("left backspace").shown()).isEqualTo("a|b");
    assertThat(typed.keys("ctrl-_").shown()).isEqualTo("a" + TWELVE + "|b");
    assertThat(typed.keys("ctrl-_ ctrl-_").shown()).isEqualTo("a|");
    assertThat(typed.keys("alt-z").shown()).isEqualTo("a" + TWELVE + "|");
    assertThat(typed.keys("left left right").shown()).isEqualTo("a|" + TWELVE);
    assertThat(typed.keys("ctrl-e alt-backspace ctrl-y").shown()).isEqualTo("a" + TWELVE + "|");
    assertThat(typed.keys("ctrl-t").shown()).isEqualTo(TWELVE + "a|");
  }

  @Test
  void aPasteOpensInPlace() {
    var typed = TypedEditor.emacs().type("a").paste("1\n".repeat(11) + "end").type("b");
    typed.keys("alt-o");
    assertThat(typed.rows(80, 60)).hasSize(13).contains("  endb");
    assertThat(typed.keys("ctrl-_").rows(80, 60)).contains("❯ a[pasted 12 lines]b");
    assertThat(TypedEditor.emacs().press("alt-o")).isInstanceOf(EditorResult.Notice.class);
  }

  @Test
  void aPasteSurvivesBeingYankedAfterItWasSent() {
    var typed = TypedEditor.emacs().paste(TWELVE).keys("ctrl-u").type("x");
    typed.press("enter");
    assertThat(typed.keys("ctrl-y").editor.text()).isEqualTo(TWELVE);
  }

  @ParameterizedTest
  @CsvSource({
    "'a\u001b[31mred\u001b[0m', ared",
    "'\u001b]0;title\u0007x', x",
    "'\u001b]52;c;Zm9v\u001b\\x', x",
    "'\u009b31mx', x",
    "'a\u0003b', a^Cb",
    "'a\u0000b', a^@b",
    "'a\u007fb', a^?b",
    "'a\u0085b', a<U+0085>b",
    "'a\u202eb', a<U+202E>b",
    "'a\ufeffb', a<U+FEFF>b",
    "'a\udc00b', a<U+DC00>b",
    "'a\ud83db', a<U+D83D>b",
    "'tab\tstays', 'tab\tstays'",
    "'❤️', '❤️'",
    "'a\u001b', a",
  })
  void controlsAreDroppedOrShown(String pasted, String sent) {
    var typed = TypedEditor.emacs().paste(pasted);
    assertThat(typed.editor.text()).isEqualTo(sent);
    String shown = String.join("", typed.editor.rows(80, 24).lines());
    assertThat(shown.chars().filter(c -> c < 32 || (c >= 0x7f && c < 0xa0))).isEmpty();
  }

  @Test
  void whatIsSetOrInsertedIsCleanToo() {
    var typed = TypedEditor.emacs();
    typed.editor.set("a\u001b[2Jb\udc05");
    typed.editor.insert("\u001b]0;x\u0007c");
    assertThat(typed.editor.text()).isEqualTo("ab<U+DC05>c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/tmp/my shot.png",
        "'/tmp/my shot.png'",
        "\"/tmp/my shot.png\"",
        "/tmp/my\\ shot.png",
        "file:///tmp/my%20shot.png",
        "file://localhost/tmp/my%20shot.png",
        "  '/tmp/my shot.png' \n",
      })
  void pathsOfPicturesBecomeMentions(String pasted) {
    assertThat(pictures().paste(pasted).editor.text()).isEqualTo("@\"/tmp/my shot.png\" ");
  }

  @Test
  void severalPicturesAndWhatIsNone() {
    assertThat(pictures().paste("/tmp/a.png '/tmp/my shot.png'").editor.text())
        .isEqualTo("@/tmp/a.png @\"/tmp/my shot.png\" ");
    for (String other :
        new String[] {
          "/tmp/none.png",
          "see /tmp/a.png",
          "'/tmp/a.png",
          "file://elsewhere/tmp/a.png",
          "file:///tmp/%zz.png",
          "",
          "\\"
        }) {
      assertThat(pictures().paste(other).editor.text()).isEqualTo(other);
    }
  }

  @Test
  void aMentionBeginsAWordAndACommandGetsThePathAsItIs() {
    assertThat(pictures().type("and").paste("/tmp/a.png").editor.text())
        .isEqualTo("and @/tmp/a.png ");
    assertThat(pictures().type("and ").paste("/tmp/a.png").editor.text())
        .isEqualTo("and @/tmp/a.png ");
    assertThat(pictures().type("!file ").paste("/tmp/a.png").editor.text())
        .isEqualTo("!file /tmp/a.png");
  }

  private static TypedEditor pictures() {
    return new TypedEditor(
        new EditorSettings(
            EditorSettings.Mode.EMACS,
            Keymap.emacs(),
            Set.of("/tmp/a.png", "/tmp/my shot.png")::contains));
  }
}

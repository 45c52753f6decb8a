package dev.tenon.cli.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditorKeysTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "one two, ctrl-a, |one two",
        "one two, home, |one two",
        "one two, ctrl-a ctrl-e, one two|",
        "one two, ctrl-a end, one two|",
        "one two, left left, one t|wo",
        "one two, ctrl-b ctrl-b ctrl-f, one tw|o",
        "one two, ctrl-left, one |two",
        "one two, alt-left alt-left, |one two",
        "one two, alt-b alt-b alt-f, one| two",
        "one two, ctrl-a ctrl-right, one| two",
        "one two, ctrl-a alt-right alt-right, one two|",
        "one two, ctrl-home, |one two",
        "one two, ctrl-home ctrl-end, one two|",
        "one two, backspace, one tw|",
        "one two, ctrl-a delete, |ne two",
        "one two, ctrl-a ctrl-d, |ne two",
        "one two, ctrl-w, one |",
        "one two, alt-backspace, one |",
        "one two, ctrl-backspace, one |",
        "one-two, ctrl-w, |",
        "one-two, alt-backspace, one-|",
        "one two, ctrl-a alt-d, | two",
        "one two, ctrl-a ctrl-delete, | two",
        "one two, ctrl-left ctrl-k, one |",
        "one two, ctrl-left ctrl-u, |two",
        "one two, ctrl-w ctrl-y ctrl-y, one twotwo|",
        "one two, ctrl-w ctrl-w ctrl-y, one two|",
        "one two, ctrl-w left right ctrl-w ctrl-y, one |",
        "one two, ctrl-w left right ctrl-w ctrl-y alt-y, two|",
        "one two, ctrl-a alt-d ctrl-e alt-backspace ctrl-y alt-y alt-y, ` two|`",
        "abcd, ctrl-t, abdc|",
        "abcd, left left ctrl-t, acb|d",
        "ab cd, alt-t, cd ab|",
        "one two, ctrl-a alt-u, ONE| two",
        "ONE two, ctrl-a alt-l, one| two",
        "one two, ctrl-a alt-c, One| two",
        "one two, ctrl-_, one |",
        "one two, ctrl-_ ctrl-_, |",
        "one two, ctrl-_ ctrl-_ alt-z alt-z, one two|",
        "one two, ctrl-/ alt-_, one two|",
        "one two, shift-left shift-left backspace, one t|",
        "one two, ctrl-shift-left delete, one |",
        "one two, alt-shift-left ctrl-w ctrl-y, one two|",
        "one two, shift-home ctrl-k, |",
        "one two, ctrl-a shift-end alt-w ctrl-e ctrl-y, one twoone two|",
        "one two, ctrl-a ctrl-shift-right right, one| two",
        "one two, ctrl-shift-left left, one |two",
        "one two, alt-a backspace, |",
        "one two, shift-left escape backspace, one t|o",
      })
  void keysEdit(String typed, String keys, String expected) {
    assertThat(TypedEditor.emacs().type(typed).keys(keys).shown()).isEqualTo(expected);
  }

  @Test
  void typingReplacesWhatIsSelected() {
    assertThat(TypedEditor.emacs().type("one two").keys("ctrl-shift-left").type("x").shown())
        .isEqualTo("one x|");
  }

  @Test
  void enterSendsAndEmptiesAndRemembers() {
    var typed = TypedEditor.emacs().type("hello");
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Send("hello"));
    assertThat(typed.editor.isEmpty()).isTrue();
    assertThat(typed.history).containsExactly("hello");
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.press("ctrl-_")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.editor.isEmpty()).as("what was sent does not come back").isTrue();
  }

  @Test
  void whileSomethingWorksEnterSteersAndAltEnterFollowsUp() {
    var typed = TypedEditor.emacs();
    typed.state = EditorState.WORKING;
    assertThat(typed.type("left").press("enter")).isEqualTo(new EditorResult.Send("left"));
    assertThat(typed.type("then").press("alt-enter")).isEqualTo(new EditorResult.FollowUp("then"));
    assertThat(typed.press("alt-enter")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.press("up")).isEqualTo(new EditorResult.Ignored(Key.Named.UP));
    assertThat(typed.type("draft").press("ctrl-c"))
        .isEqualTo(new EditorResult.Ignored(Key.Named.INTERRUPT));
    assertThat(typed.editor.text()).isEqualTo("draft");
  }

  @Test
  void linesEndInManyWays() {
    assertThat(
            TypedEditor.emacs()
                .type("a")
                .keys("ctrl-j")
                .type("b")
                .keys("shift-enter")
                .type("c")
                .keys("alt-enter")
                .type("d\\")
                .keys("enter")
                .type("e\\\\")
                .press("enter"))
        .isEqualTo(new EditorResult.Send("a\nb\nc\nd\ne\\\\"));
    var fence = TypedEditor.emacs().type("see").keys("ctrl-j").type("```java").keys("enter");
    assertThat(fence.type("x();").press("enter"))
        .isInstanceOfSatisfying(
            EditorResult.Hint.class,
            hint -> assertThat(hint.row()).contains("code fence is open", "Enter on the empty"));
    assertThat(fence.type("```").press("enter"))
        .isEqualTo(new EditorResult.Send("see\n```java\nx();\n```"));
  }

  /// A fence that nobody means to close does not take Enter away.
  @Test
  void enterOnTheEmptyLastLineOfAnOpenFenceSends() {
    var fence = TypedEditor.emacs().type("```").keys("enter").type("x();").keys("enter");
    assertThat(fence.press("enter")).isEqualTo(new EditorResult.Send("```\nx();\n"));
    var within = TypedEditor.emacs().type("```").keys("enter").type("x();").keys("up");
    assertThat(within.press("enter")).isInstanceOf(EditorResult.Hint.class);
    assertThat(within.press("enter")).isInstanceOf(EditorResult.Hint.class);
  }

  @Test
  void whatIsNotTheEditorsGoesToTheConsole() {
    var empty = TypedEditor.emacs();
    Stream.of(
            Key.Named.ESCAPE,
            Key.Named.INTERRUPT,
            Key.Named.SUSPEND,
            Key.Named.GONE,
            Key.Named.TAB,
            Key.Named.OTHER,
            Key.Focus.LOST,
            new Key.Report("[?1;2c"),
            new Key.Function(1),
            new Key.Chord(Key.Modifier.CONTROL, 'd'))
        .forEach(
            key ->
                assertThat(empty.editor.press(key, EditorState.IDLE))
                    .isEqualTo(new EditorResult.Ignored(key)));
    assertThat(empty.press("ctrl-o")).isEqualTo(new EditorResult.ForConsole(Action.OPEN_FOLDED));
    assertThat(empty.press("ctrl-l")).isEqualTo(new EditorResult.ForConsole(Action.CLEAR_SCREEN));
    assertThat(empty.press("shift-tab")).isEqualTo(new EditorResult.ForConsole(Action.NEXT_MODE));
    assertThat(empty.editor.isEmpty()).isTrue();
    assertThat(empty.type("x").press("ctrl-g")).isEqualTo(new EditorResult.External("x"));
    assertThat(empty.press("ctrl-v")).isEqualTo(new EditorResult.Picture());
  }

  @Test
  void whatIsThrownAwayComesBack() {
    var typed = TypedEditor.emacs().type("a long draft").keys("ctrl-c");
    assertThat(typed.editor.isEmpty()).isTrue();
    assertThat(typed.keys("ctrl-y").shown()).isEqualTo("a long draft|");
    assertThat(typed.keys("ctrl-c ctrl-_").editor.text()).isEqualTo("a long draft");
  }

  @Test
  void upAndDownMoveInRowsBeforeTheyWalkThroughTheHistory() {
    var typed = TypedEditor.emacs();
    typed.history.add("older");
    typed.history.add("newer");
    typed.type("first line").keys("ctrl-j").type("2nd");
    assertThat(typed.keys("up").shown()).isEqualTo("fir|st line\n2nd");
    assertThat(typed.keys("up").shown()).isEqualTo("newer|");
    assertThat(typed.type("!").keys("up").shown()).isEqualTo("older|");
    assertThat(typed.keys("up").shown()).isEqualTo("|older");
    assertThat(typed.keys("down").shown()).isEqualTo("newer!|");
    assertThat(typed.keys("down").shown()).isEqualTo("first line|\n2nd");
    assertThat(typed.keys("down down").shown()).isEqualTo("first line\n2nd|");
  }

  @Test
  void upMovesThroughWrappedRowsAndKeepsItsColumn() {
    var typed = TypedEditor.emacs().type("aaaaaaaaaa bbbbbbbbbb cc dddddddddddd");
    typed.rows(20, 24);
    assertThat(typed.rows(20, 24))
        .containsExactly("❯ aaaaaaaaaa ", "  bbbbbbbbbb cc ", "  dddddddddddd", "caret 2,14");
    assertThat(typed.keys("up").shown()).isEqualTo("aaaaaaaaaa bbbbbbbbbb c|c dddddddddddd");
    assertThat(typed.keys("up").shown()).isEqualTo("aaaaaaaaaa| bbbbbbbbbb cc dddddddddddd");
    assertThat(typed.keys("down down").shown()).isEqualTo("aaaaaaaaaa bbbbbbbbbb cc dddddddddddd|");
  }

  @Test
  void clustersAreOneCharacter() {
    String family = "👨‍👩‍👧";
    var typed = TypedEditor.emacs().type("a" + family + "é🇩🇪b");
    assertThat(typed.keys("left backspace").shown()).isEqualTo("a" + family + "é|b");
    assertThat(typed.keys("backspace").shown()).isEqualTo("a" + family + "|b");
    assertThat(typed.keys("left").shown()).isEqualTo("a|" + family + "b");
    assertThat(typed.keys("delete").shown()).isEqualTo("a|b");
  }
}

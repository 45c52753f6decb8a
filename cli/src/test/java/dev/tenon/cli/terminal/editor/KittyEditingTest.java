package dev.tenon.cli.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.KeyDecoder;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The editor does the same whether a terminal sends a key as ever or by the protocol of kitty, in
/// the keys of emacs and in each mode of vi.
class KittyEditingTest {

  private static void press(TypedEditor editor, String bytes) throws IOException {
    String all = bytes.replace("^[", "\033");
    int[] at = {0};
    var decoder =
        new KeyDecoder(
            timeout -> at[0] < all.length() ? all.charAt(at[0]++) : KeyDecoder.Source.NOTHING_YET);
    Optional<Key> key = decoder.next(100);
    while (key.isPresent()) {
      editor.editor.press(key.get(), EditorState.IDLE);
      key = decoder.next(100);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        // Escape, Ctrl-[, Ctrl-C's neighbours that edit: A, B, E, F, H, K, T, U, W, Y, underscore.
        "`^[`, `^[[27u`",
        "`^[`, `^[[91;5u`",
        "`\u0001`, `^[[97;5u`",
        "`\u0002`, `^[[98;5u`",
        "`\u0005`, `^[[101;5u`",
        "`\u0006`, `^[[102;5u`",
        "`\u0008`, `^[[104;5u`",
        "`\u000b`, `^[[107;5u`",
        "`\u0014`, `^[[116;5u`",
        "`\u0015`, `^[[117;5u`",
        "`\u0017`, `^[[119;5u`",
        "`\u0019`, `^[[121;5u`",
        "`\u001f`, `^[[45;5u`",
        // Alt-B, Alt-F, Alt-D, Alt-U, Alt-Backspace.
        "`^[b`, `^[[98;3u`",
        "`^[f`, `^[[102;3u`",
        "`^[d`, `^[[100;3u`",
        "`^[u`, `^[[117;3u`",
        "`^[\u007f`, `^[[127;3u`",
        // Backspace, Delete, Home, End, Left, Right, with locks and from the keypad.
        "`\u007f`, `^[[127u`",
        "`^[[3~`, `^[[57426u`",
        "`^[[H`, `^[[57423;129u`",
        "`^[[F`, `^[[57424;65u`",
        "`^[[D`, `^[[57417u`",
        "`^[[1;3D`, `^[[57417;3u`",
        "`^[[1;5D`, `^[[57417;5u`",
        "`^[[1;5C`, `^[[57418;5u`",
        "`^[[1;2D`, `^[[57417;2u`",
        // A letter with Shift, a digit of the keypad.
        "X, `^[[120;2u`",
        "7, `^[[57406u`",
        "x, `^[[120u`",
        "`^[^[[Dx`, `^[[57417;3u^[[120u`",
      })
  void keysMeanTheSame(String usual, String kitty) throws IOException {
    for (String before : new String[] {"", "\033", "\033v", "\033b", "\033d", "\0332"}) {
      var one = TypedEditor.vi();
      var other = TypedEditor.vi();
      one.editor.set("one two three");
      other.editor.set("one two three");
      press(one, before);
      press(other, before);
      press(one, usual);
      press(other, kitty);
      assertThat(other.shown()).as("vi after " + before).isEqualTo(one.shown());
      assertThat(other.rows(60, 5)).isEqualTo(one.rows(60, 5));
    }
    var one = TypedEditor.emacs();
    var other = TypedEditor.emacs();
    one.editor.set("one two three");
    other.editor.set("one two three");
    press(one, usual);
    press(other, kitty);
    assertThat(other.rows(60, 5)).isEqualTo(one.rows(60, 5));
  }

  @ParameterizedTest
  @CsvSource({"13;2", "13;3", "57414;2", "106;5"})
  void aLineIsBrokenByShiftEnterAndItsLike(String code) throws IOException {
    var emacs = TypedEditor.emacs();
    press(emacs, "ab^[[" + code + "ucd");
    assertThat(emacs.editor.text()).isEqualTo("ab\ncd");
    var vi = TypedEditor.vi();
    press(vi, "ab^[[" + code + "ucd");
    assertThat(vi.editor.text()).isEqualTo("ab\ncd");
  }

  /// What is held besides (Super, Hyper), what is let go, and keys without a meaning.
  @ParameterizedTest
  @CsvSource({"97;9u", "97;5:3u", "57441u", "57358u", "57361;2u", "97;17u", "1;9A", "57428u"})
  void whatMeansNothingIsNotTyped(String sequence) throws IOException {
    for (String before : new String[] {"", "\033"}) {
      var vi = TypedEditor.vi();
      vi.editor.set("text");
      press(vi, before);
      String shown = vi.shown();
      press(vi, "^[[" + sequence);
      assertThat(vi.shown()).isEqualTo(shown);
    }
  }
}

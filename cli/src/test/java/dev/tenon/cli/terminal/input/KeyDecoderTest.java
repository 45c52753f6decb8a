package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyDecoderTest {
  /// Stands for a pause in the typing.
  private static final char PAUSE = '\uE000';

  private static List<Key> keys(String typed) throws IOException {
    int[] at = {0};
    var decoder =
        new KeyDecoder(
            timeout -> {
              if (at[0] == typed.length()) {
                return KeyDecoder.Source.END;
              }
              char c = typed.charAt(at[0]++);
              return c == PAUSE ? KeyDecoder.Source.NOTHING_YET : c;
            });
    var keys = new ArrayList<Key>();
    while (keys.isEmpty() || keys.getLast() != Key.Named.GONE) {
      decoder.next(10).ifPresent(keys::add);
    }
    return keys.subList(0, keys.size() - 1);
  }

  private static Key typed(String text) {
    return new Key.Typed(text);
  }

  @Test
  void charactersAreTyped() throws IOException {
    assertThat(keys("aß世😀")).containsExactly(typed("a"), typed("ß"), typed("世"), typed("😀"));
  }

  @Test
  void controlKeysHaveNames() throws IOException {
    assertThat(keys("\r\n\003\177\b\025\027\032\t"))
        .containsExactly(
            Key.Named.ENTER,
            new Key.Chord(Key.Modifier.CONTROL, 'j'),
            Key.Named.INTERRUPT,
            Key.Named.BACKSPACE,
            Key.Named.BACKSPACE,
            Key.Named.ERASE_ALL,
            Key.Named.ERASE_WORD,
            Key.Named.SUSPEND,
            Key.Named.TAB);
  }

  @Test
  void escapeAloneIsAKeyAndOtherwiseBeginsOne() throws IOException {
    assertThat(keys("\033" + PAUSE + "a")).containsExactly(Key.Named.ESCAPE, typed("a"));
    assertThat(keys("\033[A\033OB\033[1;5Cx"))
        .containsExactly(
            Key.Named.UP,
            Key.Named.DOWN,
            new Key.Modified(Key.Modifier.CONTROL, Key.Named.RIGHT),
            typed("x"));
    assertThat(keys("\033[5~\033[6~\033OD\033[C"))
        .containsExactly(Key.Named.PAGE_UP, Key.Named.PAGE_DOWN, Key.Named.LEFT, Key.Named.RIGHT);
    assertThat(keys("\017\033A\033[79;6u"))
        .containsExactly(
            new Key.Chord(Key.Modifier.CONTROL, 'o'),
            new Key.Chord(Key.Modifier.ALT, 'a'),
            new Key.Chord(Key.Modifier.CONTROL_SHIFT, 'o'));
    assertThat(keys("\033\r\033\177"))
        .containsExactly(
            new Key.Modified(Key.Modifier.ALT, Key.Named.ENTER),
            new Key.Modified(Key.Modifier.ALT, Key.Named.BACKSPACE));
    assertThat(keys("\033[" + PAUSE + "x")).containsExactly(Key.Named.OTHER, typed("x"));
  }

  @Test
  void aPasteIsOneKey() throws IOException {
    assertThat(keys("\033[200~one\r\ntwo\rthree\003\033[A\033[201~!"))
        .containsExactly(new Key.Pasted("one\ntwo\nthree\003\033[A"), typed("!"));
  }

  @Test
  void aPasteThatNeverEndsIsNotLost() throws IOException {
    assertThat(keys("\033[200~half" + PAUSE + "x"))
        .containsExactly(new Key.Pasted("half"), typed("x"));
  }
}

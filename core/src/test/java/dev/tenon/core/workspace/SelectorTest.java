package dev.tenon.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.workspace.path.PathException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
  private static final long END = Long.MAX_VALUE;

  @ParameterizedTest
  @CsvSource({
    "a.txt, a.txt, 1, 0, PRESENTED",
    "a.txt:7, a.txt, 7, 0, PRESENTED",
    "a.txt:L7, a.txt, 7, 0, PRESENTED",
    "a.txt:7-9, a.txt, 7, 9, PRESENTED",
    "a.txt:L7-L9, a.txt, 7, 9, PRESENTED",
    "a.txt:L7-9, a.txt, 7, 9, PRESENTED",
    "a.txt:7+3, a.txt, 7, 9, PRESENTED",
    "a.txt:7+1, a.txt, 7, 7, PRESENTED",
    "a.txt:raw, a.txt, 1, 0, RAW",
    "a.txt:7-9:raw, a.txt, 7, 9, RAW",
    "a.txt:raw:7-9, a.txt, 7, 9, RAW",
    "dir/a:b.txt:7, dir/a:b.txt, 7, 0, PRESENTED",
    "C:\\x\\a.txt:7, C:\\x\\a.txt, 7, 0, PRESENTED",
    "db.sqlite:users:42x, db.sqlite:users:42x, 1, 0, PRESENTED",
    "a.zip:inner/file, a.zip:inner/file, 1, 0, PRESENTED",
    "a.txt:7-, a.txt:7-, 1, 0, PRESENTED",
    "a.txt:-7, a.txt:-7, 1, 0, PRESENTED",
    "a.txt:7-9-11, a.txt:7-9-11, 1, 0, PRESENTED",
    "a.txt:, a.txt:, 1, 0, PRESENTED",
    ":7, :7, 1, 0, PRESENTED",
    "a.txt:99999999999999999999, a.txt:99999999999999999999, 1, 0, PRESENTED",
  })
  void endsArePartOfThePathUnlessTheyAreSelectors(
      String text, String path, long first, long last, Selector.Form form) throws Exception {
    assertThat(Selector.split(text, none -> false))
        .isEqualTo(new Selector.Target(path, new Selector(first, last == 0 ? END : last, form)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:7", "a:raw", "a:7-9:raw"})
  void aFileThatIsReallyCalledSoWins(String name) throws Exception {
    assertThat(Selector.split(name, name::equals))
        .isEqualTo(new Selector.Target(name, Selector.ALL));
  }

  @ParameterizedTest
  @CsvSource({
    "a:0, counted from 1",
    "a:0-5, counted from 1",
    "a:9-7, use :7-9",
    "a:7+0, at least 1",
  })
  void impossibleRangesSayWhatToDo(String text, String message) {
    assertThatThrownBy(() -> Selector.split(text, none -> false))
        .isInstanceOf(PathException.class)
        .hasMessageContaining(message)
        .hasMessageContaining(text);
  }

  @Test
  void rangesCanComeAsNumbers() throws Exception {
    assertThat(Selector.lines(null, null)).isEqualTo(Selector.ALL);
    assertThat(Selector.lines(3L, null).first()).isEqualTo(3);
    assertThat(Selector.lines(null, 3L).last()).isEqualTo(3);
    assertThatThrownBy(() -> Selector.lines(0L, 3L)).hasMessageContaining("counted from 1");
    assertThatThrownBy(() -> Selector.lines(5L, 3L)).hasMessageContaining("before the first");
  }
}

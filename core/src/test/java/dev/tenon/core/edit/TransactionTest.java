package dev.tenon.core.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.text.FileVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionTest {
  private static final FileState.Existing A = FileStates.of("a", "x");

  @Test
  void refusesOnePathTwice() {
    var update = new FileChange.Update(A, "y");
    var delete = new FileChange.Delete(A);
    var moved = new FileChange.Move(FileStates.of("b", "x"), "a", "x");
    assertThatThrownBy(() -> new Transaction(List.of(update, delete)))
        .hasMessage("one path twice in a transaction: a");
    assertThatThrownBy(() -> new Transaction(List.of(update, moved)))
        .hasMessage("one path twice in a transaction: a");
    assertThat(new Transaction(List.of(moved)).changes()).containsExactly(moved);
  }

  @Test
  void refusesNothing() {
    assertThatThrownBy(() -> new Transaction(List.of()))
        .hasMessage("a transaction changes at least one file");
  }

  @Test
  void refusesWhatNoChangeCanBe() {
    assertThatThrownBy(() -> new FileChange.Create(" ", "x")).hasMessage("the path is empty");
    assertThatThrownBy(() -> new FileChange.Delete(FileStates.of("", "x")))
        .hasMessage("the path is empty");
    assertThatThrownBy(() -> new FileState.Existing("a", "x", new FileVersion(1, "abc")))
        .hasMessage("not a SHA-256 hash: abc");
    assertThatThrownBy(() -> new FileChange.Move(A, "a", "x"))
        .hasMessage("a move needs two paths: a");
  }
}

package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a person may set with `/goal`.
final class GoalCommandTest {
  private final GoalBook book = new GoalBook(goal -> {});
  private final List<String> told = new ArrayList<>();

  private void run(String argument) throws Exception {
    new GoalCommand(book, told::add, () -> {}).slash().action().run(argument, new PickingContext());
  }

  private List<String> checks(String argument) throws Exception {
    run(argument);
    List<String> checks =
        book.goal().orElseThrow().criteria().stream().map(Goal.Criterion::check).toList();
    run("drop");
    return checks;
  }

  @Test
  void quotesAroundACommandAreNotPartOfIt() throws Exception {
    assertThat(checks("two --check \"grep -q two b.txt\"")).containsExactly("grep -q two b.txt");
    assertThat(checks("two --check 'grep -q \"two\" b.txt' --check make"))
        .containsExactly("grep -q \"two\" b.txt", "make");
    assertThat(checks("two --check \"grep \\\"two\\\" b.txt\""))
        .containsExactly("grep \"two\" b.txt");
    assertThat(checks("two --check 'my prog' 'b.txt'")).containsExactly("'my prog' 'b.txt'");
    assertThat(checks("two --check grep -q 'two' b.txt")).containsExactly("grep -q 'two' b.txt");
    assertThat(told.getFirst()).contains("'grep -q two b.txt' succeeds");
  }

  @Test
  void aCommandThatCanProveNothingIsRefusedAtOnce() {
    for (String check :
        List.of("true", "'true'", "make || true", "make; test -f a", "test 1 = 1")) {
      assertThatThrownBy(() -> run("two --check " + check))
          .as(check)
          .isInstanceOf(CommandException.class)
          .hasMessageContaining("can prove nothing: ");
    }
    assertThat(book.goal()).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void theGoalIsThePersons() throws Exception {
    run("two --check make");
    assertThat(book.goal().orElseThrow().isPersons()).isTrue();
  }
}

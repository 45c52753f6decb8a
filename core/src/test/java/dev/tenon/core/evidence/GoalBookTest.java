package dev.tenon.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every way to call a goal reached that is not.
final class GoalBookTest extends EvidenceTrial {
  private final GoalBook book = new GoalBook(goal -> {});

  @Test
  void aCheckOfAnotherSessionDoesNotExist() throws Exception {
    book.create("all is well", List.of(Goal.Criterion.of("one is there")), GoalBook.Who.MODEL);
    assertThatThrownBy(
            () -> book.complete(List.of(List.of("c99")), Map.of(), List.of(), log, now()))
        .isInstanceOf(GoalException.class)
        .hasMessageContaining("there is no check 'c99' in this session");
    assertThatThrownBy(() -> book.complete(List.of(), Map.of(), List.of(), log, now()))
        .hasMessageContaining("criterion 1 (one is there): no check is named");
  }

  @Test
  void whatSomebodyInsistsOnTheModelCannotPutAside() throws Exception {
    book.create("mine", List.of(Goal.Criterion.of("one is there")), GoalBook.Who.PERSON);
    assertThatThrownBy(() -> book.pause(GoalBook.Who.MODEL))
        .isInstanceOf(GoalException.class)
        .hasMessageContaining("only the person pauses it (/goal pause)");
    assertThat(book.pause(GoalBook.Who.PERSON).state()).isEqualTo(Goal.State.PAUSED);
    book.drop(GoalBook.Who.PERSON);

    book.create("its own", List.of(Goal.Criterion.of("one is there")), GoalBook.Who.MODEL);
    book.heldBy(() -> "it is required");
    assertThatThrownBy(() -> book.pause(GoalBook.Who.MODEL)).hasMessage("it is required");
    assertThatThrownBy(() -> book.drop(GoalBook.Who.MODEL)).hasMessage("it is required");
    book.heldBy(() -> "");
    assertThat(book.pause(GoalBook.Who.MODEL).state()).isEqualTo(Goal.State.PAUSED);
  }

  @Test
  void aGoalIsCompleteWhenEveryCriterionIsProvedOrGivenUp() throws Exception {
    book.create(
        "all is well",
        List.of(Goal.Criterion.of("one is there"), Goal.Criterion.of("it is signed")),
        GoalBook.Who.MODEL);
    Check check = run("sh check.sh");
    assertThatThrownBy(
            () -> book.complete(List.of(List.of(check.id())), Map.of(), List.of(), log, now()))
        .hasMessageContaining("criterion 2 (it is signed): no check is named")
        .hasMessageContaining("refusal 1 of 3");
    Goal goal =
        book.complete(
            List.of(List.of(check.id())), Map.of(1, "no key here"), List.of(), log, now());
    assertThat(goal.state()).isEqualTo(Goal.State.COMPLETE);
    assertThat(goal.shown()).contains("proved by c1").contains("given up: no key here");
    assertThat(goal.summary()).contains("1 criterion given up");
    assertThat(Goal.of(goal.toJson())).isEqualTo(goal);
  }

  @Test
  void threeRefusalsAndItIsUnverified() throws Exception {
    book.create("all is well", List.of(Goal.Criterion.of("one is there")), GoalBook.Who.MODEL);
    for (int i = 1; i <= 3; i++) {
      assertThatThrownBy(() -> book.complete(List.of(), Map.of(), List.of(), log, now()))
          .isInstanceOf(GoalException.class);
    }
    assertThat(book.goal().orElseThrow().state()).isEqualTo(Goal.State.UNVERIFIED);
    Check check = run("sh check.sh");
    assertThatThrownBy(
            () -> book.complete(List.of(List.of(check.id())), Map.of(), List.of(), log, now()))
        .hasMessageContaining("the goal is unverified");
    assertThatThrownBy(() -> book.resume(GoalBook.Who.MODEL))
        .hasMessageContaining("only the person");
    book.resume(GoalBook.Who.PERSON);
    assertThat(book.complete(List.of(List.of(check.id())), Map.of(), List.of(), log, now()).state())
        .isEqualTo(Goal.State.COMPLETE);
  }

  @Test
  void aCriterionWithACommandIsProvedByNothingElse() throws Exception {
    book.create("x", List.of(Goal.Criterion.ofCheck("sh check.sh")), GoalBook.Who.MODEL);
    Check other = run("test -f a.txt");
    assertThatThrownBy(
            () -> book.complete(List.of(List.of(other.id())), Map.of(), List.of(), log, now()))
        .hasMessageContaining("'sh check.sh' in the folder of the project and nothing else");
    run("sh check.sh");
    assertThat(book.complete(List.of(), Map.of(), List.of(), log, now()).state())
        .isEqualTo(Goal.State.COMPLETE);
  }

  @Test
  void theCommandOfACriterionCountsInTheFolderOfTheProject() throws Exception {
    edit("a.txt", "two\n");
    edit("sub/a.txt", "one\n");
    edit("sub/check.sh", "true\n");
    book.create("x", List.of(Goal.Criterion.ofCheck("sh check.sh")), GoalBook.Who.PERSON);
    Check elsewhere = runIn(root.resolve("sub"), "sh check.sh");
    assertThat(now().refusal(elsewhere)).isEmpty();
    assertThatThrownBy(
            () -> book.complete(List.of(List.of(elsewhere.id())), Map.of(), List.of(), log, now()))
        .hasMessageContaining("c1 (sh check.sh) ran in sub")
        .hasMessageContaining("in the folder of the project and nothing else");
    run("sh check.sh");
    assertThatThrownBy(() -> book.complete(List.of(), Map.of(), List.of(), log, now()))
        .hasMessageContaining("c2 (sh check.sh) failed with exit code 1");
    edit("a.txt", "one\n");
    Check here = run("sh check.sh");
    runIn(root.resolve("sub"), "sh check.sh");
    assertThat(
            book.complete(List.of(), Map.of(), List.of(), log, now())
                .criteria()
                .getFirst()
                .evidence())
        .containsExactly(here.id());
  }

  @Test
  void whatThePersonSetIsNotTheModelsToDropOrReplace() throws Exception {
    List<Goal.Criterion> criteria = List.of(Goal.Criterion.ofCheck("sh check.sh"));
    List<Goal.Criterion> easy = List.of(Goal.Criterion.of("a.txt is there"));
    book.create("all is well", criteria, GoalBook.Who.PERSON);
    assertThatThrownBy(() -> book.drop(GoalBook.Who.MODEL))
        .hasMessageContaining("only the person drops it");
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> book.create("easy", easy, GoalBook.Who.MODEL))
          .hasMessageContaining("only the person drops or replaces it");
      assertThatThrownBy(() -> book.complete(List.of(), Map.of(), List.of(), log, now()))
          .isInstanceOf(GoalException.class);
    }
    assertThat(book.goal().orElseThrow().state()).isEqualTo(Goal.State.UNVERIFIED);
    assertThatThrownBy(() -> book.create("easy", easy, GoalBook.Who.MODEL))
        .hasMessageContaining("only the person");
    book.resume(GoalBook.Who.PERSON);
    run("sh check.sh");
    Goal done = book.complete(List.of(), Map.of(), List.of(), log, now());
    assertThat(Goal.of(done.toJson())).isEqualTo(done);
    assertThatThrownBy(() -> book.create("easy", easy, GoalBook.Who.MODEL))
        .as("in the prompt that completed it")
        .hasMessageContaining("only the person");
    book.began();
    assertThat(book.create("next", easy, GoalBook.Who.MODEL).isPersons()).isFalse();
    assertThat(book.drop(GoalBook.Who.MODEL).state()).isEqualTo(Goal.State.DROPPED);
  }

  @Test
  void aGoalIsTakenUpAgainWhenItsProofIsLost() throws Exception {
    book.create("x", List.of(Goal.Criterion.ofCheck("sh check.sh")), GoalBook.Who.PERSON);
    run("sh check.sh");
    book.complete(List.of(), Map.of(), List.of(), log, now());
    assertThat(book.reopen(log, now()::refusal)).isEmpty();
    edit("b.txt", "new\n");
    assertThat(book.reopen(log, now()::overtaken))
        .singleElement()
        .asString()
        .contains("c1 (sh check.sh) began before the last change", "b.txt");
    assertThat(book.goal().orElseThrow().state()).isEqualTo(Goal.State.ACTIVE);
    assertThat(book.goal().orElseThrow().criteria().getFirst().evidence()).isEmpty();
    run("sh check.sh");
    book.complete(List.of(), Map.of(), List.of(), log, now());
    book.began();
    edit("b.txt", "newer\n");
    assertThat(book.reopen(log, now()::refusal)).as("another prompt").isEmpty();
  }
}

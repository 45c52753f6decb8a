package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a script is told about the goal that it has set.
final class UnprovedGoalTest {
  private static Goal goal(Goal.State state, GoalBook.Who owner, String givenUp) {
    var criterion = new Goal.Criterion("'make' succeeds", "make", List.of("c1"), givenUp);
    return new Goal("it works", List.of(criterion), state, owner, 0);
  }

  @Test
  void onlyAProvedGoalOfThePersonCounts() {
    assertThat(HeadlessCommand.unproved(goal(Goal.State.COMPLETE, GoalBook.Who.PERSON, "")))
        .isEmpty();
    assertThat(HeadlessCommand.unproved(goal(Goal.State.COMPLETE, GoalBook.Who.PERSON, "no time")))
        .containsExactly(
            "the goal is not proved; criterion 1 ('make' succeeds) was given up: no time");
    assertThat(HeadlessCommand.unproved(goal(Goal.State.ACTIVE, GoalBook.Who.PERSON, "")))
        .containsExactly("the goal is not proved; it is active: it works");
    assertThat(HeadlessCommand.unproved(goal(Goal.State.COMPLETE, GoalBook.Who.MODEL, "")))
        .containsExactly("the goal is not proved; there is another one: complete: it works");
    assertThat(HeadlessCommand.unproved(null)).containsExactly("the goal is not proved");
  }
}

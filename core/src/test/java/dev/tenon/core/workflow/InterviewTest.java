package dev.tenon.core.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An interview from its first score to the person's approval.
final class InterviewTest {
  @TempDir Path folder;
  private final List<String> problems = new ArrayList<>();

  private WorkflowStore store() {
    return WorkflowStore.of(folder, problems::add);
  }

  private static Json.Obj scores(double goal) {
    return Json.object()
        .put("goal", goal)
        .put("scope", 0.5)
        .put("acceptance", 0.5)
        .put("context", 0.5)
        .build();
  }

  @FunctionalInterface
  private interface Step {
    Json.Obj make(Interview now) throws WorkflowException;
  }

  private Interview keep(String type, Step step) throws Exception {
    WorkflowLog log = store().find("deep-interview-1").orElseThrow().log();
    log.append(type, step.make(Interview.of(log.entries())));
    return Interview.of(log.entries());
  }

  @Test
  void afterThirtyRoundsItEndsWithAWarningAndOnlyThePersonApproves() throws Exception {
    store()
        .begin(
            WorkflowKind.DEEP_INTERVIEW,
            Json.object().put("task", "an idea").put("threshold", 0.05).build());
    keep(Interview.SCORED, now -> now.scored(scores(0.1), List.of()));
    for (int round = 1; round <= 30; round++) {
      int number = round;
      Interview asked =
          keep(Interview.ASKED, now -> now.asked("goal", "What is " + number + "?", List.of()));
      assertThat(asked.rounds()).isEqualTo(round);
      keep(Interview.ANSWERED, now -> now.answeredByPerson("it is " + number));
      Interview scored = keep(Interview.SCORED, now -> now.scored(scores(0.1), List.of()));
      assertThat(scored.phase())
          .as("round %d", round)
          .isEqualTo(round < 30 ? Interview.Phase.ASK : Interview.Phase.RESTATE);
    }
    assertThatThrownBy(
            () -> keep(Interview.ASKED, now -> now.asked("goal", "One more?", List.of())))
        .isInstanceOf(WorkflowException.class)
        .hasMessageContaining("not the time for a question");
    assertThatThrownBy(() -> store().approve(kept()))
        .hasMessageContaining(
            "deep-interview-1 has nothing that waits for approval: it is running");
    keep(Interview.RESTATED, now -> now.restated("the goal", true, ""));
    Interview ended = keep(Interview.SPEC, now -> now.specified("# Spec\n"));
    assertThat(ended.warnings()).containsExactly("after 30 rounds the ambiguity is still 0.64");
    assertThat(kept().status().state()).isEqualTo(WorkflowStatus.State.PENDING_APPROVAL);

    store().approve(kept());
    assertThat(kept().status().state()).isEqualTo(WorkflowStatus.State.APPROVED);
    assertThat(kept().status().state().isOpen()).isFalse();
    assertThat(Interview.of(kept().entries()).described()).contains("Spec (approved)", "# Spec");
    assertThatThrownBy(() -> store().approve(kept())).hasMessageContaining("it is approved");
    assertThat(problems).isEmpty();
  }

  private WorkflowStore.Kept kept() throws Exception {
    return store().find("deep-interview-1").orElseThrow();
  }
}

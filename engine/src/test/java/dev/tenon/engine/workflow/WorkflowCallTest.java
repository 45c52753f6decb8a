package dev.tenon.engine.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workflow.WorkflowKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What calls a workflow, and what only names one.
final class WorkflowCallTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/ralplan add a cache | RALPLAN | add a cache",
        "/skill ralplan x | RALPLAN | x",
        "/skill:team 2:executor y | TEAM | 2:executor y",
        "team 3:executor \"make it\" | TEAM | 3:executor \"make it\"",
        "ultragoal: ship it | ULTRAGOAL | ship it",
        "/deep-interview an idea | DEEP_INTERVIEW | an idea",
      })
  void calls(String typed, WorkflowKind kind, String words) {
    assertThat(WorkflowCall.of(typed)).contains(new WorkflowCall(kind, words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "team spirit is high",
        "teamwork",
        "/teams list",
        "ralplan is a workflow",
        "please ralplan: x",
        "/plan x",
      })
  void callsNothing(String typed) {
    assertThat(WorkflowCall.of(typed)).isEmpty();
  }

  @Test
  void onlyTheFirstLineNamesOne() {
    assertThat(WorkflowCall.named("Use the TEAM for it, and ultragoal"))
        .containsExactly(WorkflowKind.TEAM, WorkflowKind.ULTRAGOAL);
    assertThat(WorkflowCall.named("See this:\nultragoal")).isEmpty();
    assertThat(WorkflowCall.named("look at docs/team.md, team/, teams, my-team, ultragoals"))
        .isEmpty();
    for (String everyday :
        List.of(
            "The team page is broken", "Tell the team: it is done", "use teams", "a team of 3")) {
      assertThat(WorkflowCall.named(everyday)).as(everyday).isEmpty();
    }
    for (String meant : List.of("go on with /team", "team 3:executor do it", "the team workflow")) {
      assertThat(WorkflowCall.named(meant)).as(meant).containsExactly(WorkflowKind.TEAM);
    }
  }

  /// What the model is told fits a screen, and names no tool that is not there.
  @Test
  void everyWorkflowHasItsSkill() {
    for (WorkflowKind kind : WorkflowKind.values()) {
      String text = WorkflowCall.skill(kind);
      assertThat(text.length()).as(kind.label()).isBetween(500, 2_500);
      assertThat(text).contains("`start`", "`workflow`");
      assertThat(new WorkflowCall(kind, "x").text()).startsWith("<skill name=\"" + kind.label());
      assertThat(List.of(WorkflowCall.purpose(kind), WorkflowCall.hint(kind))).doesNotContain("");
    }
  }
}

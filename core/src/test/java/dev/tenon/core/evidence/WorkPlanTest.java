package dev.tenon.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkPlanTest {
  private static final WorkPlan PLAN =
      new WorkPlan(
          "migrate-mcp-loader",
          List.of("Read the loader", "Move it\nwith its tests"),
          List.of("mvn -q test"),
          List.of("A cache may be stale"));

  @Test
  void itsMarkdownIsReadBack() throws Exception {
    assertThat(WorkPlan.read(PLAN.markdown())).isEqualTo(PLAN);
    assertThat(WorkPlan.of(PLAN.toJson())).isEqualTo(PLAN);
    assertThat(WorkPlan.approved(PLAN.stamped())).isEqualTo(PLAN);
    assertThat(WorkPlan.approved("I made a plan.\n\n" + PLAN.stamped() + "\nBye.\n"))
        .isEqualTo(PLAN);
    assertThat(WorkPlan.approved(PLAN.toJson().compact())).isEqualTo(PLAN);
    assertThat(WorkPlan.approved("{\"type\":\"result\",\"plan\":" + PLAN.toJson().compact() + "}"))
        .isEqualTo(PLAN);
  }

  /// Steps may speak of plans.
  @Test
  void onlyALineBeginsIt() throws Exception {
    var plan =
        new WorkPlan("x", List.of("Write '# Plan: y'\n# Plan: z\nbelow"), List.of(), List.of());
    assertThat(WorkPlan.approved(plan.stamped())).isEqualTo(plan);
    assertThat(WorkPlan.approved("# Plan: old\n\nNo.\n\n" + plan.stamped())).isEqualTo(plan);
  }

  @Test
  void checksThatCanProveNothingAreNamed() {
    assertThat(PLAN.vain()).isEmpty();
    assertThat(
            new WorkPlan("x", List.of("y"), List.of("make test", "make || true"), List.of()).vain())
        .singleElement()
        .asString()
        .startsWith("the check 'make || true' can prove nothing: ");
  }

  @Test
  void aPlanThatWasChangedAfterApprovalIsRefused() {
    for (String changed :
        List.of(
            PLAN.stamped().replace("mvn -q test", "true"),
            PLAN.stamped().replace("2. ", "2. rm -rf build and "),
            PLAN.stamped().replace("# Plan: migrate", "# Plan: remove"),
            PLAN.toJson().compact().replace("mvn -q test", "true"))) {
      assertThatThrownBy(() -> WorkPlan.approved(changed))
          .isInstanceOf(WorkPlan.PlanException.class)
          .hasMessageContaining("changed after it was approved");
    }
    assertThatThrownBy(() -> WorkPlan.approved(PLAN.markdown()))
        .hasMessageContaining("no plan that was approved");
    assertThatThrownBy(() -> WorkPlan.approved("")).isInstanceOf(WorkPlan.PlanException.class);
    assertThatThrownBy(() -> WorkPlan.approved("{")).isInstanceOf(WorkPlan.PlanException.class);
    assertThatThrownBy(() -> WorkPlan.read("# Plan: x\n")).hasMessageContaining("no step");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "NULL",
      value = {
        "migrate-mcp-loader,Migrate mcp loader",
        "fix_session_naming,Fix session naming",
        "foo--bar__baz,Foo bar baz",
        "RefactorRouter,RefactorRouter",
        "'---',''",
        "'',''",
      })
  void itsTitleNamesASession(String title, String name) {
    assertThat(new WorkPlan(title, List.of("x"), List.of(), List.of()).sessionName())
        .isEqualTo(name);
  }
}

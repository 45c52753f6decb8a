package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.evidence.ConversationPlan;
import dev.tenon.tools.todo.TodoList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The choices a person has about a plan.
class PlanCommandTest {
  private static final WorkPlan PLAN =
      new WorkPlan("say-two", List.of("write two"), List.of("grep -q two b.txt"), List.of());

  private final TodoList todo = new TodoList();
  private final GoalBook goals = new GoalBook(goal -> {});
  private final ConversationPlan plans = new ConversationPlan(todo, goals, null);
  private final Person person = new Person();
  private Mode mode = Mode.AUTO;
  private int offered;

  private static final class Person implements CommandContext {
    final List<String> printed = new ArrayList<>();
    final List<String> prompts = new ArrayList<>();
    final List<String> asked = new ArrayList<>();
    final ArrayDeque<String> answers = new ArrayDeque<>();
    String edited = "";

    @Override
    public Conversation conversation() {
      throw new IllegalStateException("not needed");
    }

    @Override
    public void print(String text) {
      printed.add(text);
    }

    @Override
    public Optional<String> ask(String question) {
      asked.add(question);
      return Optional.ofNullable(answers.poll());
    }

    @Override
    public Optional<String> edit(String question, String text) {
      return edited.isEmpty() ? Optional.empty() : Optional.of(edited);
    }

    @Override
    public void prompt(String text) {
      prompts.add(text);
    }

    @Override
    public void prefill(String text) {}

    @Override
    public void startOver() {}

    @Override
    public void leave() {}
  }

  private void run(String argument) throws Exception {
    new PlanCommand(plans, () -> mode, wanted -> mode = wanted, () -> offered++, Map.of())
        .slash()
        .action()
        .run(argument, person);
  }

  @Test
  void itBeginsAndEndsPlanning() throws Exception {
    run("how to say two");
    assertThat(mode).isEqualTo(Mode.PLAN);
    assertThat(person.prompts).containsExactly("how to say two");
  }

  @Test
  void anApprovedPlanIsCarriedOutInTheModeThatThePersonPicks() throws Exception {
    mode = Mode.PLAN;
    plans.ready(PLAN);
    person.answers.addAll(List.of("a ask", "so what about tests?", "2"));
    run("");
    assertThat(person.asked.getFirst())
        .contains("# Plan: say-two", "1. write two", "1) Not now", "2) Carry it out in mode ask");
    assertThat(person.asked).as("words are no answer").hasSize(3);
    assertThat(mode).isEqualTo(Mode.ASK);
    assertThat(person.prompts).singleElement().asString().contains("is approved", "write two");
    assertThat(goals.open().orElseThrow().criteria().getFirst().check())
        .isEqualTo("grep -q two b.txt");
    assertThat(todo.phases().getFirst().tasks().getFirst().content()).isEqualTo("write two");
    assertThat(offered).isEqualTo(1);
    assertThat(plans.pending()).isEmpty();
  }

  @Test
  void aPlanIsEditedBeforeItIsApproved() throws Exception {
    mode = Mode.PLAN;
    plans.ready(PLAN);
    person.edited = PLAN.markdown().replace("write two", "write three");
    person.answers.addAll(List.of("7", "3"));
    run("");
    assertThat(person.prompts.getFirst()).contains("write three").doesNotContain("write two");
    assertThat(mode).isEqualTo(Mode.EDIT);
  }

  @Test
  void aPlanIsRefinedOrLeft() throws Exception {
    mode = Mode.PLAN;
    plans.ready(PLAN);
    person.answers.addAll(List.of("8", "8 with fewer files"));
    run("");
    assertThat(person.prompts.getFirst()).contains("with fewer files");
    assertThat(mode).isEqualTo(Mode.PLAN);
    plans.ready(PLAN);
    person.answers.add("9");
    run("");
    assertThat(plans.pending()).isEmpty();
    assertThat(mode).isEqualTo(Mode.PLAN);
    plans.ready(PLAN);
    person.answers.addAll(List.of("6", "1", "1"));
    run("");
    assertThat(mode).as("back from the modes, and not now").isEqualTo(Mode.PLAN);
    run("");
    assertThat(plans.pending()).as("no answer decides nothing").isPresent();
  }
}

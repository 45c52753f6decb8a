package dev.tenon.engine.workflow;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workflow.Interview;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowLog;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.tools.workflow.WorkflowTool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The steps of an interview. Facts have to stand where they are said to; questions go to the
/// person, with the dimension that they are about, and the answer is kept before the model has it.
final class InterviewRun {
  private static final String ENOUGH = "Enough questions";
  private static final String CONFIRM = "Yes, that is it";

  private final WorkflowSurroundings around;

  InterviewRun(WorkflowSurroundings around) {
    this.around = around;
  }

  /// What is due.
  String next(WorkflowStore.Kept kept) throws IOException {
    return state(Interview.of(kept.log().entries()));
  }

  private static String state(Interview interview) {
    return "ambiguity "
        + String.format(Locale.ROOT, "%.2f", interview.ambiguity())
        + " (clear enough below "
        + interview.threshold()
        + "). Next: "
        + interview.due();
  }

  private static Interview keep(WorkflowStore.Kept kept, String type, Making step)
      throws WorkflowException, IOException {
    return kept.log()
        .locked(
            log -> {
              log.append(type, step.make(Interview.of(log.entries())));
              return Interview.of(log.entries());
            });
  }

  /// Makes what is kept, or says why it cannot be now.
  private interface Making {
    Json.Obj make(Interview interview) throws WorkflowException;
  }

  String score(WorkflowStore.Kept kept, WorkflowTool.Parameters step)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    Json.Obj scores = step.scores() instanceof Json.Obj given ? given : Json.Obj.EMPTY;
    var facts = new ArrayList<Json.Obj>();
    for (WorkflowTool.Fact fact :
        step.facts() == null ? List.<WorkflowTool.Fact>of() : step.facts()) {
      place(fact.source());
      facts.add(
          Json.object()
              .put("text", fact.text().strip())
              .put("source", fact.source().strip())
              .build());
    }
    Interview before = Interview.of(kept.log().entries());
    if (before.facts() + facts.size() == 0 && !around.view().find("", 1).isEmpty()) {
      throw ConversationWorkflows.invalid(
          "look into the code first: the first score needs at least one fact with its place");
    }
    Interview now = keep(kept, Interview.SCORED, interview -> interview.scored(scores, facts));
    around.diagnose(kept.id() + ": " + now.measured());
    return state(now);
  }

  /// A fact stands in a file of the project.
  private void place(@Nullable String source) throws ToolException {
    String said = source == null ? "" : source.strip();
    ProjectView view = around.view();
    String path = said.replaceFirst(":[0-9]+(-[0-9]+)?$", "");
    if (path.isEmpty() || !(view.has(path) || view.has(said))) {
      throw ConversationWorkflows.invalid(
          "the source '" + said + "' is no file of the project; name it as path:line");
    }
  }

  String ask(WorkflowStore.Kept kept, WorkflowTool.Parameters step)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    Asker asker = around.asker();
    if (asker == null) {
      throw new ToolException(
          ToolException.Code.FAILED,
          "nobody can be asked here; the interview waits, and goes on in a conversation with its"
              + " person (tenon --resume "
              + around.session()
              + ")");
    }
    Interview interview = Interview.of(kept.log().entries());
    List<String> options = step.options() == null ? List.of() : step.options();
    if (interview.phase() != Interview.Phase.ANSWER) {
      String text = step.text() == null ? "" : step.text();
      interview = keep(kept, Interview.ASKED, now -> now.asked(step.dimension(), text, options));
    }
    var offered = new ArrayList<>(options);
    offered.add(ENOUGH);
    Optional<List<Asker.Reply>> replies =
        asker.ask(
            List.of(
                new Asker.Question(
                    "answer",
                    "[" + interview.heading() + "] " + interview.question(),
                    offered,
                    Asker.Choice.ONE,
                    -1)));
    if (replies.isEmpty()) {
      throw new ToolException(
          ToolException.Code.CANCELLED,
          "the person did not want to answer now; the question waits. End your turn and say so");
    }
    return state(answered(kept, replies.get().getFirst()));
  }

  private static Interview answered(WorkflowStore.Kept kept, Asker.Reply reply)
      throws WorkflowException, IOException {
    var words = new ArrayList<>(reply.chosen());
    boolean enough = words.remove(ENOUGH) && reply.by() == Asker.By.PERSON;
    if (!reply.own().isEmpty()) {
      words.add(reply.own());
    }
    if (enough && words.isEmpty()) {
      return kept.log()
          .locked(
              (WorkflowLog.Writing log) -> {
                Interview.of(log.entries()).expect(Interview.Phase.ANSWER, "an end");
                log.append(Interview.ENOUGH, Json.Obj.EMPTY);
                return Interview.of(log.entries());
              });
    }
    String text = words.isEmpty() ? "(nothing chosen)" : String.join("; ", words);
    return reply.by() == Asker.By.PERSON
        ? keep(kept, Interview.ANSWERED, now -> now.answeredByPerson(text))
        : keep(
            kept,
            Interview.ANSWERED,
            now -> now.answeredByMachine(text, "nobody answered in time"));
  }

  /// The code answers.
  String answer(WorkflowStore.Kept kept, WorkflowTool.Parameters step)
      throws ToolException, WorkflowException, IOException {
    String text = step.text() == null ? "" : step.text().strip();
    String source = step.source() == null ? "" : step.source().strip();
    if (text.isEmpty()) {
      throw ConversationWorkflows.invalid("an answer needs its text");
    }
    place(source);
    Interview interview = Interview.of(kept.log().entries());
    if (interview.needsPerson()) {
      throw new WorkflowException(
          Interview.MOST_BY_MACHINE
              + " answers in a row did not come from the person; ask the person (action ask)");
    }
    if (interview.phase() != Interview.Phase.ANSWER) {
      String question = step.question() == null ? "" : step.question();
      keep(kept, Interview.ASKED, now -> now.asked(step.dimension(), question, List.of()));
    }
    return state(keep(kept, Interview.ANSWERED, now -> now.answeredByMachine(text, source)));
  }

  String restate(WorkflowStore.Kept kept, String goal)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    Interview.of(kept.log().entries()).expect(Interview.Phase.RESTATE, "the restated goal");
    Asker asker = around.asker();
    if (asker == null) {
      throw new ToolException(
          ToolException.Code.FAILED, "nobody can confirm the goal here; the interview waits");
    }
    Optional<List<Asker.Reply>> replies =
        asker.ask(
            List.of(
                new Asker.Question(
                    "goal",
                    "Is this what you want?\n" + goal,
                    List.of(CONFIRM, "Not yet"),
                    Asker.Choice.ONE,
                    -1)));
    if (replies.isEmpty() || replies.get().getFirst().by() != Asker.By.PERSON) {
      throw new ToolException(
          ToolException.Code.CANCELLED, "the person did not confirm the goal; the interview waits");
    }
    Asker.Reply reply = replies.get().getFirst();
    boolean yes = reply.own().isEmpty() && reply.chosen().equals(List.of(CONFIRM));
    Interview after = keep(kept, Interview.RESTATED, now -> now.restated(goal, yes, reply.own()));
    return (yes
            ? "confirmed. "
            : "not confirmed" + (reply.own().isEmpty() ? ". " : ": " + reply.own() + ". "))
        + state(after);
  }

  String spec(WorkflowStore.Kept kept, String text) throws WorkflowException, IOException {
    Interview done = keep(kept, Interview.SPEC, interview -> interview.specified(text));
    var out = new StringBuilder("The spec is kept and waits for the person's approval.");
    for (String warning : done.warnings()) {
      out.append(" Warning, to be told: ").append(warning).append('.');
    }
    return out.append(" End your turn with the spec; nobody starts on it.").toString();
  }
}

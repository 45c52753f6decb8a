package dev.tenon.tools.workflow;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `workflow`: the model reports a step, and the engine decides whether it may come now, keeps it,
/// and says what is due. Only conversations in which a workflow was called have it.
public final class WorkflowTool implements ConversationTool<WorkflowTool.Parameters> {
  public static final String NAME = "workflow";

  private final Engine engine;

  /// Carries steps out.
  @FunctionalInterface
  public interface Engine {
    /// Answers what is due next.
    String carryOut(Parameters step, ToolContext context)
        throws ToolException, InterruptedException;
  }

  public WorkflowTool(Engine engine) {
    this.engine = engine;
  }

  /// A step.
  public record Parameters(
      @Doc("What to do.") Action action,
      @Doc("start: deep-interview, ralplan, team or ultragoal.") @Nullable String workflow,
      @Doc("The workflow; default: the latest of this session.") @Nullable String id,
      @Doc(
              "start: the task, or the brief with its @goal: lines. ask: the question. answer: the"
                  + " answer. restate: the goal. spec: the spec. block, resolve, stop: why.")
          @Nullable String text,
      @Doc("score: {\"goal\": 0.4, \"scope\": 0.2, \"acceptance\": 0, \"context\": 0.9}.")
          @Nullable Json scores,
      @Doc("score: what the code told you.") @Nullable List<Fact> facts,
      @Doc("ask: the dimension that it is about.") @Nullable String dimension,
      @Doc("ask: 2-4 choices.") @Nullable List<String> options,
      @Doc("answer: the question that the code answers.") @Nullable String question,
      @Doc("answer: where that stands, as path:line.") @Nullable String source,
      @Doc("block: resolvable or human_blocked.") @Nullable String kind,
      @Doc("start team: how many workers.") @Nullable Integer workers,
      @Doc("start team: the agent that they are.") @Nullable String role,
      @Doc("start team: the board.") @Nullable List<BoardTask> tasks) {}

  /// A fact and its place.
  public record Fact(
      @Doc("The fact.") String text, @Doc("Where it stands, as path:line.") String source) {}

  /// A task of a team.
  public record BoardTask(
      @Doc("Its name.") String id,
      @Doc("All that a worker needs to know.") String assignment,
      @Doc("Tasks of one lane are done in order, by one at a time; default: one of its own.")
          @Nullable String lane,
      @Doc("Another agent than the team's.") @Nullable String role,
      @Doc("Ids of tasks that have to be done before.") @Nullable List<String> needs) {}

  /// The steps.
  public enum Action {
    START,
    SHOW,
    NEXT,
    SCORE,
    ASK,
    ANSWER,
    RESTATE,
    SPEC,
    BLOCK,
    RESOLVE,
    STOP
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Report a step of a workflow (deep-interview, ralplan, team, ultragoal). The engine"
        + " keeps its state and answers what is due; do that and nothing else.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    String what = JsonFields.word(parameters.action);
    String which = parameters.workflow == null ? parameters.id : parameters.workflow;
    return which == null ? what : what + " " + which;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    return ToolResult.Text.of(engine.carryOut(parameters, context));
  }
}

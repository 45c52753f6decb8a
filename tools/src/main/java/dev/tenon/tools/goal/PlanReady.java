package dev.tenon.tools.goal;

import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// `plan_ready`: hands a plan over to the person, who decides about it. Only in mode plan.
public final class PlanReady implements ConversationTool<PlanReady.Parameters> {
  public static final String NAME = "plan_ready";

  private final Consumer<WorkPlan> ready;

  /// @param ready gets the plan
  public PlanReady(Consumer<WorkPlan> ready) {
    this.ready = ready;
  }

  /// The plan.
  public record Parameters(
      @Doc("A few words.") String title,
      @Doc("What to do, in order; each step can be checked off.") List<String> steps,
      @Doc("Commands whose success will prove the result.") @Nullable List<String> checks,
      @Doc("What may go wrong.") @Nullable List<String> risks) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Hand over the finished plan; the user approves, changes or refuses it. Look at all the"
        + " code it is about before.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.title;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    var plan =
        new WorkPlan(
            parameters.title,
            parameters.steps,
            parameters.checks == null ? List.of() : parameters.checks,
            parameters.risks == null ? List.of() : parameters.risks);
    if (plan.title().isEmpty() || plan.steps().isEmpty()) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, "a plan has a title and at least one step");
    }
    ready.accept(plan);
    List<String> vain = plan.vain();
    String due =
        vain.isEmpty()
            ? "The user sees it and decides. End your turn now, without a tool call."
            : "It cannot be proved like this:\n- "
                + String.join("\n- ", vain)
                + "\nHand it over again with commands that fail while the plan is not carried out.";
    return new ToolResult.Text(
        plan.markdown() + "\n" + due, Json.object().put("plan", plan.toJson()).build(), "");
  }
}

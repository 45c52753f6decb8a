package dev.tenon.server.job.run;

import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// A tool that can be called only as long as the job's budget lasts.
final class BudgetedTool<P extends Record> implements Tool<P> {
  private final Tool<P> tool;
  private final ToolBudget budget;

  BudgetedTool(Tool<P> tool, ToolBudget budget) {
    this.tool = tool;
    this.budget = budget;
  }

  @Override
  public String name() {
    return tool.name();
  }

  @Override
  public String description() {
    return tool.description();
  }

  @Override
  public Class<P> parameters() {
    return tool.parameters();
  }

  @Override
  public List<Access> access(P parameters) {
    return tool.access(parameters);
  }

  @Override
  public boolean exclusive() {
    return tool.exclusive();
  }

  @Override
  public String title(P parameters) {
    return tool.title(parameters);
  }

  @Override
  public ToolResult run(P parameters, ToolContext context)
      throws ToolException, InterruptedException {
    budget.take();
    return tool.run(parameters, context);
  }
}

package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// `rewind`: goes back to the return point that `checkpoint` has set and keeps only a report.
public final class Rewind implements ConversationTool<Rewind.Parameters> {
  private final ReturnPoint point;

  public Rewind(ReturnPoint point) {
    this.point = point;
  }

  /// What stays.
  public record Parameters(
      @Doc("All that is worth keeping: findings, paths, decisions.") String report) {}

  @Override
  public String name() {
    return "rewind";
  }

  @Override
  public String description() {
    return "Go back to the checkpoint; only the report stays in your context.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    int line = parameters.report.indexOf('\n');
    return line < 0 ? parameters.report : parameters.report.substring(0, line);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    if (parameters.report.isBlank()) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, "the report is empty; say what you found out");
    }
    if (!point.goBack(parameters.report)) {
      throw new ToolException(
          ToolException.Code.CONFLICT,
          "No active checkpoint.",
          List.of("Call checkpoint before an investigation, and rewind after it."));
    }
    return new ToolResult.Text(
        "Rewind requested.\nReport captured: "
            + parameters.report.strip()
            + "\nFiles stay as they are; the user can take them back with /undo or /rollback.",
        Json.object().put("report", parameters.report).put("rewound", true).build(),
        "");
  }
}

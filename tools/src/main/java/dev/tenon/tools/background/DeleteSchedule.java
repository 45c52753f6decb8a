package dev.tenon.tools.background;

import dev.tenon.core.exec.background.Cron;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// Ends a scheduled prompt.
public final class DeleteSchedule implements Tool<DeleteSchedule.Parameters> {
  private final Cron cron;

  public DeleteSchedule(Cron cron) {
    this.cron = cron;
  }

  /// Which one.
  public record Parameters(@Doc("From CronCreate.") String id) {}

  @Override
  public String name() {
    return "CronDelete";
  }

  @Override
  public String description() {
    return "Cancel a scheduled prompt.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of();
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.id;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) {
    boolean deleted = cron.delete(parameters.id);
    return new ToolResult.Text(
        deleted
            ? "Cancelled " + parameters.id
            : "Failed to remove scheduled task '" + parameters.id + "'",
        Json.object().put("id", parameters.id).put("deleted", deleted).build(),
        "");
  }
}

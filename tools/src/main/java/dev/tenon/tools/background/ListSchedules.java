package dev.tenon.tools.background;

import dev.tenon.core.exec.background.Cron;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;

/// Lists the scheduled prompts of this conversation.
public final class ListSchedules implements Tool<ListSchedules.Parameters> {
  private static final int PREVIEW = 80;

  private final Cron cron;

  public ListSchedules(Cron cron) {
    this.cron = cron;
  }

  /// Nothing.
  public record Parameters() {}

  @Override
  public String name() {
    return "CronList";
  }

  @Override
  public String description() {
    return "List scheduled prompts.";
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
    return "schedules";
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) {
    var lines = new ArrayList<String>();
    var jobs = new ArrayList<Json>();
    for (Cron.Schedule schedule : cron.list()) {
      lines.add(schedule.id() + " (" + schedule.describe() + "): " + preview(schedule.prompt()));
      jobs.add(
          Json.object()
              .put("id", schedule.id())
              .put("cron", schedule.cron().text())
              .put("recurring", schedule.recurrence() == Cron.Recurrence.RECURRING)
              .put("prompt", schedule.prompt())
              .put("humanSchedule", schedule.describe())
              .build());
    }
    return new ToolResult.Text(
        lines.isEmpty() ? "No scheduled jobs" : String.join("\n", lines),
        Json.object().put("jobs", Json.array(jobs)).build(),
        "");
  }

  private static String preview(String prompt) {
    String line = prompt.strip().replace('\n', ' ');
    return line.length() <= PREVIEW ? line : line.substring(0, PREVIEW - 1) + "…";
  }
}

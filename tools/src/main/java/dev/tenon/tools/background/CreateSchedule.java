package dev.tenon.tools.background;

import dev.tenon.core.exec.background.Cron;
import dev.tenon.core.exec.background.CronException;
import dev.tenon.core.exec.background.CronExpression;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// Schedules a prompt within this conversation.
public final class CreateSchedule implements Tool<CreateSchedule.Parameters> {
  private final Cron cron;

  public CreateSchedule(Cron cron) {
    this.cron = cron;
  }

  /// When to say what.
  public record Parameters(
      @Doc("minute hour day month weekday, local time; numbers, *, */n, a-b, a,b.")
          String cronExpression,
      @Doc("What to say then.") String prompt,
      @Doc("Every match for 7 days, or once.") boolean recurring) {}

  @Override
  public String name() {
    return "CronCreate";
  }

  @Override
  public String description() {
    return "Schedule a prompt to yourself for when this conversation is idle.";
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
    return parameters.cronExpression + ": " + parameters.prompt;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    if (parameters.prompt.isBlank()) {
      throw new ToolException(ToolException.Code.INVALID_ARGUMENT, "the prompt is empty");
    }
    Cron.Schedule schedule;
    try {
      schedule =
          cron.create(
              CronExpression.parse(parameters.cronExpression),
              parameters.recurring ? Cron.Recurrence.RECURRING : Cron.Recurrence.ONCE,
              parameters.prompt);
    } catch (CronException refused) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, String.valueOf(refused.getMessage()));
    }
    return new ToolResult.Text(
        "Scheduled " + schedule.id() + " (" + schedule.describe() + ")",
        Json.object()
            .put("id", schedule.id())
            .put("cron_expression", schedule.cron().text())
            .put("recurring", parameters.recurring)
            .put("nextFireAt", schedule.nextFireAt().toString())
            .build(),
        "");
  }
}

package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// `checkpoint`: marks the conversation before an investigation, so that `rewind` can replace the
/// investigation by its result. Files are not part of it.
public final class MarkReturnPoint implements ConversationTool<MarkReturnPoint.Parameters> {
  private static final String NAME = "checkpoint";

  private final ReturnPoint point;
  private final InstantSource clock;

  public MarkReturnPoint(ReturnPoint point, InstantSource clock) {
    this.point = point;
    this.clock = clock;
  }

  /// Finds the open return point of a conversation that is gone on with.
  public static void restore(ReturnPoint point, List<Message> messages) {
    point.forget();
    for (int i = messages.size() - 1; i >= 0; i--) {
      Message message = messages.get(i);
      boolean over =
          (message instanceof Message.Assistant answer && answer.stopReason() == StopReason.ABORTED)
              || (message instanceof Message.User user && user.text().startsWith("<rewind-report"));
      if (over) {
        return;
      }
      if (message instanceof Message.ToolResults results) {
        for (Part.Result result : results.results()) {
          if (result.name().equals(NAME) && !result.failed()) {
            Json.Obj data = result.envelope().objectOrEmpty("data");
            point.set(
                new ReturnPoint.Mark(
                    result.callId(),
                    data.string("goal", ""),
                    since(data.string("started_at", ""))));
            return;
          }
        }
      }
    }
  }

  private static Instant since(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException unknown) {
      return Instant.EPOCH;
    }
  }

  /// Why.
  public record Parameters(@Doc("What you want to find out.") String goal) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Mark this point before an exploration that reads much for little. Then explore, and"
        + " call rewind with a report: only the report stays in your context.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.goal;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    var mark =
        new ReturnPoint.Mark(
            context.callId(), parameters.goal, clock.instant().truncatedTo(ChronoUnit.SECONDS));
    if (!point.set(mark)) {
      throw new ToolException(
          ToolException.Code.CONFLICT,
          "Checkpoint already active.",
          List.of("Call rewind with your report first."));
    }
    return new ToolResult.Text(
        "Checkpoint created.\nGoal: "
            + parameters.goal
            + "\nRun your investigation, then call rewind with a concise report. Files are not"
            + " part of the checkpoint: what you edit stays edited.",
        Json.object()
            .put("goal", parameters.goal)
            .put("started_at", mark.since().toString())
            .build(),
        "");
  }
}

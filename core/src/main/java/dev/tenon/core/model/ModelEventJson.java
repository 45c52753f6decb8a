package dev.tenon.core.model;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The JSON form of [ModelEvent] and [ModelException], beside [MessageJson]. An event is told by
/// `type`: the name of its record in lower case with underscores, as in `text_delta`.
public final class ModelEventJson {
  private ModelEventJson() {}

  public static Json.Obj toJson(ModelEvent event) {
    return switch (event) {
      case ModelEvent.Started started -> type("started").put("model", started.model()).build();
      case ModelEvent.TextStarted started -> type("text_started", started.index()).build();
      case ModelEvent.TextDelta delta ->
          type("text_delta", delta.index()).put("text", delta.text()).build();
      case ModelEvent.TextEnded end ->
          type("text_ended", end.index()).put("part", MessageJson.toJson(end.part())).build();
      case ModelEvent.ThinkingStarted started -> type("thinking_started", started.index()).build();
      case ModelEvent.ThinkingDelta delta ->
          type("thinking_delta", delta.index()).put("text", delta.text()).build();
      case ModelEvent.ThinkingEnded end ->
          type("thinking_ended", end.index()).put("part", MessageJson.toJson(end.part())).build();
      case ModelEvent.CallStarted started ->
          type("call_started", started.index())
              .put("id", started.id())
              .put("name", started.name())
              .build();
      case ModelEvent.CallDelta delta ->
          type("call_delta", delta.index()).put("text", delta.text()).build();
      case ModelEvent.CallEnded end ->
          type("call_ended", end.index()).put("part", MessageJson.toJson(end.part())).build();
      case ModelEvent.Done done ->
          type("done")
              .put("reason", JsonFields.word(done.reason()))
              .put("usage", MessageJson.toJson(done.usage()))
              .build();
      case ModelEvent.Failed failed ->
          type("failed").put("failure", toJson(failed.failure())).build();
      case ModelEvent.RetryScheduled retry ->
          type("retry_scheduled")
              .put("scope", JsonFields.word(retry.scope()))
              .put("attempt", retry.attempt())
              .put("maxAttempts", retry.maxAttempts())
              .put("delayMs", retry.delay().toMillis())
              .put("reason", retry.reason())
              .build();
      case ModelEvent.RetryEnded end ->
          type("retry_ended")
              .put("attempt", end.attempt())
              .put("success", end.success())
              .put("finalError", end.finalError())
              .build();
      case ModelEvent.FallbackApplied applied ->
          type("fallback_applied")
              .put("from", applied.from())
              .put("to", applied.to())
              .put("role", applied.role())
              .build();
      case ModelEvent.FallbackSucceeded succeeded ->
          type("fallback_succeeded")
              .put("model", succeeded.model())
              .put("role", succeeded.role())
              .build();
    };
  }

  public static Json.Obj toJson(ModelException failure) {
    Json.Builder json =
        Json.object()
            .put("kind", JsonFields.word(failure.kind()))
            .put("message", String.valueOf(failure.getMessage()));
    failure.retryAfter().ifPresent(wait -> json.put("retryAfterMs", wait.toMillis()));
    return json.build();
  }

  public static ModelEvent event(JsonFields fields) throws JsonException {
    String type = fields.string("type");
    return switch (type) {
      case "started" -> new ModelEvent.Started(fields.string("model"));
      case "text_started" -> new ModelEvent.TextStarted(index(fields));
      case "text_delta" -> new ModelEvent.TextDelta(index(fields), fields.string("text"));
      case "text_ended" -> new ModelEvent.TextEnded(index(fields), part(fields, Part.Text.class));
      case "thinking_started" -> new ModelEvent.ThinkingStarted(index(fields));
      case "thinking_delta" -> new ModelEvent.ThinkingDelta(index(fields), fields.string("text"));
      case "thinking_ended" ->
          new ModelEvent.ThinkingEnded(index(fields), part(fields, Part.Thinking.class));
      case "call_started" ->
          new ModelEvent.CallStarted(index(fields), fields.string("id"), fields.string("name"));
      case "call_delta" -> new ModelEvent.CallDelta(index(fields), fields.string("text"));
      case "call_ended" -> new ModelEvent.CallEnded(index(fields), part(fields, Part.Call.class));
      case "done" ->
          new ModelEvent.Done(
              fields.constant("reason", StopReason.class),
              MessageJson.usage(fields.fields("usage")));
      case "failed" -> new ModelEvent.Failed(failure(fields.fields("failure")));
      case "retry_scheduled" ->
          new ModelEvent.RetryScheduled(
              fields.constant("scope", ModelEvent.RetryScope.class),
              (int) fields.whole("attempt"),
              (int) fields.whole("maxAttempts"),
              Duration.ofMillis(fields.whole("delayMs")),
              fields.string("reason"));
      case "retry_ended" ->
          new ModelEvent.RetryEnded(
              (int) fields.whole("attempt"), fields.optionalString("finalError"));
      case "fallback_applied" ->
          new ModelEvent.FallbackApplied(
              fields.string("from"), fields.string("to"), fields.string("role"));
      case "fallback_succeeded" ->
          new ModelEvent.FallbackSucceeded(fields.string("model"), fields.string("role"));
      default -> throw fields.wrong("type", "'" + type + "' is no event of a model");
    };
  }

  public static ModelException failure(JsonFields fields) throws JsonException {
    @Nullable Duration retryAfter =
        fields.has("retryAfterMs") ? Duration.ofMillis(fields.count("retryAfterMs", 0)) : null;
    return new ModelException(
        fields.constant("kind", ModelException.Kind.class),
        fields.string("message"),
        retryAfter,
        null);
  }

  private static Json.Builder type(String type) {
    return Json.object().put("type", type);
  }

  private static Json.Builder type(String type, int index) {
    return type(type).put("index", index);
  }

  private static int index(JsonFields fields) throws JsonException {
    return (int) fields.whole("index");
  }

  private static <P extends Part> P part(JsonFields fields, Class<P> type) throws JsonException {
    Part part = MessageJson.part(fields.fields("part"));
    if (type.isInstance(part)) {
      return type.cast(part);
    }
    throw fields.wrong("part", "is of the wrong type for " + fields.string("type"));
  }
}

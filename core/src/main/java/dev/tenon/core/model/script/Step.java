package dev.tenon.core.model.script;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One answer of a script: what is streamed, how it ends, and what the request has to be like.
/// Written as `Step.says("Done.")`, `Step.calls("read_file", arguments)`, or piece by piece as
/// `Step.answer().thinking("Hm.").text("I look.").call("read_file", arguments)`. Immutable; every
/// method gives a new step.
///
/// @param content what is streamed; a call with an empty id gets one when it is played
/// @param ending how the answer ends after the content
/// @param pace the pause before each delta, zero for none
public record Step(
    List<Part.Output> content, Ending ending, Duration pace, Expectation expectation) {
  public Step {
    content = List.copyOf(content);
    if (pace.isNegative()) {
      throw new IllegalArgumentException("pace must not be negative, was " + pace);
    }
  }

  /// How an answer ends.
  public sealed interface Ending {
    /// The answer is complete. Without a reason it is `TOOL_USE` after calls and `STOP` otherwise.
    record Complete(@Nullable StopReason reason, Usage usage) implements Ending {}

    /// The attempt fails.
    record Failure(ModelException.Kind kind, String message, @Nullable Duration retryAfter)
        implements Ending {}

    /// Nothing more comes until the caller is interrupted.
    record Hanging() implements Ending {}
  }

  /// An answer with nothing in it yet.
  public static Step answer() {
    return new Step(
        List.of(), new Ending.Complete(null, Usage.NONE), Duration.ZERO, Expectation.NONE);
  }

  public static Step says(String text) {
    return answer().text(text);
  }

  public static Step calls(String tool, Json.Obj arguments) {
    return answer().call(tool, arguments);
  }

  public static Step fails(ModelException.Kind kind, String message) {
    return answer().failing(kind, message, null);
  }

  public Step text(String text) {
    return part(new Part.Text(text));
  }

  public Step thinking(String text) {
    return part(new Part.Thinking(text, null));
  }

  public Step call(String tool, Json.Obj arguments) {
    return part(Part.Call.of("", tool, arguments));
  }

  public Step part(Part.Output part) {
    var more = new ArrayList<>(content);
    more.add(part);
    return new Step(more, ending, pace, expectation);
  }

  public Step stopping(StopReason reason) {
    Usage usage = ending instanceof Ending.Complete complete ? complete.usage() : Usage.NONE;
    return ending(new Ending.Complete(reason, usage));
  }

  public Step using(Usage usage) {
    StopReason reason = ending instanceof Ending.Complete complete ? complete.reason() : null;
    return ending(new Ending.Complete(reason, usage));
  }

  /// Fails after the content instead of completing.
  public Step failing(ModelException.Kind kind, String message, @Nullable Duration retryAfter) {
    return ending(new Ending.Failure(kind, message, retryAfter));
  }

  /// Hangs after the content until the caller is interrupted.
  public Step hanging() {
    return ending(new Ending.Hanging());
  }

  public Step pacing(Duration delay) {
    return new Step(content, ending, delay, expectation);
  }

  /// Asks this of the request too.
  public Step expecting(Expectation more) {
    return new Step(content, ending, pace, expectation.and(more));
  }

  private Step ending(Ending other) {
    return new Step(content, other, pace, expectation);
  }
}

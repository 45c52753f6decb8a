package dev.tenon.core.model;

import dev.tenon.core.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A piece of a message.
public sealed interface Part {

  /// What may stand in a user message.
  sealed interface Input extends Part {}

  /// What may stand in an assistant message.
  sealed interface Output extends Part {}

  record Text(String text) implements Input, Output {}

  /// A picture, its bytes in Base64.
  record Image(String mediaType, String base64) implements Input {}

  /// The model's reasoning. The signature is the provider's seal and goes back unchanged with the
  /// next request; it may hold a whole provider item (encrypted reasoning). Hidden reasoning has an
  /// empty text and only a signature.
  record Thinking(String text, @Nullable String signature) implements Output {}

  /// A request of the model to run a tool. `problem` says why the call must not run (its arguments
  /// are not JSON, or are contaminated); such a call is answered with that error.
  record Call(
      String id,
      String name,
      Json.Obj arguments,
      @Nullable String signature,
      @Nullable String problem)
      implements Output {

    public static Call of(String id, String name, Json.Obj arguments) {
      return new Call(id, name, arguments, null, null);
    }

    public Call withProblem(String reason) {
      return new Call(id, name, arguments, signature, reason);
    }
  }

  /// The answer to one [Call]: the envelope for wires that carry JSON, its compact text for those
  /// that carry text, and pictures.
  record Result(
      String callId,
      String name,
      Outcome outcome,
      Json.Obj envelope,
      String text,
      List<Image> images)
      implements Part {
    public Result {
      images = List.copyOf(images);
    }

    public boolean failed() {
      return outcome == Outcome.FAILED;
    }
  }

  /// How a tool call ended.
  enum Outcome {
    OK,
    FAILED
  }
}

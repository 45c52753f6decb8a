package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Frame.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// OpenAI's Responses: whole responses and errors; [ResponsesStream] writes the events.
final class ResponsesDialect implements Dialect {
  static final String OVERFLOW =
      "Your input exceeds the context window of this model. Please adjust your input and try"
          + " again.";

  @Override
  public boolean streams(Received request) {
    return request.body().bool("stream", false);
  }

  @Override
  public List<Frame> frames(Reply reply, Received request) {
    return new ResponsesStream(reply, request).frames();
  }

  @Override
  public Json.Obj whole(Reply reply, Received request) {
    return ResponsesItems.response(request, ResponsesItems.status(reply), reply);
  }

  /// The service sends both: an `error` event, and the failed response after it. The event nests
  /// the error, although the reference shows its members flat.
  @Override
  public List<Frame> failure(Failure failure, Received request, int sent) {
    Json.Obj error = OpenAiErrors.error(failure, request, OVERFLOW);
    Json.Obj event =
        Json.object().put("type", "error").put("sequence_number", sent).put("error", error).build();
    Json.Obj cause =
        Json.object()
            .put("code", OpenAiErrors.code(failure.kind()))
            .put("message", error.string("message"))
            .build();
    Json.Obj response = ResponsesItems.response(request, "failed", Reply.of()).with("error", cause);
    var frames = new ArrayList<Frame>();
    frames.add(Frame.event(Kind.CLOSING, "error", event));
    frames.add(
        Frame.event(
            Kind.CLOSING,
            "response.failed",
            Json.object()
                .put("type", "response.failed")
                .put("sequence_number", sent + 1)
                .put("response", response.with("usage", Json.Null.VALUE))
                .build()));
    return frames;
  }

  @Override
  public int status(ErrorKind kind) {
    return kind == ErrorKind.OVERLOADED ? 503 : kind.status();
  }

  @Override
  public Json.Obj error(Failure failure, Received request) {
    return OpenAiErrors.body(failure, request, OVERFLOW);
  }

  @Override
  public Optional<Failure> check(Received request) {
    return ResponsesRules.check(request);
  }
}

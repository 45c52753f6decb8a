package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Reply;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How one vendor writes a [Reply], reports errors and judges requests. Without state: one object
/// serves all requests.
public interface Dialect {

  /// Time stamps are fixed, so that answers are the same every time.
  long CREATED = 1_763_200_000L;

  /// Whether the request asks for a stream.
  boolean streams(Received request);

  /// The content type of a stream.
  default String streamType() {
    return "text/event-stream; charset=utf-8";
  }

  /// The reply as a stream.
  List<Frame> frames(Reply reply, Received request);

  /// The reply in one piece.
  Json.Obj whole(Reply reply, Received request);

  /// What comes in a running stream when it fails, after `sent` frames.
  List<Frame> failure(Failure failure, Received request, int sent);

  /// The status of the error response.
  default int status(ErrorKind kind) {
    return kind.status();
  }

  /// The body of the error response.
  Json.Obj error(Failure failure, Received request);

  /// What the vendor would reject.
  Optional<Failure> check(Received request);

  /// An error to report. Without a message the vendor's wording is used.
  record Failure(
      ErrorKind kind, int status, @Nullable String message, @Nullable String retryAfter) {
    public static Failure invalid(String message) {
      return new Failure(ErrorKind.INVALID_REQUEST, 400, message, null);
    }

    public static Failure of(ErrorKind kind, int status, @Nullable String message) {
      return new Failure(kind, status, message, null);
    }

    String messageOr(String otherwise) {
      return message == null ? otherwise : message;
    }
  }
}

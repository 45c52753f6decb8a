package dev.tenon.testkit.script;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// An answer that goes wrong. Where a fault counts *visible deltas* it counts frames that carry
/// text or a part of a tool call; thinking is not visible. A count of 0 is before the first one,
/// after the events that open the stream and all thinking. Counts beyond the reply mean its last
/// visible delta.
///
/// A request that does not stream gets its whole JSON as one visible frame.
public sealed interface Fault extends Answer {

  /// An error response in the vendor's format. Without a message it has the vendor's wording, and
  /// without a status (0) the vendor's usual one.
  record Status(ErrorKind kind, int status, Map<String, String> headers, @Nullable String message)
      implements Fault {
    public Status {
      headers = Map.copyOf(headers);
    }

    public Status header(String name, String value) {
      var more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Status(kind, status, more, message);
    }

    public Status status(int code) {
      return new Status(kind, code, headers, message);
    }

    public Status message(String text) {
      return new Status(kind, status, headers, text);
    }
  }

  /// Any response at all, whole and as given: a proxy's HTML page, an empty body.
  record Raw(int status, Map<String, String> headers, String body) implements Fault {
    public Raw {
      headers = Map.copyOf(headers);
    }
  }

  /// How a connection is closed.
  enum Closing {
    /// The orderly end (FIN).
    CLOSE,
    /// The hard end (RST).
    RESET
  }

  /// The connection ends before the status line.
  record Disconnect(Closing closing) implements Fault {}

  /// The request is taken, and nothing comes until the client closes.
  record Silence() implements Fault {}

  /// The connection ends after this many bytes of the body, in the middle of an HTTP chunk.
  record CutAfterBytes(Reply reply, int bytes, Closing closing) implements Fault {}

  /// The connection ends after this many visible deltas, between two frames.
  record CutAfterVisible(Reply reply, int deltas, Closing closing) implements Fault {}

  /// The connection ends inside the first character of the body that has several bytes.
  record CutInCharacter(Reply reply) implements Fault {}

  /// All frames arrive, but the connection ends without the terminating HTTP chunk.
  record Unterminated(Reply reply) implements Fault {}

  /// The HTTP response ends in good order after this many visible deltas: the closing frames (stop
  /// reason, usage, end mark) never come.
  record EndedEarly(Reply reply, int deltas) implements Fault {}

  /// The text stands in the stream as a frame of its own after the first visible delta.
  record Garbage(Reply reply, String frame) implements Fault {}

  /// The body comes in HTTP chunks of this many bytes with a pause between them.
  record Drip(Reply reply, int bytes, Duration pause) implements Fault {}

  /// An HTTP chunk ends inside every character that has several bytes; nothing is lost.
  record SplitCharacters(Reply reply) implements Fault {}

  /// The first visible delta again and again until the client closes.
  record Endless(Reply reply) implements Fault {}

  /// Nothing more comes after this many visible deltas until the client closes.
  record Stalled(Reply reply, int deltas) implements Fault {}

  /// Nothing more comes after this many visible deltas until the latch opens; then the rest.
  record Held(Reply reply, int deltas, CountDownLatch release) implements Fault {}

  /// The stream reports an error after this many visible deltas, in the vendor's way. A request
  /// that does not stream gets the error as a [Status].
  record ErrorEvent(Reply reply, int deltas, ErrorKind kind, @Nullable String message)
      implements Fault {}

  /// The error with the vendor's status and wording.
  static Status status(ErrorKind kind) {
    return new Status(kind, 0, Map.of(), null);
  }

  /// 429 with `Retry-After` in whole seconds (and Gemini's `RetryInfo`).
  static Status rateLimited(long seconds) {
    return status(ErrorKind.RATE_LIMIT).header("retry-after", Long.toString(seconds));
  }

  /// 429 with `retry-after-ms`.
  static Status rateLimitedMillis(long millis) {
    return status(ErrorKind.RATE_LIMIT).header("retry-after-ms", Long.toString(millis));
  }

  static Fault disconnect() {
    return new Disconnect(Closing.CLOSE);
  }

  static Fault reset() {
    return new Disconnect(Closing.RESET);
  }

  static Fault cutAfterBytes(Reply reply, int bytes) {
    return new CutAfterBytes(reply, bytes, Closing.CLOSE);
  }

  static Fault cutAfterVisible(Reply reply, int deltas) {
    return new CutAfterVisible(reply, deltas, Closing.CLOSE);
  }

  static Fault garbage(Reply reply) {
    return new Garbage(reply, "data: {\"type\": \"content_block_de\u0000\ufffd lta]]\n\n");
  }

  /// One byte at a time.
  static Fault drip(Reply reply, Duration pause) {
    return new Drip(reply, 1, pause);
  }

  static Fault errorEvent(Reply reply, int deltas, ErrorKind kind) {
    return new ErrorEvent(reply, deltas, kind, null);
  }
}

package dev.tenon.testkit;

import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Fault.Closing;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Dialect;
import dev.tenon.testkit.wire.Dialect.Failure;
import dev.tenon.testkit.wire.Frame;
import dev.tenon.testkit.wire.Received;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sends one [Answer] over a connection, whole or broken in the way that it asks for.
final class Delivery {

  /// What becomes of the connection.
  enum Next {
    KEEP,
    CLOSE,
    /// The client has gone.
    ABANDONED
  }

  private static final int ENDLESS_LIMIT = 100_000_000;

  private final Connection connection;
  private final Dialect dialect;
  private final Received request;

  Delivery(Connection connection, Dialect dialect, Received request) {
    this.connection = connection;
    this.dialect = dialect;
    this.request = request;
  }

  Next send(Answer answer) throws IOException, InterruptedException {
    return switch (answer) {
      case Reply reply -> whole(reply);
      case Fault.Status fault -> status(fault);
      case Fault.Raw(int status, Map<String, String> headers, String body) -> {
        connection.respond(request, status, headers, body);
        yield Next.KEEP;
      }
      case Fault.Disconnect(Closing closing) -> cut(closing);
      case Fault.Silence _ -> stall();
      case Fault.CutAfterBytes(Reply reply, int bytes, Closing closing) ->
          cutAfterBytes(reply, bytes, closing);
      case Fault.CutAfterVisible(Reply reply, int deltas, Closing closing) -> {
        List<Frame> frames = begin(reply);
        send(frames.subList(0, after(frames, deltas)), reply);
        yield cut(closing);
      }
      case Fault.CutInCharacter(Reply reply) -> cutInCharacter(reply);
      case Fault.Unterminated(Reply reply) -> {
        send(begin(reply), reply);
        yield cut(Closing.CLOSE);
      }
      case Fault.EndedEarly(Reply reply, int deltas) -> {
        List<Frame> frames = begin(reply);
        yield finish(frames.subList(0, after(frames, deltas)), reply);
      }
      case Fault.Garbage(Reply reply, String frame) -> {
        List<Frame> frames = begin(reply);
        int split = after(frames, 1);
        send(frames.subList(0, split), reply);
        send(new Frame(Frame.Kind.OPENING, frame));
        yield finish(frames.subList(split, frames.size()), reply);
      }
      case Fault.Drip(Reply reply, int bytes, Duration pause) -> drip(reply, bytes, pause);
      case Fault.SplitCharacters(Reply reply) -> splitCharacters(reply);
      case Fault.Endless(Reply reply) -> endless(reply);
      case Fault.Stalled(Reply reply, int deltas) -> {
        List<Frame> frames = begin(reply);
        send(frames.subList(0, after(frames, deltas)), reply);
        yield stall();
      }
      case Fault.Held held -> {
        List<Frame> frames = begin(held.reply());
        int split = after(frames, held.deltas());
        send(frames.subList(0, split), held.reply());
        held.release().await();
        yield finish(frames.subList(split, frames.size()), held.reply());
      }
      case Fault.ErrorEvent event -> errorEvent(event);
    };
  }

  private Next whole(Reply reply) throws IOException, InterruptedException {
    if (dialect.streams(request)) {
      return finish(begin(reply), reply);
    }
    Thread.sleep(reply.latency());
    String body = dialect.whole(reply, request).compact();
    connection.respond(request, 200, headers("application/json"), body);
    return Next.KEEP;
  }

  private Next status(Fault.Status fault) throws IOException {
    int status = fault.status() == 0 ? dialect.status(fault.kind()) : fault.status();
    String retryAfter = fault.headers().get("retry-after");
    respond(new Failure(fault.kind(), status, fault.message(), retryAfter), fault.headers());
    return Next.KEEP;
  }

  /// Reports an error in the vendor's format.
  void respond(Failure failure, Map<String, String> more) throws IOException {
    var headers = new LinkedHashMap<>(headers("application/json"));
    headers.putAll(more);
    String body = dialect.error(failure, request).compact();
    connection.respond(request, failure.status(), headers, body);
  }

  private static Map<String, String> headers(String type) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("content-type", type);
    headers.put("request-id", "req_01Tenon");
    headers.put("x-request-id", "req_01Tenon");
    return headers;
  }

  /// Sends the head of the response and answers the frames of its body.
  private List<Frame> begin(Reply reply) throws IOException, InterruptedException {
    boolean streams = dialect.streams(request);
    List<Frame> frames =
        streams
            ? dialect.frames(reply, request)
            : List.of(new Frame(Frame.Kind.VISIBLE, dialect.whole(reply, request).compact()));
    Thread.sleep(reply.latency());
    connection.begin(200, headers(streams ? dialect.streamType() : "application/json"));
    return frames;
  }

  private void send(List<Frame> frames, Reply reply) throws IOException, InterruptedException {
    for (Frame frame : frames) {
      send(frame);
      if (reply.pace().isPositive()) {
        Thread.sleep(reply.pace());
      }
    }
  }

  private void send(Frame frame) throws IOException {
    byte[] bytes = frame.bytes();
    connection.chunk(bytes, 0, bytes.length);
  }

  private Next finish(List<Frame> frames, Reply reply) throws IOException, InterruptedException {
    send(frames, reply);
    connection.end();
    return Next.KEEP;
  }

  private Next cut(Closing closing) throws IOException {
    connection.close(closing);
    return Next.CLOSE;
  }

  private Next stall() throws IOException {
    connection.awaitClose();
    return Next.ABANDONED;
  }

  /// How many frames there are up to and with the n-th visible one; for 0, before the first.
  private static int after(List<Frame> frames, int deltas) {
    int seen = 0;
    int last = frames.size();
    for (int i = 0; i < frames.size(); i++) {
      if (frames.get(i).kind() != Frame.Kind.VISIBLE) {
        continue;
      }
      if (deltas == 0) {
        return i;
      }
      seen++;
      last = i + 1;
      if (seen == deltas) {
        return last;
      }
    }
    return last;
  }

  private Next cutAfterBytes(Reply reply, int limit, Closing closing)
      throws IOException, InterruptedException {
    int left = limit;
    for (Frame frame : begin(reply)) {
      byte[] bytes = frame.bytes();
      if (bytes.length > left) {
        connection.brokenChunk(bytes, left);
        break;
      }
      connection.chunk(bytes, 0, bytes.length);
      left -= bytes.length;
    }
    return cut(closing);
  }

  private Next cutInCharacter(Reply reply) throws IOException, InterruptedException {
    for (Frame frame : begin(reply)) {
      byte[] bytes = frame.bytes();
      int split = insideCharacter(bytes, 0);
      if (split > 0) {
        connection.brokenChunk(bytes, split);
        return cut(Closing.CLOSE);
      }
      connection.chunk(bytes, 0, bytes.length);
    }
    throw new IllegalArgumentException("the reply has no character of several bytes to cut");
  }

  private Next splitCharacters(Reply reply) throws IOException, InterruptedException {
    for (Frame frame : begin(reply)) {
      byte[] bytes = frame.bytes();
      int start = 0;
      for (int at = insideCharacter(bytes, 0); at > 0; at = insideCharacter(bytes, at)) {
        connection.chunk(bytes, start, at);
        start = at;
      }
      connection.chunk(bytes, start, bytes.length);
    }
    connection.end();
    return Next.KEEP;
  }

  /// The first place after `from` that lies between two bytes of one character, or -1.
  private static int insideCharacter(byte[] bytes, int from) {
    for (int i = from + 1; i < bytes.length; i++) {
      boolean continues = (bytes[i] & 0xC0) == 0x80;
      if (continues) {
        return i;
      }
    }
    return -1;
  }

  private Next drip(Reply reply, int size, Duration pause)
      throws IOException, InterruptedException {
    for (Frame frame : begin(reply)) {
      byte[] bytes = frame.bytes();
      for (int i = 0; i < bytes.length; i += size) {
        connection.chunk(bytes, i, Math.min(bytes.length, i + size));
        Thread.sleep(pause);
      }
    }
    connection.end();
    return Next.KEEP;
  }

  private Next endless(Reply reply) throws IOException, InterruptedException {
    List<Frame> frames = begin(reply);
    int split = after(frames, 1);
    send(frames.subList(0, split), reply);
    Frame again = frames.get(split - 1);
    for (int i = 0; i < ENDLESS_LIMIT; i++) {
      send(List.of(again), reply);
    }
    return cut(Closing.CLOSE);
  }

  private Next errorEvent(Fault.ErrorEvent event) throws IOException, InterruptedException {
    int status = dialect.status(event.kind());
    Failure failure = Failure.of(event.kind(), status, event.message());
    if (!dialect.streams(request)) {
      respond(failure, Map.of());
      return Next.KEEP;
    }
    List<Frame> frames = begin(event.reply());
    int split = after(frames, event.deltas());
    send(frames.subList(0, split), event.reply());
    return finish(dialect.failure(failure, request, split), event.reply());
  }
}

package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Records of JSON over two streams, one a line, for protocols that are no JSON-RPC. A record ends
/// with a line feed and nothing else; other separators of lines inside of texts are data. What
/// cannot be read is told and passed over. Whoever writes more than the other side reads, waits:
/// only so much is kept. One thread reads; writing is safe for several threads.
public final class JsonLines implements AutoCloseable {
  private static final long LAST_WORDS = 1_000_000_000L;

  private final FrameReader frames;
  private final Outbox outbox;

  /// @param maxBytes the largest record that is read
  /// @param mostWaiting so many bytes may wait to be written
  /// @param unread is told when the other side takes nothing any more
  private JsonLines(
      InputStream in, OutputStream out, int maxBytes, int mostWaiting, Runnable unread) {
    this.frames = Framing.LINES.reader(in, maxBytes);
    this.outbox = new Outbox(out, mostWaiting, unread);
  }

  /// Begins to write.
  public static JsonLines start(
      InputStream in, OutputStream out, int maxBytes, int mostWaiting, Runnable unread) {
    var lines = new JsonLines(in, out, maxBytes, mostWaiting, unread);
    Thread.ofPlatform().daemon().name("lines-write").start(lines.outbox::run);
    return lines;
  }

  /// What comes.
  public sealed interface Line {
    record Message(Json.Obj json) implements Line {}

    /// A line that is no record; the next one may be.
    record Unreadable(String why) implements Line {}

    record End() implements Line {}
  }

  /// Waits for the next line.
  public Line next() throws IOException {
    return switch (frames.next()) {
      case Frame.Message message -> message(message.bytes());
      case Frame.TooLarge large ->
          new Line.Unreadable(
              "a line of " + large.size() + " bytes is over the bound of " + frames.maxBytes);
      case Frame.Garbage garbage ->
          new Line.Unreadable("a command is a JSON object, was: " + garbage.what());
      case Frame.Broken ignored -> new Line.End();
      case Frame.End ignored -> new Line.End();
    };
  }

  private static Line message(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Json.parse(text) instanceof Json.Obj object
          ? new Line.Message(object)
          : new Line.Unreadable("a command is a JSON object, was a list");
    } catch (CharacterCodingException broken) {
      return new Line.Unreadable("the line is not UTF-8");
    } catch (JsonException broken) {
      return new Line.Unreadable(String.valueOf(broken.getMessage()));
    }
  }

  /// Writes a record, and waits while too much is unread. A thread that is being stopped still
  /// tells how it ends. Answers false when nobody takes it any more.
  public boolean write(Json.Obj json) {
    byte[] frame = Framing.LINES.frame(json.compact().getBytes(StandardCharsets.UTF_8));
    boolean stopped = Thread.interrupted();
    try {
      return outbox.put(frame, Long.MAX_VALUE);
    } catch (InterruptedException again) {
      stopped = true;
      return false;
    } finally {
      if (stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Nothing comes any more, and the end is near: what is still written waits only for an other
  /// side that reads it soon.
  public void hurry() {
    outbox.hurry(LAST_WORDS);
  }

  /// Writes what waits, if the other side takes it soon.
  @Override
  public void close() {
    outbox.finish(LAST_WORDS);
  }
}

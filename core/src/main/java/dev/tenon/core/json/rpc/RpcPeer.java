package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.PartialJson;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One side of a connection over which both sides may ask and tell at any time. Calls block; a
/// caller that is interrupted or has no answer in time cancels its request. Nothing that the other
/// side sends, or fails to read, takes more memory than the bounds. When it is gone, every call
/// that waits ends. Safe for several threads.
///
/// ```java
/// try (var peer = RpcPeer.start(in, out, PeerSetup.of("server", Framing.LINES, handler))) {
///   Json answer = peer.call("ping", Json.Obj.EMPTY, Duration.ofSeconds(5));
/// }
/// ```
public final class RpcPeer implements AutoCloseable {
  /// So long an answer waits for the notifications that came before it.
  private static final long ORDER = 1_000_000_000L;

  /// Who no longer reads has often ended; so long the reader has to notice that and say why.
  private static final long NOTICING = 500_000_000L;

  private static final String READS_NOTHING = " reads nothing any more";

  /// So long the last messages have to be written.
  private static final long LAST_WORDS = 300_000_000L;

  private final PeerSetup setup;
  private final InputStream in;
  private final OutputStream out;
  private final Calls calls = new Calls();
  private final Requests requests;
  private final Outbox outbox;
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean told = new AtomicBoolean();
  private final CountDownLatch gone = new CountDownLatch(1);
  private volatile @Nullable String fault;
  private final Thread reader = Thread.ofPlatform().daemon().name("rpc-read").unstarted(this::read);

  private RpcPeer(InputStream in, OutputStream out, PeerSetup setup) {
    this.setup = setup;
    this.in = in;
    this.out = out;
    this.requests = new Requests(setup);
    this.outbox = new Outbox(out, 2 * setup.maxBytes() + 64, this::unread);
  }

  /// Begins to read and to write.
  ///
  /// @param in a stream whose blocked read ends when it is closed from another thread, or when the
  ///   other side is gone; closed with the peer
  /// @param out closed with the peer
  public static RpcPeer start(InputStream in, OutputStream out, PeerSetup setup) {
    var peer = new RpcPeer(in, out, setup);
    // Platform threads: reading from a pipe would hold the thread that carries virtual ones.
    peer.reader.start();
    Thread.ofPlatform().daemon().name("rpc-write").start(peer.outbox::run);
    Thread.ofVirtual().name("rpc-take").start(peer.requests::run);
    return peer;
  }

  // ---- what this side wants

  /// Asks and waits for the answer.
  ///
  /// @param params an object or an array, or null for none
  /// @throws RpcException with the error that was answered, or the reason why there is no answer
  public Json call(String method, @Nullable Json params, Duration limit)
      throws RpcException, InterruptedException {
    return call(method, params, limit, null);
  }

  /// Asks for something that somebody has to take care of, even when it comes too late.
  ///
  /// @param late gets the result, on a thread of its own, when it comes after nobody waited for it
  ///   any more
  public Json call(
      String method, @Nullable Json params, Duration limit, @Nullable Consumer<Json> late)
      throws RpcException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    long id = numbers.incrementAndGet();
    byte[] frame = frame(setup.envelope().request(id, method, params), method);
    Calls.Call call = calls.open(id, method);
    boolean sent = false;
    boolean taken = false;
    try {
      sent = outbox.put(frame, deadline - System.nanoTime());
      if (!sent && deadline - System.nanoTime() <= 0) {
        throw RpcException.late(setup.name(), method, limit, " It does not read what it is sent.");
      }
      Calls.Reply reply = call.await(deadline - System.nanoTime());
      if (reply == null) {
        cancel(id);
        throw RpcException.late(setup.name(), method, limit, "");
      }
      taken = true;
      requests.awaitHandled(reply.received(), ORDER);
      return reply.result();
    } catch (InterruptedException stopped) {
      if (sent) {
        cancel(id);
      }
      throw stopped;
    } finally {
      if (late == null || taken || !sent) {
        calls.forget(id);
      } else {
        call.whenLate(late);
      }
    }
  }

  private void cancel(long id) {
    if (setup.cancellation().exists()) {
      Json.Obj params = setup.cancellation().params(id);
      String method = setup.cancellation().method();
      outbox.offer(bytes(setup.envelope().notification(numbers.incrementAndGet(), method, params)));
    }
  }

  /// Tells something. Waits only while the other side reads less than is sent.
  public void tell(String method, @Nullable Json params) throws RpcException, InterruptedException {
    byte[] frame =
        frame(setup.envelope().notification(numbers.incrementAndGet(), method, params), method);
    if (!outbox.put(frame, Long.MAX_VALUE)) {
      throw calls.refusal().orElseGet(() -> closed(setup.name() + READS_NOTHING));
    }
  }

  private static RpcException closed(String why) {
    return new RpcException(RpcException.Kind.CLOSED, why);
  }

  private byte[] frame(Json.Obj message, String method) throws RpcException {
    byte[] frame = bytes(message);
    if (frame.length > setup.maxBytes()) {
      throw new RpcException(
          RpcException.Kind.TOO_LARGE,
          method + " has " + frame.length + " bytes; at most " + setup.maxBytes() + " can be sent");
    }
    return frame;
  }

  private byte[] bytes(Json message) {
    return setup.framing().frame(message.compact().getBytes(StandardCharsets.UTF_8));
  }

  // ---- what the other side sends

  private void read() {
    String why = setup.name() + " closed the connection";
    try {
      FrameReader frames = setup.framing().reader(in, setup.maxBytes());
      for (Frame frame = frames.next(); !(frame instanceof Frame.End); frame = frames.next()) {
        String broken = take(frame);
        if (broken != null) {
          why = setup.name() + ": " + broken;
          fault = why;
          break;
        }
      }
    } catch (IOException closed) {
      // The end of the other side, or ours.
    }
    linger(why);
    end(why);
  }

  /// Answers why nothing can be read any more, or null.
  private @Nullable String take(Frame frame) {
    return switch (frame) {
      case Frame.Message message -> message(message.bytes());
      case Frame.TooLarge large -> tooLarge(large);
      case Frame.Garbage garbage -> {
        switch (setup.noise()) {
          case PASSED_OVER ->
              setup.notes().accept(setup.name() + " sent what is no message: " + garbage.what());
          case REFUSED -> refuseNoise(garbage.what());
        }
        yield null;
      }
      case Frame.Broken broken -> {
        refuse(Json.Null.VALUE, "", RpcException.PARSE_ERROR, broken.why());
        yield broken.why();
      }
      case Frame.End ignored -> null;
    };
  }

  private void refuseNoise(String what) {
    int code = RpcException.INVALID_REQUEST;
    try {
      Json ignored = Json.parse(what);
    } catch (JsonException broken) {
      code = RpcException.PARSE_ERROR;
    }
    refuse(Json.Null.VALUE, "", code, "a message is an object, was: " + what);
  }

  private @Nullable String message(byte[] bytes) {
    Json json;
    try {
      json = FrameReader.json(bytes);
    } catch (JsonException broken) {
      return unreadable(bytes, String.valueOf(broken.getMessage()));
    }
    if (json instanceof Json.Arr batch && setup.envelope() == Envelope.JSON_RPC) {
      return batch(batch, bytes.length);
    }
    if (json instanceof Json.Obj object) {
      return take(object, new Single(), bytes.length);
    }
    refuse(Json.Null.VALUE, "", RpcException.INVALID_REQUEST, "a message is an object");
    return null;
  }

  /// A line may be anything that a program prints, such as `[INFO] ready`.
  private @Nullable String unreadable(byte[] bytes, String why) {
    if (setup.framing() == Framing.LINES && setup.noise() == PeerSetup.Noise.PASSED_OVER) {
      return take(new Frame.Garbage(FrameReader.quote(bytes)));
    }
    refuse(Json.Null.VALUE, "", RpcException.PARSE_ERROR, why);
    return null;
  }

  private @Nullable String batch(Json.Arr batch, long cost) {
    if (batch.values().isEmpty()) {
      refuse(Json.Null.VALUE, "", RpcException.INVALID_REQUEST, "a batch needs messages");
      return null;
    }
    var answers = new Batch(batch.values().size(), this::send);
    String broken = null;
    for (Json each : batch.values()) {
      if (each instanceof Json.Obj object && broken == null) {
        broken = take(object, new InBatch(answers), cost / batch.values().size());
      } else {
        answers.add(
            setup
                .envelope()
                .error(
                    numbers.incrementAndGet(),
                    Json.Null.VALUE,
                    "",
                    new RpcException(RpcException.INVALID_REQUEST, "a message is an object")));
      }
    }
    return broken;
  }

  private @Nullable String take(Json.Obj message, Answers answers, long cost) {
    return switch (setup.envelope().read(message)) {
      case Incoming.Answer answer -> {
        answers.nothing();
        answered(answer);
        yield null;
      }
      case Incoming.Notification told -> {
        answers.nothing();
        Json cancelled = setup.cancellation().cancelled(told.method(), told.params());
        if (cancelled != null) {
          requests.cancel(cancelled);
          yield null;
        }
        yield requests.add(told, cost)
            ? null
            : "it sends notifications faster than they can be handled";
      }
      case Incoming.Request request -> {
        RpcException refused = requests.add(request, answers, cost);
        if (refused != null) {
          answers.error(request, refused);
        }
        yield null;
      }
      case Incoming.Invalid invalid -> {
        var error = new RpcException(RpcException.INVALID_REQUEST, invalid.why());
        setup.notes().accept(setup.name() + " sent an invalid message: " + invalid.why());
        answers.send(setup.envelope().error(numbers.incrementAndGet(), invalid.id(), "", error));
        yield null;
      }
    };
  }

  private void answered(Incoming.Answer answer) {
    boolean known = calls.answer(answer.id(), answer.result(), answer.error(), requests.received());
    if (!known) {
      RpcException error = answer.error();
      setup
          .notes()
          .accept(
              setup.name()
                  + " answered "
                  + FrameReader.quote(answer.id().compact().getBytes(StandardCharsets.UTF_8))
                  + ", which nobody asks for"
                  + (error == null ? "" : ": " + error.getMessage()));
    }
  }

  /// Whose it was may stand at its beginning; if not, somebody would wait for it in vain.
  private @Nullable String tooLarge(Frame.TooLarge large) {
    String why = "a message of " + large.size() + " bytes is over the bound of " + setup.maxBytes();
    Json.Obj head = PartialJson.object(new String(large.head(), StandardCharsets.UTF_8));
    boolean rpc = setup.envelope() == Envelope.JSON_RPC;
    Json id = head.get(rpc ? "id" : "request_seq");
    // An answer without a name may be for any call that waits.
    boolean idle = id == null && setup.noise() == PeerSetup.Noise.REFUSED && calls.isEmpty();
    if (idle || (head.has("method") && rpc)) {
      Json asked = id == null ? Json.Null.VALUE : id;
      refuse(asked, head.string("method", ""), RpcException.INVALID_REQUEST, why);
      return null;
    }
    var error = new RpcException(RpcException.Kind.TOO_LARGE, setup.name() + ": " + why);
    return id != null && calls.answer(id, Json.Null.VALUE, error, 0) ? null : why;
  }

  private void refuse(Json id, String method, int code, String why) {
    setup.notes().accept(setup.name() + " sent what cannot be read: " + why);
    send(
        setup.envelope().error(numbers.incrementAndGet(), id, method, new RpcException(code, why)));
  }

  /// An answer that cannot be sent is lost with the connection.
  private void send(Json message) {
    byte[] frame = bytes(message);
    boolean onReader = Thread.currentThread().equals(reader);
    try {
      // Who reads must not wait for the other side to read.
      boolean taken = onReader ? outbox.offer(frame) : outbox.put(frame, Long.MAX_VALUE);
      if (!taken && !ended.get()) {
        setup.notes().accept("an answer to " + setup.name() + " was lost");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /// Where the answers to what came in go.
  private abstract sealed class Answers implements Requests.Reply {
    abstract void send(Json.Obj answer);

    @Override
    public void result(Incoming.Request request, Json result) {
      Json.Obj answer = setup.envelope().result(numbers.incrementAndGet(), request, result);
      if (bytes(answer).length > setup.maxBytes()) {
        error(
            request,
            new RpcException(
                RpcException.INTERNAL_ERROR,
                "the answer is over the bound of " + setup.maxBytes() + " bytes"));
      } else {
        send(answer);
      }
    }

    @Override
    public void error(Incoming.Request request, RpcException error) {
      send(
          setup.envelope().error(numbers.incrementAndGet(), request.id(), request.method(), error));
    }
  }

  private final class Single extends Answers {
    @Override
    void send(Json.Obj answer) {
      RpcPeer.this.send(answer);
    }

    @Override
    public void nothing() {}
  }

  private final class InBatch extends Answers {
    private final Batch batch;

    InBatch(Batch batch) {
      this.batch = batch;
    }

    @Override
    void send(Json.Obj answer) {
      batch.add(answer);
    }

    @Override
    public void nothing() {
      batch.add(null);
    }
  }

  // ---- the end

  /// The other side has said all, but may still read.
  private void linger(String why) {
    tellEnd();
    calls.close(withReason(why));
    try {
      requests.awaitIdle(setup.linger().toNanos());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /// Before any call ends: who waits for an answer must not take its absence for one.
  private void tellEnd() {
    if (!told.compareAndSet(false, true)) {
      return;
    }
    try {
      setup.handler().ended();
    } catch (RuntimeException | Error bug) {
      // The connection ends all the same.
      setup.notes().accept("the end of " + setup.name() + " failed: " + bug);
    }
  }

  private String withReason(String why) {
    String more = ended.get() ? "" : setup.epitaph().get();
    return more.isEmpty() ? why : why + ": " + more;
  }

  /// On the thread that wrote.
  private void unread() {
    try {
      if (!gone.await(NOTICING, TimeUnit.NANOSECONDS)) {
        end(withReason(setup.name() + READS_NOTHING));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void end(String why) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    tellEnd();
    calls.close(why);
    requests.close();
    outbox.finish(LAST_WORDS);
    gone.countDown();
  }

  /// Why nothing that the other side sent could be read any more; null where it just ended.
  public @Nullable String fault() {
    return fault;
  }

  /// Whether the other side can no longer be reached.
  public boolean isClosed() {
    return ended.get();
  }

  /// Waits until the other side is gone, or somebody closes the peer.
  public void awaitEnd() throws InterruptedException {
    gone.await();
  }

  public boolean awaitEnd(Duration limit) throws InterruptedException {
    return gone.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// Ends all calls and interrupts all handlers, writes what waits if that takes no time, and
  /// closes both streams.
  @Override
  public void close() {
    end("the connection to " + setup.name() + " was closed");
    closeQuietly(out);
    closeQuietly(in);
  }

  private static void closeQuietly(Closeable stream) {
    try {
      stream.close();
    } catch (IOException gone) {
      // It is closed either way.
    }
  }
}

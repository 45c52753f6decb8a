package dev.tenon.cli.rpc;

import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.rpc.JsonLines;
import dev.tenon.core.text.IoFailure;
import dev.tenon.protocols.rpc.RpcWire;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// What the program says, read from the beginning on: the first line comes and is parsed while
/// everything is opened, and nothing is made of it before somebody takes it. Lines are taken in
/// their order.
final class RpcInput implements AutoCloseable {
  private final CountDownLatch over = new CountDownLatch(1);
  private final ArrayBlockingQueue<RpcCommands> takers = new ArrayBlockingQueue<>(1);
  private final RpcWire wire;
  private final Thread reader;
  private volatile Consumer<String> notes;
  private volatile boolean taken;

  private RpcInput(Streams streams) {
    this.wire = new RpcWire(streams.in(), streams.out().connection(), over::countDown);
    this.notes = line -> streams.err().note(line);
    this.reader = Thread.ofPlatform().daemon().name("rpc-read").unstarted(this::read);
  }

  /// Begins to read.
  static RpcInput start(Streams streams) {
    var input = new RpcInput(streams);
    input.reader.start();
    return input;
  }

  RpcWire wire() {
    return wire;
  }

  /// Everything is open, and these get what was and will be said.
  ///
  /// @param told gets a line when no more can be read
  void takenBy(RpcCommands commands, Consumer<String> told) {
    notes = told;
    taken = true;
    takers.add(commands);
  }

  /// Waits until everything was said and taken, or nobody reads the answers any more.
  void awaitEnd() throws InterruptedException {
    over.await();
  }

  private void read() {
    try {
      JsonLines.Line line = wire.lines().next();
      RpcCommands commands = takers.take();
      while (isTaken(line, commands)) {
        line = wire.lines().next();
      }
    } catch (IOException gone) {
      notes.accept("standard input cannot be read: " + IoFailure.named(gone));
    } catch (InterruptedException nobodyTakes) {
      Thread.currentThread().interrupt();
    } finally {
      over.countDown();
    }
  }

  /// Answers false at the end.
  private boolean isTaken(JsonLines.Line line, RpcCommands commands) {
    return switch (line) {
      case JsonLines.Line.Message message -> {
        commands.take(message.json());
        yield true;
      }
      case JsonLines.Line.Unreadable unreadable -> {
        wire.fail(null, "parse", "Failed to parse command: " + unreadable.why());
        yield true;
      }
      case JsonLines.Line.End ignored -> false;
    };
  }

  /// Says what is still to be said.
  @Override
  public void close() {
    if (!taken) {
      reader.interrupt();
    }
    wire.close();
  }
}

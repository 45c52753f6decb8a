package dev.tenon.bench.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;

/// One client of an event stream: takes the chunks apart, then the events, and checks that each
/// comes once and in order.
final class Watcher {
  private static final String TIME = "\"ts\":\"";

  private final SocketChannel channel;
  private final String job;
  private final Histogram latency;

  /// A line of the protocol, and a line of what it carries, as far as they have come.
  private final StringBuilder frame = new StringBuilder();

  private final StringBuilder text = new StringBuilder();
  private State state = State.HEADERS;
  private int chunk;
  private long id;
  private long last;
  private boolean ended;

  /// Only events that are made later count.
  private Instant since = Instant.MAX;

  /// What the next byte belongs to.
  private enum State {
    HEADERS,
    SIZE,
    DATA,
    AFTER_DATA
  }

  Watcher(SocketChannel channel, String job, Histogram latency) {
    this.channel = channel;
    this.job = job;
    this.latency = latency;
  }

  String job() {
    return job;
  }

  /// The cursor of the last event.
  long last() {
    return last;
  }

  /// Whether the server said that there will be no more.
  boolean ended() {
    return ended;
  }

  /// Whether the server has begun to answer.
  boolean begun() {
    return state != State.HEADERS;
  }

  void count(Instant from) {
    since = from;
  }

  void receive(ByteBuffer incoming) throws IOException {
    incoming.clear();
    int count = channel.read(incoming);
    if (count < 0) {
      if (!ended) {
        throw new IOException("the stream of " + job + " was cut after event " + last);
      }
      channel.close();
      return;
    }
    Instant now = Instant.now();
    incoming.flip();
    while (incoming.hasRemaining()) {
      take((char) (incoming.get() & 0xff), now);
    }
  }

  private void take(char next, Instant now) throws IOException {
    switch (state) {
      case HEADERS -> {
        if (endsFrame(next)) {
          header(frame.toString());
        }
      }
      case SIZE -> {
        if (endsFrame(next)) {
          chunk = Integer.parseInt(frame.toString(), 16);
          frame.setLength(0);
          state = chunk == 0 ? State.AFTER_DATA : State.DATA;
        }
      }
      case DATA -> {
        if (next == '\n') {
          line(text.toString(), now);
          text.setLength(0);
        } else {
          text.append(next);
        }
        state = --chunk == 0 ? State.AFTER_DATA : State.DATA;
      }
      case AFTER_DATA -> state = next == '\n' ? State.SIZE : State.AFTER_DATA;
    }
  }

  private boolean endsFrame(char next) {
    if (next != '\n' && next != '\r') {
      frame.append(next);
    }
    return next == '\n';
  }

  private void header(String line) throws IOException {
    if (line.startsWith("HTTP/") && !line.contains(" 200")) {
      throw new IOException("the stream of " + job + " was refused: " + line);
    }
    frame.setLength(0);
    if (line.isEmpty()) {
      state = State.SIZE;
    }
  }

  private void line(String line, Instant now) throws IOException {
    if (line.startsWith("id: ")) {
      id = Long.parseLong(line.substring(4));
      if (id != last + 1) {
        throw new IOException("event " + id + " of " + job + " came after " + last);
      }
      last = id;
    } else if (line.startsWith("data: ") && line.contains(TIME)) {
      int at = line.indexOf(TIME) + TIME.length();
      Instant made = Instant.parse(line.substring(at, line.indexOf('"', at)));
      if (made.isAfter(since)) {
        latency.add(Duration.between(made, now).toNanos());
      }
    } else if (line.equals("event: end")) {
      ended = true;
    }
  }
}

package dev.tenon.bench.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Connections that ask again and again, all on the thread that calls: the client shares the
/// processors with the server and must take as little of them as it can. Each connection stays open
/// and has at most one request under way.
final class Pollers implements AutoCloseable {
  private static final int LARGEST_READ = 64 * 1024;
  private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

  private final Selector selector = Selector.open();
  private final List<Poller> pollers = new ArrayList<>();
  private final ArrayDeque<Poller> idle = new ArrayDeque<>();
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(LARGEST_READ);

  /// @param targets one connection for each; the cursor is appended to it
  Pollers(int port, String token, List<String> targets) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    for (String target : targets) {
      SocketChannel channel = SocketChannel.open(address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      var poller = new Poller(channel, target, token);
      channel.register(selector, SelectionKey.OP_READ, poller);
      pollers.add(poller);
    }
    idle.addAll(pollers);
  }

  /// What a stretch of polling took.
  ///
  /// @param events how far the cursors moved, all together
  /// @param client processor seconds of the one thread that polls
  record Load(Histogram latency, double seconds, long events, double client) {
    double eachSecond() {
      return latency.count() / seconds;
    }
  }

  /// Every connection asks again as soon as it is answered.
  Load asFastAsPossible(Duration length) throws IOException {
    return run(length, 0);
  }

  /// So many requests a second, whether the answers come in time or not. A request that finds no
  /// free connection waits for one, and its time counts from when it was due.
  Load paced(double eachSecond, Duration length) throws IOException {
    return run(length, 1e9 / eachSecond);
  }

  /// Asks once on every connection and waits for the answers.
  void once() throws IOException {
    long now = System.nanoTime();
    while (!idle.isEmpty()) {
      idle.remove().send(now);
    }
    settle(now + PATIENCE_NANOS);
  }

  private Load run(Duration length, double interval) throws IOException {
    once();
    var threads = ManagementFactory.getThreadMXBean();
    var latency = new Histogram();
    long before = cursors();
    long processor = threads.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    long end = begin + length.toNanos();
    long sent = 0;
    long now = begin;
    while (now < end) {
      long due = begin + (long) (sent * interval);
      while (!idle.isEmpty() && due <= now) {
        idle.remove().send(interval == 0 ? now : due);
        sent++;
        due = begin + (long) (sent * interval);
      }
      receive(latency);
      now = System.nanoTime();
    }
    var load =
        new Load(
            latency,
            (now - begin) / 1e9,
            cursors() - before,
            (threads.getCurrentThreadCpuTime() - processor) / 1e9);
    settle(now + PATIENCE_NANOS);
    return load;
  }

  /// Takes the answers that are there; waits a millisecond for one.
  private void receive(Histogram latency) throws IOException {
    selector.select(1);
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      Poller poller = (Poller) ready.next().attachment();
      ready.remove();
      if (poller.receive(incoming)) {
        latency.add(System.nanoTime() - poller.due());
        idle.add(poller);
      }
    }
  }

  /// Waits for the answers that are under way.
  private void settle(long deadline) throws IOException {
    var unmeasured = new Histogram();
    while (idle.size() < pollers.size()) {
      if (System.nanoTime() > deadline) {
        throw new IOException(pollers.size() - idle.size() + " requests were never answered");
      }
      receive(unmeasured);
    }
  }

  private long cursors() {
    long sum = 0;
    for (Poller poller : pollers) {
      sum += poller.cursor();
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    for (Poller poller : pollers) {
      poller.close();
    }
    selector.close();
  }
}

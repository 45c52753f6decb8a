package dev.tenon.bench.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/// Clients of event streams, all on the thread that calls.
final class Watchers implements AutoCloseable {
  private final Selector selector = Selector.open();
  private final List<Watcher> watchers = new ArrayList<>();
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(64 * 1024);
  private final Histogram latency = new Histogram();
  private long processorNanos;

  /// @param jobs one client for each
  Watchers(int port, String token, List<String> jobs) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    for (String job : jobs) {
      SocketChannel channel = SocketChannel.open(address);
      byte[] request =
          ("GET /api/agent/jobs/"
                  + job
                  + "/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                  + token
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII);
      channel.write(ByteBuffer.wrap(request));
      channel.configureBlocking(false);
      var watcher = new Watcher(channel, job, latency);
      channel.register(selector, SelectionKey.OP_READ, watcher);
      watchers.add(watcher);
    }
  }

  List<Watcher> all() {
    return List.copyOf(watchers);
  }

  /// From the moment that an event was made, before it was stored, to its arrival.
  Histogram latency() {
    return latency;
  }

  double processorSeconds() {
    return processorNanos / 1e9;
  }

  /// From now on the latency counts.
  void count() {
    Instant now = Instant.now();
    watchers.forEach(watcher -> watcher.count(now));
  }

  /// Takes what comes until this is true of all of them.
  void until(Predicate<Watcher> done, Duration most) throws IOException {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    long deadline = System.nanoTime() + most.toNanos();
    while (!watchers.stream().allMatch(done)) {
      if (System.nanoTime() > deadline) {
        long late = watchers.stream().filter(done.negate()).count();
        throw new IOException(late + " clients were not served within " + most);
      }
      receive(100);
    }
    processorNanos += threads.getCurrentThreadCpuTime() - before;
  }

  private void receive(int millis) throws IOException {
    selector.select(millis);
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      ((Watcher) ready.next().attachment()).receive(incoming);
      ready.remove();
    }
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}

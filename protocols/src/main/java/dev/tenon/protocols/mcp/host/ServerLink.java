package dev.tenon.protocols.mcp.host;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.client.ServerNews;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import dev.tenon.protocols.mcp.transport.Connector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One server of a program: started when it is first needed, once for all who use it, and started
/// again when it has gone. One that crashes three times in five minutes stays off until somebody
/// reconnects it. Safe for several threads.
final class ServerLink implements AutoCloseable {
  private static final long FIVE_MINUTES = 300_000_000_000L;
  private static final int MOST_CRASHES = 3;
  private static final long PAUSE = 100;
  private static final long LONGEST_PAUSE = 60_000;

  private final ServerConfig server;
  private final Connector connector;
  private final ClientSide side;
  private final String clientVersion;
  private final Listener listener;
  private final ReentrantLock opening = new ReentrantLock();
  private final Deque<Long> crashes = new ArrayDeque<>();
  private final Queue<Consumer<Json.Obj>> running = new ConcurrentLinkedQueue<>();
  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();

  /// How often the server said that its lists are others, since they were read last.
  private final AtomicInteger said = new AtomicInteger();

  private volatile @Nullable Thread rereads;
  private volatile @Nullable McpClient client;
  private volatile @Nullable ProtocolVersion remembered;
  private volatile String trouble = "";
  private volatile boolean off;
  private volatile boolean closed;

  /// Hears what becomes of the server.
  interface Listener {
    /// It is there, with what it has now. Called before anybody uses it.
    void ready(ServerLink link, Catalogue catalogue);

    /// One of its lists is another one now. Called on a thread of its own, never twice at a time.
    void changed(ServerLink link);

    void updated(ServerLink link, String uri);

    /// It could not be started.
    void failed(ServerLink link, McpException why);
  }

  ServerLink(
      ServerConfig server,
      Connector connector,
      ClientSide side,
      String clientVersion,
      Listener listener) {
    this.server = server;
    this.connector = connector;
    this.side = side;
    this.clientVersion = clientVersion;
    this.listener = listener;
  }

  ServerConfig server() {
    return server;
  }

  void remember(String version) {
    remembered = ProtocolVersion.of(version).orElse(null);
  }

  /// Whether it ended too often and waits for somebody to reconnect it.
  boolean isOff() {
    return off;
  }

  boolean isOpen() {
    McpClient now = client;
    return now != null && !now.isClosed();
  }

  /// Why it is not there; empty when nothing is wrong.
  String trouble() {
    return trouble;
  }

  /// The open connection, after starting the server if need be.
  McpClient open() throws McpException, InterruptedException {
    opening.lockInterruptibly();
    try {
      McpClient now = client;
      if (now != null && !now.isClosed()) {
        return now;
      }
      if (now != null) {
        if (server.isLocal()) {
          // At an address, a session that was forgotten is opened anew, as often as it takes.
          crashed();
        }
        now.close();
        client = null;
      }
      failIfOff();
      return start();
    } finally {
      opening.unlock();
    }
  }

  private void failIfOff() throws McpException {
    if (closed) {
      throw new McpException(McpException.Kind.CLOSED, server.name() + ": the program is ending");
    }
    if (off) {
      throw new McpException(
          McpException.Kind.CLOSED,
          server.name()
              + " ended "
              + MOST_CRASHES
              + " times in five minutes and stays off; '/mcp reconnect "
              + server.name()
              + "' starts it again");
    }
  }

  private void crashed() {
    long now = System.nanoTime();
    crashes.addLast(now);
    while (!crashes.isEmpty() && now - crashes.getFirst() > FIVE_MINUTES) {
      crashes.removeFirst();
    }
    off = crashes.size() >= MOST_CRASHES;
  }

  private McpClient start() throws McpException, InterruptedException {
    var options = new McpClient.Options(side, news(), null, remembered, clientVersion);
    McpClient fresh;
    try {
      fresh = McpClient.open(server, connector, options);
    } catch (McpException failed) {
      trouble = String.valueOf(failed.getMessage());
      listener.failed(this, failed);
      throw failed;
    }
    boolean used = false;
    try {
      listener.ready(this, fresh.catalogue());
      used = true;
    } catch (McpException failed) {
      trouble = String.valueOf(failed.getMessage());
      listener.failed(this, failed);
      throw failed;
    } finally {
      if (!used) {
        fresh.close();
      }
    }
    trouble = "";
    remembered = fresh.version();
    client = fresh;
    if (closed) {
      // Whoever closed it may have looked before it was there.
      fresh.close();
      failIfOff();
    }
    fresh.listen();
    if (!subscribed.isEmpty()) {
      Thread.ofVirtual().name("mcp-subscribe").start(() -> subscribeAgain(fresh));
    }
    return fresh;
  }

  private ServerNews news() {
    return new ServerNews() {
      @Override
      public void changed(String list) {
        if (!list.equals("resources")) {
          reread();
        }
      }

      @Override
      public void updated(String uri) {
        listener.updated(ServerLink.this, uri);
      }

      // Which call it belongs to is not said, so all that run hear it.
      @Override
      public void logged(Json.Obj message) {
        Json data = message.get("data");
        String text = data instanceof Json.Str plain ? plain.value() : String.valueOf(data);
        Json.Obj line =
            Json.object()
                .put("message", "[" + message.string("level", "info") + "] " + text)
                .build();
        running.forEach(each -> each.accept(line));
      }
    };
  }

  /// Has the lists read again. However often a server says that they are others now, they are read
  /// by one at a time, once more for all that it said meanwhile, and ever more slowly.
  private void reread() {
    if (said.getAndIncrement() == 0) {
      rereads = Thread.ofVirtual().name("mcp-lists").start(this::heard);
    }
  }

  private void heard() {
    int before = said.get();
    try {
      listener.changed(this);
      for (long pause = PAUSE; !closed && !said.compareAndSet(before, 0); ) {
        Thread.sleep(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        before = said.get();
        listener.changed(this);
      }
    } catch (InterruptedException over) {
      // The program ends.
    }
  }

  /// Calls a tool. A server that has gone meanwhile, or has forgotten the session, is opened once
  /// more, where the call cannot have been carried out.
  Json.Obj call(String tool, Json.Obj arguments, Consumer<Json.Obj> progress)
      throws McpException, InterruptedException {
    side.called();
    running.add(progress);
    try {
      return ask(client -> client.callTool(tool, arguments, progress));
    } finally {
      running.remove(progress);
    }
  }

  /// Asks, after starting the server if need be, and with the same care for its session.
  <T> T ask(McpServers.Asking<T> asking) throws McpException, InterruptedException {
    McpClient now = open();
    try {
      return asking.of(now);
    } catch (McpException failed) {
      boolean forgotten =
          failed.kind() == McpException.Kind.CLOSED && now.isClosed() && !server.isLocal();
      if (!forgotten) {
        throw failed;
      }
      return asking.of(open());
    }
  }

  /// Wants to be told when a resource changes, also by the server that takes the place of this one.
  void subscribe(String uri) throws McpException, InterruptedException {
    ask(
        client -> {
          client.subscribe(uri);
          return subscribed.add(uri);
        });
  }

  private void subscribeAgain(McpClient fresh) {
    for (String uri : List.copyOf(subscribed)) {
      try {
        fresh.subscribe(uri);
      } catch (McpException unheard) {
        subscribed.remove(uri);
      } catch (InterruptedException over) {
        return;
      }
    }
  }

  /// Ends it; the next use starts it again, also one that was off.
  void reset() {
    opening.lock();
    try {
      McpClient now = client;
      client = null;
      if (now != null) {
        now.close();
      }
      crashes.clear();
      off = false;
      trouble = "";
    } finally {
      opening.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    Thread reading = rereads;
    if (reading != null) {
      reading.interrupt();
    }
    McpClient now = client;
    if (now != null) {
      now.close();
    }
  }
}

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
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One server of a program: started when it is first needed, once for all who use it, and started
/// again when it has gone. One that crashes three times in five minutes stays off until somebody
/// reconnects it. Safe for several threads.
final class ServerLink implements AutoCloseable {
  /// However soon a server wants to be read again.
  private static final long LEAST_FRESH = 1_000;

  /// A start that is stopped asks its program to end, and kills it a little later.
  private static final long END_SECONDS = 10;

  private final ServerConfig server;
  private final Connector connector;
  private final ClientSide side;
  private final String clientVersion;
  private final Listener listener;
  private final ReentrantLock opening = new ReentrantLock();
  private final Crashes crashes = new Crashes();
  private final Queue<Consumer<Json.Obj>> running = new ConcurrentLinkedQueue<>();
  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();

  private final Rereads rereads;

  private static final AtomicInteger EDITIONS = new AtomicInteger();

  /// Another one after each start, and whenever it says that its resources are others; no two
  /// servers have the same.
  private volatile int edition;

  /// Who starts the server just now.
  private @Nullable Thread starter;

  /// Whether that start is to end.
  private boolean halted;

  /// How many wait for a start to end, to start it anew.
  private int resets;

  private volatile @Nullable McpClient client;

  /// When the latest connection ended; null while it lasts.
  private volatile @Nullable Long end;

  private volatile @Nullable ProtocolVersion remembered;

  /// Until when its lists are good, as in [Catalogue]; 0 for ever.
  private volatile long freshUntil;

  /// Whether it has said that its lists are others, which may be before it can be asked for them.
  private volatile boolean changed;

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

    /// It could not be started, or is not started any more.
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
    this.rereads = new Rereads(() -> listener.changed(this));
  }

  ServerConfig server() {
    return server;
  }

  void remember(String version) {
    remembered = ProtocolVersion.of(version).orElse(null);
  }

  /// It is the same server as the other one, and speaks the same revision.
  ServerLink like(ServerLink other) {
    remembered = other.remembered;
    return this;
  }

  /// Whether it ended too often and waits for somebody to reconnect it.
  boolean isOff() {
    return off;
  }

  /// Whether it is over, and never starts again.
  boolean isClosed() {
    return closed;
  }

  boolean isOpen() {
    McpClient now = client;
    return now != null && !now.isClosed();
  }

  /// Why it is not there; empty when nothing is wrong.
  String trouble() {
    return trouble;
  }

  /// Which edition of its resources would be read now.
  int edition() {
    return edition;
  }

  /// In one word, see [McpServers.State].
  ///
  /// @param known whether it has been asked what it has
  String state(boolean known) {
    return isOpen()
        ? "ready"
        : isOff() ? "off" : !trouble.isEmpty() ? "failed" : known ? "known" : "starting";
  }

  /// The open connection, after starting the server if need be. Whoever is interrupted goes on at
  /// once: a start that nobody waits for any more ends beside.
  McpClient open() throws McpException, InterruptedException {
    McpClient there = client;
    return there != null && !there.isClosed()
        ? there
        : InterruptibleCall.run("mcp-open", this::openHere);
  }

  private McpClient openHere() throws McpException, InterruptedException {
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
      throw ended();
    }
    if (off) {
      throw tooOften();
    }
  }

  private McpException tooOften() {
    return new McpException(
        McpException.Kind.CLOSED,
        server.name()
            + " ended "
            + Crashes.MOST
            + " times in five minutes and stays off; '/mcp reconnect "
            + server.name()
            + "' starts it again");
  }

  private McpException ended() {
    return new McpException(McpException.Kind.CLOSED, server.name() + ": it was ended");
  }

  /// Counts as of the moment when it ended, which may be long ago.
  private void crashed() {
    Long gone = end;
    long then = gone == null ? System.nanoTime() : gone;
    crashes.add(then);
    off = crashes.areTooMany();
    if (off) {
      listener.failed(this, tooOften());
    }
  }

  /// Starts it, until somebody ends it or wants it started anew.
  private McpClient start() throws McpException, InterruptedException {
    begin();
    try {
      return started();
    } catch (InterruptedException stopped) {
      if (isHalted()) {
        throw ended();
      }
      throw stopped;
    } finally {
      over();
    }
  }

  private synchronized void begin() throws McpException {
    if (closed || resets > 0) {
      throw ended();
    }
    starter = Thread.currentThread();
    halted = false;
  }

  private synchronized boolean isHalted() {
    return halted;
  }

  private synchronized void over() {
    starter = null;
    if (halted) {
      // It was meant for the start, which is over, and for nothing else that this thread does.
      Thread.interrupted();
    }
  }

  private synchronized void halt() {
    Thread starting = starter;
    if (starting != null) {
      halted = true;
      starting.interrupt();
    }
  }

  /// Tells that it could not be started. Answers what to throw.
  private McpException told(McpException why) {
    if (isHalted()) {
      // Somebody wanted that, and nothing is wrong with the server.
      return ended();
    }
    trouble = String.valueOf(why.getMessage());
    listener.failed(this, why);
    return why;
  }

  private McpClient started() throws McpException, InterruptedException {
    changed = false;
    var options = new McpClient.Options(side, news(), null, remembered, clientVersion);
    McpClient fresh;
    try {
      fresh = McpClient.open(server, connector, options);
    } catch (McpException failed) {
      throw told(failed);
    }
    end = null;
    boolean used = false;
    try {
      listener.ready(this, read(fresh));
      used = true;
    } catch (McpException failed) {
      throw told(failed);
    } finally {
      if (!used) {
        fresh.close();
      }
    }
    trouble = "";
    remembered = fresh.version();
    client = fresh;
    readAgainIfChanged();
    edition = EDITIONS.incrementAndGet();
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

  private Catalogue read(McpClient from) throws McpException, InterruptedException {
    Catalogue catalogue = from.catalogue();
    long until = catalogue.freshUntil();
    freshUntil = until == 0 ? 0 : Math.max(until, System.currentTimeMillis() + LEAST_FRESH);
    return catalogue;
  }

  /// What it has now.
  Catalogue readAgain() throws McpException, InterruptedException {
    return read(open());
  }

  /// Has its lists read again where they are older than it wants, once. Nobody waits for that, and
  /// a server that does not run is not started for it.
  void freshen() {
    long until = freshUntil;
    if (until > 0 && until <= System.currentTimeMillis() && isOpen()) {
      freshUntil = 0;
      edition = EDITIONS.incrementAndGet();
      rereads.wanted();
    }
  }

  private void readAgainIfChanged() {
    if (changed) {
      changed = false;
      rereads.wanted();
    }
  }

  private ServerNews news() {
    return new ServerNews() {
      @Override
      public void changed(String list) {
        if (list.equals("resources")) {
          edition = EDITIONS.incrementAndGet();
        } else {
          changed = true;
          if (client != null) {
            readAgainIfChanged();
          }
        }
      }

      @Override
      public void updated(String uri) {
        listener.updated(ServerLink.this, uri);
      }

      @Override
      public void ended() {
        end = System.nanoTime();
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

  /// Calls a tool. Where the call has surely not been carried out, because the server has forgotten
  /// the session or was gone before, it is opened once more.
  Json.Obj call(String tool, Json.Obj arguments, Consumer<Json.Obj> progress)
      throws McpException, InterruptedException {
    side.called();
    freshen();
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
      boolean forgotten = failed.kind() == McpException.Kind.NOT_TAKEN && now.isClosed();
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

  /// Ends it, also while it is being started; the next use starts it again, also one that was off.
  void reset() throws InterruptedException {
    synchronized (this) {
      resets++;
    }
    try {
      halt();
      opening.lockInterruptibly();
    } finally {
      synchronized (this) {
        resets--;
      }
    }
    try {
      McpClient now = client;
      client = null;
      if (now != null) {
        now.close();
      }
      crashes.forget();
      off = false;
      trouble = "";
    } finally {
      opening.unlock();
    }
  }

  /// Ends it for good, also while it is being started. When this returns, it is over.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    halt();
    rereads.close();
    boolean mine = awaitStart();
    try {
      McpClient now = client;
      if (now != null) {
        now.close();
      }
    } finally {
      if (mine) {
        opening.unlock();
      }
    }
  }

  /// Waits until nobody starts it any more. Answers whether that is so.
  private boolean awaitStart() {
    boolean hurry = Thread.interrupted();
    try {
      return opening.tryLock(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException more) {
      hurry = true;
      return false;
    } finally {
      if (hurry) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Nothing of it has to be ended.
  boolean isUnused() {
    return client == null && !opening.isLocked();
  }
}

package dev.tenon.server.http;

import dev.tenon.server.http.api.AgentApi;
import dev.tenon.server.http.guard.Guard;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.http.guard.Tls;
import dev.tenon.server.http.page.Pages;
import dev.tenon.server.http.wire.HttpListener;
import dev.tenon.server.http.wire.OpenRequests;
import dev.tenon.server.http.wire.Router;
import dev.tenon.server.job.engine.JobEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Serves a [JobEngine] over HTTP or HTTPS. Closing it ends the engine too.
public final class AgentServer {
  private static final int BACKLOG = 1_024;

  /// How long a request may take to come, in seconds; a property, so that tests need not wait.
  private static final String REQUEST_SECONDS = "tenon.server.requestSeconds";

  /// How long the end waits for jobs to note that they were interrupted, and for streams to say so.
  private static final Duration ENGINE_MOMENT = Duration.ofMillis(1_200);

  private static final Duration STREAM_MOMENT = Duration.ofMillis(500);

  private final JobEngine engine;
  private final ServerSettings settings;
  private final Guard guard;
  private final HttpListener server;
  private final OpenRequests requests;
  private final AgentApi api;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private AgentServer(JobEngine engine, ServerSettings settings, String version)
      throws IOException {
    this.engine = engine;
    this.settings = settings;
    this.requests = new OpenRequests(settings.limits().slowReader());
    this.api = new AgentApi(engine, settings, version);
    ServerSocket socket = bound(settings);
    guard = new Guard(settings, socket.getLocalPort());
    Router router = new Router(api.routes());
    Pages pages = new Pages(guard, engine, version);
    this.server =
        new HttpListener(
            socket,
            new RequestHandler(
                settings, guard, router, pages, requests, api.bodies(), this::withoutPaths),
            threads,
            Duration.ofSeconds(Long.getLong(REQUEST_SECONDS, 30)).toMillis());
    server.start();
  }

  static ServerSocket bound(ServerSettings settings) throws IOException {
    Tls tls = settings.tls();
    ServerSocket socket = tls == null ? new ServerSocket() : tls.serverSocket();
    try {
      socket.bind(
          new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port()), BACKLOG);
      return socket;
    } catch (IOException taken) {
      socket.close();
      throw taken;
    }
  }

  /// @throws UncheckedIOException when the address cannot be had
  public static AgentServer start(JobEngine engine, ServerSettings settings, String version) {
    try {
      return new AgentServer(engine, settings, version);
    } catch (IOException taken) {
      throw new UncheckedIOException(taken);
    }
  }

  public int port() {
    return server.address().getPort();
  }

  /// Where it listens.
  public String url() {
    return url(settings.host());
  }

  /// The same with a secret that logs one browser in, within a minute.
  public String loginUrl() {
    return browserUrl() + "/?once=" + guard.once();
  }

  /// Where a browser on this machine opens it: by a name of the certificate if there is one, and
  /// never by the address that stands for all.
  public String browserUrl() {
    Tls tls = settings.tls();
    if (tls != null) {
      for (String name : tls.names()) {
        if (!name.startsWith("*")) {
          return url(name);
        }
      }
    }
    boolean every = server.address().getAddress().isAnyLocalAddress();
    return url(every ? "127.0.0.1" : settings.host());
  }

  private String url(String host) {
    boolean ip6 = host.indexOf(':') >= 0 && !host.startsWith("[");
    return settings.scheme() + "://" + (ip6 ? "[" + host + "]" : host) + ":" + port();
  }

  /// How many event streams are open.
  public int openStreams() {
    return api.openStreams();
  }

  /// How many requests are being answered, streams included.
  public int openRequests() {
    return requests.size();
  }

  /// Where the projects lie on this machine is nobody's business.
  private String withoutPaths(String message) {
    String plain = message;
    for (Path root : engine.roots()) {
      plain = plain.replace(root + "/", "").replace(root.toString(), "the project");
    }
    return plain;
  }

  /// Ends everything and waits for it. Jobs that run are marked as interrupted, streams are told.
  public void close() throws InterruptedException {
    requests.refuse();
    Thread ending = Thread.ofVirtual().name("end-of-jobs").start(this::endJobs);
    ending.join(ENGINE_MOMENT);
    requests.close(STREAM_MOMENT);
    server.close();
    // Whoever writes files at this moment is not interrupted.
    threads.shutdown();
    ending.join();
  }

  private void endJobs() {
    try {
      engine.close();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.tenon.server.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.tenon.server.http.api.AgentApi;
import dev.tenon.server.http.guard.Guard;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.http.guard.Tls;
import dev.tenon.server.http.page.Pages;
import dev.tenon.server.http.wire.OpenRequests;
import dev.tenon.server.http.wire.Router;
import dev.tenon.server.job.engine.JobEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Serves a [JobEngine] over HTTP or HTTPS. Closing it ends the engine too.
public final class AgentServer {
  private static final int BACKLOG = 1_024;

  /// How long the end waits for jobs to note that they were interrupted, and for streams to say so.
  private static final Duration ENGINE_MOMENT = Duration.ofMillis(1_200);

  private static final Duration STREAM_MOMENT = Duration.ofMillis(500);

  private final JobEngine engine;
  private final ServerSettings settings;
  private final HttpServer server;
  private final OpenRequests requests;
  private final AgentApi api;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private AgentServer(JobEngine engine, ServerSettings settings, String version)
      throws IOException {
    this.engine = engine;
    this.settings = settings;
    this.requests = new OpenRequests(settings.limits().slowReader());
    this.api = new AgentApi(engine, settings, version);
    this.server = create(settings);
    Guard guard = new Guard(settings, port());
    Router router = new Router(api.routes());
    Pages pages = new Pages(guard, engine, version);
    server.createContext(
        "/",
        new RequestHandler(
            settings, guard, router, pages, requests, api.bodies(), this::withoutPaths));
    server.setExecutor(threads);
    server.start();
  }

  /// The bounds of the JDK's server, which it reads once: it would wait 40 ms for more before it
  /// sends a small answer, and for ever for a request that never ends.
  private static void bounds() {
    usually("sun.net.httpserver.nodelay", "true");
    usually("sun.net.httpserver.maxIdleConnections", "2000");
    usually("sun.net.httpserver.maxReqTime", "30");
    usually("sun.net.httpserver.maxReqHeaders", "100");
    usually("sun.net.httpserver.maxReqHeaderSize", "65536");
  }

  private static void usually(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private static HttpServer create(ServerSettings settings) throws IOException {
    bounds();
    var address = new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port());
    Tls tls = settings.tls();
    if (tls == null) {
      return HttpServer.create(address, BACKLOG);
    }
    HttpsServer secure = HttpsServer.create(address, BACKLOG);
    secure.setHttpsConfigurator(tls.configurator());
    return secure;
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
    return server.getAddress().getPort();
  }

  /// Where it listens.
  public String url() {
    return url(settings.host());
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
    boolean every = server.getAddress().getAddress().isAnyLocalAddress();
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
    server.stop(0);
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

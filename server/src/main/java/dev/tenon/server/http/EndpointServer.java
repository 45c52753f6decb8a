package dev.tenon.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenon.server.http.guard.CrossOrigin;
import dev.tenon.server.http.guard.Guard;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.http.wire.HttpListener;
import dev.tenon.server.http.wire.OpenRequests;
import dev.tenon.server.http.wire.PercentDecoder;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/// Serves one path to programs, behind the guard of the agent API. The token comes as a bearer, or
/// behind the path for those who can be given nothing but an address.
public final class EndpointServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(EndpointServer.class.getName());
  private static final Duration REQUEST = Duration.ofSeconds(30);
  private static final Duration MOMENT = Duration.ofMillis(300);

  private final ServerSettings settings;
  private final String path;
  private final Endpoint endpoint;
  private final Guard guard;
  private final OpenRequests requests;
  private final HttpListener listener;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /// Answers a request that was let in.
  @FunctionalInterface
  public interface Endpoint {
    void handle(HttpExchange exchange, Reply reply, OpenRequests.Request request)
        throws Problem, IOException, InterruptedException;
  }

  private EndpointServer(ServerSettings settings, String path, CrossOrigin pages, Endpoint endpoint)
      throws IOException {
    this.settings = settings;
    this.path = path;
    this.endpoint = endpoint;
    this.requests = new OpenRequests(settings.limits().slowReader());
    ServerSocket socket = AgentServer.bound(settings);
    this.guard = new Guard(settings, socket.getLocalPort(), pages);
    HttpHandler handler = this::answer;
    this.listener = new HttpListener(socket, handler, threads, REQUEST.toMillis());
    listener.start();
  }

  /// @param path as in `/mcp`
  /// @param pages what pages of other origins may do
  /// @throws UncheckedIOException when the address cannot be had
  public static EndpointServer start(
      ServerSettings settings, String path, CrossOrigin pages, Endpoint endpoint) {
    try {
      return new EndpointServer(settings, path, pages, endpoint);
    } catch (IOException taken) {
      throw new UncheckedIOException(taken);
    }
  }

  /// Where it listens.
  public String url() {
    return settings.scheme() + "://" + settings.host() + ":" + listener.address().getPort() + path;
  }

  /// The same with the token in it.
  public String secretUrl() {
    return url()
        + "/"
        + URLEncoder.encode(settings.token(), StandardCharsets.UTF_8).replace("+", "%20");
  }

  private void answer(HttpExchange exchange) {
    try (exchange;
        OpenRequests.Request request = requests.enter()) {
      var reply = new Reply(exchange, request, Reply.Transport.PLAIN);
      try {
        serve(exchange, reply, request);
      } catch (Problem problem) {
        send(reply, problem);
      } catch (InterruptedException ending) {
        send(reply, stopping());
      } catch (RuntimeException | Error bug) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        LOG.log(System.Logger.Level.ERROR, "problem " + id, bug);
        send(reply, Problem.internal(id));
      }
    } catch (IOException gone) {
      LOG.log(System.Logger.Level.DEBUG, "a client went away: {0}", gone.getMessage());
    }
  }

  private static Problem stopping() {
    return new Problem(503, "stopping", "the server is about to end").with("Connection", "close");
  }

  private static void send(Reply reply, Problem problem) throws IOException {
    if (!reply.begun()) {
      reply.problem(problem);
    }
  }

  private void serve(HttpExchange exchange, Reply reply, OpenRequests.Request request)
      throws Problem, IOException, InterruptedException {
    guard.check(exchange, reply, Guard.Target.API);
    if (Guard.isPreflight(exchange)) {
      guard.preflight(exchange, reply).empty(204);
      return;
    }
    String wanted = exchange.getRequestURI().getRawPath();
    if (wanted.startsWith(path + "/")) {
      guard.authorize(exchange, PercentDecoder.segment(wanted.substring(path.length() + 1)));
    } else {
      guard.authorize(exchange, Guard.Target.API);
      if (!wanted.equals(path)) {
        throw new Problem(
            404,
            "not_found",
            "there is nothing here but " + path,
            "Send the messages of the protocol to " + path + ".");
      }
    }
    if (requests.isRefusing()) {
      throw stopping();
    }
    endpoint.handle(exchange, reply, request);
  }

  /// Ends every connection and what is being answered.
  @Override
  public void close() {
    requests.refuse();
    threads.shutdownNow();
    try {
      requests.close(MOMENT);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    } finally {
      listener.close();
    }
  }
}

package dev.tenon.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenon.core.json.JsonException;
import dev.tenon.server.http.guard.Guard;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.http.page.Pages;
import dev.tenon.server.http.wire.BodyCheck;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.OpenRequests;
import dev.tenon.server.http.wire.PercentDecoder;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Reply;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.http.wire.Router;
import dev.tenon.server.job.record.Actor;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Answers every request: the guard first, then a page or a route. Whatever goes wrong becomes an
/// answer here.
final class RequestHandler implements HttpHandler {
  private static final System.Logger LOG = System.getLogger(RequestHandler.class.getName());

  /// The refusals that a person meets who goes to a wrong address: these are sentences on a page.
  private static final Set<Integer> SEEN = Set.of(401, 404, 405);

  private final ServerSettings settings;
  private final Guard guard;
  private final Router router;
  private final Pages pages;
  private final OpenRequests requests;
  private final BodyCheck bodies;
  private final UnaryOperator<String> hidden;

  /// @param bodies knows what the bodies of requests are made of
  /// @param hidden takes what nobody outside has to know out of a message
  RequestHandler(
      ServerSettings settings,
      Guard guard,
      Router router,
      Pages pages,
      OpenRequests requests,
      BodyCheck bodies,
      UnaryOperator<String> hidden) {
    this.settings = settings;
    this.guard = guard;
    this.router = router;
    this.pages = pages;
    this.requests = requests;
    this.bodies = bodies;
    this.hidden = hidden;
  }

  @Override
  public void handle(HttpExchange exchange) {
    long began = System.nanoTime();
    try (exchange;
        OpenRequests.Request request = requests.enter()) {
      var reply = new Reply(exchange, request, transport());
      try {
        answer(exchange, reply, request);
      } catch (IOException gone) {
        LOG.log(System.Logger.Level.DEBUG, "a client went away: {0}", gone.getMessage());
      }
      if (LOG.isLoggable(System.Logger.Level.DEBUG)) {
        LOG.log(System.Logger.Level.DEBUG, line(exchange, reply, System.nanoTime() - began));
      }
    }
  }

  private Reply.Transport transport() {
    return settings.tls() == null ? Reply.Transport.PLAIN : Reply.Transport.TLS;
  }

  /// The line of the access log: without the query, which may hold the token.
  private static String line(HttpExchange exchange, Reply reply, long nanos) {
    return exchange.getRequestMethod()
        + " "
        + exchange.getRequestURI().getRawPath()
        + " "
        + reply.status()
        + " "
        + nanos / 1_000
        + " us";
  }

  private void answer(HttpExchange exchange, Reply reply, OpenRequests.Request request)
      throws IOException {
    try {
      serve(exchange, reply, request);
    } catch (Problem problem) {
      if (Pages.isSeen(exchange) && SEEN.contains(problem.status()) && !reply.begun()) {
        Pages.refuse(exchange, reply, problem);
      } else {
        send(reply, problem);
      }
    } catch (EngineException refused) {
      send(reply, Problem.of(refused, hidden));
    } catch (JsonException wrong) {
      send(reply, Problem.invalid(String.valueOf(wrong.getMessage())));
    } catch (InterruptedException stopping) {
      send(reply, stopping());
    } catch (Store.StoreException broken) {
      if (requests.isRefusing()) {
        send(reply, stopping());
        return;
      }
      LOG.log(System.Logger.Level.ERROR, "the store broke", broken);
      send(reply, new Problem(507, "store_failed", broken.told()));
    } catch (RuntimeException | Error bug) {
      String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
      LOG.log(
          System.Logger.Level.ERROR,
          "problem "
              + id
              + ": "
              + exchange.getRequestMethod()
              + " "
              + exchange.getRequestURI().getRawPath(),
          bug);
      send(reply, Problem.internal(id));
    }
  }

  private static Problem stopping() {
    return new Problem(503, "stopping", "the server is about to end")
        .retryAfter(2)
        .with("Connection", "close");
  }

  private static void send(Reply reply, Problem problem) throws IOException {
    if (!reply.begun()) {
      reply.problem(problem);
    }
  }

  private void serve(HttpExchange exchange, Reply reply, OpenRequests.Request request)
      throws IOException, Problem, EngineException, JsonException, InterruptedException {
    String path = exchange.getRequestURI().getRawPath();
    boolean page = path != null && Pages.has(path);
    String method = exchange.getRequestMethod();
    // Outside of the API a person may come from anywhere, also to where nothing is.
    Guard.Target target =
        path == null
            ? Guard.Target.API
            : Pages.isSeen(exchange) ? Guard.Target.PAGE : Pages.target(path);
    guard.check(exchange, reply, target);
    if (Guard.isPreflight(exchange)) {
      guard.preflight(exchange, reply).empty(204);
      return;
    }
    if (page) {
      pages.serve(exchange, reply, call(exchange, Map.of(), Route.Body.NONE, request));
      return;
    }
    guard.authorize(exchange, target);
    if (requests.isRefusing()) {
      throw stopping();
    }
    switch (router.find(method, path)) {
      case Router.Match.Found found ->
          named(
              exchange,
              found.route(),
              call(exchange, found.parameters(), found.route().body(), request),
              reply);
      case Router.Match.WrongMethod wrong when method.equals("OPTIONS") ->
          reply.header("Allow", wrong.allowed()).empty(204);
      case Router.Match.WrongMethod wrong ->
          throw new Problem(
                  405, "method_not_allowed", "this path knows " + wrong.allowed() + " only")
              .with("Allow", wrong.allowed());
      case Router.Match.Nothing ignored ->
          throw new Problem(404, "not_found", "there is nothing here");
    }
  }

  /// Carries out an operation in the name that the client gave, if it gave one.
  private static void named(HttpExchange exchange, Route route, Call call, Reply reply)
      throws IOException, Problem, EngineException, JsonException, InterruptedException {
    String name = actor(exchange.getRequestHeaders().getFirst("Tenon-Actor"));
    if (name.isEmpty()) {
      route.handler().handle(call, reply);
      return;
    }
    try {
      ScopedValue.where(Actor.name(), name)
          .call(
              () -> {
                route.handler().handle(call, reply);
                return name;
              });
    } catch (IOException
        | Problem
        | EngineException
        | JsonException
        | InterruptedException
        | RuntimeException known) {
      throw known;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String actor(@Nullable String header) throws Problem {
    if (header == null) {
      return "";
    }
    String name = PercentDecoder.segment(header.strip()).strip();
    if (name.length() > Actor.LONGEST || name.chars().anyMatch(Character::isISOControl)) {
      throw Problem.invalid(
          "Tenon-Actor must be a name of at most " + Actor.LONGEST + " characters in one line");
    }
    return name;
  }

  private Call call(
      HttpExchange exchange,
      Map<String, String> parameters,
      Route.Body body,
      OpenRequests.Request request)
      throws Problem {
    String query = exchange.getRequestURI().getRawQuery();
    return new Call(
        exchange,
        parameters,
        query == null ? Map.of() : PercentDecoder.pairs(query),
        body,
        bodies,
        settings.limits(),
        request);
  }
}

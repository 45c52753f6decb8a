package dev.tenon.testkit;

import dev.tenon.testkit.Delivery.Next;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.wire.Dialect.Failure;
import dev.tenon.testkit.wire.Received;
import dev.tenon.testkit.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// A model server on the loopback interface that speaks all wires and answers from a script.
///
/// Every request to a model takes the next answer of the queue (or of the function, see
/// [#answering]). When there is none, the server answers with a 500 and remembers it: call
/// [#assertClean] at the end of a test. All methods may be called from any thread.
public final class ModelServer implements AutoCloseable {
  private static final int BACKLOG = 128;

  private final ServerSocket listener;
  private final Settings settings;
  private final @Nullable Tls tls;
  private final Script script = new Script();
  private final Observations seen = new Observations();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private ModelServer(ServerSocket listener, Settings settings, @Nullable Tls tls) {
    this.listener = listener;
    this.settings = settings;
    this.tls = tls;
  }

  /// Starts a server on a free port.
  public static ModelServer start() {
    return start(Settings.DEFAULT);
  }

  public static ModelServer start(Settings settings) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try {
      Tls tls =
          switch (settings.transport()) {
            case PLAIN -> null;
            case TLS -> Tls.create();
          };
      ServerSocket listener =
          tls == null
              ? new ServerSocket(settings.port(), BACKLOG, loopback)
              : tls.listen(settings.port(), BACKLOG, loopback);
      var server = new ModelServer(listener, settings, tls);
      server.threads.execute(server::accept);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on 127.0.0.1:" + settings.port(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the key was made", e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  /// The address without a path and without a slash at its end.
  public String url() {
    return (tls == null ? "http" : "https") + "://127.0.0.1:" + port();
  }

  /// A PKCS12 store (password `changeit`) that makes clients trust a server with TLS: give it as
  /// `javax.net.ssl.trustStore`.
  public Path trustStore() {
    if (tls == null) {
      throw new IllegalStateException("the server speaks plain HTTP; start it with Settings.tls()");
    }
    return tls.store();
  }

  /// The certificate of a server with TLS in PEM: give it as `SSL_CERT_FILE` and the like.
  public Path certificate() throws IOException {
    if (tls == null) {
      throw new IllegalStateException("the server speaks plain HTTP; start it with Settings.tls()");
    }
    return tls.certificate();
  }

  public URI uri() {
    return URI.create(url());
  }

  /// Adds answers to the end of the queue.
  public ModelServer reply(Answer... answers) {
    script.add(List.of(answers));
    return this;
  }

  /// Answers every request for which the queue is empty with what the function says.
  public ModelServer answering(Function<Received, Answer> answers) {
    script.otherwise(answers);
    return this;
  }

  /// Answers by the step of the conversation: the first answer when the user has just spoken, the
  /// second when the model has made one step since, and so on; the last one stays. Requests may
  /// come in any order and from many clients at once. Used when the queue is empty.
  public ModelServer answeringTurns(Answer... answers) {
    List<Answer> turns = List.of(answers);
    return answering(request -> turns.get(Math.min(request.turn(), turns.size() - 1)));
  }

  /// The requests so far in order of arrival (the latest 10,000).
  public List<Received> requests() {
    return seen.requests();
  }

  /// The requests to models so far (no model lists).
  public List<Received> modelRequests() {
    return seen.requests().stream().filter(r -> r.wire() != null).toList();
  }

  public Received lastRequest() {
    return seen.requests().getLast();
  }

  /// Waits until so many requests have arrived.
  public List<Received> awaitRequests(int count, Duration timeout) throws InterruptedException {
    seen.await(() -> seen.requestCount() >= count, timeout, count + " requests");
    return seen.requests();
  }

  /// How many responses ended because the client had gone.
  public int abandoned() {
    return seen.abandoned();
  }

  /// Waits until so many responses have ended because the client had gone.
  public void awaitAbandoned(int count, Duration timeout) throws InterruptedException {
    seen.await(() -> seen.abandoned() >= count, timeout, count + " abandoned responses");
  }

  /// How many queued answers are left.
  public int remaining() {
    return script.remaining();
  }

  /// What went wrong in the script or on the wire: requests without an answer, broken HTTP.
  public List<String> problems() {
    return seen.problems();
  }

  /// The requests that were rejected as the vendor would reject them.
  public List<String> rejections() {
    return seen.rejections();
  }

  /// Fails when there were problems or rejections, or when answers are left over.
  public void assertClean() {
    List<String> problems = problems();
    List<String> rejections = rejections();
    if (!problems.isEmpty() || !rejections.isEmpty() || remaining() > 0) {
      throw new AssertionError(
          "model server: problems "
              + problems
              + ", rejected requests "
              + rejections
              + ", "
              + remaining()
              + " answers left over");
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
    threads.close();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        threads.execute(() -> serve(socket));
      } catch (SocketException e) {
        if (!listener.isClosed()) {
          seen.problem("accept failed: " + e.getMessage());
        }
      } catch (IOException e) {
        seen.problem("accept failed: " + e.getMessage());
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      converse(new Connection(socket));
    } catch (IOException e) {
      // The client has gone between two requests or inside one: its right.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  private void converse(Connection connection) throws IOException, InterruptedException {
    try {
      for (Received request = connection.read(); request != null; request = connection.read()) {
        seen.request(request);
        boolean last = request.header("connection").orElse("").equalsIgnoreCase("close");
        if (answer(connection, request) != Next.KEEP || last) {
          return;
        }
      }
    } catch (HttpException | SSLException e) {
      if (!listener.isClosed()) {
        seen.problem("connection: " + e.getMessage());
      }
    }
  }

  private Next answer(Connection connection, Received request)
      throws IOException, InterruptedException {
    Wire wire = request.wire();
    if (wire == null) {
      return list(connection, request);
    }
    var delivery = new Delivery(connection, wire.dialect(), request);
    var rejection = settings.check(request, wire);
    if (rejection.isPresent()) {
      Failure failure = rejection.get();
      seen.rejection(request.method() + " " + request.path() + ": " + failure.message());
      delivery.respond(failure, Map.of());
      return Next.KEEP;
    }
    Optional<Answer> answer;
    String problem = "the script has no answer for request " + seen.requestCount();
    try {
      answer = script.next(request);
    } catch (RuntimeException | AssertionError e) {
      // The function is the test's own code: whatever it throws belongs into the test's report.
      problem = "the script failed: " + e;
      answer = Optional.empty();
    }
    if (answer.isEmpty()) {
      seen.problem(problem + ": " + request.method() + " " + request.path());
      delivery.respond(Failure.of(ErrorKind.SERVER, 500, "tenon-testkit: " + problem), Map.of());
      return Next.KEEP;
    }
    try {
      Next next = delivery.send(answer.get());
      if (next == Next.ABANDONED) {
        seen.abandon();
      }
      return next;
    } catch (IOException e) {
      if (!listener.isClosed()) {
        seen.abandon();
      }
      return Next.CLOSE;
    } catch (IllegalArgumentException e) {
      seen.problem("the script does not fit the request: " + e.getMessage());
      return Next.CLOSE;
    }
  }

  private Next list(Connection connection, Received request) throws IOException {
    boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
    Optional<Catalog.Listing> listing = reads ? Catalog.find(request) : Optional.empty();
    if (listing.isEmpty()) {
      seen.problem("nothing at " + request.method() + " " + request.path());
      String body = "{\"error\":\"tenon-testkit: nothing at " + request.path() + "\"}";
      connection.respond(request, 404, Map.of("content-type", "application/json"), body);
      return Next.KEEP;
    }
    Wire wire = listing.get().wire();
    Optional<Failure> refused = settings.checkKey(request, wire);
    if (refused.isPresent()) {
      new Delivery(connection, wire.dialect(), request).respond(refused.get(), Map.of());
      return Next.KEEP;
    }
    String body = listing.get().body().compact();
    connection.respond(request, 200, Map.of("content-type", "application/json"), body);
    return Next.KEEP;
  }

  /// Serves a script file until the process ends: `--port N --script FILE`, see `--help`.
  public static void main(String[] arguments) throws InterruptedException {
    System.exit(CommandLine.run(arguments));
  }
}

package dev.tenon.cli.serve;

import dev.tenon.cli.Engine;
import dev.tenon.cli.SetupException;
import dev.tenon.cli.Streams;
import dev.tenon.cli.Version;
import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.config.Serving;
import dev.tenon.server.http.AgentServer;
import dev.tenon.server.http.ServerSettings;
import dev.tenon.server.job.JobEngine;
import dev.tenon.server.job.JobLimits;
import dev.tenon.server.job.Store;
import dev.tenon.server.store.Stores;
import dev.tenon.server.tool.FileLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/// Serves the agent API until the program is told to end.
public final class ServeCommand {
  private static final long DEFAULT_PORT = 8765;
  private static final int TOKEN_BYTES = 24;

  private final Engine engine;
  private final ServeLimits limits;
  private final Arguments arguments;
  private final Map<String, String> environment;
  private final Streams streams;

  public ServeCommand(
      Engine engine,
      Serving settings,
      Arguments arguments,
      Map<String, String> environment,
      Streams streams) {
    this.engine = engine;
    this.limits =
        new ServeLimits(
            settings, arguments.text(TenonCommandLine.LOCAL_MODEL).or(settings::localModel));
    this.arguments = arguments;
    this.environment = environment;
    this.streams = streams;
  }

  public int run() throws SetupException, InterruptedException {
    Optional<String> given = givenToken();
    String token = given.orElseGet(ServeCommand::newToken);
    ServerSettings settings = settings(token);
    JobLimits bounds = limits.jobs();
    FileLimits files = limits.files();
    var bench = new ServerBench(engine, limits.localModel(), token, streams.err()::println);
    JobEngine jobs =
        new JobEngine(
            new JobEngine.Place(roots(), engine.home(), engine::served),
            bench,
            store(bounds.events()),
            bounds,
            files,
            Clock.systemUTC());
    AgentServer server = start(jobs, settings);
    var over = new CountDownLatch(1);
    var closed = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  over.countDown();
                  awaitQuietly(closed);
                },
                "stop"));
    if (given.isEmpty()) {
      streams.err().println("token " + token + " (send it as Authorization: Bearer …)");
    }
    streams.out().println("listening on " + server.url());
    streams.out().flush();
    IdleHeap.watch();
    try {
      over.await();
    } finally {
      server.close();
      bench.close();
      closed.countDown();
    }
    return 0;
  }

  private static void awaitQuietly(CountDownLatch closed) {
    try {
      closed.await();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private AgentServer start(JobEngine jobs, ServerSettings settings)
      throws SetupException, InterruptedException {
    try {
      return AgentServer.start(jobs, settings, Version.NUMBER);
    } catch (UncheckedIOException taken) {
      jobs.close();
      throw SetupException.failure(
          "cannot listen on "
              + settings.host()
              + ":"
              + settings.port()
              + ": "
              + taken.getMessage()
              + "; choose another with --port, or 0 for any");
    }
  }

  private Optional<String> givenToken() {
    Optional<String> option = arguments.text(TenonCommandLine.TOKEN);
    return option.isPresent()
        ? option
        : Optional.ofNullable(environment.get("TENON_TOKEN")).filter(it -> !it.isEmpty());
  }

  private static String newToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private ServerSettings settings(String token) throws SetupException {
    boolean remote = arguments.has(TenonCommandLine.ALLOW_REMOTE);
    if (remote && !arguments.has(TenonCommandLine.WITHOUT_TLS)) {
      throw SetupException.usage(
          "--allow-remote sends the token and your files in the clear; put a TLS proxy before it"
              + " and say --without-tls, or use an SSH tunnel to 127.0.0.1 instead");
    }
    try {
      return new ServerSettings(
          arguments.text(TenonCommandLine.HOST).orElse("127.0.0.1"),
          (int) arguments.number(TenonCommandLine.PORT).orElse(DEFAULT_PORT),
          token,
          arguments.text(TenonCommandLine.ORIGIN).map(Set::of).orElse(Set.of()),
          remote ? ServerSettings.Reach.REMOTE : ServerSettings.Reach.LOOPBACK,
          limits.bodyBytes(),
          limits.requestsPerSecond());
    } catch (IllegalArgumentException wrong) {
      throw SetupException.usage(String.valueOf(wrong.getMessage()));
    }
  }

  private List<Path> roots() throws SetupException {
    var roots = new ArrayList<Path>();
    roots.add(engine.root());
    for (String folder : arguments.operands()) {
      Path root = Path.of(folder);
      if (!Files.isDirectory(root)) {
        throw SetupException.usage("the root " + folder + " is not a folder");
      }
      try {
        roots.add(root.toRealPath());
      } catch (IOException unusable) {
        throw SetupException.usage("the root " + folder + " cannot be used: " + unusable);
      }
    }
    return roots;
  }

  private Store store(int events) throws SetupException {
    String kind = arguments.text(TenonCommandLine.STORE).orElse("sqlite");
    if (kind.equals("memory")) {
      return Stores.memory(limits.inMemory(), events, Clock.systemUTC());
    }
    try {
      return Stores.sqlite(
          engine.stateFolder().resolve("server.db"), limits.onDisk(), events, Clock.systemUTC());
    } catch (Store.StoreException unusable) {
      throw SetupException.failure(String.valueOf(unusable.getMessage()));
    }
  }
}

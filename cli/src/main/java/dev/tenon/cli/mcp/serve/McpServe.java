package dev.tenon.cli.mcp.serve;

import dev.tenon.cli.args.McpCommandLine;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.serve.ShutdownSignal;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.Cancellation;
import dev.tenon.core.json.rpc.Framing;
import dev.tenon.core.json.rpc.PeerSetup;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcPeer;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.server.ClientLink;
import dev.tenon.protocols.mcp.server.HttpEndpoint;
import dev.tenon.protocols.mcp.server.McpServer;
import dev.tenon.protocols.mcp.server.ServerOffer;
import dev.tenon.server.http.EndpointServer;
import dev.tenon.server.http.guard.CrossOrigin;
import dev.tenon.server.http.guard.ServerSettings;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// `tenon mcp serve`: Tenon as a server. Over its standard streams nothing but messages goes to
/// standard output, and the end of standard input ends it; with `--http` it listens on loopback.
public final class McpServe {
  /// How often Tenon may call itself.
  static final int DEEPEST = 2;

  public static final String DEPTH = ProjectOptions.DEPTH_VARIABLE;

  static final String TOKEN_VARIABLE = "TENON_TOKEN";
  private static final String PATH = "/mcp";

  /// What clients in a browser send and read.
  private static final CrossOrigin PAGES =
      new CrossOrigin(
          "POST, DELETE",
          "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name,"
              + " mcp-session-id, last-event-id",
          "Mcp-Session-Id, WWW-Authenticate, Retry-After, Allow");

  /// How long a question waits for whoever is asked.
  private static final Duration ANSWER = Duration.ofMinutes(10);

  /// So long what was asked before standard input ended may still be answered.
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);

  private final LaunchContext context;
  private final Streams streams;

  public McpServe(LaunchContext context, Streams streams) {
    this.context = context;
    this.streams = streams;
  }

  /// How deep this program is in calls of Tenon to itself.
  public static int depth(LaunchContext context) {
    String said = context.environment().getOrDefault(DEPTH, "0");
    return said.matches("[0-9]{1,3}") ? Integer.parseInt(said) : 0;
  }

  public int run(OwnCommand commands) throws SetupException, InterruptedException {
    if (depth(context) >= DEEPEST) {
      throw SetupException.failure(tooDeep());
    }
    String mode = context.arguments().text(TenonCommandLine.MODE).orElse("edit");
    if (!TenonOffer.MODES.contains(mode)) {
      throw SetupException.usage(
          "--permission-mode: prompts of others have one of "
              + String.join(", ", TenonOffer.MODES)
              + ", not "
              + mode);
    }
    ServerOffer offer = new TenonOffer(context, commands, ReadingTools.chosen(context, commands));
    OptionalLong port = context.arguments().number(McpCommandLine.HTTP);
    return port.isPresent() ? overHttp((int) port.getAsLong(), offer) : overStreams(offer);
  }

  static String tooDeep() {
    return "Tenon has called itself "
        + DEEPEST
        + " times over MCP; it stops here. Take 'tenon mcp serve' out of its own servers";
  }

  private int overStreams(ServerOffer offer) throws InterruptedException {
    var peer = new AtomicReference<@Nullable RpcPeer>();
    try (var server = new McpServer(offer, new PeerLink(peer))) {
      var setup =
          PeerSetup.of("the client", Framing.LINES, server)
              .cancelling(Cancellation.MCP)
              .refusingNoise()
              .noting(line -> streams.err().note(line))
              .lingering(LAST_ANSWERS);
      try (RpcPeer running = RpcPeer.start(streams.in(), streams.out().connection(), setup)) {
        peer.set(running);
        running.awaitEnd();
        String fault = running.fault();
        if (fault != null) {
          streams.err().note(fault + "; nothing more of it can be read");
          return 1;
        }
      }
    }
    return 0;
  }

  /// Listens until the program is told to end. One line on standard output says where.
  private int overHttp(int port, ServerOffer offer) throws SetupException, InterruptedException {
    String given = context.environment().getOrDefault(TOKEN_VARIABLE, "");
    ServerSettings settings;
    try {
      settings = ServerSettings.loopback(port, given.isEmpty() ? ServerSettings.newToken() : given);
    } catch (IllegalArgumentException wrong) {
      throw SetupException.usage(TOKEN_VARIABLE + ": " + wrong.getMessage());
    }
    try {
      settings =
          settings.withOrigins(Set.copyOf(context.arguments().texts(TenonCommandLine.ORIGIN)));
    } catch (IllegalArgumentException wrong) {
      throw SetupException.usage("--origin: " + wrong.getMessage());
    }
    try (var endpoint = new HttpEndpoint(offer);
        EndpointServer server =
            EndpointServer.start(settings, PATH, PAGES, new McpHttp(endpoint))) {
      ShutdownSignal shutdown = ShutdownSignal.onSignals();
      streams.out().println("listening on " + server.secretUrl());
      streams.out().flush();
      shutdown.await();
    } catch (UncheckedIOException taken) {
      throw SetupException.failure(
          "cannot listen on 127.0.0.1:"
              + port
              + ": "
              + IoFailure.reason(Objects.requireNonNull(taken.getCause()))
              + "; choose another port with --http, or 0 for any");
    }
    return 0;
  }

  /// The way back over standard streams.
  private record PeerLink(AtomicReference<@Nullable RpcPeer> peer) implements ClientLink {
    @Override
    public void tell(String method, Json.Obj params) {
      RpcPeer running = peer.get();
      try {
        if (running != null) {
          running.tell(method, params);
        }
      } catch (RpcException gone) {
        // Nobody hears it any more.
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public Json ask(String method, Json.Obj params) throws RpcException, InterruptedException {
      RpcPeer running = peer.get();
      if (running == null) {
        throw new RpcException(RpcException.INVALID_REQUEST, "there is nobody to ask yet");
      }
      return running.call(method, params, ANSWER);
    }
  }
}

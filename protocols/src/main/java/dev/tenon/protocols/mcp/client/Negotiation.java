package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.Meta;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import dev.tenon.protocols.mcp.transport.Connector;
import dev.tenon.protocols.mcp.transport.McpTransport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Finds out which revision a server speaks. A program is asked in the stateless way and, after any
/// other answer or a while of silence, with the handshake; an address likewise, and at last with
/// the transport of 2024. What it spoke before is asked for first, and only that: a server may have
/// become another one since. For one opening of one server.
final class Negotiation {
  private static final Duration PROBE = Duration.ofSeconds(2);

  private final ServerConfig server;
  private final Connector connector;
  private final ClientRequests requests;
  private final Json.Obj client;
  private final McpClient.Options options;
  private final long deadline;

  /// The revision that was asked for, or is remembered; null when nobody knows.
  private @Nullable ProtocolVersion expected;

  /// A server that is ready.
  ///
  /// @param about what it says of itself: `capabilities`, `instructions`, `serverInfo`
  record Agreed(McpTransport transport, ProtocolVersion version, Json.Obj about) {}

  Negotiation(
      ServerConfig server,
      Connector connector,
      ClientRequests requests,
      Json.Obj client,
      McpClient.Options options) {
    this.server = server;
    this.connector = connector;
    this.requests = requests;
    this.client = client;
    this.options = options;
    ProtocolVersion forced = options.forced();
    this.expected = forced == null ? options.remembered() : forced;
    this.deadline = System.nanoTime() + Duration.ofSeconds(server.use().startSeconds()).toNanos();
  }

  private Duration left() {
    return Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
  }

  private Duration probe() {
    Duration left = left();
    return left.compareTo(PROBE) < 0 ? left : PROBE;
  }

  Agreed agree() throws McpException, InterruptedException {
    try {
      return agreeOnce();
    } catch (McpException changed) {
      boolean remembered = expected != null && options.forced() == null;
      if (!remembered || !isOtherEra(changed)) {
        throw changed;
      }
      expected = null;
      return agreeOnce();
    }
  }

  /// Whether that may come of being asked in words that it does not know any more. Some programs
  /// end then.
  private boolean isOtherEra(McpException failed) {
    return switch (failed.kind()) {
      case REFUSED, PROTOCOL -> true;
      case CLOSED -> server.isLocal();
      case NOT_TAKEN, TIMED_OUT, TOO_LARGE, UNREACHABLE, UNAUTHORIZED -> false;
    };
  }

  private Agreed agreeOnce() throws McpException, InterruptedException {
    return switch (server.way()) {
      case ServerConfig.Local ignored -> program();
      case ServerConfig.Remote remote ->
          remote.transport() == ServerConfig.Transport.SSE ? old(null) : address();
    };
  }

  /// How long the question of the stateless revision waits: all of the time where nothing else is
  /// spoken, and where it was spoken before, as much as leaves enough for the handshake.
  private Duration patience() {
    return expected == null ? probe() : options.forced() == null ? left().dividedBy(2) : left();
  }

  // ---- programs

  private Agreed program() throws McpException, InterruptedException {
    McpTransport transport = open(ServerConfig.Transport.HTTP);
    boolean agreed = false;
    try {
      Json.Obj about = null;
      if (expected == null || expected.isStateless()) {
        try {
          about = discover(transport, patience());
        } catch (McpException other) {
          failIfForced(other);
          if (transport.isClosed() || other.kind() == McpException.Kind.CLOSED) {
            // Some end when they are asked what they do not know.
            transport.close();
            transport = open(ServerConfig.Transport.HTTP);
          }
        }
      }
      Agreed result = about == null ? greeted(transport) : agreed(transport, about);
      agreed = true;
      return result;
    } catch (McpException failed) {
      throw transport.explained(failed);
    } finally {
      if (!agreed) {
        transport.close();
      }
    }
  }

  /// A server that starts slowly may have heard both questions and stand by the first.
  private Agreed greeted(McpTransport transport) throws McpException, InterruptedException {
    ProtocolVersion remembered = options.forced() == null ? expected : null;
    if (remembered != null && !remembered.isStateless()) {
      return greetedAsBefore(transport);
    }
    try {
      return handshake(transport, left());
    } catch (McpException refused) {
      if (expected != null || refused.kind() != McpException.Kind.REFUSED) {
        throw refused;
      }
      Json.Obj about;
      try {
        about = discover(transport, left());
      } catch (McpException neither) {
        refused.addSuppressed(neither);
        throw refused;
      }
      return agreed(transport, about);
    }
  }

  /// Who says nothing for half of the time may only be slow, or does not hear the handshake any
  /// more.
  private Agreed greetedAsBefore(McpTransport transport) throws McpException, InterruptedException {
    try {
      return handshake(transport, left().dividedBy(2));
    } catch (McpException silent) {
      if (silent.kind() != McpException.Kind.TIMED_OUT) {
        throw silent;
      }
    }
    expected = null;
    Json.Obj about;
    try {
      about = discover(transport, left().dividedBy(2));
    } catch (McpException other) {
      return handshake(transport, left());
    }
    return agreed(transport, about);
  }

  private void failIfForced(McpException other) throws McpException {
    ProtocolVersion forced = options.forced();
    if (forced != null) {
      throw new McpException(
          other.kind(),
          server.name()
              + " does not speak protocol "
              + forced.text()
              + " as asked for with --protocol: "
              + other.getMessage(),
          other);
    }
  }

  // ---- addresses

  private Agreed address() throws McpException, InterruptedException {
    McpTransport transport = open(ServerConfig.Transport.HTTP);
    boolean agreed = false;
    try {
      Json.Obj about = null;
      if (expected == null || expected.isStateless()) {
        try {
          about = discover(transport, left());
        } catch (McpException other) {
          failIfForced(other);
          failUnlessAnswered(other);
        }
      }
      Agreed result;
      if (about != null) {
        result = agreed(transport, about);
      } else {
        try {
          result = handshake(transport, left());
        } catch (McpException neither) {
          failUnlessAnswered(neither);
          transport.close();
          return old(neither);
        }
      }
      agreed = true;
      return result;
    } finally {
      if (!agreed) {
        transport.close();
      }
    }
  }

  /// An address that nobody answers at is not asked in other words.
  private static void failUnlessAnswered(McpException failed) throws McpException {
    switch (failed.kind()) {
      case REFUSED, PROTOCOL -> {}
      case TIMED_OUT, CLOSED, NOT_TAKEN, TOO_LARGE, UNREACHABLE, UNAUTHORIZED -> throw failed;
    }
  }

  /// @param before why the newer transport did not do, or null
  private Agreed old(@Nullable McpException before) throws McpException, InterruptedException {
    McpTransport transport;
    try {
      transport = open(ServerConfig.Transport.SSE);
    } catch (McpException neither) {
      if (before == null) {
        throw neither;
      }
      before.addSuppressed(neither);
      // No is all that a newer server says to the older way; anything else is about an older one.
      throw neither.kind() == McpException.Kind.REFUSED
          ? before
          : new McpException(
              before.kind(),
              before.getMessage() + "; and over the transport of 2024: " + neither.getMessage(),
              before);
    }
    boolean agreed = false;
    try {
      Agreed result = handshake(transport, left());
      agreed = true;
      return result;
    } finally {
      if (!agreed) {
        transport.close();
      }
    }
  }

  // ---- both

  private McpTransport open(ServerConfig.Transport how) throws McpException, InterruptedException {
    return connector.open(server, how, requests, left());
  }

  /// What every request of the stateless revision carries.
  Json.Obj envelope() {
    return Json.object()
        .put(Meta.VERSION, ProtocolVersion.STATELESS_2026_07_28.text())
        .put(Meta.CLIENT, client)
        .put(Meta.CAPABILITIES, requests.capabilities(true))
        .build();
  }

  private Json.Obj discover(McpTransport transport, Duration limit)
      throws McpException, InterruptedException {
    Json.Obj about =
        transport.call(
            new McpTransport.Call("server/discover", Meta.with(Json.Obj.EMPTY, envelope()), limit));
    for (Json each : about.array("supportedVersions")) {
      if (each instanceof Json.Str text
          && text.value().equals(ProtocolVersion.STATELESS_2026_07_28.text())) {
        return about;
      }
    }
    throw new McpException(
        McpException.Kind.PROTOCOL,
        server.name()
            + " does not name protocol "
            + ProtocolVersion.STATELESS_2026_07_28.text()
            + " among those it speaks");
  }

  private Agreed agreed(McpTransport transport, Json.Obj about) {
    transport.speak(ProtocolVersion.STATELESS_2026_07_28);
    Json.Obj named = about.objectOrEmpty(Meta.MEMBER).objectOrEmpty(Meta.SERVER);
    return new Agreed(
        transport,
        ProtocolVersion.STATELESS_2026_07_28,
        named.isEmpty() ? about : about.with("serverInfo", named));
  }

  private Agreed handshake(McpTransport transport, Duration limit)
      throws McpException, InterruptedException {
    ProtocolVersion before = expected;
    ProtocolVersion asked =
        before == null || before.isStateless() ? ProtocolVersion.NEWEST_HANDSHAKE : before;
    Json.Obj about =
        transport.call(
            new McpTransport.Call(
                "initialize",
                Json.object()
                    .put("protocolVersion", asked.text())
                    .put("capabilities", requests.capabilities(false))
                    .put("clientInfo", client)
                    .build(),
                limit));
    String said = about.string("protocolVersion", "");
    ProtocolVersion version = ProtocolVersion.of(said).orElse(null);
    if (version == null || version.isStateless()) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          server.name()
              + " answers with protocol '"
              + (said.length() > 40 ? said.substring(0, 40) + "…" : said)
              + "'; known are "
              + ProtocolVersion.known());
    }
    ProtocolVersion forced = options.forced();
    if (forced != null && version != forced) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          server.name()
              + " speaks protocol "
              + version.text()
              + ", not "
              + forced.text()
              + " as asked for with --protocol");
    }
    transport.speak(version);
    transport.tell("notifications/initialized", Json.Obj.EMPTY, left());
    transport.listen();
    return new Agreed(transport, version, about);
  }
}

package dev.tenon.protocols.mcp.host;

import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Connector;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The servers of one conversation. Those that are known are offered at once and start at their
/// first use; the others are started beside it, and nobody waits for them for long. What the person
/// has not let in is withheld. Safe for several threads.
public final class McpServers implements AutoCloseable {
  private static final List<Duration> AGAIN =
      List.of(Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofMinutes(1));
  private static final int MOST_NAMED = 12;

  private final Map<String, ServerLink> links = new LinkedHashMap<>();
  private final Parts parts;
  private final Face face;
  private final ToolNames names = new ToolNames();
  private final Map<String, Map<String, String>> offered = new HashMap<>();
  private final Map<String, Catalogue> catalogues = new HashMap<>();
  private final Map<String, Pins.Review> reviews = new HashMap<>();
  private final List<Thread> starts = new ArrayList<>();
  private CountDownLatch unknown = new CountDownLatch(0);
  private volatile boolean closed;

  /// What servers are used with.
  ///
  /// @param side what the client does for a server
  /// @param trusted whether everything counts as let in during this run
  /// @param artifacts where long answers go
  /// @param builtin names of tools that are not of servers
  public record Parts(
      Connector connector,
      Function<ServerConfig, ClientSide> side,
      CatalogueStore store,
      Pins pins,
      boolean trusted,
      Optional<Artifacts> artifacts,
      Set<String> builtin,
      String clientVersion) {}

  /// The conversation.
  public interface Face {
    /// Puts a tool on the shelf, or up front.
    boolean add(Tool<?> tool, ToolShelf.Place place);

    /// Tells the person.
    void note(String text);

    /// Tells the model with the next prompt.
    void tell(String text);
  }

  /// A server as a person sees it.
  ///
  /// @param state `known`, `ready`, `starting`, `failed` or `off`
  /// @param trouble why it failed; empty otherwise
  public record State(ServerConfig server, String state, String trouble, int tools, int withheld) {}

  public McpServers(List<ServerConfig> servers, Parts parts, Face face) {
    this.parts = parts;
    this.face = face;
    for (ServerConfig server : servers) {
      links.put(
          server.name(),
          new ServerLink(
              server,
              parts.connector(),
              parts.side().apply(server),
              parts.clientVersion(),
              new Ears()));
    }
  }

  Optional<Artifacts> artifacts() {
    return parts.artifacts();
  }

  /// Offers what is known and starts what is not.
  public void begin() {
    var toStart = new ArrayList<ServerLink>();
    for (ServerLink link : links.values()) {
      Optional<Catalogue> known = parts.store().find(link.server());
      if (known.isPresent()) {
        link.remember(known.get().version());
        take(link, known.get());
      } else {
        toStart.add(link);
      }
    }
    unknown = new CountDownLatch(toStart.size());
    for (ServerLink link : toStart) {
      starts.add(Thread.ofVirtual().name("mcp-start").start(() -> start(link)));
    }
  }

  /// Waits for servers that are not known yet. Answers whether all of them are there, or have
  /// failed.
  public boolean await(Duration limit) throws InterruptedException {
    return unknown.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void start(ServerLink link) {
    boolean counted = false;
    try {
      for (int attempt = 0; !closed; attempt++) {
        try {
          link.open();
          return;
        } catch (McpException failed) {
          boolean last = attempt >= AGAIN.size();
          if (!closed) {
            face.note(
                "the MCP server "
                    + link.server().name()
                    + " is not there: "
                    + failed.getMessage()
                    + (last
                        ? ""
                        : "; it is tried again in " + AGAIN.get(attempt).toSeconds() + " s"));
          }
          if (!counted) {
            counted = true;
            unknown.countDown();
          }
          if (last || failed.kind() == McpException.Kind.UNAUTHORIZED) {
            return;
          }
          Thread.sleep(AGAIN.get(attempt));
        }
      }
    } catch (InterruptedException over) {
      // The program ends.
    } finally {
      if (!counted) {
        unknown.countDown();
      }
    }
  }

  /// Hears all servers.
  private final class Ears implements ServerLink.Listener {
    @Override
    public void ready(ServerLink link, Catalogue catalogue) {
      try {
        parts.store().keep(link.server(), catalogue);
      } catch (IOException full) {
        face.note(
            "what the server "
                + link.server().name()
                + " has cannot be kept: "
                + full.getMessage());
      }
      take(link, catalogue);
    }

    @Override
    public void changed(ServerLink link) {
      Thread.ofVirtual().name("mcp-lists").start(() -> refresh(link));
    }

    @Override
    public void updated(ServerLink link, String uri) {
      face.tell("The resource " + uri + " of the MCP server " + link.server().name() + " changed.");
    }
  }

  private void refresh(ServerLink link) {
    try {
      if (link.isOpen()) {
        Catalogue now = link.open().catalogue();
        parts.store().keep(link.server(), now);
        take(link, now);
      }
    } catch (McpException | IOException failed) {
      face.note(
          "the lists of the server "
              + link.server().name()
              + " cannot be read again: "
              + failed.getMessage());
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /// Offers what the person has let in, and says what is withheld.
  private synchronized void take(ServerLink link, Catalogue catalogue) {
    String server = link.server().name();
    Pins.Review review = parts.pins().review(link.server(), catalogue, others(server));
    Pins.Review before = reviews.put(server, review);
    catalogues.put(server, catalogue);
    var added = new ArrayList<String>();
    var held = new ArrayList<String>();
    Map<String, String> known = offered.computeIfAbsent(server, ignored -> new HashMap<>());
    for (Json.Obj tool : catalogue.tools()) {
      String name = tool.string("name", "");
      if (name.isEmpty() || !link.server().use().wants(name)) {
        continue;
      }
      if (!parts.trusted() && review.withheld().contains(name)) {
        held.add(name);
      } else if (!known.containsKey(name)) {
        String shown = names.name(server, name);
        known.put(name, shown);
        boolean upFront = link.server().use().upFront();
        if (face.add(
            new McpTool(shown, link, tool, this),
            upFront ? ToolShelf.Place.UP_FRONT : ToolShelf.Place.SHELF)) {
          added.add(shown);
        }
      }
    }
    boolean same = before != null && before.withheld().equals(review.withheld());
    if (!held.isEmpty() && !same) {
      face.note(
          "the MCP server "
              + server
              + " has "
              + held.size()
              + (held.size() == 1 ? " tool" : " tools")
              + " that you have not let in ("
              + String.join(", ", held.subList(0, Math.min(MOST_NAMED, held.size())))
              + (held.size() > MOST_NAMED ? ", …" : "")
              + "); 'tenon mcp trust "
              + server
              + "' shows them and asks");
    }
    if (!added.isEmpty() && link.isOpen()) {
      face.tell(
          "The MCP server "
              + server
              + " is there now; more_tools finds its "
              + added.size()
              + " tools.");
    }
  }

  private Set<String> others(String server) {
    var others = new LinkedHashSet<>(parts.builtin());
    for (Map.Entry<String, Map<String, String>> each : offered.entrySet()) {
      if (!each.getKey().equals(server)) {
        others.addAll(each.getValue().values());
      }
    }
    return others;
  }

  synchronized boolean isWithheld(ServerLink link, String tool) {
    Pins.Review review = reviews.get(link.server().name());
    return !parts.trusted() && review != null && review.withheld().contains(tool);
  }

  /// What is not let in of a server that was asked before.
  public synchronized Optional<Pins.Review> review(String server) {
    return Optional.ofNullable(reviews.get(server));
  }

  /// The person has seen it and lets it in.
  public void letIn(String server) throws IOException {
    ServerLink link = links.get(server);
    Catalogue catalogue;
    synchronized (this) {
      catalogue = catalogues.get(server);
    }
    if (link != null && catalogue != null) {
      parts.pins().letIn(link.server(), catalogue);
      take(link, catalogue);
    }
  }

  public synchronized List<State> states() {
    var states = new ArrayList<State>();
    for (ServerLink link : links.values()) {
      String name = link.server().name();
      Catalogue catalogue = catalogues.get(name);
      Pins.Review review = reviews.get(name);
      String state =
          link.isOpen()
              ? "ready"
              : !link.trouble().isEmpty() ? "failed" : catalogue == null ? "starting" : "known";
      states.add(
          new State(
              link.server(),
              state,
              link.trouble(),
              catalogue == null ? 0 : catalogue.tools().size(),
              review == null || parts.trusted() ? 0 : review.withheld().size()));
    }
    return states;
  }

  /// Ends a server and starts it anew.
  ///
  /// @throws McpException when it cannot be started
  public void reconnect(String server) throws McpException, InterruptedException {
    ServerLink link = links.get(server);
    if (link == null) {
      throw new McpException(McpException.Kind.UNREACHABLE, "there is no server " + server);
    }
    link.reset();
    link.open();
  }

  /// The open connection to a server, which is started if need be; null if there is none of that
  /// name.
  public @Nullable McpClient client(String server) throws McpException, InterruptedException {
    ServerLink link = links.get(server);
    return link == null ? null : link.open();
  }

  /// The prompts that the person has let in, by server.
  public synchronized Map<String, List<Json.Obj>> prompts() {
    Map<String, List<Json.Obj>> prompts = new LinkedHashMap<>();
    for (String server : links.keySet()) {
      Catalogue catalogue = catalogues.get(server);
      Pins.Review review = reviews.get(server);
      if (catalogue != null && review != null) {
        var all = new ArrayList<>(catalogue.prompts());
        all.removeIf(
            each -> !parts.trusted() && review.prompts().contains(each.string("name", "")));
        prompts.put(server, all);
      }
    }
    return prompts;
  }

  @Override
  public void close() {
    closed = true;
    starts.forEach(Thread::interrupt);
    var ends = new ArrayList<Thread>();
    for (ServerLink link : links.values()) {
      ends.add(Thread.ofVirtual().name("mcp-end").start(link::close));
    }
    boolean interrupted = false;
    for (Thread each : ends) {
      interrupted |= joined(each);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean joined(Thread thread) {
    try {
      thread.join();
      return false;
    } catch (InterruptedException hurry) {
      return true;
    }
  }
}

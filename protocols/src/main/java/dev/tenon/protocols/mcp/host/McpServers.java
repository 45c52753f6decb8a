package dev.tenon.protocols.mcp.host;

import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.DeferredTools;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Connector;
import dev.tenon.protocols.mcp.trust.Pins;
import dev.tenon.protocols.mcp.trust.PlainText;
import dev.tenon.protocols.mcp.trust.Withheld;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
  static final List<Duration> AGAIN =
      List.of(Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofMinutes(1));

  private final Map<String, ServerLink> links = Collections.synchronizedMap(new LinkedHashMap<>());

  /// Those of helpers, by helper and server, where a server has a state for each.
  private final Map<String, Map<String, ServerLink>> ofHelpers = new HashMap<>();

  private final Parts parts;
  private final Face face;
  private final Retries retries;
  private final OfferedTools tools;
  private final CatalogueIntake intake;
  private final ShelvedServers shelved;
  private final List<Thread> starts = Collections.synchronizedList(new ArrayList<>());

  /// Heard when the prompts of a server became others.
  private volatile Runnable offering = () -> {};

  private CountDownLatch unknown = new CountDownLatch(0);
  private volatile boolean closed;

  /// What servers are used with.
  ///
  /// @param side what the client does for a server
  /// @param known what is kept of servers, and what is let in
  /// @param artifacts where long answers go
  /// @param builtin names of tools that are not of servers
  public record Parts(
      Connector connector,
      Function<ServerConfig, ClientSide> side,
      KnownServers known,
      Optional<Artifacts> artifacts,
      Set<String> builtin,
      String clientVersion) {}

  /// The conversation.
  public interface Face {
    /// Puts a tool on the shelf, or up front.
    boolean add(Tool<?> tool, ToolShelf.Place place);

    /// Puts tools on the shelf that are made when somebody looks for one. Answers false when they
    /// have to be there at once.
    default boolean defer(DeferredTools tools) {
      return false;
    }

    /// A tool says something else of itself now.
    void replace(Tool<?> tool);

    /// A tool has gone; it may come again.
    void remove(String tool);

    /// Tools that were to come are not there.
    ///
    /// @param prefix the beginning of their names
    /// @param why null when nothing is wrong any more
    void lacking(String prefix, @Nullable String why);

    /// Tells the person.
    void note(String text);

    /// Tells the model before its next step.
    void tell(String server, String text);
  }

  /// A server as a person sees it.
  ///
  /// @param state `known`, `ready`, `starting`, `failed` or `off`
  /// @param trouble why it failed; empty otherwise
  /// @param edition another one whenever its resources may be others
  public record State(
      ServerConfig server, String state, String trouble, int tools, int withheld, int edition) {}

  public McpServers(List<ServerConfig> servers, Parts parts, Face face) {
    this(servers, parts, face, AGAIN);
  }

  /// @param again when one that could not be started is tried again
  McpServers(List<ServerConfig> servers, Parts parts, Face face, List<Duration> again) {
    this.parts = parts;
    this.face = face;
    this.retries = new Retries(again, face);
    this.tools = new OfferedTools(this, parts, face);
    this.intake = new CatalogueIntake(parts, face, tools);
    this.shelved = new ShelvedServers(tools);
    for (ServerConfig server : servers) {
      links.put(server.name(), link(server, new Ears()));
    }
  }

  private ServerLink link(ServerConfig server, ServerLink.Listener listener) {
    return new ServerLink(
        server, parts.connector(), parts.side().apply(server), parts.clientVersion(), listener);
  }

  /// The server of one helper, whose state is its own.
  ServerLink ownLink(ServerLink shared, String helper) {
    synchronized (ofHelpers) {
      return ofHelpers
          .computeIfAbsent(helper, ignored -> new HashMap<>())
          .computeIfAbsent(
              shared.server().name(),
              ignored -> link(shared.server(), new HelperEars(shared)).like(shared));
    }
  }

  void helperEnded(String helper) {
    Map<String, ServerLink> own;
    synchronized (ofHelpers) {
      own = ofHelpers.remove(helper);
    }
    if (own != null) {
      own.values().forEach(link -> Thread.ofVirtual().name("mcp-end").start(link::close));
    }
  }

  Optional<Artifacts> artifacts() {
    return parts.artifacts();
  }

  /// Offers what is known and starts what is not.
  public void begin() {
    var toStart = new ArrayList<ServerLink>();
    var stale = new ArrayList<ServerLink>();
    for (ServerLink link : all()) {
      KnownServer known = parts.known().find(link.server()).orElse(null);
      if (known == null) {
        toStart.add(link);
        continue;
      }
      link.remember(known.version());
      if (known.withheld() > 0 || link.server().use().upFront()) {
        tools.take(link);
      } else {
        shelved.add(link, known);
      }
      if (known.isStale() && !link.server().isLocal()) {
        stale.add(link);
      }
    }
    if (shelved.count() < DeferredTools.FEWEST || !face.defer(shelved)) {
      shelved.load();
    }
    try {
      parts.known().save();
    } catch (IOException full) {
      face.note("what is known of MCP servers cannot be kept: " + IoFailure.named(full));
    }
    for (ServerLink link : stale) {
      // It wants to be read again; what is known is offered meanwhile.
      starts.add(Thread.ofVirtual().name("mcp-reread").start(() -> reread(link)));
    }
    unknown = new CountDownLatch(toStart.size());
    for (ServerLink link : toStart) {
      starts.add(Thread.ofVirtual().name("mcp-start").start(() -> start(link)));
    }
  }

  private List<ServerLink> all() {
    synchronized (links) {
      return List.copyOf(links.values());
    }
  }

  /// Waits for servers that are not known yet. Answers whether all of them are there, or have
  /// failed.
  public boolean await(Duration limit) throws InterruptedException {
    return unknown.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void reread(ServerLink link) {
    try {
      link.open();
    } catch (McpException away) {
      // It is told, and tried again.
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(ServerLink link) {
    try {
      reread(link);
    } finally {
      unknown.countDown();
    }
  }

  /// It could not be started: the person is told at once, the model when it wants such a tool, and
  /// it is tried again beside the conversation.
  private void failed(ServerLink link, McpException why) {
    if (links.get(link.server().name()) != link) {
      // Another one has taken its place.
      return;
    }
    String name = link.server().name();
    boolean waits = why.kind() == McpException.Kind.UNAUTHORIZED || link.isOff();
    String said = PlainText.visible(String.valueOf(why.getMessage()));
    face.lacking(prefix(name), "the MCP server " + name + " is not there: " + said);
    retries.failed(link, why, !waits);
  }

  private static String prefix(String server) {
    return "mcp__" + server + "__";
  }

  /// Hears all servers.
  private final class Ears implements ServerLink.Listener {
    @Override
    public void ready(ServerLink link, Catalogue catalogue) {
      shelved.load();
      face.lacking(prefix(link.server().name()), null);
      intake.take(link, catalogue);
    }

    @Override
    public void changed(ServerLink link) {
      refresh(link, link);
    }

    @Override
    public void updated(ServerLink link, String uri) {
      String server = link.server().name();
      face.tell(
          server,
          "The resource " + PlainText.of(uri) + " of the MCP server " + server + " changed.");
    }

    @Override
    public void failed(ServerLink link, McpException why) {
      McpServers.this.failed(link, why);
    }
  }

  /// Hears the server of a helper, which has the same tools as the shared one: what it says of them
  /// now counts for all.
  private final class HelperEars implements ServerLink.Listener {
    private final ServerLink shared;

    HelperEars(ServerLink shared) {
      this.shared = shared;
    }

    @Override
    public void ready(ServerLink link, Catalogue catalogue) {
      tools.take(shared, catalogue);
    }

    @Override
    public void changed(ServerLink link) {
      refresh(link, shared);
    }

    @Override
    public void updated(ServerLink link, String uri) {
      // Helpers subscribe to nothing.
    }

    @Override
    public void failed(ServerLink link, McpException why) {
      face.note(Retries.absent(link.server().name(), why));
    }
  }

  /// @param offered the one whose tools they are
  private void refresh(ServerLink link, ServerLink offered) {
    try {
      if (link.isOpen()) {
        intake.take(offered, link.readAgain());
      }
    } catch (McpException failed) {
      face.note(
          "the lists of the server "
              + link.server().name()
              + " cannot be read again: "
              + failed.getMessage());
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /// Has lists that are too old by their servers' own words read again, beside the conversation.
  public void freshen() {
    all().forEach(ServerLink::freshen);
  }

  boolean isWithheld(ServerLink link, String tool) {
    return tools.isWithheld(link.server().name(), tool);
  }

  /// What is not let in of a server that was asked before, to be shown to the person.
  public Optional<Pins.Review> review(String server) {
    shelved.load();
    return tools.show(server);
  }

  /// The person has seen what [#review] answered last and lets it in. What the server has said
  /// since is not part of that.
  public void letIn(String server) throws IOException {
    shelved.load();
    ServerLink link = links.get(server);
    Catalogue seen = tools.shown(server);
    Catalogue now = tools.catalogue(server);
    if (link != null && seen != null && now != null) {
      parts.known().pins().letIn(link.server(), seen);
      intake.offer(link, now);
    }
  }

  public List<State> states() {
    shelved.load();
    var states = new ArrayList<State>();
    for (ServerLink link : all()) {
      String name = link.server().name();
      Catalogue catalogue = tools.catalogue(name);
      Pins.Review review = tools.review(name).orElse(null);
      states.add(
          new State(
              link.server(),
              link.state(catalogue != null),
              link.trouble(),
              catalogue == null ? 0 : link.server().use().wanted(catalogue.toolNames()),
              review == null ? 0 : Withheld.of(link.server(), review).count(),
              link.edition()));
    }
    return states;
  }

  /// Ends a server and starts it anew.
  ///
  /// @throws McpException when it cannot be started
  public void reconnect(String server) throws McpException, InterruptedException {
    ServerLink link = known(server);
    retries.stop(link);
    link.reset();
    link.open();
  }

  /// The same for one that is written down otherwise now, or only now: the old one ends first, with
  /// its tools.
  public void reconnect(ServerConfig now) throws McpException, InterruptedException {
    shelved.load();
    ServerLink before = links.get(now.name());
    if (before != null && before.server().equals(now)) {
      reconnect(now.name());
      return;
    }
    if (before != null) {
      retries.stop(before);
      before.close();
    }
    tools.forget(now.name());
    ServerLink fresh = link(now, new Ears());
    links.put(now.name(), fresh);
    fresh.open();
  }

  /// The open connection to a server, which is started if need be; null if there is none of that
  /// name.
  public @Nullable McpClient client(String server) throws McpException, InterruptedException {
    ServerLink link = links.get(server);
    return link == null ? null : link.open();
  }

  /// What is asked of a server.
  @FunctionalInterface
  public interface Asking<T> {
    T of(McpClient client) throws McpException, InterruptedException;
  }

  /// Asks a server, which is started if need be, and opened anew once where it has forgotten the
  /// session.
  ///
  /// @throws McpException also when there is none of that name
  public <T> T ask(String server, Asking<T> asking) throws McpException, InterruptedException {
    return known(server).ask(asking);
  }

  /// Has the conversation told when a resource changes.
  public void subscribe(String server, String uri) throws McpException, InterruptedException {
    known(server).subscribe(uri);
  }

  private ServerLink known(String server) throws McpException {
    ServerLink link = links.get(server);
    if (link == null) {
      throw new McpException(McpException.Kind.UNREACHABLE, "there is no server " + server);
    }
    return link;
  }

  /// Calls this whenever other prompts than before are let in.
  public void whenOffered(Runnable listener) {
    offering = listener;
    soon();
  }

  /// Reads beside the conversation what it will be asked for, where somebody sits in front of it:
  /// prompts stand in menus, which do not wait.
  public void soon() {
    if (shelved.havePrompts()) {
      Thread.ofVirtual().name("mcp-load").start(shelved::load);
    }
  }

  void promptsChanged() {
    if (!closed) {
      Thread.ofVirtual().name("mcp-offer").start(offering);
    }
  }

  /// The prompts that the person has let in, by server.
  public Map<String, List<Json.Obj>> prompts() {
    if (shelved.havePrompts()) {
      shelved.load();
    }
    Map<String, List<Json.Obj>> prompts = new LinkedHashMap<>();
    all().forEach(link -> tools.prompts(link.server().name(), prompts));
    return prompts;
  }

  @Override
  public void close() {
    closed = true;
    retries.close();
    List.copyOf(starts).forEach(Thread::interrupt);
    var ending = new ArrayList<>(all());
    synchronized (ofHelpers) {
      ofHelpers.values().forEach(own -> ending.addAll(own.values()));
    }
    LinkEnds.end(ending);
  }
}

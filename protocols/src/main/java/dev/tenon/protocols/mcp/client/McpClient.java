package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.Meta;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import dev.tenon.protocols.mcp.transport.Connector;
import dev.tenon.protocols.mcp.transport.McpTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An open connection to one server, in whichever revision it speaks. Calls block, several at a
/// time, and can be interrupted. Safe for several threads.
///
/// ```java
/// try (var client = McpClient.open(server, connector, McpClient.Options.of(side))) {
///   Json.Obj result = client.callTool("echo", arguments, progress -> {});
/// }
/// ```
public final class McpClient implements AutoCloseable {
  public static final int MOST_TOOLS = 2_000;
  public static final int MOST_RESOURCES = 10_000;

  private static final String LOGGING = "logging";
  private static final String LOG_LEVEL = "info";
  private static final int MOST_PAGES = 1_000;
  private static final Duration LISTING = Duration.ofMinutes(1);

  /// The call itself knows when it took too long, which is not while a person is asked.
  private static final Duration NO_BOUND = Duration.ofDays(1);

  /// What is said to be good for longer does not end.
  private static final long LONGEST_FRESH = Duration.ofDays(365).toMillis();

  private final ServerConfig server;
  private final ClientRequests requests;
  private final ServerNews news;
  private final McpTransport transport;
  private final ProtocolVersion version;
  private final Json.Obj about;
  private final Json.Obj envelope;
  private final AtomicLong tokens = new AtomicLong();

  /// The tools by their names, once they were listed.
  private volatile @Nullable Map<String, Json.Obj> declared;

  /// How long the shortest-lived of the lists that were read last is good for.
  private volatile long freshMillis = Long.MAX_VALUE;

  /// Resources of a stateless server that somebody wants to hear of; guards who listens.
  private final Set<String> wanted = new LinkedHashSet<>();

  private @Nullable Thread listening;

  /// How a server is opened.
  ///
  /// @param forced the only revision to be spoken, or null
  /// @param remembered the one it spoke before, or null
  public record Options(
      ClientSide side,
      ServerNews news,
      @Nullable ProtocolVersion forced,
      @Nullable ProtocolVersion remembered,
      String clientVersion) {
    public static Options of(ClientSide side) {
      return new Options(side, ServerNews.NOBODY, null, null, "0");
    }

    public Options telling(ServerNews whom) {
      return new Options(side, whom, forced, remembered, clientVersion);
    }

    public Options speaking(@Nullable ProtocolVersion only) {
      return new Options(side, news, only, remembered, clientVersion);
    }

    public Options remembering(@Nullable ProtocolVersion before) {
      return new Options(side, news, forced, before, clientVersion);
    }
  }

  private McpClient(
      ServerConfig server,
      ClientRequests requests,
      ServerNews news,
      Negotiation.Agreed agreed,
      Json.Obj envelope) {
    this.server = server;
    this.requests = requests;
    this.news = news;
    this.transport = agreed.transport();
    this.version = agreed.version();
    this.about = agreed.about();
    this.envelope = envelope;
  }

  /// Starts or connects to the server and agrees on a revision.
  ///
  /// @throws McpException when that is not done within the server's `startSeconds`
  public static McpClient open(ServerConfig server, Connector connector, Options options)
      throws McpException, InterruptedException {
    var requests = new ClientRequests(options.side(), options.news());
    Json.Obj self =
        Json.object().put("name", "tenon").put("version", options.clientVersion()).build();
    var negotiation = new Negotiation(server, connector, requests, self, options);
    Negotiation.Agreed agreed = negotiation.agree();
    Json.Obj envelope = agreed.version().isStateless() ? negotiation.envelope() : Json.Obj.EMPTY;
    var client = new McpClient(server, requests, options.news(), agreed, envelope);
    client.wantLog();
    return client;
  }

  /// With a handshake the level is said once; without one, each call says it.
  private void wantLog() {
    if (!version.isStateless() && capabilities().has(LOGGING) && !news.equals(ServerNews.NOBODY)) {
      Thread.ofVirtual().name("mcp-log-level").start(this::wantLogQuietly);
    }
  }

  private void wantLogQuietly() {
    try {
      ask("logging/setLevel", Json.object().put("level", LOG_LEVEL).build(), LISTING);
    } catch (McpException | InterruptedException unheard) {
      // It logs as much as it likes then.
    }
  }

  public ServerConfig server() {
    return server;
  }

  public ProtocolVersion version() {
    return version;
  }

  public McpTransport transport() {
    return transport;
  }

  public Json.Obj capabilities() {
    return about.objectOrEmpty("capabilities");
  }

  /// Name and version as the server says.
  public Json.Obj serverInfo() {
    return about.objectOrEmpty("serverInfo");
  }

  public String instructions() {
    return about.string("instructions", "");
  }

  public boolean isClosed() {
    return transport.isClosed();
  }

  // ---- lists

  /// Everything that is worth to be kept.
  public Catalogue catalogue() throws McpException, InterruptedException {
    freshMillis = Long.MAX_VALUE;
    List<Json.Obj> tools;
    List<Json.Obj> prompts;
    try {
      tools = tools();
      prompts = prompts();
    } catch (McpException failed) {
      throw transport.explained(failed);
    }
    return new Catalogue(
        version.text(),
        serverInfo(),
        capabilities(),
        instructions(),
        tools,
        prompts,
        freshMillis > LONGEST_FRESH ? 0 : System.currentTimeMillis() + freshMillis);
  }

  public List<Json.Obj> tools() throws McpException, InterruptedException {
    List<Json.Obj> tools = list("tools", "tools/list", "tools", MOST_TOOLS);
    Map<String, Json.Obj> byName = new HashMap<>();
    for (Json.Obj tool : tools) {
      byName.putIfAbsent(tool.string("name", ""), tool);
    }
    declared = byName;
    return tools;
  }

  public List<Json.Obj> prompts() throws McpException, InterruptedException {
    return list("prompts", "prompts/list", "prompts", MOST_TOOLS);
  }

  public List<Json.Obj> resources() throws McpException, InterruptedException {
    return list("resources", "resources/list", "resources", MOST_RESOURCES);
  }

  public List<Json.Obj> templates() throws McpException, InterruptedException {
    return list("resources", "resources/templates/list", "resourceTemplates", MOST_RESOURCES);
  }

  /// All pages, as far as the bound; nothing where the server does not have such things at all.
  private List<Json.Obj> list(String capability, String method, String member, int most)
      throws McpException, InterruptedException {
    var all = new ArrayList<Json.Obj>();
    if (!capabilities().has(capability)) {
      return all;
    }
    long deadline = System.nanoTime() + Duration.ofSeconds(server.use().startSeconds()).toNanos();
    var seen = new HashSet<String>();
    String cursor = null;
    for (int page = 0; page < MOST_PAGES && all.size() < most; page++) {
      Json.Obj params =
          cursor == null ? Json.Obj.EMPTY : Json.object().put("cursor", cursor).build();
      Json.Obj answer;
      try {
        answer = ask(method, params, listing(deadline, method));
        freshMillis = Math.min(freshMillis, Math.max(0, answer.number("ttlMs", Long.MAX_VALUE)));
      } catch (McpException failed) {
        if (page == 0 && failed.code() == RpcException.METHOD_NOT_FOUND) {
          return all;
        }
        throw failed;
      }
      Json list = answer.get(member);
      if (list != null && !(list instanceof Json.Null) && !(list instanceof Json.Arr)) {
        throw new McpException(
            McpException.Kind.PROTOCOL,
            server.name() + " answered " + method + " without a list of " + member);
      }
      for (Json.Obj each : answer.objects(member)) {
        if (all.size() < most) {
          all.add(each);
        }
      }
      cursor = answer.string("nextCursor");
      if (cursor == null || !seen.add(cursor)) {
        return all;
      }
    }
    return all;
  }

  /// How long the next page may take: all of them together no longer than a start.
  private Duration listing(long deadline, String method) throws McpException {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw new McpException(
          McpException.Kind.TIMED_OUT,
          server.name()
              + " needs longer than "
              + server.use().startSeconds()
              + " s for "
              + method
              + "; startSeconds can give it more");
    }
    return left < LISTING.toNanos() ? Duration.ofNanos(left) : LISTING;
  }

  // ---- requests

  private Json.Obj ask(String method, Json.Obj params, Duration limit)
      throws McpException, InterruptedException {
    return transport.call(new McpTransport.Call(method, Meta.with(params, envelope), limit));
  }

  /// Runs a tool to its result, whatever the server asks in between.
  ///
  /// @param progress hears `progress`, `total` and `message`
  /// @return with `content`, `structuredContent` and `isError` as the server says
  public Json.Obj callTool(String name, Json.Obj arguments, Consumer<Json.Obj> progress)
      throws McpException, InterruptedException {
    Json.Obj params = Json.object().put("name", name).put("arguments", arguments).build();
    if (runsOnlyAsTask(name)) {
      Json.Obj task = params.with("task", Json.Obj.EMPTY);
      Json.Obj created = complete("tools/call", task, Map.of(), progress);
      return created.has("task")
          ? new TaskPoll(server, this::ask, requests, CallRounds.WHOLE_CALL).awaited(created)
          : created;
    }
    try {
      return complete("tools/call", params, headers(name, arguments), progress);
    } catch (McpException refused) {
      if (refused.code() != Meta.HEADER_MISMATCH || !hasHeaders()) {
        throw refused;
      }
      // Which arguments are headers is another thing since it was read.
      tools();
      news.changed("tools");
      return complete("tools/call", params, headers(name, arguments), progress);
    }
  }

  private boolean hasHeaders() {
    return version.isStateless() && !server.isLocal();
  }

  /// In the handshake of 2025-11-25 a tool may say that it can be called in no other way; in the
  /// stateless revision it is the answer that says so.
  private boolean runsOnlyAsTask(String name) throws McpException, InterruptedException {
    Json.Obj calls = capabilities().objectOrEmpty("tasks").objectOrEmpty("requests");
    return version == ProtocolVersion.HANDSHAKE_2025_11_25
        && calls.objectOrEmpty("tools").has("call")
        && declared(name).objectOrEmpty("execution").string("taskSupport", "").equals("required");
  }

  /// What the server says of a tool; nothing where it does not have it.
  private Json.Obj declared(String name) throws McpException, InterruptedException {
    Map<String, Json.Obj> known = declared;
    if (known == null) {
      tools();
      known = declared;
    }
    return known == null ? Json.Obj.EMPTY : known.getOrDefault(name, Json.Obj.EMPTY);
  }

  /// Which arguments go along as headers, only the schema of the tool says.
  private Map<String, String> headers(String name, Json.Obj arguments)
      throws McpException, InterruptedException {
    if (!hasHeaders()) {
      return Map.of();
    }
    return ParamHeaders.of(declared(name).objectOrEmpty("inputSchema"), arguments);
  }

  public Json.Obj readResource(String uri) throws McpException, InterruptedException {
    Json.Obj params = Json.object().put("uri", uri).build();
    return complete("resources/read", params, Map.of(), ignored -> {});
  }

  public Json.Obj prompt(String name, Map<String, String> arguments)
      throws McpException, InterruptedException {
    var given = Json.object();
    arguments.forEach(given::put);
    Json.Obj params = Json.object().put("name", name).put("arguments", given.build()).build();
    return complete("prompts/get", params, Map.of(), ignored -> {});
  }

  /// What an argument of a prompt, or of a template, could be.
  ///
  /// @param reference `{"type":"ref/prompt","name":…}` or `{"type":"ref/resource","uri":…}`
  /// @param others the arguments that are there already
  public List<String> completions(
      Json.Obj reference, String argument, String beginning, Map<String, String> others)
      throws McpException, InterruptedException {
    if (!capabilities().has("completions")) {
      return List.of();
    }
    var context = Json.object();
    others.forEach(context::put);
    Json.Obj answer =
        ask(
            "completion/complete",
            Json.object()
                .put("ref", reference)
                .object("argument", each -> each.put("name", argument).put("value", beginning))
                .object("context", each -> each.put("arguments", context.build()))
                .build(),
            Duration.ofSeconds(5));
    var values = new ArrayList<String>();
    for (Json each : answer.objectOrEmpty("completion").array("values")) {
      if (each instanceof Json.Str text && values.size() < 100) {
        values.add(text.value());
      }
    }
    return values;
  }

  /// Wants to be told when a resource changes.
  public void subscribe(String uri) throws McpException, InterruptedException {
    requests.subscribed(uri);
    if (!version.isStateless()) {
      ask("resources/subscribe", Json.object().put("uri", uri).build(), LISTING);
      return;
    }
    synchronized (wanted) {
      if (wanted.add(uri) && listening != null) {
        listen();
      }
    }
  }

  /// A stateless server says nothing by itself unless somebody listens: from now on somebody does,
  /// for changes of its lists and of the resources that were subscribed to. Where a stream ends the
  /// next one takes its place, and the lists count as changed, since what was said meanwhile is
  /// lost.
  public void listen() {
    if (!version.isStateless()) {
      return;
    }
    synchronized (wanted) {
      Thread before = listening;
      if (before != null) {
        before.interrupt();
      }
      var subscription = new Subscription(transport, this::listen, news, List.copyOf(wanted));
      listening = Thread.ofVirtual().name("mcp-subscription").start(subscription);
    }
  }

  /// For tests: waits until nobody listens any more.
  void awaitSilence() throws InterruptedException {
    Thread heard;
    synchronized (wanted) {
      heard = listening;
    }
    if (heard != null) {
      heard.join();
    }
  }

  /// Waits until the server ends the stream, or the thread is interrupted.
  ///
  /// @param resources those that are wanted, too
  private void listen(List<String> resources) throws McpException, InterruptedException {
    Json.Obj filter =
        Json.object()
            .put("toolsListChanged", true)
            .put("promptsListChanged", true)
            .put("resourcesListChanged", true)
            .put("resourceSubscriptions", resources.isEmpty() ? null : Json.strings(resources))
            .build();
    ask(
        "subscriptions/listen",
        Json.object().put("notifications", filter).build(),
        Duration.ofDays(1));
  }

  // ---- calls

  private Json.Obj complete(
      String method, Json.Obj params, Map<String, String> headers, Consumer<Json.Obj> progress)
      throws McpException, InterruptedException {
    CallRounds.Leg once = (now, left) -> leg(method, now, headers, progress, left);
    var visits = new RequiredVisits(server, requests);
    var rounds = new CallRounds(server, requests, method);
    Json.Obj answer = rounds.complete(params, (now, left) -> visits.ask(once, now, left));
    return answer.string("resultType", "complete").equals("task")
        ? new TaskPoll(server, this::ask, requests, rounds.left()).result(answer, progress)
        : answer;
  }

  /// @param left what is left of the time for the whole call
  private Json.Obj leg(
      String method,
      Json.Obj params,
      Map<String, String> headers,
      Consumer<Json.Obj> progress,
      Duration left)
      throws McpException, InterruptedException {
    Json token = Json.of(tokens.incrementAndGet());
    Duration idle = Duration.ofSeconds(server.use().callSeconds());
    var call =
        new PatientCall(
            server.name() + ", asked for " + method + ",", idle, left, requests::isAsking);
    requests.follow(
        token,
        told -> {
          call.sign();
          progress.accept(told);
        });
    var meta = Json.object().putAll(envelope).put(Meta.PROGRESS, token);
    if (version.isStateless() && capabilities().has(LOGGING)) {
      meta.put(Meta.LOG_LEVEL, LOG_LEVEL);
    }
    try {
      return call.run(
          () ->
              transport.call(
                  new McpTransport.Call(
                      method, Meta.with(params, meta.build()), headers, NO_BOUND)));
    } finally {
      requests.unfollow(token);
    }
  }

  /// Ends the connection, and the server if it is a program of ours.
  @Override
  public void close() {
    synchronized (wanted) {
      Thread heard = listening;
      if (heard != null) {
        heard.interrupt();
      }
    }
    transport.close();
  }
}

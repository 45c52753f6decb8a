package dev.tenon.cli.acp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.command.ConversationCommand;
import dev.tenon.cli.stream.StreamDriver;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.EditingMaker;
import dev.tenon.core.helper.HelperFiles;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.Usage;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionRequest;
import dev.tenon.protocols.acp.AcpApprover;
import dev.tenon.protocols.acp.AcpAsker;
import dev.tenon.protocols.acp.AcpClient;
import dev.tenon.protocols.acp.AcpHost;
import dev.tenon.protocols.acp.AcpSession;
import dev.tenon.protocols.acp.ClientBash;
import dev.tenon.protocols.acp.ClientEditing;
import dev.tenon.protocols.acp.ClientFiles;
import dev.tenon.protocols.acp.ClientPaths;
import dev.tenon.protocols.acp.HistoryReplay;
import dev.tenon.protocols.acp.PromptBlocks;
import dev.tenon.protocols.acp.SessionUpdates;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.tools.todo.TodoWrite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One session of an editor: a conversation as the terminal has one, which lives on a thread of its
/// own until the session is closed.
final class EditorSession implements StreamDriver, AcpSession {
  private static final Duration ENDING = Duration.ofSeconds(5);

  private final ConversationCommand command;
  private final Configuration configuration;
  private final Streams streams;
  private final SessionRequest request;
  private final AcpHost.SessionPlace place;
  private final AcpClient client;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicReference<@Nullable SetupException> refused = new AtomicReference<>();
  private final AtomicReference<@Nullable Throwable> bug = new AtomicReference<>();
  private final ConcurrentLinkedQueue<String> early = new ConcurrentLinkedQueue<>();
  private final Thread thread = Thread.ofVirtual().name("session").unstarted(this::live);
  private volatile @Nullable Open open;
  private volatile boolean known;
  private volatile String id = "";
  private volatile String title = "";

  /// What there is once the conversation has begun.
  private record Open(
      ProjectConversation conversation,
      Conversation live,
      ActiveSession session,
      SessionUpdates updates,
      EditorOptions options,
      EditorCommands commands) {}

  EditorSession(
      LaunchContext context,
      Configuration configuration,
      Streams streams,
      SessionRequest request,
      AcpHost.SessionPlace place,
      AcpClient client) {
    this.command = new ConversationCommand(context, configuration, streams);
    this.configuration = configuration;
    this.streams = streams;
    this.request = request;
    this.place = place;
    this.client = client;
  }

  /// Begins it and waits until it can be prompted.
  EditorSession start() throws SetupException, InterruptedException {
    command.notesTo(this::note);
    thread.start();
    try {
      ready.await();
    } catch (InterruptedException stopped) {
      close();
      throw stopped;
    }
    SetupException problem = refused.get();
    if (problem != null) {
      throw problem;
    }
    if (bug.get() != null) {
      throw new IllegalStateException("the session broke: " + bug.get(), bug.get());
    }
    return this;
  }

  private void live() {
    try {
      command.run(this, configuration);
    } catch (SetupException problem) {
      refused.set(problem);
    } catch (InterruptedException stopped) {
      // Only the end of the program does that.
      return;
    } catch (RuntimeException | Error broken) {
      bug.set(broken);
      client.log("the session broke: " + broken);
    } finally {
      ready.countDown();
    }
  }

  private Open open() {
    Open now = open;
    if (now == null) {
      throw new IllegalStateException("the session is not open yet");
    }
    return now;
  }

  // ---- as the one who drives a conversation

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public SessionRequest session(LaunchContext context) {
    return request;
  }

  @Override
  public ServerFile servers() {
    return EditorServers.of(place.servers());
  }

  @Override
  public EditingMaker editing() {
    if (!client.abilities().files()) {
      return DirectEditing::new;
    }
    var files = new ClientFiles(client, () -> id, place.paths());
    return (workspace, journal, limits) -> new ClientEditing(workspace, journal, limits, files);
  }

  @Override
  public void begin(ActiveSession session) {
    id = session.log().id();
    StreamDriver.super.begin(session);
  }

  @Override
  public int drive(ProjectConversation conversation) {
    ActiveSession session = conversation.session().orElseThrow();
    var updates = new SessionUpdates(client, id, new Facts(conversation, place.paths()));
    var face =
        new ConversationFace(
            updates::hear, new AcpApprover(updates), new AcpAsker(updates), this::note);
    if (configuration.clientTerminals() && client.abilities().terminals()) {
      conversation.extras().substitute(new ClientBash(updates));
      conversation.project().wall().commandsElsewhere("commands run in terminals of the editor");
      note("Commands run in terminals of the editor: no wall stands around them (acp.terminal)");
    }
    Conversation live = command.start(conversation, face, streams.err()::json);
    open =
        new Open(
            conversation,
            live,
            session,
            updates,
            new EditorOptions(conversation, updates),
            new EditorCommands(conversation, updates, command.mcp().orElse(null)));
    ready.countDown();
    try {
      closing.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  /// What updates are made of.
  private record Facts(ProjectConversation conversation, ClientPaths paths)
      implements SessionUpdates.Facts {
    @Override
    public Path root() {
      return conversation.project().root();
    }

    @Override
    public Optional<ToolRunner.Outline> outline(Part.Call call) {
      return conversation.conversation().setup().tools().outline(call);
    }

    @Override
    public long window() {
      return conversation.selection().model().info().contextWindow();
    }

    @Override
    public Optional<Double> cost(Usage usage) {
      Pricing price = conversation.selection().model().info().price();
      return price == null ? Optional.empty() : Optional.of(price.cost(usage));
    }
  }

  /// A line for the person. Before the client knows the session it has to wait.
  @Override
  public void note(String line) {
    Open now = open;
    if (now != null && known) {
      now.updates.notice("warning", line, "");
    } else {
      early.add(line);
    }
  }

  // ---- as a session of the client

  @Override
  public String id() {
    return id;
  }

  @Override
  public Json.Obj state() {
    return Json.object()
        .put("modes", open().options.modes())
        .array("configOptions", open().options.all())
        .build();
  }

  @Override
  public void replay() throws RpcException {
    SessionLog log = open().session.log();
    try {
      List<Entry> path = log.path(log.leafId().orElse(null));
      new HistoryReplay(open().updates, log::picture, helpers(path)).tell(path);
    } catch (IOException unreadable) {
      throw new RpcException(
          RpcException.INTERNAL_ERROR,
          "the session cannot be read: " + IoFailure.named(unreadable));
    }
    var plan = TodoWrite.lines(open().conversation.extras().todo().phases());
    if (!plan.isEmpty()) {
      open().updates.plan(plan);
    }
    tellTitle(open());
  }

  /// The helpers of which this branch of the session speaks, and theirs.
  private List<HistoryReplay.HelperPath> helpers(List<Entry> path) throws IOException {
    var found = new ArrayList<HistoryReplay.HelperPath>();
    HelperFiles files = open().conversation.helperFiles();
    List<String> ids = files.ids();
    if (ids.isEmpty()) {
      return found;
    }
    var said = new StringBuilder();
    for (Entry entry : path) {
      if (entry.body() instanceof Entry.Said message) {
        said.append(message.message().compact());
      }
    }
    for (String id : ids) {
      int dot = id.indexOf('.');
      String first = dot < 0 ? id : id.substring(0, dot);
      if (said.indexOf(first) >= 0 && Files.isRegularFile(files.session(id))) {
        try (SessionLog log = open().session.store().look(files.session(id))) {
          found.add(new HistoryReplay.HelperPath(id, log.path(log.leafId().orElse(null))));
        } catch (SessionException broken) {
          note("what the helper " + id + " did cannot be told: " + broken.getMessage());
        }
      }
    }
    return found;
  }

  @Override
  public void opened() {
    known = true;
    for (String line = early.poll(); line != null; line = early.poll()) {
      open().updates.notice("warning", line, "");
    }
    tellTitle(open());
    tellCommands();
    command.mcpServers().ifPresent(servers -> servers.whenOffered(this::tellCommands));
  }

  private void tellCommands() {
    open()
        .updates
        .tell(
            SessionUpdates.update("available_commands_update")
                .array("availableCommands", open().commands.all())
                .build());
  }

  @Override
  public String prompt(List<Json.Obj> blocks) throws RpcException, InterruptedException {
    Open now = open();
    PromptBlocks said = PromptBlocks.of(blocks, now.conversation.project().root(), place.paths());
    now.updates.begin();
    try {
      if (now.commands.run(said.text())) {
        return EditorTurn.END;
      }
      Message.User read = read(now, said.text());
      now.options.tellChanged();
      var parts = new ArrayList<Part.Input>(read.content());
      parts.removeIf(part -> part instanceof Part.Text text && text.text().isEmpty());
      parts.addAll(said.attached());
      String reason = new EditorTurn(now.conversation).run(new Message.User(parts));
      now.commands.review();
      return reason;
    } finally {
      now.updates.end();
      now.options.tellChanged();
      tellTitle(now);
    }
  }

  /// The prompt with what it points to; a hook may refuse it.
  private static Message.User read(Open now, String text)
      throws RpcException, InterruptedException {
    try {
      return now.live.setup().prompts().read(text);
    } catch (PromptReader.RefusedException refused) {
      throw new RpcException(RpcException.INVALID_REQUEST, String.valueOf(refused.getMessage()));
    }
  }

  private void tellTitle(Open now) {
    String named = now.session.log().title().orElse("");
    if (!named.isEmpty() && !named.equals(title)) {
      title = named;
      now.updates.tell(
          SessionUpdates.update("session_info_update")
              .put("title", named)
              .put("updatedAt", Instant.now().toString())
              .build());
    }
  }

  @Override
  public void abandon() {
    open().updates.mute();
  }

  @Override
  public void setMode(String mode) throws RpcException {
    Open now = open();
    now.options.choose(now.conversation.selection().in(EditorOptions.mode(mode)));
    now.options.tellAll();
  }

  @Override
  public List<Json.Obj> setOption(String id, Json value) throws RpcException {
    Open now = open();
    if (!(value instanceof Json.Str text)) {
      throw RpcException.invalidParams("the value of " + id + " must be a text");
    }
    switch (id) {
      case EditorOptions.MODE -> {
        now.options.choose(now.conversation.selection().in(EditorOptions.mode(text.value())));
        now.options.tellMode();
      }
      case EditorOptions.EFFORT -> {
        var effort = EditorOptions.effort(text.value());
        now.session.effortChanged(effort);
        now.options.choose(now.conversation.selection().with(effort));
      }
      case EditorOptions.MODEL -> useModel(now, text.value());
      default ->
          throw RpcException.invalidParams(
              "there is no option '" + id + "'; there are mode, model and effort");
    }
    return now.options.all();
  }

  private void useModel(Open now, String name) throws RpcException {
    Project project = now.conversation.project();
    if (name.equals(now.conversation.selection().model().name())) {
      return;
    }
    try {
      ModelOpener.Opened model = command.recorded(project, project.models().open(name));
      now.session.modelChanged(model.name());
      now.options.choose(now.conversation.selection().with(model));
    } catch (SetupException unusable) {
      throw RpcException.invalidParams(String.valueOf(unusable.getMessage()));
    }
  }

  @Override
  public void close() {
    known = false;
    closing.countDown();
    Open now = open;
    if (now != null) {
      now.conversation.abort();
    }
    try {
      thread.join(ENDING);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}

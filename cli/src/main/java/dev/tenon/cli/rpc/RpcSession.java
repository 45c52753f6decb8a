package dev.tenon.cli.rpc;

import dev.tenon.cli.args.RpcCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.command.ConversationCommand;
import dev.tenon.cli.mcp.McpPrompts;
import dev.tenon.cli.stream.StreamDriver;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.hook.HookRunner;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.protocols.rpc.RpcApprover;
import dev.tenon.protocols.rpc.RpcAsker;
import dev.tenon.protocols.rpc.RpcDialogs;
import dev.tenon.protocols.rpc.RpcEvents;
import dev.tenon.protocols.rpc.RpcMessages;
import dev.tenon.protocols.rpc.RpcWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The conversation of a program: as the terminal has one, with the standard streams in the place
/// of keys and screen.
final class RpcSession implements StreamDriver {
  private final LaunchContext context;
  private final ProjectOptions options;
  private final Configuration configuration;
  private final Streams streams;
  private final ConversationCommand command;
  private final RpcInput input;
  private final RpcWire wire;
  private final RpcDialogs dialogs;

  /// @param options what the configuration was read from
  RpcSession(
      LaunchContext context,
      ProjectOptions options,
      Configuration configuration,
      Streams streams,
      RpcInput input) {
    this.context = context;
    this.options = options;
    this.configuration = configuration;
    this.streams = streams;
    this.command = new ConversationCommand(context, configuration, streams);
    this.input = input;
    this.wire = input.wire();
    this.dialogs = new RpcDialogs(wire::tell, Duration.ofSeconds(configuration.rpcAnswerSeconds()));
  }

  int run() throws SetupException, InterruptedException {
    Path folder = folder();
    if (folder != null && Files.exists(folder) && !Files.isDirectory(folder)) {
      throw SetupException.usage("--session-dir: " + folder + " is no folder");
    }
    command.notesTo(this::note);
    return command.run(this, configuration);
  }

  /// What a client resumes at the start is named by options.
  @Override
  public SessionQuestions questions() {
    return SessionQuestions.nobody("--fork");
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  /// What there is to say before the conversation goes to the log: a program may not expect it yet.
  @Override
  public void note(String line) {
    streams.err().note(line);
  }

  @Override
  public SessionStore store(ProjectOptions opened) {
    Path folder = folder();
    return folder == null
        ? new SessionStore(opened.home())
        : new SessionStore(opened.home(), folder);
  }

  /// Where sessions are kept, if that was said.
  private @Nullable Path folder() {
    return context
        .arguments()
        .text(RpcCommandLine.SESSION_DIR)
        .map(each -> Path.of(each).toAbsolutePath().normalize())
        .orElse(null);
  }

  @Override
  public int drive(ProjectConversation conversation) {
    var models = new RpcModels(conversation, command, options);
    var messages = new RpcMessages(conversation::price, models::api);
    var events =
        new RpcEvents(wire::tell, dialogs, messages, new Facts(conversation), Clock.systemUTC());
    models.listeners(events);
    Consumer<AgentEvent> changes = models::hear;
    conversation.hooks().ifPresent(hooks -> hooks.runner().failuresTo(told(events)));
    command.notesTo(line -> dialogs.notify("warning", line));
    Conversation live =
        command.start(
            conversation,
            new ConversationFace(
                changes.andThen(events::hear),
                new RpcApprover(dialogs),
                new RpcAsker(dialogs),
                command::note),
            streams.err()::json);
    live.deliver(Conversation.Delivery.ONE_AT_A_TIME, Conversation.Delivery.ONE_AT_A_TIME);
    var turns = new RpcTurns(conversation, wire, events);
    var history =
        new RpcHistory(conversation, turns, messages, models, configuration, command::note);
    var commands =
        new RpcCommands(
            conversation,
            wire,
            dialogs,
            turns,
            models,
            history,
            events,
            () ->
                command
                    .mcpServers()
                    .map(servers -> new McpPrompts(servers).all())
                    .orElse(List.of()));
    input.takenBy(commands, command::note);
    try {
      input.awaitEnd();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    wire.hurry();
    // What runs is stopped before its open questions end, so that it does not go on with that.
    commands.interrupt();
    dialogs.close();
    commands.close();
    return 0;
  }

  private static Consumer<HookRunner.Failure> told(RpcEvents events) {
    return failure ->
        events.extensionFailed(
            failure.hook().source().shown(), failure.hook().event().label(), failure.why());
  }

  /// What events are made of.
  private record Facts(ProjectConversation conversation) implements RpcEvents.Facts {
    @Override
    public String firstKept() {
      SessionLog log = conversation.session().orElseThrow().log();
      try {
        for (Entry entry : log.path(log.leafId().orElse(null)).reversed()) {
          if (entry.body() instanceof Entry.Compacted compacted) {
            return compacted.firstKeptEntryId();
          }
        }
      } catch (IOException unreadable) {
        return "";
      }
      return "";
    }

    @Override
    public Conversation.Queued queued() {
      return conversation.conversation().queued();
    }
  }
}

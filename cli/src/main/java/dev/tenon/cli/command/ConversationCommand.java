package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.args.WorkCommandLine;
import dev.tenon.cli.base.DebugLog;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.mcp.McpConversation;
import dev.tenon.cli.mcp.McpSetup;
import dev.tenon.cli.mcp.McpSlashCommands;
import dev.tenon.cli.plugin.JarPlugins;
import dev.tenon.cli.session.SessionCheckpoints;
import dev.tenon.cli.slash.GoalCommand;
import dev.tenon.cli.slash.Mention;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.review.RefusalLog;
import dev.tenon.cli.terminal.review.Rejection;
import dev.tenon.cli.workflow.WorkerLauncher;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.EditingMaker;
import dev.tenon.core.evidence.GoalException;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.ProjectParts;
import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.agent.ProjectAgents;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionModel;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.host.McpServers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// `tenon` without a command: a conversation in the terminal, or one answer for a script. Opens
/// project, session, model and conversation for both in one way, and closes them in every case.
public final class ConversationCommand {
  private final LaunchContext context;
  private final Configuration configuration;
  private final Arguments arguments;
  private final Streams streams;
  private volatile Consumer<String> notes;
  private volatile @Nullable McpConversation mcp;
  private volatile @Nullable JarPlugins plugins;

  public ConversationCommand(LaunchContext context, Configuration configuration, Streams streams) {
    this.context = context;
    this.configuration = configuration;
    this.arguments = context.arguments();
    this.streams = streams;
    this.notes = warning -> streams.err().note(warning);
  }

  /// Whoever drives the conversation: the terminal, a script, or an editor.
  public interface Driver {
    ConversationOptions.Attendance attendance();

    /// Which session it is kept in.
    default SessionRequest session(LaunchContext context) {
      return context.sessionRequest();
    }

    /// Where sessions are kept.
    default SessionStore store(ProjectOptions options) {
      return new SessionStore(options.home());
    }

    /// Servers that come with the conversation and are written down nowhere.
    default ServerFile servers() {
      return ServerFile.NONE;
    }

    /// What edits go through unless they are staged.
    default EditingMaker editing() {
      return DirectEditing::new;
    }

    /// How long it has to end by itself after a signal.
    Duration patience();

    /// Everything else is opened after this, which may take a moment.
    void begin();

    /// Asks about what the project brings along, where somebody can answer.
    void ask(Questioned content) throws SetupException;

    /// The project is open: says and asks what there is before the conversation. Answers an exit
    /// code if there will be none.
    OptionalInt begin(Project project) throws SetupException, InterruptedException;

    /// The stream rules of the run.
    @Nullable StreamRules rules(StreamRuleLoader setup) throws SetupException;

    SessionQuestions questions();

    /// The session is open.
    void begin(ActiveSession session);

    /// Starts the conversation and drives it to its end. Answers the exit code.
    int drive(ProjectConversation conversation);

    /// The conversation is over.
    ///
    /// @param endedJobs how many background jobs ended with it
    void end(Project project, int endedJobs) throws SetupException;
  }

  public int run() throws SetupException, InterruptedException {
    boolean interactive = streams.tty().in() && !arguments.has(TenonCommandLine.PRINT);
    if (!interactive
        || arguments.has(TenonCommandLine.OUTPUT_FORMAT)
        || arguments.has(WorkCommandLine.PLAN)) {
      return run(new HeadlessCommand(this, configuration, context, streams), configuration);
    }
    var questions = new StartQuestions(context, streams);
    Configuration agreed = questions.consented(configuration);
    try (var terminal = new InteractiveCommand(this, context, agreed, questions, streams)) {
      return run(terminal, agreed);
    }
  }

  /// The same for somebody else who drives.
  public int run(Driver driver, Configuration agreed) throws SetupException, InterruptedException {
    ProjectOptions options = context.openingOptions();
    Settings settings = agreed.settings();
    driver.begin();
    try (var scope = new RunScope(driver.patience(), this::note)) {
      ProjectParts.Content content = ProjectParts.Content.read(options, settings);
      for (Questioned question : content.questions()) {
        driver.ask(question);
      }
      if (HookLoader.any(options, agreed.hooks())) {
        Set<OtherTool> off = OtherTool.named(settings.discoveryOff());
        for (Questioned question : new HookLoader(options, agreed.hooks(), off).questions()) {
          driver.ask(question);
        }
      }
      McpSetup servers = servers(driver, agreed, content.agents());
      if (servers != null) {
        options = options.with(withServers(options.prompts(), servers));
      }
      Project project = scope.opened(content.open(options, agreed, driver.editing()));
      OptionalInt over = driver.begin(project);
      if (over.isPresent()) {
        return over.getAsInt();
      }
      if (streams.tty().err()) {
        // A script that reads the errors is not a person to be told.
        project.modeNews().ifPresent(this::note);
      }
      StreamRules rules =
          StreamRuleLoader.any(options, settings)
              ? driver.rules(new StreamRuleLoader(options, settings.rules()))
              : null;
      ActiveSession session =
          scope.opened(
              ActiveSession.open(
                  options,
                  driver.session(context),
                  driver.store(options),
                  driver.questions(),
                  this::note));
      driver.begin(session);
      var selection =
          new ConversationOptions.Selection(
              recorded(project, SessionModel.open(project.models(), session, this::note)),
              session.isPlanning() && !arguments.has(TenonCommandLine.MODE)
                  ? Mode.PLAN
                  : project.mode(),
              settings.effort());
      var wanted =
          new ConversationOptions(
              selection,
              driver.attendance(),
              ConversationOptions.Observing.AS_CONFIGURED,
              rules,
              null);
      ProjectConversation conversation =
          scope.opened(project.conversation(wanted.recordedIn(session)));
      conversation.flow().launchBy(new WorkerLauncher(context, "dev.tenon.cli.Main"));
      if (session.context().isPresent()) {
        tellRefusals(conversation, session);
      }
      if (servers != null) {
        mcp = scope.opened(McpConversation.begin(servers, conversation, this::note));
        if (driver.attendance() == ConversationOptions.Attendance.SINGLE_PROMPT) {
          mcp.await(Duration.ofSeconds(agreed.mcp().waitSeconds()));
        } else {
          mcp.servers().soon();
        }
      }
      JarPlugins code = JarPlugins.load(context.home(), this::note);
      plugins = code == null ? null : scope.opened(code);
      int ended = driver.drive(conversation);
      driver.end(project, conversation.endBackground());
      return ended;
    }
  }

  /// The servers of the project and its user; null where none is written down. Nothing of them is
  /// even looked at then.
  private @Nullable McpSetup servers(
      Driver driver, Configuration agreed, @Nullable AgentLoader files) throws SetupException {
    ServerFile handed = driver.servers();
    var agents = new ArrayList<AgentDefinition>();
    if (files != null) {
      agents.addAll(new ProjectAgents(agreed.settings().agents().disabled(), files).all());
      agents.removeIf(agent -> agent.servers().isEmpty());
    }
    if (handed.equals(ServerFile.NONE) && agents.isEmpty() && !McpSetup.any(context, agreed)) {
      return null;
    }
    McpSetup servers = McpSetup.read(context, agreed, handed, agents);
    for (Questioned question : McpConversation.questions(servers)) {
      driver.ask(question);
    }
    return servers;
  }

  private static ProjectOptions.Prompts withServers(
      ProjectOptions.Prompts prompts, McpSetup servers) {
    String lines = McpConversation.promptLines(servers);
    String appended = prompts.appended();
    return new ProjectOptions.Prompts(
        prompts.system(),
        appended.isEmpty() ? lines : lines.isEmpty() ? appended : appended + "\n\n" + lines);
  }

  /// The servers of the conversation, where there are any.
  public Optional<McpServers> mcpServers() {
    return mcp().map(McpConversation::servers);
  }

  /// The same with what a person can have done about them.
  public Optional<McpConversation> mcp() {
    return Optional.ofNullable(mcp);
  }

  /// The command about servers, where there are any.
  Optional<SlashCommand> serverCommand() {
    return Optional.ofNullable(mcp).map(McpConversation::commands).map(McpSlashCommands::command);
  }

  /// Commands for the prompts that servers have now.
  List<SlashCommand> serverPrompts() {
    McpConversation servers = mcp;
    return servers == null ? List.of() : servers.commands().prompts();
  }

  /// What servers have for mentions, where there are any.
  List<Mention> serverMentions(String typed) {
    McpConversation servers = mcp;
    return servers == null ? List.of() : servers.mentions().apply(typed);
  }

  /// A session that goes on gets to know which of its edits were refused meanwhile.
  private void tellRefusals(ProjectConversation conversation, ActiveSession session) {
    try {
      var log = new RefusalLog(conversation.project().stateFolder());
      if (log.isThere()) {
        String told = Rejection.told(log.take(SessionCheckpoints.of(session.log())));
        if (!told.isEmpty()) {
          conversation.tell(told);
        }
      }
    } catch (IOException unreadable) {
      note("what was refused meanwhile cannot be read: " + IoFailure.named(unreadable));
    }
  }

  /// Starts a conversation, with what the command line wants to see of it.
  ///
  /// @param debug gets the lines for developers
  public Conversation start(
      ProjectConversation conversation, ConversationFace face, Consumer<String> debug) {
    McpConversation servers = mcp;
    if (servers != null) {
      servers.asking(face.asker());
    }
    if (arguments.has(TenonCommandLine.DEBUG_WIRE)) {
      conversation.project().models().tapWire(debug);
    }
    JarPlugins heard = plugins;
    Conversation started =
        started(conversation, heard == null ? face : face.alsoHeardBy(heard), debug);
    if (heard != null) {
      heard.offer(conversation);
    }
    if (arguments.has(WorkCommandLine.GOAL) || arguments.has(WorkCommandLine.CHECK)) {
      setGoal(conversation);
    }
    return started;
  }

  /// What the command line wants to be reached.
  private void setGoal(ProjectConversation conversation) {
    List<String> checks = arguments.texts(WorkCommandLine.CHECK);
    String text =
        arguments.text(WorkCommandLine.GOAL).orElse(String.join(" and ", checks) + " succeed");
    try {
      conversation.tell(
          GoalCommand.told(GoalCommand.set(conversation.evidence().goals(), text, checks)));
      conversation.offerGoals();
    } catch (GoalException refused) {
      note("--goal: " + refused.getMessage());
    }
  }

  private Conversation started(
      ProjectConversation conversation, ConversationFace face, Consumer<String> debug) {
    if (!arguments.has(TenonCommandLine.DEBUG)) {
      return conversation.start(face);
    }
    conversation.project().workers().explainTo(debug);
    var log = new DebugLog(debug);
    conversation.project().models().remarks(log::remark);
    Consumer<AgentEvent> shown = face.events().andThen(log);
    return conversation.start(
        new ConversationFace(
            shown, face.approver(), face.asker(), face.diagnostics(), face.handed()));
  }

  /// The same model, recorded if the command line wants it.
  public ModelOpener.Opened recorded(Project project, ModelOpener.Opened opened)
      throws SetupException {
    Optional<String> record = arguments.text(TenonCommandLine.RECORD);
    return record.isEmpty()
        ? opened
        : project.models().recorded(opened, Path.of(record.get()), this::note);
  }

  public void note(String warning) {
    notes.accept(warning);
  }

  /// Somebody else has the terminal from now on, and shows what there is to say.
  public void notesTo(Consumer<String> shown) {
    notes = shown;
  }
}

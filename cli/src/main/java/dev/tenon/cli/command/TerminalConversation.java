package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.hook.HookSlashCommand;
import dev.tenon.cli.login.LoginSlashCommands;
import dev.tenon.cli.session.CallCommands;
import dev.tenon.cli.session.ConversationRecap;
import dev.tenon.cli.session.JournalDiffs;
import dev.tenon.cli.session.RewindCommand;
import dev.tenon.cli.session.SessionCommands;
import dev.tenon.cli.session.SessionMentions;
import dev.tenon.cli.session.TimelineCommand;
import dev.tenon.cli.session.TreeCommand;
import dev.tenon.cli.slash.AgentCommands;
import dev.tenon.cli.slash.AgentMentions;
import dev.tenon.cli.slash.BuiltinCommands;
import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.ContextCommands;
import dev.tenon.cli.slash.GoalCommand;
import dev.tenon.cli.slash.JobCommands;
import dev.tenon.cli.slash.JournalCommands;
import dev.tenon.cli.slash.Mention;
import dev.tenon.cli.slash.ModelCommand;
import dev.tenon.cli.slash.PermissionCommands;
import dev.tenon.cli.slash.PermissionPicker;
import dev.tenon.cli.slash.PlanCommand;
import dev.tenon.cli.slash.ReviewCommand;
import dev.tenon.cli.slash.SettingChecks;
import dev.tenon.cli.slash.SettingsCommand;
import dev.tenon.cli.slash.SkillCommands;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.slash.TemplateCommands;
import dev.tenon.cli.slash.ThemeCommand;
import dev.tenon.cli.slash.TodoCommand;
import dev.tenon.cli.slash.ToolsCommand;
import dev.tenon.cli.slash.UsageSlashCommand;
import dev.tenon.cli.terminal.BackgroundHooks;
import dev.tenon.cli.terminal.FaceSettings;
import dev.tenon.cli.terminal.SessionHooks;
import dev.tenon.cli.terminal.StatusHooks;
import dev.tenon.cli.terminal.TerminalFace;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.cli.terminal.review.ReviewModel;
import dev.tenon.cli.terminal.view.ChangeSource;
import dev.tenon.cli.workflow.WorkflowSlashCommands;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.command.OwnCommands;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.observe.Version;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.prompt.SkillPrompts;
import dev.tenon.engine.prompt.TemplatePrompts;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionModel;
import dev.tenon.engine.workflow.WorkflowCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The conversation while a person is at the terminal.
final class TerminalConversation {
  private final InteractiveCommand driver;
  private final ConversationCommand command;
  private final LaunchContext context;
  private final Arguments arguments;
  private final TerminalFace face;
  private final ProjectConversation conversation;
  private final Project project;
  private final ActiveSession session;
  private final Background background;
  private final OwnCommands own;
  private final TurnChanges turnChanges;
  private final ConversationStatus status;
  private volatile boolean started;

  TerminalConversation(
      InteractiveCommand driver,
      ConversationCommand command,
      LaunchContext context,
      TerminalFace face,
      ProjectConversation conversation) {
    this.driver = driver;
    this.command = command;
    this.context = context;
    this.arguments = context.arguments();
    this.face = face;
    this.conversation = conversation;
    this.project = conversation.project();
    this.turnChanges = new TurnChanges(project.journal());
    this.session = conversation.session().orElseThrow();
    this.background = conversation.background().orElseThrow();
    this.own = conversation.ownCommands();
    this.status =
        new ConversationStatus(
            conversation,
            () -> settings().ui().window().statusLine().command(),
            context.environment());
  }

  int run() {
    driver.warnings().forEach(command::note);
    project.warnings().forEach(command::note);
    session.takeNotes().forEach(command::note);
    Selection first = conversation.selection();
    var all =
        new FaceSettings(
            new FaceSettings.Banner(
                Version.NUMBER,
                first.model().name(),
                project.root().toString(),
                first.mode().label()),
            driver.output(),
            project.home().resolve("prompts"),
            context.environment(),
            InteractiveCommand.colour(settings().ui()),
            driver.thinking(),
            driver.waiting(),
            arguments.has(TenonCommandLine.VERBOSE)
                ? UsageRenderer.Showing.SHOWN
                : UsageRenderer.Showing.SILENT,
            this::cost,
            commands(),
            new FaceSettings.Hooks(
                this::afterPrompt,
                Mention.all(
                    List.of(
                        face.mentions(project.root(), project::paths),
                        new AgentMentions(project.agents()::offered),
                        command::serverMentions,
                        new SessionMentions(session))),
                backgroundHooks(),
                new Patience(),
                sessionHooks(),
                new StatusHooks(status, settings().ui().window())));
    return face.run(
        all,
        (events, approver, asker, diagnostics) ->
            start(
                new ConversationFace(
                    status.andThen(events), approver, asker, diagnostics, driver.handed())),
        session.choiceOwed() ? "/resume" : arguments.operand(0).orElse(""));
  }

  private Conversation start(ConversationFace face) {
    driver.warnTo(face.diagnostics());
    Conversation running = command.start(conversation, face, face.diagnostics());
    command.mcp().ifPresent(mcp -> mcp.whenArrived(this.face::offerAgain));
    status.started();
    ConversationRecap.of(session).show(face.diagnostics(), face.events());
    started = true;
    return running;
  }

  /// Takes over the model of the session that the conversation is in now.
  private void adopt(CommandContext context) throws CommandException, InterruptedException {
    Selection selection = conversation.selection();
    ModelOpener.Opened model = selection.model();
    try {
      if (session.model().filter(name -> !name.equals(selection.model().name())).isPresent()) {
        model =
            command.recorded(project, SessionModel.open(project.models(), session, context::print));
      }
    } catch (SetupException unusable) {
      throw new CommandException(String.valueOf(unusable.getMessage()));
    }
    session.overruled(model.name()).ifPresent(context::print);
    Effort effort = session.effort().orElse(settings().effort());
    conversation.use(selection.with(model).with(effort));
    session.adopted(model.name(), effort);
  }

  /// What follows when the session has changed, and who has a say about that.
  private final class Staging implements SessionCommands.Stage {
    @Override
    public void adopt(CommandContext context) throws CommandException, InterruptedException {
      TerminalConversation.this.adopt(context);
    }

    @Override
    public void forgetNews() {
      conversation.flow().forgetNews();
    }

    @Override
    public @Nullable ConversationHooks hooks() {
      return conversation.hooks().orElse(null);
    }
  }

  private BackgroundHooks backgroundHooks() {
    return new BackgroundHooks() {
      @Override
      public int unaskedTurns() {
        return settings().jobs().unaskedTurns();
      }

      @Override
      public int run(String line, OwnCommands.Sharing sharing, Consumer<String> output)
          throws IOException, InterruptedException {
        return own.run(line, sharing, output);
      }

      @Override
      public int runAtTerminal(String line, OwnCommands.Sharing sharing)
          throws IOException, InterruptedException {
        return own.runAtTerminal(line, sharing);
      }

      @Override
      public void clear() {
        background.clear();
      }
    };
  }

  private SessionHooks sessionHooks() {
    return new SessionHooks() {
      @Override
      public Optional<String> nextMode() {
        return started ? Optional.of(toNextMode()) : Optional.empty();
      }

      @Override
      public Optional<String> afterTurn() {
        return turnChanges.told();
      }

      @Override
      public ChangeSource changes() {
        return new JournalDiffs(
            project.journal(),
            project.staged().isPresent() ? "" : "/undo takes it back, /diff shows it");
      }

      @Override
      public List<String> farewell() {
        return Farewell.of(session, project.journal());
      }

      @Override
      public boolean isPrompt(String line) {
        return TemplatePrompts.called(line, project.templates().orElse(null)) != null
            || (line.startsWith("/skill") && WorkflowCall.of(line).isPresent())
            || SkillPrompts.called(line, conversation.extras().skills().orElse(null)).isPresent();
      }

      @Override
      public List<SlashCommand> furtherCommands(Predicate<String> taken) {
        var further =
            new ArrayList<SlashCommand>(
                project
                    .templates()
                    .map(templates -> TemplateCommands.list(templates, taken))
                    .orElse(List.of()));
        skillCommands().ifPresent(skills -> further.addAll(skills.each()));
        return further;
      }

      @Override
      public List<SlashCommand> passingCommands() {
        return command.serverPrompts();
      }
    };
  }

  /// `full` is for those who have asked for it.
  private String toNextMode() {
    var modes = EnumSet.of(Mode.PLAN, Mode.ASK, Mode.EDIT, Mode.AUTO);
    modes.add(project.mode());
    Mode now = conversation.selection().mode();
    Mode next = modes.iterator().next();
    for (Mode mode : modes) {
      if (mode.compareTo(now) > 0) {
        next = mode;
        break;
      }
    }
    inMode(next.label(), conversation.conversation().setup());
    return "mode " + next.label() + ": " + inShort(next);
  }

  private static String inShort(Mode mode) {
    return switch (mode) {
      case PLAN -> "changes nothing";
      case ASK -> "asks before changes and commands";
      case EDIT -> "edits freely, asks before commands";
      case AUTO -> "edits freely, and runs what the sandbox can keep";
      case FULL -> "asks nothing";
    };
  }

  private List<SlashCommand> commands() {
    var commands = new ArrayList<SlashCommand>();
    commands.addAll(
        new JournalCommands(
                project.journal(),
                change -> CallCommands.of(session.log(), change),
                change -> CallCommands.isOwn(session, project.journal().session(), change),
                face.look())
            .list());
    commands.addAll(conversationCommands());
    commands.add(new JobCommands(background).slash());
    commands.add(new AgentCommands(conversation).slash());
    commands.addAll(new WorkflowSlashCommands(conversation).list());
    commands.add(new HookSlashCommand(conversation).slash());
    commands.add(
        new TodoCommand(
                conversation.extras().todo(),
                project.root(),
                new DirectEditing(project.workspace(), project.journal()),
                conversation::tell)
            .slash());
    commands.add(
        new PlanCommand(
                conversation.plan(),
                () -> conversation.selection().mode(),
                mode -> conversation.use(conversation.selection().in(mode)),
                conversation::offerGoals,
                context.environment())
            .slash());
    commands.add(
        new GoalCommand(
                conversation.evidence().goals(), conversation::tell, conversation::offerGoals)
            .slash());
    commands.add(new UsageSlashCommand(project.models().meter(), project.home()).slash());
    commands.addAll(
        LoginSlashCommands.list(
            project.models(), context.options(), conversation::selection, this::withModel));
    DisplayOptions look = face.look();
    face.appearance()
        .ifPresent(
            appearance ->
                commands.add(new ThemeCommand(appearance, look, this::keepTheme).slash()));
    commands.addAll(new SessionCommands(session, new Staging()).list());
    var tree =
        new TreeCommand(
            session,
            project.staged().isPresent() ? Optional.empty() : Optional.of(project.journal()),
            new Staging(),
            settings().dialog().branchSummary()
                ? TreeCommand.Offer.SUMMARY
                : TreeCommand.Offer.NONE);
    commands.add(tree.slash());
    if (project.staged().isEmpty()) {
      commands.addAll(new RewindCommand(session, project.journal(), tree).list());
    }
    commands.add(
        new TimelineCommand(
                session::log,
                () -> CallCommands.own(session, project.journal().session()),
                project.journal(),
                look)
            .slash());
    commands.add(new ToolsCommand(new SettingsWriter(project.options())).slash());
    commands.addAll(
        ContextCommands.list(
            () -> conversation.selection().model().info(),
            settings().compaction(),
            project.exactTokens()));
    command.serverCommand().ifPresent(commands::add);
    skillCommands().ifPresent(skills -> commands.addAll(skills.list()));
    commands.add(
        project
            .staged()
            .map(
                staged ->
                    ReviewCommand.of(conversation, staged, face.look(), context.environment()))
            .orElseGet(
                () -> ReviewCommand.waiting(conversation, face.look(), context.environment())));
    return commands;
  }

  private Optional<SkillCommands> skillCommands() {
    return conversation
        .extras()
        .skills()
        .map(
            library ->
                new SkillCommands(
                    project.skills().orElseThrow(),
                    library,
                    () -> conversation.selection().model().info().contextWindow()));
  }

  /// While edits are staged, each prompt is followed by their review; a plan by the decision about
  /// it.
  private String afterPrompt() {
    if (conversation.selection().mode() == Mode.PLAN && conversation.plan().pending().isPresent()) {
      return "/plan";
    }
    return project.staged().filter(staged -> ReviewModel.pending(staged) > 0).isPresent()
        ? "/review"
        : "";
  }

  private List<SlashCommand> conversationCommands() {
    return List.of(
        new ModelCommand(new ModelChoices(command, conversation, session)).slash(),
        new SettingsCommand(project.options(), this::holdsNow).slash(),
        BuiltinCommands.mode(() -> conversation.selection().mode(), this::inMode),
        PermissionCommands.permissions(
            conversation.rules(),
            () -> conversation.selection().mode(),
            this::inMode,
            new PermissionPicker(
                conversation.rules(),
                () -> conversation.selection().mode(),
                this::inMode,
                new SettingsWriter(project.options()),
                conversation::judged)));
  }

  private Setup withModel(String name, Setup current) throws CommandException {
    try {
      ModelOpener.Opened model = command.recorded(project, project.models().open(name));
      session.modelChanged(model.name());
      return conversation.use(conversation.selection().with(model));
    } catch (SetupException unusable) {
      throw new CommandException(String.valueOf(unusable.getMessage()));
    }
  }

  private Setup inMode(String label, Setup current) {
    return conversation.use(
        conversation.selection().in(Mode.valueOf(label.toUpperCase(Locale.ROOT))));
  }

  private OptionalDouble cost(String name, Usage usage) {
    try {
      return project.models().catalog().describe(name).pricing().stream()
          .mapToDouble(price -> price.cost(usage))
          .findFirst();
    } catch (SetupException unusable) {
      return OptionalDouble.empty();
    }
  }

  /// How long questions of the model wait: as configured, and for ever in plan mode.
  private final class Patience implements AskTiming {
    @Override
    public Duration patience() {
      return conversation.flow().modeNow() == Mode.PLAN
          ? Duration.ZERO
          : Duration.ofSeconds(settings().dialog().askTimeoutSeconds());
    }

    @Override
    public boolean rings() {
      return settings().dialog().askNotify();
    }
  }

  /// Keeps the theme for later sessions, or says how to.
  private String keepTheme(String name) {
    try {
      var writer = new SettingsWriter(project.options(), SettingChecks.of(project.options()));
      return "It is kept in " + writer.set("ui.theme", name) + ".";
    } catch (ConfigException unfitting) {
      return "It holds until you leave: " + unfitting.getMessage();
    }
  }

  /// Takes over a setting that was changed, as far as it can. Answers whether it holds from now on.
  private boolean holdsNow(String key) throws ConfigException {
    return driver.adopt(key, Configuration.load(project.options()));
  }

  private Settings settings() {
    return driver.settings();
  }
}

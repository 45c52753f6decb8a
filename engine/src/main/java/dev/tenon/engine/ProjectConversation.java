package dev.tenon.engine;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.helper.HelperFiles;
import dev.tenon.core.helper.HelperTree;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.CallHooks;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.ConversationOptions.Attendance;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.command.GitWatch;
import dev.tenon.engine.command.LiveConfinement;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.command.OwnCommands;
import dev.tenon.engine.command.StatusProgram;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.evidence.ConversationEvidence;
import dev.tenon.engine.evidence.ConversationPlan;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.observe.Observers;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.workflow.HeldGuard;
import dev.tenon.tools.Bash;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.MentionedFiles;
import dev.tenon.tools.Presentation;
import dev.tenon.tools.RecallHistory;
import dev.tenon.tools.goal.GoalTool;
import dev.tenon.tools.goal.PlanReady;
import dev.tenon.tools.skill.LoadSkill;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A conversation of a [Project], and everything that lives as long as it does: its shell with
/// folder and variables, its background work, its plan, its session. [#start] gives the
/// [Conversation] that a face drives. Safe for several threads.
public final class ProjectConversation implements AutoCloseable {
  private final Project project;
  private final ConversationOptions options;
  private final ConversationOutputs outputs;
  private final Shell shell;
  private final @Nullable Shell personsShell;
  private final @Nullable Background background;
  private final ConversationExtras extras;
  private final ConversationEvidence evidence;
  private final ConversationPlan plan;
  private final RuleBook rules;
  private final ReentrantLock closing = new ReentrantLock();
  private boolean closed;
  private final LateTools late;
  private final ConversationResidents residents;
  private final ConversationHelpers helpers;
  private final ConversationFlow flow;
  private final @Nullable ConversationHooks hooks;
  private volatile Selection selection;
  private volatile @Nullable Started started;

  /// @param observers null when nothing is kept
  private record Started(
      Conversation conversation, ConversationFace face, @Nullable Observers observers) {}

  ProjectConversation(Project project, ConversationOptions options) {
    this.project = project;
    this.options = options;
    this.late = new LateTools(project.placement());
    this.selection = options.selection();
    this.outputs = new ConversationOutputs(project.outputs(), options.session());
    this.shell = project.shell(outputs.artifacts());
    Settings settings = project.settings();
    boolean attended = options.attendance() == Attendance.ATTENDED;
    this.personsShell = attended ? outputs.personsShell(project.keyVariables()) : null;
    this.background =
        attended || settings.jobs().headless()
            ? new Background(
                new Jobs.Limits(settings.jobs().maxRunning(), Jobs.Limits.DEFAULT.retention()))
            : null;
    this.extras = ConversationExtras.of(project, options.rules());
    this.evidence =
        new ConversationEvidence(
            project.journal(),
            project.editing(),
            project.root(),
            settings.goals(),
            options.session());
    this.plan = new ConversationPlan(extras.todo(), evidence.goals(), options.session());
    this.rules = project.ruleBook();
    this.residents = new ConversationResidents(project, outputs.artifacts());
    this.helpers = new ConversationHelpers(this, outputs, late);
    this.flow = new ConversationFlow(this, helpers);
    this.hooks = project.hooks().isEmpty() ? null : HookSurroundings.hooks(this, shell);
  }

  public Project project() {
    return project;
  }

  /// The session that records it.
  public Optional<ActiveSession> session() {
    return Optional.ofNullable(options.session());
  }

  /// The work beside the conversation; empty in one that has none.
  public Optional<Background> background() {
    return Optional.ofNullable(background);
  }

  /// The helpers that were called so far; empty when none was.
  public Optional<HelperTree> helpers() {
    return helpers.started();
  }

  /// What its helpers leave behind.
  public HelperFiles helperFiles() {
    return helpers.files();
  }

  /// The programs that have a say about it; empty where there are none.
  public Optional<ConversationHooks> hooks() {
    return Optional.ofNullable(hooks);
  }

  /// What goes along with the conversation.
  public ConversationExtras extras() {
    return extras;
  }

  /// What it can prove: its checks and its goal.
  public ConversationEvidence evidence() {
    return evidence;
  }

  /// The plan that waits for a decision.
  public ConversationPlan plan() {
    return plan;
  }

  /// Lets the model have the tool for goals in every request from the next one on.
  public void offerGoals() {
    extras.taken().take(GoalTool.NAME, "");
  }

  /// The rules in force, which grow by what the person allows in this conversation.
  public RuleBook rules() {
    return rules;
  }

  /// What would become of a command in the conversation as it is now. Nothing runs.
  public Decision judged(String command) {
    return project
        .guard(selection().mode(), rules)
        .policy()
        .decide(Rule.BASH, new Access.Execute(command, ".", Map.of()));
  }

  /// The programs that live as long as the conversation at most. None runs before one is started.
  public Residents residents() {
    return residents.get();
  }

  /// Where what is too long to be shown goes.
  public Artifacts artifacts() {
    return outputs.artifacts();
  }

  /// Adds a tool that turned up meanwhile, such as one of a server that had to be started first. It
  /// stands at this place unless `tools.upFront` names it, and stays when model or mode change.
  /// Answers false when there is a tool of that name, or it is off.
  public boolean add(Tool<?> tool, ToolShelf.Place place) {
    return late.add(tool, place);
  }

  /// Those that turned up so far.
  public LateTools late() {
    return late;
  }

  /// Something that the model gets to know with the next prompt.
  public void tell(String text) {
    flow.tell(text);
  }

  /// What becomes of a person's prompts, and the workflows that they call.
  public ConversationFlow flow() {
    return flow;
  }

  /// The commands that the person runs.
  ///
  /// @throws IllegalStateException in a conversation that nobody attends
  public OwnCommands ownCommands() {
    return new OwnCommands(
        personsShell(),
        project.editing(),
        project.root(),
        this::tell,
        project.keyVariables(),
        evidence.checks());
  }

  /// The state of the project's repository.
  ///
  /// @throws IllegalStateException in a conversation that nobody attends
  public GitWatch git() {
    return new GitWatch(personsShell(), project.wall(), project.root());
  }

  /// Runs the program that prints the line of state, as one of the person's own.
  ///
  /// @throws IllegalStateException in a conversation that nobody attends
  public StatusProgram statusProgram() {
    return new StatusProgram(personsShell(), project.root());
  }

  private Shell personsShell() {
    if (personsShell == null) {
      throw new IllegalStateException("nobody is there to run commands");
    }
    return personsShell;
  }

  /// Model, mode and effort of now.
  public Selection selection() {
    return selection;
  }

  /// Begins, or goes on where the session is.
  ///
  /// @throws IllegalStateException when it was started before
  public synchronized Conversation start(ConversationFace given) {
    if (started != null) {
      throw new IllegalStateException("the conversation was started before");
    }
    ConversationFace face = FaceGuard.around(given);
    Consumer<AgentEvent> listener = extras.andThen(helpers).andThen(face.events());
    Observers observers = null;
    if (options.observing() == ConversationOptions.Observing.AS_CONFIGURED) {
      project.keepUsage(face.diagnostics());
      observers =
          Observers.of(
              project.settings().observation(),
              project.home(),
              project.models(),
              face.diagnostics());
      listener = listener.andThen(observers);
    }
    if (project.staged().isPresent()) {
      listener = new EditReasons(project.staged().get()::explain).andThen(listener);
    }
    listener = hooks == null ? listener : hooks.andThen(listener);
    ActiveSession session = options.session();
    if (session != null) {
      session.begin(project.journal(), selection.model().name(), selection.effort(), this::price);
      listener = session.andThen(listener);
    }
    var conversation =
        new Conversation(setup(selection, face), listener, options.attendance().threads());
    started = new Started(conversation, face, observers);
    conversation.attend(helpers.notices());
    evidence.tell(face.diagnostics());
    conversation.whenRestored(
        messages -> {
          extras.resumed(messages);
          evidence.restore();
          plan.restore(face.diagnostics());
          flow.recall();
        });
    if (session != null) {
      session.restore(conversation);
      session.takeNotes().forEach(face.diagnostics());
      session.inMode(selection.mode());
    }
    if (hooks != null) {
      hooks.started(session != null && session.context().isPresent() ? "resume" : "startup");
    }
    return conversation;
  }

  Notices notices() {
    return helpers.notices();
  }

  ConversationFace face() {
    return started().face;
  }

  /// What the tokens of a model cost; null when that is not known.
  public @Nullable Pricing price(String name) {
    if (name.equals(selection.model().name())) {
      return selection.model().info().price();
    }
    try {
      return project.models().catalog().price(name);
    } catch (SetupException unusable) {
      return null;
    }
  }

  /// What the face drives.
  ///
  /// @throws IllegalStateException before it was started
  public Conversation conversation() {
    return started().conversation;
  }

  private Started started() {
    Started now = started;
    if (now == null) {
      throw new IllegalStateException("the conversation was not started yet");
    }
    return now;
  }

  /// Goes on with another model, mode or effort from the next prompt on. Policy, confinement, tools
  /// and system prompt change together; the shell keeps its folder and variables. Answers the new
  /// set-up.
  public synchronized Setup use(Selection another) {
    Started live = started();
    Setup setup = setup(another, live.face);
    selection = another;
    live.conversation.use(setup);
    session().ifPresent(now -> now.inMode(another.mode()));
    return setup;
  }

  /// Makes the set-up anew, since something that it depends on is there now.
  synchronized void renew() {
    Started now = started;
    if (now != null) {
      now.conversation.use(setup(selection, now.face));
    }
  }

  private Setup setup(Selection chosen, ConversationFace face) {
    Settings settings = project.settings();
    var mentions =
        new MentionedFiles(
            project.workspace(),
            project.editing(),
            Presentation.suiting(project.dialect(chosen.model().name())),
            project.toolLimits(),
            ProjectAddresses.mentioned(shell, options.session()),
            face.diagnostics(),
            face.handed());
    ToolRunner tools = tools(chosen, face);
    var setup =
        new Setup(
            chosen.model().model(),
            project.systemPrompt(chosen.mode()),
            tools,
            new Setup.Limits(
                settings.maxSteps(),
                settings.historyBudget(),
                project.outputTokens(chosen.model()),
                chosen.effort()),
            extras.instructing(flow.reader(mentions, tools)),
            extras.heeding(project.compaction(chosen.model())),
            extras.rules(),
            face.asker() == null ? null : extras.returnPoint());
    Setup ending = setup.endingBy(flow.ending(evidence));
    return hooks == null ? ending : HookSurroundings.around(hooks, ending);
  }

  /// The tools behind their gate, with the edit dialect that suits the model. Policy and
  /// confinement come from one guard.
  private ToolRunner tools(Selection chosen, ConversationFace face) {
    ModeGuard guard = project.guard(chosen.mode(), rules);
    HeldGuard held = flow.guard(guard).orElse(null);
    Shell confined =
        shell.confinedBy(held == null ? guard.confinement() : new LiveConfinement(held));
    Settings settings = project.settings();
    var runner = new CommandRunner(confined, evidence.checks());
    evidence.runIn(chosen.mode() == Mode.PLAN ? null : runner);
    var bash =
        new Bash(runner, project.toolLimits(), background == null ? null : background.jobs());
    var tools =
        new ArrayList<Tool<?>>(
            BuiltinTools.all(
                project.toolLimits(),
                project.dialect(chosen.model().name()),
                bash,
                ProjectAddresses.of(project, shell, rules, helpers.files())));
    session().ifPresent(now -> tools.add(new RecallHistory(now.historySearch())));
    SkillLibrary skills = extras.skills().orElse(null);
    if (skills != null && skills.offersModel()) {
      tools.add(new LoadSkill(skills, chosen.model().info().contextWindow()));
    }
    helpers.addTo(tools, settings.agents());
    if (settings.recipes()) {
      tools.addAll(BuiltinTools.recipes(project.root(), runner, project.toolLimits()));
    }
    if (background != null) {
      tools.addAll(
          BuiltinTools.background(
              runner, background, Duration.ofSeconds(settings.jobs().pollSeconds())));
      if (settings.jobs().schedules() && options.attendance() == Attendance.ATTENDED) {
        tools.addAll(BuiltinTools.schedules(background.cron()));
      }
    }
    Asker asker = face.asker();
    if (asker != null) {
      tools.addAll(extras.tools(asker));
    }
    tools.add(
        new GoalTool(
            evidence.goals(), evidence.checks(), evidence::collect, evidence.configured()));
    if (chosen.mode() == Mode.PLAN) {
      tools.add(new PlanReady(plan::ready));
    }
    extras.exchange(tools);
    ToolShelf shelf = project.placement().place(tools, extras.taken());
    late.standOn(shelf);
    return project.runner(
        shelf,
        held == null ? guard.policy() : held,
        helpers.approver(face.approver(), ""),
        extras.instructing(hooks == null ? CallHooks.NONE : hooks.calls()));
  }

  /// Stops the prompt that runs. Answers false when there is none.
  public boolean abort() {
    Started now = started;
    return now != null && now.conversation.abort();
  }

  /// Ends all background work. Answers how many jobs still ran.
  public int endBackground() {
    if (background == null) {
      return 0;
    }
    List<?> running = background.jobs().running();
    background.close();
    return running.size();
  }

  /// Stops what runs and ends everything else. Whoever closes it a second time waits for the first.
  @Override
  public void close() {
    closing.lock();
    try {
      if (!closed) {
        closed = true;
        end();
      }
    } finally {
      closing.unlock();
    }
  }

  private void end() {
    Started now = started;
    helpers.ends();
    if (now != null) {
      // What it still writes has to be written before the rest is closed.
      now.conversation.close(Duration.ofSeconds(5));
    }
    flow.close();
    helpers.close();
    if (hooks != null) {
      HookSurroundings.end(hooks, now == null ? null : options.attendance());
    }
    endBackground();
    residents.close();
    if (personsShell != null) {
      personsShell.close();
    }
    shell.close();
    outputs.close();
    session().ifPresent(ActiveSession::close);
    if (now != null && now.observers != null) {
      now.observers.close();
    }
  }
}

package dev.tenon.engine;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.evidence.CheckLog;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.Ceiling;
import dev.tenon.core.helper.HelperEditing;
import dev.tenon.core.helper.HelperFiles;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.helper.HelperOpener;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.prompt.HelperPrompt;
import dev.tenon.core.rule.StreamRule;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.CallHooks;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.command.LiveConfinement;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.discovery.FileRules;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.hook.HookedEnd;
import dev.tenon.engine.model.ModelFamily;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.HelperSession;
import dev.tenon.providers.meter.Share;
import dev.tenon.tools.Bash;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.helper.RunHelpers;
import dev.tenon.tools.helper.TalkToPeers;
import dev.tenon.tools.skill.LoadSkill;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts together the conversations of helpers: each has a model, a shell, tools and a session of
/// its own. What it may do follows the conversation that it works for at every moment.
final class HelperConversations implements HelperOpener {
  private final Project project;
  private final Root root;
  private final HelperFiles files;
  private final IsolatedHelpers isolated;
  private final Map<String, OwnRules> own = new ConcurrentHashMap<>();
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /// The person's conversation, as its helpers see it.
  interface Root {
    /// Model, mode and effort of this moment.
    Selection selection();

    /// What the mode of this moment allows, and what holds commands to it; at most this mode.
    ModeGuard guard(@Nullable Mode most);

    /// Asks the person, in the name of a helper.
    Approver approver(String helper);

    /// A shell with nothing remembered in it.
    Shell shell();

    Addresses addresses(Shell shell);

    /// Whether the conversation is kept on disk.
    boolean kept();

    /// The session that the helpers work for; null when it has none.
    @Nullable String session();

    /// The skills, of which none is loaded yet; null when there are none.
    @Nullable SkillLibrary skills();

    /// Rules that watch what models say; empty for none.
    List<StreamRule> rules();

    /// Those that have a say about helpers, too; null for none.
    @Nullable ConversationHooks hooks();

    SessionRecorder.Prices prices();

    /// Work that is reviewed, whose files and tools its helpers share; null for none.
    default @Nullable ReviewedHelpers reviewed() {
      return null;
    }

    /// Tools that turn up while the conversation goes on; null where none do.
    default @Nullable LateTools late() {
      return null;
    }

    /// What records the commands of helpers as checks; null where nothing does.
    default @Nullable CheckLog checks() {
      return null;
    }

    void diagnose(String line);
  }

  HelperConversations(Project project, Root root, HelperFiles files) {
    this.project = project;
    this.root = root;
    this.files = files;
    this.isolated = new IsolatedHelpers(project, root);
  }

  @Override
  public Opened open(Opening opening) throws IOException, UnusableException {
    HelperNode helper = opening.helper();
    SessionLog log =
        root.kept()
            ? new SessionStore(project.home())
                .createAt(files.session(helper.id()), project.root(), root.session())
            : SessionStore.inMemory(project.root());
    return begun(opening, log, null);
  }

  @Override
  public Opened reopen(Opening opening) throws IOException, UnusableException {
    try {
      SessionLog log = new SessionStore(project.home()).open(files.session(opening.helper().id()));
      return begun(opening, log, SessionContext.of(log));
    } catch (SessionException unusable) {
      throw new UnusableException(String.valueOf(unusable.getMessage()));
    }
  }

  @Override
  public String session() {
    String session = root.session();
    return session == null ? "" : session;
  }

  @Override
  public Known look(String id) throws IOException, UnusableException {
    if (!Files.isRegularFile(files.session(id))) {
      throw new UnusableException(
          "its session " + files.session(id) + " is not there; give the work to a new helper");
    }
    try (SessionLog log = new SessionStore(project.home()).look(files.session(id))) {
      return HelperSession.known(log);
    } catch (SessionException unusable) {
      throw new UnusableException(String.valueOf(unusable.getMessage()));
    }
  }

  private Opened begun(Opening opening, SessionLog log, @Nullable SessionContext before)
      throws IOException, UnusableException {
    HelperNode helper = opening.helper();
    AgentDefinition agent = helper.agent();
    Share share = project.models().meter().share(agent.name(), helper.limits().tokens());
    Shell shell = root.shell();
    try {
      Selection selection = root.selection();
      ModelOpener.Opened model = model(agent, selection);
      Effort effort = agent.effort() == null ? selection.effort() : agent.effort();
      ReviewedHelpers reviewed = root.reviewed();
      IsolatedHelpers.Place place = reviewed == null ? isolated.place(helper) : reviewed.place();
      var editing = new HelperEditing(place.editing(), helper.id(), this::checkpoint);
      SkillLibrary skills = root.skills();
      ToolRunner tools = tools(opening, shell, editing, model, place, skills);
      String context = before == null ? context(opening) : HelperSession.context(log).orElse("");
      String system =
          new HelperPrompt(
                  helper.id(),
                  agent.prompt() + ConversationHelpers.skills(agent, skills, root::diagnose),
                  opening.schema() == null ? "" : opening.schema().json().pretty(),
                  context,
                  opening.peers())
              .render(
                  place.workspace().root(),
                  System.getProperty("os.name"),
                  root.guard(agent.own().mode()).mode(),
                  project.instructions().files());
      if (before == null) {
        HelperSession.begin(log, opening, system, context, tools.specs());
      } else if (HelperSession.context(log).isEmpty()) {
        system = HelperSession.systemPrompt(log).orElse(system);
      }
      var recorder =
          new SessionRecorder(
              log,
              model.name(),
              new SessionRecorder.Surroundings(() -> null, root.prices(), root::diagnose));
      if (before == null) {
        recorder.model(model.name());
      }
      var setup =
          new Setup(
                  share.around(model.model()),
                  system,
                  tools,
                  new Setup.Limits(
                      steps(agent),
                      project.settings().historyBudget(),
                      project.outputTokens(model),
                      effort),
                  PromptReader.plain(),
                  project.compaction(model))
              .finishedBy(opening.finish());
      List<StreamRule> rules = root.rules();
      Setup watched =
          rules.isEmpty() ? setup : setup.watchedBy(new StreamRules(rules, root::diagnose));
      ConversationHooks hooks = root.hooks();
      HookedEnd end =
          hooks == null
              ? null
              : hooks.helperEnd(helper.id(), agent.name(), opening.finish()::isEnd);
      var conversation =
          end == null
              ? new Conversation(watched, recorder.andThen(opening.events()))
              : new Conversation(
                  watched.endingBy(end), recorder.andThen(end).andThen(opening.events()));
      if (before != null) {
        before.restore(conversation);
        recorder.write(HelperSession.resumed(log, system));
      }
      return new Live(
          conversation,
          model.name(),
          editing,
          recorder,
          shell,
          share,
          () -> LateTools.leave(root.late(), helper.id()));
    } catch (IOException | UnusableException | RuntimeException failed) {
      LateTools.leave(root.late(), helper.id());
      isolated.give(helper);
      share.close();
      shell.close();
      log.close();
      throw failed;
    }
  }

  private int steps(AgentDefinition agent) {
    int most = project.settings().agents().bounds().steps();
    return agent.steps() == 0 ? most : Math.min(agent.steps(), most);
  }

  private ModelOpener.Opened model(AgentDefinition agent, Selection selection)
      throws UnusableException {
    String wanted = agent.model();
    if (wanted == null) {
      return selection.model();
    }
    try {
      if (!ModelFamily.isWord(wanted)) {
        return project.models().open(wanted);
      }
      String now = selection.model().name();
      String member = ModelFamily.find(project.models(), wanted, now).orElse("");
      if (member.isEmpty() && told.add(agent.name())) {
        root.diagnose(ModelFamily.missing(agent.shown(), wanted, now));
      }
      return member.isEmpty() || member.equals(now)
          ? selection.model()
          : project.models().open(member);
    } catch (SetupException unusable) {
      throw new UnusableException(
          "the model of the agent " + agent.name() + " cannot be used: " + unusable.getMessage());
    }
  }

  /// The person's prompt that it works for.
  private Checkpoint checkpoint() {
    ReviewedHelpers reviewed = root.reviewed();
    if (reviewed != null) {
      return reviewed.checkpoint();
    }
    return project
        .journal()
        .currentPrompt()
        .orElseGet(() -> project.journal().beginPrompt("helpers"));
  }

  @Override
  public Helpers.Merged merge(HelperNode helper, Helpers.Ending ending) {
    return root.reviewed() == null
        ? isolated.merge(helper, ending)
        : ReviewedHelpers.merged(helper);
  }

  private ToolRunner tools(
      Opening opening,
      Shell shell,
      HelperEditing editing,
      ModelOpener.Opened model,
      IsolatedHelpers.Place place,
      @Nullable SkillLibrary skills)
      throws UnusableException {
    AgentDefinition agent = opening.helper().agent();
    Supplier<ModeGuard> guard = () -> root.guard(agent.own().mode());
    ReviewedHelpers reviewed = root.reviewed();
    var tools =
        reviewed == null
            ? builtin(opening.helper(), shell, guard, model, place, skills)
            : reviewed.tools(agent);
    Helpers own = opening.helpers();
    if (own != null && !agent.tools().denies(RunHelpers.NAME)) {
      tools.add(new RunHelpers(own.agents(), own.simple(), () -> own));
    }
    if (project.settings().agents().talk() && !agent.tools().denies(TalkToPeers.NAME)) {
      tools.add(new TalkToPeers(opening::room));
    }
    tools.addAll(opening.tools());
    ToolShelf shelf = project.placement().upFront(tools);
    LateTools late = root.late();
    if (late != null) {
      boolean apart = opening.helper().limits().isolation() != AgentDefinition.Isolation.NONE;
      late.standOn(opening.helper().id(), shelf, agent.tools(), apart);
      begin(late, opening.helper());
    }
    return new ToolRunner(
        shelf,
        place.workspace(),
        editing,
        place.policy(ceiling(agent, guard)),
        root.approver(opening.helper().id()),
        project.outputBound(),
        instructed(opening.helper(), place));
  }

  private static void begin(LateTools late, HelperNode helper) throws UnusableException {
    try {
      late.begin(helper);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new UnusableException("it was stopped before it had begun");
    }
  }

  private List<Tool<?>> builtin(
      HelperNode helper,
      Shell shell,
      Supplier<ModeGuard> guard,
      ModelOpener.Opened model,
      IsolatedHelpers.Place place,
      @Nullable SkillLibrary skills) {
    Shell confined = shell.confinedBy(new LiveConfinement(() -> place.confinement(guard.get())));
    var runner = new CommandRunner(confined, root.checks(), helper.id());
    var all =
        new ArrayList<Tool<?>>(
            BuiltinTools.all(
                project.toolLimits(),
                project.dialect(model.name()),
                new Bash(runner, project.toolLimits(), null),
                root.addresses(shell)));
    if (skills != null && skills.offersModel()) {
      all.add(new LoadSkill(skills, model.info().contextWindow()));
    }
    if (project.settings().recipes()) {
      all.addAll(BuiltinTools.recipes(place.workspace().root(), runner, project.toolLimits()));
    }
    all.removeIf(tool -> !helper.agent().tools().has(tool.name()));
    return all;
  }

  /// A helper has a history of its own, and gets the instructions about its files.
  private CallHooks instructed(HelperNode helper, IsolatedHelpers.Place place) {
    ConversationHooks hooks = root.hooks();
    CallHooks calls =
        hooks == null ? CallHooks.NONE : hooks.calls(helper.id(), helper.agent().name());
    FileRules rules = project.instructions().rules();
    return rules.isEmpty() ? calls : rules.begin().around(calls, place.workspace().root());
  }

  /// What its caller tells it, and what hooks do.
  private String context(Opening opening) throws UnusableException {
    ConversationHooks hooks = root.hooks();
    HelperNode helper = opening.helper();
    try {
      String more = hooks == null ? "" : hooks.helperStarts(helper.id(), helper.agent().name());
      return opening.context().isEmpty() || more.isEmpty()
          ? opening.context() + more
          : opening.context() + "\n" + more;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new UnusableException("it was stopped before it had begun");
    }
  }

  private Ceiling ceiling(AgentDefinition agent, Supplier<ModeGuard> guard) {
    List<String> commands = agent.own().commands();
    return new Ceiling(
        agent.name(),
        () -> {
          ReviewedHelpers reviewed = root.reviewed();
          return reviewed == null ? guard.get().policy() : reviewed.within(guard.get());
        },
        own(agent),
        commands == null ? null : ConversationHelpers.listed(project, commands, root::diagnose));
  }

  /// What an agent's own rules say. All helpers of the agent have the same one, so that an answer
  /// for the session holds for those that come later, too.
  private Policy own(AgentDefinition agent) {
    return own.compute(
            agent.name(),
            (name, known) ->
                known != null && known.rules.equals(agent.own().rules())
                    ? known
                    : new OwnRules(
                        agent.own().rules(), project.policyOf(Mode.FULL, agent.own().rules())))
        .policy;
  }

  private record OwnRules(List<Rule> rules, Policy policy) {}

  /// A helper at work.
  private record Live(
      Conversation conversation,
      String model,
      HelperEditing editing,
      SessionRecorder recorder,
      Shell shell,
      Share share,
      Runnable leave)
      implements Opened {

    @Override
    public List<String> touched() {
      return editing.touched();
    }

    @Override
    public void ended(Helpers.Ending ending) {
      recorder.write(HelperSession.ended(ending));
    }

    @Override
    public void close() {
      leave.run();
      share.close();
      shell.close();
      try {
        recorder.log().close();
      } catch (IOException unwritten) {
        // The recorder has told of it when it could not write.
      }
    }
  }
}

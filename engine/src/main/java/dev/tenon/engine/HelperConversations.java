package dev.tenon.engine;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.Ceiling;
import dev.tenon.core.helper.HelperEditing;
import dev.tenon.core.helper.HelperFiles;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.helper.HelperOpener;
import dev.tenon.core.helper.OutputSchema;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.prompt.HelperPrompt;
import dev.tenon.core.rule.StreamRule;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.CallHooks;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.command.LiveConfinement;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.hook.HookedEnd;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
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
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts together the conversations of helpers: each has a model, a shell, tools and a session of
/// its own. What it may do follows the conversation that it works for at every moment.
final class HelperConversations implements HelperOpener {
  /// What a helper is, in its session.
  static final String HELPER = "tenon.helper";

  /// How it ended.
  static final String ENDED = "tenon.helper.ended";

  private final Project project;
  private final Root root;
  private final HelperFiles files;
  private final IsolatedHelpers isolated;

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
  public Known look(String id) throws IOException, UnusableException {
    if (!Files.isRegularFile(files.session(id))) {
      throw new UnusableException("its session was not kept");
    }
    try (SessionLog log = new SessionStore(project.home()).look(files.session(id))) {
      return known(log);
    } catch (SessionException unusable) {
      throw new UnusableException(String.valueOf(unusable.getMessage()));
    }
  }

  /// What a helper's session says of it.
  static Known known(SessionLog log) throws IOException, UnusableException {
    String agent = "";
    String description = "";
    Helpers.Ending ending = Helpers.Ending.INTERRUPTED;
    OutputSchema schema = null;
    AgentDefinition.Isolation isolation = AgentDefinition.Isolation.NONE;
    for (Entry entry : log.entries()) {
      if (entry.body() instanceof Entry.Initialized begun && begun.outputSchema() != null) {
        try {
          schema = OutputSchema.of(begun.outputSchema());
        } catch (JsonException unusable) {
          throw new UnusableException("its schema cannot be used: " + unusable.getMessage());
        }
      } else if (entry.body() instanceof Entry.Custom custom
          && custom.data() instanceof Json.Obj data) {
        if (custom.customType().equals(HELPER)) {
          agent = data.string("agent", "");
          description = data.string("description", "");
          isolation = isolation(data.string("isolation", ""));
        } else if (custom.customType().equals(ENDED)) {
          ending = ending(data.string("ending", ""));
        }
      }
    }
    if (agent.isEmpty()) {
      throw new UnusableException("its session does not say which agent it was");
    }
    return new Known(agent, description, ending, schema, isolation);
  }

  private static AgentDefinition.Isolation isolation(String word) {
    for (AgentDefinition.Isolation each : AgentDefinition.Isolation.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
        return each;
      }
    }
    return AgentDefinition.Isolation.NONE;
  }

  private static Helpers.Ending ending(String word) {
    for (Helpers.Ending each : Helpers.Ending.values()) {
      if (each.label().equals(word)) {
        return each;
      }
    }
    return Helpers.Ending.INTERRUPTED;
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
      String system =
          new HelperPrompt(
                  helper.id(),
                  agent.prompt() + skills(agent, skills),
                  opening.schema() == null ? "" : opening.schema().json().pretty(),
                  before == null ? context(opening) : opening.context(),
                  opening.peers())
              .render(
                  place.workspace().root(),
                  System.getProperty("os.name"),
                  root.guard(agent.own().mode()).mode(),
                  project.instructions());
      if (before == null) {
        begin(log, opening, system, tools);
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
                  before == null ? system : systemOf(log, system),
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
      HookedEnd end = hooks == null ? null : hooks.helperEnd(helper.id(), agent.name());
      var conversation =
          end == null
              ? new Conversation(watched, recorder.andThen(opening.events()))
              : new Conversation(
                  watched.endingBy(end), recorder.andThen(end).andThen(opening.events()));
      if (before != null) {
        before.restore(conversation);
      }
      return new Live(conversation, model.name(), editing, recorder, shell, share);
    } catch (IOException | UnusableException | RuntimeException failed) {
      isolated.give(helper);
      share.close();
      shell.close();
      log.close();
      throw failed;
    }
  }

  /// The skills that an agent begins with.
  private String skills(AgentDefinition agent, @Nullable SkillLibrary library) {
    var out = new StringBuilder();
    for (String name : agent.skills()) {
      Skill skill = library == null ? null : library.find(name).orElse(null);
      if (library == null || skill == null) {
        root.diagnose(agent.shown() + " wants the skill '" + name + "', which is not there");
        continue;
      }
      try {
        out.append("\n\n").append(library.load(skill).text());
      } catch (IOException unreadable) {
        root.diagnose("the skill " + name + " cannot be loaded: " + unreadable.getMessage());
      }
    }
    return out.toString();
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
      return project.models().open(wanted);
    } catch (SetupException unusable) {
      throw new UnusableException(
          "the model of the agent " + agent.name() + " cannot be used: " + unusable.getMessage());
    }
  }

  private void begin(SessionLog log, Opening opening, String system, ToolRunner tools)
      throws IOException {
    HelperNode helper = opening.helper();
    var names = new ArrayList<String>();
    tools.specs().forEach(spec -> names.add(spec.name()));
    OutputSchema schema = opening.schema();
    log.append(
        new Entry.Initialized(
            system, helper.assignment(), names, schema == null ? null : schema.json()));
    log.append(
        new Entry.Custom(
            HELPER,
            Json.object()
                .put("id", helper.id())
                .put("agent", helper.agent().name())
                .put("description", helper.description())
                .put("isolation", helper.limits().isolation().name().toLowerCase(Locale.ROOT))
                .build()));
  }

  /// What the helper was told when it began, so that it goes on as the same.
  private static String systemOf(SessionLog log, String otherwise) throws IOException {
    for (Entry entry : log.entries()) {
      if (entry.body() instanceof Entry.Initialized begun && !begun.systemPrompt().isBlank()) {
        return begun.systemPrompt();
      }
    }
    return otherwise;
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
      @Nullable SkillLibrary skills) {
    AgentDefinition agent = opening.helper().agent();
    Supplier<ModeGuard> guard = () -> root.guard(agent.own().mode());
    ReviewedHelpers reviewed = root.reviewed();
    var tools =
        reviewed == null
            ? builtin(agent, shell, guard, model, place, skills)
            : reviewed.tools(agent);
    Helpers own = opening.helpers();
    if (own != null) {
      tools.add(new RunHelpers(own.agents(), own.simple(), () -> own));
    }
    if (project.settings().agents().talk()) {
      tools.add(new TalkToPeers(opening::room));
    }
    tools.addAll(opening.tools());
    return new ToolRunner(
        project.placement().upFront(tools),
        place.workspace(),
        editing,
        place.policy(ceiling(agent, guard)),
        root.approver(opening.helper().id()),
        project.outputBound(),
        calls(opening.helper()));
  }

  private List<Tool<?>> builtin(
      AgentDefinition agent,
      Shell shell,
      Supplier<ModeGuard> guard,
      ModelOpener.Opened model,
      IsolatedHelpers.Place place,
      @Nullable SkillLibrary skills) {
    Shell confined = shell.confinedBy(new LiveConfinement(() -> place.confinement(guard.get())));
    var runner = new CommandRunner(confined);
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
    all.removeIf(tool -> !agent.tools().has(tool.name()));
    return all;
  }

  private CallHooks calls(HelperNode helper) {
    ConversationHooks hooks = root.hooks();
    return hooks == null ? CallHooks.NONE : hooks.calls(helper.id(), helper.agent().name());
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
        project.policyOf(Mode.FULL, agent.own().rules()),
        commands == null ? null : ConversationHelpers.listed(project, commands, root::diagnose));
  }

  /// A helper at work.
  private record Live(
      Conversation conversation,
      String model,
      HelperEditing editing,
      SessionRecorder recorder,
      Shell shell,
      Share share)
      implements Opened {

    @Override
    public List<String> touched() {
      return editing.touched();
    }

    @Override
    public void ended(Helpers.Ending ending) {
      recorder.write(new Entry.Custom(ENDED, Json.object().put("ending", ending.label()).build()));
    }

    @Override
    public void close() {
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

package dev.tenon.engine;

import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.EditingMaker;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.RuleStore;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.prompt.ContextFiles;
import dev.tenon.core.prompt.SystemPrompt;
import dev.tenon.core.session.compaction.Compaction;
import dev.tenon.core.tool.CallHooks;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.agent.ProjectAgents;
import dev.tenon.engine.command.CommandWall;
import dev.tenon.engine.command.DefaultMode;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.discovery.OtherPermissions;
import dev.tenon.engine.discovery.ProjectInstructions;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.layer.HelperLayers;
import dev.tenon.engine.layer.WaitingHunks;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.skill.SkillLoader;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.engine.usage.UsageFile;
import dev.tenon.tools.EditDialect;
import dev.tenon.tools.ToolLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A project that is open: its settings, files, journal, rules, models and the wall around its
/// commands. Opened once; every face gets its conversations here, so that they are all the same.
/// Several conversations may be open at a time, and several projects. Safe for several threads.
///
/// ```java
/// try (Project project = Project.open(ProjectOptions.of(home, root));
///     var conversation = project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
///   conversation.start(ConversationFace.listening(event -> {})).prompt("Fix the bug");
/// }
/// ```
public final class Project implements AutoCloseable {
  private final ProjectOptions options;
  private final Settings settings;
  private final ModelOpener models;
  private final Set<String> keyVariables;
  private final Workspace workspace;
  private final Journal journal;
  private final WaitingHunks waiting;
  private final @Nullable StagedEditing staged;
  private final Editing editing;
  private final Rules rules;
  private final RuleBook book;
  private final CommandWall wall;
  private final ProjectWorkers workers;
  private final Shell.Setup commands;
  private final ProjectInstructions context;
  private final @Nullable SkillLoader skills;
  private final @Nullable PromptTemplates templates;
  private final ProjectAgents agents;
  private final @Nullable HookLoader hooks;
  private final ProjectParts.Foreign foreign;
  private final AtomicBoolean usageKept = new AtomicBoolean();
  private DefaultMode.@Nullable Found defaultMode;

  Project(ProjectOptions options, ProjectParts parts, EditingMaker editor) throws SetupException {
    this.options = options;
    this.settings = parts.settings();
    this.models = parts.models();
    this.keyVariables = parts.keyVariables();
    this.workspace = parts.workspace();
    this.journal = parts.journal();
    this.waiting = new WaitingHunks(workspace, journal, stateFolder());
    this.staged = options.edits() == ProjectOptions.Edits.STAGED ? waiting.editing() : null;
    this.editing = staged == null ? editor.make(workspace, journal, settings.effects()) : staged;
    this.rules = parts.rules();
    this.book = ruleBook();
    this.wall = wall(rules);
    this.workers = new ProjectWorkers(keyVariables, wall);
    this.commands = parts.commands();
    this.context = context(options.root());
    this.skills = parts.skills();
    this.templates = parts.templates();
    this.agents = new ProjectAgents(settings.agents().disabled(), parts.agents());
    this.hooks = parts.hooks();
    this.foreign = parts.foreign();
  }

  /// Reads the configuration and opens the project.
  public static Project open(ProjectOptions options) throws ConfigException, SetupException {
    StateVersion.check(options.home());
    return open(options, Configuration.load(options));
  }

  /// @param configuration that of these options
  public static Project open(ProjectOptions options, Configuration configuration)
      throws SetupException {
    return ProjectParts.project(options, configuration);
  }

  private ProjectInstructions context(Path root) {
    return ProjectInstructions.read(
        new ProjectInstructions.Places(
            root,
            HomeFolders.home(),
            options.home(),
            settings.contextFiles(),
            OtherTool.named(settings.discoveryOff())),
        file -> workspace.sandbox().forbidden().reading(file) == null);
  }

  // What a project has.

  /// What the user should know about the context files, the names of tools and the rules that were
  /// kept.
  public List<String> warnings() {
    var warnings = new ArrayList<>(context.files().warnings());
    warnings.addAll(foreign.problems());
    warnings.addAll(placement().warnings());
    warnings.addAll(skills == null ? List.of() : skills.warnings());
    warnings.addAll(templates == null ? List.of() : templates.warnings());
    warnings.addAll(agents.warnings());
    warnings.addAll(hooks == null ? List.of() : hooks.warnings());
    book.problem().ifPresent(warnings::add);
    return warnings;
  }

  public ProjectOptions options() {
    return options;
  }

  public Settings settings() {
    return settings;
  }

  /// The mode that conversations begin in: the one that somebody chose, or what suits the machine.
  public Mode mode() {
    return settings.mode().isPresent() ? settings.mode().get() : defaultMode().mode();
  }

  /// What a person should know of the mode, when nobody chose it. A second run does not say it
  /// again.
  public Optional<String> modeNews() {
    if (settings.mode().isPresent() || defaultMode().told()) {
      return Optional.empty();
    }
    DefaultMode.told(settings.sandbox(), options.home());
    String more = ". --permission-mode or /mode choose another; 'tenon doctor' tells more";
    return Optional.of("mode " + mode().label() + ": " + defaultMode().because() + more);
  }

  private synchronized DefaultMode.Found defaultMode() {
    DefaultMode.Found known = defaultMode;
    if (known == null) {
      try {
        known = DefaultMode.of(settings.sandbox(), options.home());
        defaultMode = known;
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return new DefaultMode.Found(Mode.EDIT, "looking for a sandbox was stopped", true);
      }
    }
    return known;
  }

  public ModelOpener models() {
    return models;
  }

  public Path root() {
    return workspace.root();
  }

  public Path home() {
    return options.home();
  }

  /// Where the state of this project is kept.
  public Path stateFolder() {
    return Journal.folderOf(options.home(), workspace.root());
  }

  /// What was changed in this project.
  public Journal journal() {
    return journal;
  }

  /// The edits that wait for a decision; empty when edits are written at once.
  public Optional<StagedEditing> staged() {
    return Optional.ofNullable(staged);
  }

  /// What waits for a decision, also where edits are written at once: what of helpers' work did not
  /// fit.
  public WaitingHunks waiting() {
    return waiting;
  }

  /// Keeps the edits that wait for a decision until the project is opened again.
  public void keepStaged() throws SetupException {
    waiting.keep();
  }

  /// What isolated helpers did and is not in the project yet.
  public HelperLayers layers() {
    return HelperLayers.of(
        workspace, journal, waiting, settings.agents(), home(), this::reviewedWorkspace);
  }

  /// The rules in force: those of the configuration, and those that the person allowed for good.
  public RuleBook rules() {
    return book;
  }

  /// The same for a conversation, which grow by what the person allows in it.
  RuleBook ruleBook() {
    return new RuleBook(rules, new RuleStore(stateFolder()));
  }

  /// The skills that were found; empty where there is no folder of them.
  public Optional<SkillLoader> skills() {
    return Optional.ofNullable(skills);
  }

  /// The prompts in files; empty where there is no folder of them.
  public Optional<PromptTemplates> templates() {
    return Optional.ofNullable(templates);
  }

  /// The hooks that were found; empty where there can be none.
  public Optional<HookLoader> hooks() {
    return Optional.ofNullable(hooks);
  }

  /// The agents that helpers can be.
  public ProjectAgents agents() {
    return agents;
  }

  /// All files and folders, the latter with a slash at the end, for completion. It may have to walk
  /// the project, which takes its time.
  public List<String> paths() {
    try {
      return editing.view().paths();
    } catch (IOException unreadable) {
      // Completion is a courtesy: a project that cannot be walked has none.
      return List.of();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  // What conversations are made of.

  /// Opens a conversation. It ends with [ProjectConversation#close], at the latest before the
  /// project is closed.
  public ProjectConversation conversation(ConversationOptions wanted) {
    return new ProjectConversation(this, wanted);
  }

  /// The tools for someone who calls them by hand in a mode, as a conversation would have them:
  /// what would be asked is refused.
  public ManualTools handTools(Mode mode) {
    return new ManualTools(this, guard(mode));
  }

  /// The tools for someone who calls them by hand and has thereby decided: nothing is asked, and
  /// commands are confined as in the configured mode.
  public ManualTools handTools() {
    return handTools(wall);
  }

  /// The same behind a wall of the caller's, who closes it.
  public ManualTools handTools(CommandWall another) {
    return new ManualTools(this, ModeGuard.byHand(mode(), another, book, protectedPaths()));
  }

  /// JVMs for work that may crash or eat memory. None runs before it is needed.
  public ProjectWorkers workers() {
    return workers;
  }

  /// Counts tokens with the tables of tokenizers.
  public ExactTokens exactTokens() {
    return new ExactTokens(workers);
  }

  /// What stands around commands.
  public CommandWall wall() {
    return wall;
  }

  /// Another wall for the same project, behind which more is denied. Whoever asks closes it.
  public CommandWall wallDenying(List<Rule> more) {
    return wall(rules.with(more));
  }

  private CommandWall wall(Rules denying) {
    return new CommandWall(
        settings.sandbox(), options.home(), workspace.sandbox().roots(), denying);
  }

  /// What a mode allows here, and what holds commands to it.
  public ModeGuard guard(Mode mode) {
    return guard(mode, book);
  }

  ModeGuard guard(Mode mode, RuleBook inForce) {
    return ModeGuard.of(mode, wall, inForce, protectedPaths());
  }

  /// A policy of a mode and some rules alone, where no wall is thought of.
  Policy policyOf(Mode mode, List<Rule> some) {
    return new ModePolicy(
        mode,
        new RuleBook(Rules.of(some, root(), HomeFolders.home()), null),
        protectedPaths(),
        new Enforcement.None("it does not matter here"));
  }

  /// The project's and the user's own instructions.
  public ProjectInstructions instructions() {
    return context;
  }

  /// Those of a folder.
  ProjectInstructions instructions(Path root) {
    return root.equals(workspace.root()) ? context : context(root);
  }

  /// What other tools' files want of permissions.
  public OtherPermissions foreignPermissions() {
    return foreign.permissions();
  }

  private ProtectedPaths protectedPaths() {
    return ProtectedPaths.of(workspace.sandbox(), HomeFolders.home(), options.home());
  }

  /// The system prompt as the model gets it.
  public String systemPrompt(Mode mode) {
    ProjectOptions.Prompts prompts = options.prompts();
    var prompt =
        new SystemPrompt(
            workspace.root(),
            System.getProperty("os.name"),
            "bash",
            mode,
            context.files(),
            prompts.appended());
    return prompts.system().isEmpty() ? prompt.render() : prompt.render(prompts.system());
  }

  /// Counts what models use in the user's file, once for the whole project.
  void keepUsage(Consumer<String> problems) {
    if (usageKept.compareAndSet(false, true)) {
      models.meter().listen(new UsageFile(options.home(), workspace.root(), problems));
    }
  }

  public Workspace workspace() {
    return workspace;
  }

  Editing editing() {
    return editing;
  }

  Set<String> keyVariables() {
    return keyVariables;
  }

  /// How commands are run, without a confinement and a place for long output yet.
  Shell.Setup commands() {
    return commands;
  }

  /// A shell of one's own; whoever asks closes it.
  ///
  /// @param outputs where long output goes
  Shell shell(Artifacts outputs) {
    Shell shell = new Shell(commands.spillingTo(outputs));
    shell.export(ProjectOptions.handedOn(models.environment()));
    return shell;
  }

  /// Where long output goes that belongs to no session.
  Path outputs() {
    return stateFolder().resolve("artifacts");
  }

  ToolRunner runner(ToolShelf shelf, Policy policy, Approver approver, CallHooks calls) {
    return new ToolRunner(shelf, workspace, editing, policy, approver, outputBound(), calls);
  }

  /// Where the settings want each tool.
  ToolPlacement placement() {
    return new ToolPlacement(settings.tools());
  }

  OutputBound outputBound() {
    return new OutputBound(settings.limits().toolOutputBytes());
  }

  ToolLimits toolLimits() {
    return ToolPlacement.limits(settings.limits());
  }

  /// The edit dialect that suits a model.
  EditDialect dialect(String modelName) {
    String wanted = settings.editDialect();
    return wanted.equals("auto")
        ? EditDialect.suiting(modelName)
        : EditDialect.valueOf(wanted.toUpperCase(Locale.ROOT));
  }

  int outputTokens(ModelOpener.Opened model) {
    return (int) Math.min(settings.maxTokens(), model.info().maxOutput());
  }

  Compaction compaction(ModelOpener.Opened model) {
    return new Compaction(
        model.model(), model.info(), settings.compaction(), settings.historyBudget());
  }

  // Reviewed work in folders that a server serves.

  /// A folder that a server works on, without what the rules close.
  public Workspace reviewedWorkspace(Path folder) throws IOException {
    return Workspace.open(folder, List.of(), ProjectParts.rules(settings, folder).forbidden());
  }

  /// The commands of a folder whose edits are reviewed; whoever asks closes them.
  public ReviewedCommands reviewedCommands(Workspace folder) {
    return new ReviewedCommands(this, folder);
  }

  /// The same for the project's own folder.
  public ReviewedCommands reviewedCommands() {
    return new ReviewedCommands(this, workspace);
  }

  /// What a prompt works with whose edits are reviewed.
  public Setup reviewedSetup(ModelOpener.Opened model, ReviewedWork work) {
    return ReviewedSetup.of(this, model, work);
  }

  /// The system prompt of reviewed work; a server may serve several folders.
  String reviewedPrompt(ReviewedWork work) {
    Path root = work.workspace().root();
    var runs =
        work.commands() == null ? SystemPrompt.JobCommands.NONE : SystemPrompt.JobCommands.STAGED;
    ContextFiles instructions = instructions(root).files();
    ProjectOptions.Prompts prompts = options.prompts();
    var prompt =
        new SystemPrompt(
            root, System.getProperty("os.name"), "", Mode.EDIT, instructions, prompts.appended());
    return prompts.system().isEmpty() ? prompt.renderJob(runs) : prompt.render(prompts.system());
  }

  /// Ends what is left. Conversations and tools that were opened here are closed before.
  @Override
  public void close() {
    workers.close();
    wall.close();
    models.close();
  }
}

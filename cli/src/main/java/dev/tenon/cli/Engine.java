package dev.tenon.cli;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.command.StagedFile;
import dev.tenon.cli.config.ConfigException;
import dev.tenon.cli.config.Configuration;
import dev.tenon.cli.config.Settings;
import dev.tenon.cli.config.Surroundings;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.exec.Artifacts;
import dev.tenon.core.exec.Background;
import dev.tenon.core.exec.Jobs;
import dev.tenon.core.exec.Shell;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Ground;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.RuleStore;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.prompt.ContextFiles;
import dev.tenon.core.prompt.SystemPrompt;
import dev.tenon.core.session.compaction.Compaction;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Recollection;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Root;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.providers.Provider;
import dev.tenon.server.job.Workbench;
import dev.tenon.tools.Bash;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.EditDialect;
import dev.tenon.tools.MentionedFiles;
import dev.tenon.tools.Presentation;
import dev.tenon.tools.RecallHistory;
import dev.tenon.tools.ToolLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts workspace, tools, policy, prompt and model together. Every face opens its conversations
/// here, so that they are all the same.
public final class Engine implements AutoCloseable {
  private final Surroundings surroundings;
  private final Settings settings;
  private final ModelOpener models;
  private final Workspace workspace;
  private final Editing editing;
  private final Journal journal;
  private final @Nullable StagedEditing staged;
  private final ConcurrentLinkedQueue<String> news = new ConcurrentLinkedQueue<>();
  private final RuleBook book;
  private final CommandWall wall;
  private final Shell shell;
  private final ContextFiles context;
  private volatile @Nullable Recollection recollection;
  private final String ownPrompt;
  private @Nullable Background background;
  private @Nullable Shell ownShell;

  /// Whether the conversation waits for more, so that something can happen in the meantime.
  private boolean attended;

  private Extras extras = Extras.NONE;

  private Engine(
      Surroundings surroundings,
      Settings settings,
      ModelOpener models,
      Workspace workspace,
      Journal journal,
      @Nullable StagedEditing staged,
      RuleBook book,
      CommandWall wall,
      Shell shell,
      ContextFiles context,
      String ownPrompt) {
    this.surroundings = surroundings;
    this.settings = settings;
    this.models = models;
    this.workspace = workspace;
    this.journal = journal;
    this.staged = staged;
    this.editing =
        staged == null ? new DirectEditing(workspace, journal, settings.effects()) : staged;
    this.book = book;
    this.wall = wall;
    this.shell = shell;
    this.context = context;
    this.ownPrompt = ownPrompt;
  }

  /// Opens everything but the model.
  static Engine open(Surroundings surroundings, Settings settings, ModelOpener models)
      throws SetupException {
    Workspace workspace;
    Rules rules = rules(settings, surroundings.root());
    try {
      workspace =
          Workspace.open(
              surroundings.root(), roots(surroundings, settings.roots()), rules.forbidden());
    } catch (IOException unusable) {
      throw SetupException.usage("a root cannot be used: " + unusable.getMessage());
    }
    Journal journal = journal(surroundings, workspace);
    var wall =
        new CommandWall(
            settings.sandbox(), surroundings.home(), workspace.sandbox().roots(), settings.mode());
    if (!rules.isEmpty()) {
      wall.denying(() -> rules);
    }
    return new Engine(
        surroundings,
        settings,
        models,
        workspace,
        journal,
        staged(surroundings, workspace, journal),
        new RuleBook(rules, new RuleStore(Journal.folderOf(surroundings.home(), workspace.root()))),
        wall,
        new Shell(commands(surroundings, settings, keyVariables(models)).confinedBy(wall)),
        ContextFiles.collect(
            surroundings.root(),
            Path.of(System.getProperty("user.home")),
            surroundings.home(),
            settings.contextFiles()),
        ownPrompt(surroundings.arguments()));
  }

  /// How commands are run.
  private static Shell.Setup commands(
      Surroundings surroundings, Settings settings, Set<String> keys) throws SetupException {
    try {
      return Shell.Setup.DEFAULT
          .hiding(keys)
          .spillingTo(new Artifacts(artifacts(surroundings), Artifacts.Limits.DEFAULT))
          .showing(settings.limits().toolOutputBytes())
          .withGrace(Duration.ofMillis(settings.commands().graceMs()))
          .remembering(
              settings.commands().persistent()
                  ? Shell.Remembering.FOLDER_AND_VARIABLES
                  : Shell.Remembering.NOTHING);
    } catch (IOException unusable) {
      throw SetupException.usage("the root cannot be used: " + unusable.getMessage());
    }
  }

  /// Where long output goes; the model reads it there. The real path, though nothing may be there
  /// yet.
  private static Path artifacts(Surroundings surroundings) throws IOException {
    Path home = surroundings.home();
    Path real = Files.exists(home) ? home.toRealPath() : home.toAbsolutePath().normalize();
    return Journal.folderOf(real, surroundings.root().toRealPath()).resolve("artifacts");
  }

  private static List<Root> roots(Surroundings surroundings, Settings.Roots wanted)
      throws IOException {
    var roots = new ArrayList<Root>();
    roots.add(new Root(artifacts(surroundings), Root.Use.READ_ONLY));
    for (String folder : wanted.readOnly()) {
      roots.add(Root.of(atHome(folder), Root.Use.READ_ONLY));
    }
    for (String folder : wanted.writable()) {
      roots.add(Root.of(atHome(folder), Root.Use.WRITABLE));
    }
    return roots;
  }

  static List<Path> atHome(List<String> folders) {
    var paths = new ArrayList<Path>();
    for (String folder : folders) {
      paths.add(atHome(folder));
    }
    return paths;
  }

  private static Path atHome(String folder) {
    return folder.startsWith("~/")
        ? Path.of(System.getProperty("user.home")).resolve(folder.substring(2))
        : Path.of(folder);
  }

  private static Journal journal(Surroundings surroundings, Workspace workspace)
      throws SetupException {
    try {
      return ProjectJournal.open(
          surroundings.home(), workspace, Long.toString(System.currentTimeMillis(), 36));
    } catch (IOException | CommitException unusable) {
      throw SetupException.failure(
          "the journal under " + surroundings.home() + " cannot be used: " + unusable.getMessage());
    }
  }

  /// What is staged, if this run stages its edits or decides about staged ones.
  private static @Nullable StagedEditing staged(
      Surroundings surroundings, Workspace workspace, Journal journal) throws SetupException {
    Arguments arguments = surroundings.arguments();
    boolean wanted =
        arguments.has(TenonCommandLine.REVIEW)
            || arguments.command().equals(TenonCommandLine.APPLY);
    return wanted ? stagedFile(surroundings, workspace).load(workspace, journal) : null;
  }

  private static StagedFile stagedFile(Surroundings surroundings, Workspace workspace) {
    return new StagedFile(Journal.folderOf(surroundings.home(), workspace.root()));
  }

  /// An engine for the demo: default settings, the given root, no instructions of anyone.
  public static Engine forDemo(Surroundings surroundings, Path root)
      throws SetupException, ConfigException {
    var inside =
        new Surroundings(
            surroundings.home(), root, surroundings.environment(), surroundings.arguments());
    Configuration configuration = Configuration.load(inside);
    return open(
        inside,
        configuration.settings(),
        new ModelOpener(configuration, surroundings.environment(), root));
  }

  /// What the user should know about the context files.
  public List<String> warnings() {
    return context.warnings();
  }

  public Settings settings() {
    return settings;
  }

  public ModelOpener models() {
    return models;
  }

  public Path root() {
    return workspace.root();
  }

  public Path home() {
    return surroundings.home();
  }

  /// What stands around commands.
  public CommandWall wall() {
    return wall;
  }

  /// What was changed in this project.
  public Journal journal() {
    return journal;
  }

  /// The edits that wait for a decision; empty when edits are written at once.
  public Optional<StagedEditing> staged() {
    return Optional.ofNullable(staged);
  }

  /// Where staged edits wait between runs.
  public StagedFile stagedFile() {
    return stagedFile(surroundings, workspace);
  }

  /// Files and folders whose paths are like these letters, the best first, for completion.
  public List<String> filesLike(String letters) {
    try {
      return workspace.find(letters, 50);
    } catch (IOException unreadable) {
      // Completion is a courtesy: a project that cannot be walked has none.
      return List.of();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  /// Lets the model look up what was said in the session from the next setup on.
  public void recollect(Recollection past) {
    recollection = past;
  }

  /// Something that the model gets to know with the next prompt.
  public void tellModel(String text) {
    news.add(text);
  }

  /// The work beside the conversation. From the first call on there are tools for it.
  public Background background() {
    Background known = background;
    if (known == null) {
      known =
          new Background(
              new Jobs.Limits(settings.jobs().maxRunning(), Jobs.Limits.DEFAULT.retention()));
      background = known;
    }
    return known;
  }

  /// Ends all background work. Answers how many jobs still ran.
  int endBackground() {
    Background known = background;
    if (known == null) {
      return 0;
    }
    int running = known.jobs().running().size();
    known.close();
    return running;
  }

  /// The commands that the person runs.
  OwnCommands ownCommands() throws SetupException {
    Shell own = new Shell(keyVariables(models));
    ownShell = own;
    return new OwnCommands(own, editing, workspace.root(), this::tellModel);
  }

  /// The tools behind their gate, with the edit dialect that suits the model.
  public ToolRunner tools(Mode mode, Approver approver, String modelName) {
    Background known = background;
    Bash bash = known == null ? new Bash(shell, limits()) : new Bash(shell, limits(), known.jobs());
    var tools = new ArrayList<>(BuiltinTools.all(limits(), dialect(modelName), bash));
    Recollection past = recollection;
    if (past != null) {
      tools.add(new RecallHistory(past));
    }
    if (settings.recipes()) {
      tools.addAll(BuiltinTools.recipes(workspace.root(), bash));
    }
    if (known != null) {
      tools.addAll(
          BuiltinTools.background(bash, known, Duration.ofSeconds(settings.jobs().pollSeconds())));
      if (settings.jobs().schedules() && attended) {
        tools.addAll(BuiltinTools.schedules(known.cron()));
      }
    }
    tools.addAll(extras.tools());
    return runner(tools, mode, approver);
  }

  /// Gives what conversations have beside files and commands from now on.
  void use(Extras more) {
    extras = more;
  }

  /// Every tool there is, for someone who calls them by hand.
  public ToolRunner allTools(Mode mode) {
    var tools = new ArrayList<>(BuiltinTools.everything(shell, limits()));
    tools.addAll(BuiltinTools.recipes(workspace.root(), new Bash(shell, limits())));
    ToolRunner all = runner(tools, mode, Approver.nobody());
    // Nothing is asked, but the wall stands as configured.
    wall.in(settings.mode());
    return all;
  }

  private ToolRunner runner(List<Tool<?>> tools, Mode mode, Approver approver) {
    wall.in(mode);
    return new ToolRunner(
        tools,
        workspace,
        editing,
        policy(mode),
        approver,
        new OutputBound(settings.limits().toolOutputBytes()));
  }

  /// Decides what may happen in a mode.
  public ModePolicy policy(Mode mode) {
    Path home = Path.of(System.getProperty("user.home"));
    return new ModePolicy(
        mode,
        book,
        Ground.of(workspace.sandbox(), home, surroundings.home()),
        // A class and not a lambda, because this is on the way of every start.
        new Supplier<>() {
          @Override
          public Enforcement get() {
            return enforcement();
          }
        });
  }

  private Enforcement enforcement() {
    try {
      return wall.enforcement();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return new Enforcement.None("looking for one was stopped");
    }
  }

  /// The rules in force, which grow by what the person allows.
  public RuleBook rules() {
    return book;
  }

  private static Rules rules(Settings settings, Path root) {
    return settings.permissions().isEmpty()
        ? Rules.NONE
        : Rules.of(settings.permissions(), root, Path.of(System.getProperty("user.home")));
  }

  private ToolLimits limits() {
    Settings.Limits limits = settings.limits();
    return new ToolLimits(
        limits.readLines(),
        limits.readBytes(),
        limits.listEntries(),
        limits.searchMatches(),
        limits.bashTimeoutSeconds(),
        ToolLimits.DEFAULT.bashMaxSeconds());
  }

  private EditDialect dialect(String modelName) {
    String wanted = settings.editDialect();
    return wanted.equals("auto")
        ? EditDialect.suiting(modelName)
        : EditDialect.valueOf(wanted.toUpperCase(Locale.ROOT));
  }

  /// A conversation with this model.
  public Conversation converse(
      ModelOpener.Opened model, Mode mode, Approver approver, Consumer<AgentEvent> listener) {
    attended = true;
    Background beside = background();
    var conversation = new Conversation(setup(model, mode, approver), listener);
    conversation.attend(beside.notices());
    return conversation;
  }

  /// A conversation for one answer. Its prompt runs on a platform thread: a virtual one that waits
  /// for a socket needs the JVM's poller, and a JVM whose poller runs takes 300 ms longer to exit.
  public Conversation converseOnce(
      ModelOpener.Opened model, Mode mode, Approver approver, Consumer<AgentEvent> listener) {
    Background beside = settings.jobs().headless() ? background() : null;
    var conversation =
        new Conversation(
            setup(model, mode, approver),
            listener,
            Thread.ofPlatform().daemon().name("prompt").factory());
    if (beside != null) {
      conversation.attend(beside.notices());
    }
    return conversation;
  }

  /// What a conversation works with; to change it in the middle of one.
  public Setup setup(ModelOpener.Opened model, Mode mode, Approver approver) {
    int outputTokens = (int) Math.min(settings.maxTokens(), model.info().maxOutput());
    return new Setup(
        model.model(),
        systemPrompt(mode),
        tools(mode, approver, model.name()),
        new Setup.Limits(
            settings.maxSteps(), settings.historyBudget(), outputTokens, settings.effort()),
        prompts(
            new MentionedFiles(workspace, Presentation.suiting(dialect(model.name())), limits())),
        new Compaction(
            model.model(), model.info(), settings.compaction(), settings.historyBudget()),
        extras.rules(),
        extras.returnPoint());
  }

  /// A project that the server works on, without what the rules close.
  public Workspace served(Path folder) throws IOException {
    return Workspace.open(folder, List.of(), rules(settings, folder).forbidden());
  }

  /// What the rules say about a project that the server works on.
  private ModePolicy policy(Workspace project) {
    return new ModePolicy(
        Mode.EDIT,
        new RuleBook(rules(settings, project.root()), null),
        Ground.of(project.sandbox(), Path.of(System.getProperty("user.home")), surroundings.home()),
        new Enforcement.None("jobs run no commands"));
  }

  /// What a job of the server works with: its own files and buffers, edits that are staged, nothing
  /// that runs.
  public Setup serving(ModelOpener.Opened model, Workbench.Bench bench) {
    int outputTokens = (int) Math.min(settings.maxTokens(), model.info().maxOutput());
    var tools = new ArrayList<Tool<?>>(bench.tools());
    for (Tool<?> tool : BuiltinTools.staging(dialect(model.name()))) {
      if (bench.tools().stream().noneMatch(own -> own.name().equals(tool.name()))) {
        tools.add(tool);
      }
    }
    return new Setup(
        model.model(),
        jobPrompt(bench.workspace().root()),
        new ToolRunner(
            tools,
            bench.workspace(),
            bench.editing(),
            new ReviewedPolicy(bench.policy(), policy(bench.workspace())),
            Approver.nobody(),
            new OutputBound(settings.limits().toolOutputBytes())),
        new Setup.Limits(
            Math.min(settings.maxSteps(), bench.steps()),
            settings.historyBudget(),
            outputTokens,
            settings.effort()),
        PromptReader.plain(),
        new Compaction(
            model.model(), model.info(), settings.compaction(), settings.historyBudget()));
  }

  /// The system prompt of a job; the server may serve several projects.
  private String jobPrompt(Path root) {
    ContextFiles instructions =
        root.equals(workspace.root())
            ? context
            : ContextFiles.collect(
                root,
                Path.of(System.getProperty("user.home")),
                surroundings.home(),
                settings.contextFiles());
    String more = surroundings.arguments().text(TenonCommandLine.APPEND_SYSTEM_PROMPT).orElse("");
    var prompt =
        new SystemPrompt(root, System.getProperty("os.name"), "", Mode.EDIT, instructions, more);
    return ownPrompt.isEmpty() ? prompt.renderJob() : prompt.render(ownPrompt);
  }

  /// Where the state of this project is kept.
  public Path stateFolder() {
    return Journal.folderOf(surroundings.home(), workspace.root());
  }

  private PromptReader prompts(MentionedFiles files) {
    return text -> {
      Message.User message = files.read(text);
      if (news.isEmpty()) {
        return message;
      }
      var parts = new ArrayList<Part.Input>();
      for (String each = news.poll(); each != null; each = news.poll()) {
        parts.add(new Part.Text(each));
      }
      parts.addAll(message.content());
      return new Message.User(parts);
    };
  }

  /// The system prompt as the model gets it.
  public String systemPrompt(Mode mode) {
    String more = surroundings.arguments().text(TenonCommandLine.APPEND_SYSTEM_PROMPT).orElse("");
    var prompt =
        new SystemPrompt(
            workspace.root(), System.getProperty("os.name"), "bash", mode, context, more);
    return ownPrompt.isEmpty() ? prompt.render() : prompt.render(ownPrompt);
  }

  private static String ownPrompt(Arguments arguments) throws SetupException {
    Optional<String> file = arguments.text(TenonCommandLine.SYSTEM_PROMPT);
    if (file.isEmpty()) {
      return "";
    }
    try {
      return Files.readString(Path.of(file.get()));
    } catch (IOException unreadable) {
      throw SetupException.usage(
          "--system-prompt " + file.get() + " cannot be read: " + unreadable.getMessage());
    }
  }

  /// The variables that hold keys of providers: no command gets to see them.
  private static Set<String> keyVariables(ModelOpener models) throws SetupException {
    var names = new HashSet<String>();
    for (Provider provider : models.providers().all()) {
      provider.keys().forEach(key -> names.add(key.name()));
    }
    return names;
  }

  /// Ends what still runs.
  @Override
  public void close() {
    endBackground();
    Shell own = ownShell;
    if (own != null) {
      own.close();
    }
    shell.close();
    wall.close();
    models.close();
  }
}

package dev.tenon.server.project;

import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.Project;
import dev.tenon.engine.ReviewedCommands;
import dev.tenon.engine.ReviewedWork;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.engine.model.ModelFamily;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.observe.Secrets;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.prompt.TemplatePrompts;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.live.ServedProjects;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.PlanUse;
import dev.tenon.server.job.record.Store;
import dev.tenon.server.job.run.JobLimits;
import dev.tenon.server.job.run.JobObserver;
import dev.tenon.server.job.run.JobSetupFactory;
import dev.tenon.server.tool.FileLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The models and tools of the server: the configured model is the remote one, and there may be a
/// local one beside it. Models are opened when a job first needs them.
public final class ProjectJobSetupFactory implements JobSetupFactory, AutoCloseable {
  private final Project project;
  private final Optional<String> localModel;
  private final UnaryOperator<String> secrets;
  private final JobObservers observers;
  private final Consumer<String> problems;
  private final Map<AgentMode.Side, ModelOpener.Opened> opened =
      new EnumMap<>(AgentMode.Side.class);

  /// Models that sessions and commands from files have chosen, by the names that they gave.
  private final Map<String, ModelOpener.Opened> chosen = new HashMap<>();

  private final Map<Path, ReviewedCommands> commands = new HashMap<>();

  /// @param token the server's, which no report may hold
  /// @param problems told of what does not work about logs, telemetry and agents
  public ProjectJobSetupFactory(
      Project project, Optional<String> localModel, String token, Consumer<String> problems) {
    this.project = project;
    this.localModel = localModel;
    this.problems = problems;
    this.secrets = Secrets.remover(project.models().environment(), List.of(token));
    this.observers =
        JobObservers.of(
            project.settings().observation(),
            project.home(),
            project.models(),
            List.of(token),
            problems);
  }

  /// The jobs of a server that works on these folders.
  ///
  /// @param roots the project's own first
  public JobEngine jobs(List<Path> roots, Store store, JobLimits limits, FileLimits files) {
    return new JobEngine(
        new ServedProjects(roots, project.home(), project::reviewedWorkspace),
        this,
        store,
        limits,
        files,
        Clock.systemUTC());
  }

  @Override
  public String withoutSecrets(String text) {
    return secrets.apply(text);
  }

  @Override
  public JobObserver observer(JobRecord job) {
    return observers.observe(job);
  }

  @Override
  public Optional<ReviewChecks> checks(Workspace workspace) {
    return Optional.of(commands(workspace).checks());
  }

  @Override
  public synchronized Optional<String> modelName(AgentMode.Side side) {
    ModelOpener.Opened known = opened.get(side);
    if (known != null) {
      return Optional.of(known.name());
    }
    String configured = project.settings().model();
    return side == AgentMode.Side.LOCAL
        ? localModel
        : configured.isEmpty() ? Optional.empty() : Optional.of(configured);
  }

  @Override
  public List<ModelInfo> models() {
    try {
      return project.models().usable();
    } catch (SetupException broken) {
      // The models section of the configuration; that was told at the start.
      return List.of();
    }
  }

  @Override
  public synchronized OptionalDouble cost(String model, Usage usage) {
    // Those of a session from before the last start need not be opened to know their prices.
    return Stream.<Supplier<Stream<ModelInfo>>>of(
            () ->
                Stream.concat(opened.values().stream(), chosen.values().stream())
                    .filter(each -> each.name().equals(model))
                    .map(ModelOpener.Opened::info),
            () -> models().stream().filter(each -> each.name().equals(model)))
        .flatMap(Supplier::get)
        .flatMap(each -> each.pricing().stream())
        .mapToDouble(price -> price.cost(usage))
        .findFirst();
  }

  @Override
  public List<Tool<?>> commandTools(Workspace workspace, CommandUse use, PlanUse plan) {
    return commands(workspace).tools(mode(use, plan));
  }

  /// Never more than somebody has configured. What is asked is asked as in mode ask, where a
  /// redirection that writes is no edit that may happen freely.
  private Mode mode(CommandUse use, PlanUse plan) {
    return plans(plan) ? Mode.PLAN : use == CommandUse.AUTO ? Mode.AUTO : Mode.ASK;
  }

  private boolean plans(PlanUse plan) {
    return plan.plans() || project.settings().mode().filter(Mode.PLAN::equals).isPresent();
  }

  private synchronized ReviewedCommands commands(Workspace workspace) {
    return commands.computeIfAbsent(workspace.root(), root -> project.reviewedCommands(workspace));
  }

  /// Ends commands, and waits a moment for telemetry that is on its way.
  @Override
  public void close() {
    synchronized (this) {
      commands.values().forEach(ReviewedCommands::close);
      commands.clear();
    }
    observers.close();
  }

  @Override
  public AddressReader results(Workspace workspace, String session) {
    return commands(workspace).results(session);
  }

  @Override
  public boolean has(AgentMode.Side side) {
    return side == AgentMode.Side.REMOTE || localModel.isPresent();
  }

  @Override
  public Assembled assemble(Bench bench) throws WorkbenchException {
    boolean usual = bench.model().isEmpty() || bench.side() == AgentMode.Side.LOCAL;
    ModelOpener.Opened model = usual ? wished(bench) : chosen(bench.model());
    var work =
        new ReviewedWork(
            bench.workspace(),
            bench.editing(),
            bench.tools(),
            bench.policy(),
            bench.steps(),
            bench.commands().use() == CommandUse.OFF
                ? null
                : new ReviewedWork.Commands(
                    commands(bench.workspace())
                        .policy(
                            mode(bench.commands().use(), bench.commands().plan()),
                            bench.commands().session()),
                    bench.commands().approver()),
            delegating(bench),
            bench.instruction());
    return new Assembled(project.reviewedSetup(model, work), model.name());
  }

  /// The model of the side, or the one that a command from a file wants.
  private ModelOpener.Opened wished(Bench bench) throws WorkbenchException {
    PromptTemplate called =
        TemplatePrompts.called(bench.instruction(), project.templates().orElse(null));
    String wanted = called == null ? "" : called.wishes().model();
    ModelOpener.Opened usual = model(bench.side());
    return called == null || wanted.isEmpty() || bench.side() == AgentMode.Side.LOCAL
        ? usual
        : ModelFamily.wished(called.shown(), wanted, project.models(), usual, this::open, problems);
  }

  private ReviewedWork.@Nullable Delegating delegating(Bench bench) {
    Delegating wanted = bench.delegating();
    if (wanted == null) {
      return null;
    }
    CommandUse use = bench.commands().use();
    PlanUse plan = bench.commands().plan();
    return new ReviewedWork.Delegating(
        bench.commands().session(),
        wanted.conversation(),
        commands(bench.workspace()),
        use == CommandUse.OFF && !plans(plan) ? Mode.EDIT : mode(use, plan),
        wanted.counted(),
        bench.commands().approver(),
        problems);
  }

  private ModelOpener.Opened chosen(String name) throws WorkbenchException {
    try {
      return open(name);
    } catch (SetupException unusable) {
      throw new WorkbenchException(String.valueOf(unusable.getMessage()));
    }
  }

  private synchronized ModelOpener.Opened open(String name) throws SetupException {
    ModelOpener.Opened known = chosen.get(name);
    if (known != null) {
      return known;
    }
    ModelOpener.Opened model = project.models().open(name);
    chosen.put(name, model);
    return model;
  }

  private synchronized ModelOpener.Opened model(AgentMode.Side side) throws WorkbenchException {
    ModelOpener.Opened known = opened.get(side);
    if (known != null) {
      return known;
    }
    if (!has(side)) {
      throw new WorkbenchException(
          "there is no local model; start the server with --local-model NAME");
    }
    try {
      ModelOpener.Opened model =
          side == AgentMode.Side.LOCAL
              ? project.models().open(localModel.orElseThrow())
              : project.models().open();
      opened.put(side, model);
      return model;
    } catch (SetupException unusable) {
      throw new WorkbenchException(String.valueOf(unusable.getMessage()));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new WorkbenchException("stopped");
    }
  }
}

package dev.tenon.cli.serve;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.base.Styled;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.Project;
import dev.tenon.engine.config.ServeSettings;
import dev.tenon.engine.observe.ProgramLog;
import dev.tenon.engine.observe.Version;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.server.http.AgentServer;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.Store;
import dev.tenon.server.job.run.JobLimits;
import dev.tenon.server.project.ProjectJobSetupFactory;
import dev.tenon.server.project.ServeLimits;
import dev.tenon.server.store.Stores;
import dev.tenon.server.tool.FileLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Serves the agent API until the program is told to end.
public final class ServeCommand {
  private final Project project;
  private final ServeLimits limits;
  private final Arguments arguments;
  private final Map<String, String> environment;
  private final Streams streams;
  private final Palette palette;

  public ServeCommand(
      Project project,
      ServeSettings settings,
      Arguments arguments,
      Map<String, String> environment,
      Streams streams) {
    this.project = project;
    this.limits =
        new ServeLimits(
            settings, arguments.text(TenonCommandLine.LOCAL_MODEL).or(settings::localModel));
    this.arguments = arguments;
    this.environment = environment;
    this.streams = streams;
    Page.Reach reach = streams.err().reach();
    this.palette =
        Palette.choose(
            arguments.has(TenonCommandLine.NO_COLOR) ? Palette.Wish.NEVER : Palette.Wish.AUTO,
            environment,
            reach);
  }

  public int run() throws SetupException, InterruptedException {
    var options = new ServeOptions(arguments, environment);
    ServeOptions.Listening listening = options.read(limits.http());
    String token = listening.settings().token();
    List<Path> roots = roots();
    options.warnings().forEach(this::warn);
    ServerLog log =
        ServerLog.install(
            ProgramLog.open(
                project.settings().observation(),
                project.home(),
                environment,
                List.of(token),
                this::warn),
            streams.err());
    JobLimits bounds = limits.jobs();
    FileLimits files = limits.files();
    var workbench = new ProjectJobSetupFactory(project, limits.localModel(), token, this::warn);
    JobEngine jobs = workbench.jobs(roots, store(bounds.events()), bounds, files);
    AgentServer server = start(jobs, listening.settings());
    ShutdownSignal shutdown = ShutdownSignal.onSignals();
    log.tell("server_started", Json.object().put("url", server.url()));
    greet(server, listening, roots);
    IdleHeap.watch();
    try {
      shutdown.await();
    } finally {
      end(server, jobs, log);
      workbench.close();
    }
    return 0;
  }

  private void warn(String warning) {
    streams.err().println(Styled.of(Style.WARNING, "tenon: warning: ").and(warning), palette);
  }

  /// Programs read the first line of stdout; everything else is for people.
  private void greet(AgentServer server, ServeOptions.Listening listening, List<Path> roots) {
    streams.out().println("listening on " + server.url());
    streams.out().flush();
    for (Path root : roots) {
      streams.err().println("serving " + streams.err().cell(root.toString()));
    }
    String door = server.browserUrl();
    if (listening.made()) {
      streams
          .err()
          .println(
              Styled.of("open ").and(Style.CODE, door + "/?token=" + listening.settings().token()),
              palette);
    } else {
      streams
          .err()
          .println(
              Styled.of("open ").and(Style.CODE, door + "/").and(" and sign in with your token"),
              palette);
    }
    if (arguments.has(TenonCommandLine.OPEN)
        && !new BrowserOpener(environment).open(server.loginUrl())) {
      warn("no browser could be opened (BROWSER, xdg-open, open); open the address yourself");
    }
    if (streams.tty().err()) {
      streams.err().println(Styled.of(Style.DIM, "Ctrl-C ends it"), palette);
    }
    streams.err().flush();
  }

  private void end(AgentServer server, JobEngine jobs, ServerLog log) throws InterruptedException {
    List<JobRecord> interrupted = jobs.atWork();
    server.close();
    log.tell("server_stopped", Json.object().put("interrupted", interrupted.size()));
    if (interrupted.isEmpty()) {
      streams.err().println("stopped; no job was at work");
      return;
    }
    streams
        .err()
        .println(
            "stopped; interrupted "
                + (interrupted.size() == 1 ? "1 job" : interrupted.size() + " jobs")
                + ", which can be resumed:");
    for (JobRecord job : interrupted) {
      streams.err().println("  " + job.id() + " " + firstLine(job.instruction()));
    }
  }

  private static String firstLine(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() <= 60 ? line : line.substring(0, 60) + "…";
  }

  private AgentServer start(JobEngine jobs, ServerSettings settings)
      throws SetupException, InterruptedException {
    try {
      return AgentServer.start(jobs, settings, Version.NUMBER);
    } catch (UncheckedIOException taken) {
      jobs.close();
      throw SetupException.failure(
          "cannot listen on "
              + settings.host()
              + ":"
              + settings.port()
              + ": "
              + IoFailure.reason(Objects.requireNonNull(taken.getCause()))
              + "; choose another with --port, or 0 for any");
    }
  }

  private List<Path> roots() throws SetupException {
    var roots = new ArrayList<Path>();
    roots.add(project.root());
    for (String folder : arguments.operands()) {
      Path root = Path.of(folder);
      if (!Files.isDirectory(root)) {
        throw SetupException.usage("the root " + folder + " is not a folder");
      }
      try {
        roots.add(root.toRealPath());
      } catch (IOException unusable) {
        throw SetupException.usage(
            "the root " + folder + " cannot be used: " + IoFailure.reason(unusable));
      }
    }
    return roots;
  }

  private Store store(int events) throws SetupException {
    String kind = arguments.text(TenonCommandLine.STORE).orElse("sqlite");
    if (kind.equals("memory")) {
      return Stores.memory(limits.inMemory(), events, Clock.systemUTC());
    }
    try {
      return Stores.sqlite(
          project.stateFolder().resolve("server.db"), limits.onDisk(), events, Clock.systemUTC());
    } catch (Store.StoreException unusable) {
      throw SetupException.failure(String.valueOf(unusable.getMessage()));
    }
  }
}

package dev.tenon.cli;

import dev.tenon.cli.acp.AcpCommand;
import dev.tenon.cli.args.ArgumentParser;
import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.Command;
import dev.tenon.cli.args.Completions;
import dev.tenon.cli.args.HelpText;
import dev.tenon.cli.args.RpcCommandLine;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.args.UsageException;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Output;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.base.WarmUp;
import dev.tenon.cli.command.AgentsCommand;
import dev.tenon.cli.command.ApplyCommand;
import dev.tenon.cli.command.AttackCommand;
import dev.tenon.cli.command.ChangesCommand;
import dev.tenon.cli.command.ConversationCommand;
import dev.tenon.cli.command.DemoCommand;
import dev.tenon.cli.command.DoctorCommand;
import dev.tenon.cli.command.ModelsCommand;
import dev.tenon.cli.command.PermissionsCommand;
import dev.tenon.cli.command.SkillsCommand;
import dev.tenon.cli.command.ThemesCommand;
import dev.tenon.cli.command.ToolCommand;
import dev.tenon.cli.command.UsageCommand;
import dev.tenon.cli.discover.DiscoverCommand;
import dev.tenon.cli.hook.HooksCommand;
import dev.tenon.cli.login.LoginCommand;
import dev.tenon.cli.mcp.McpCommand;
import dev.tenon.cli.plugin.PluginCommand;
import dev.tenon.cli.rpc.RpcCommand;
import dev.tenon.cli.serve.ServeCommand;
import dev.tenon.cli.session.ReceiptsCommand;
import dev.tenon.cli.session.SessionsCommand;
import dev.tenon.cli.terminal.device.TerminalDevice;
import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.cli.workflow.WorkflowCommand;
import dev.tenon.engine.Project;
import dev.tenon.engine.StateVersion;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.EffectiveReport;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.observe.Version;
import dev.tenon.engine.problem.SetupException;
import java.nio.file.Path;
import java.util.Map;

/// The entry of the program: reads the command line and hands over to the command. Errors of the
/// user end with one line and exit code 2, failures with 1; a stack trace is shown only with
/// `--debug`.
public final class Main {
  static final int FAILURE = 1;
  static final int USAGE = 2;

  private Main() {}

  public static void main(String[] words) {
    Streams streams = Streams.ofProcess();
    int code = run(streams, System.getenv(), words);
    streams.end();
    String lost = code == 0 ? streams.lost() : null;
    if (lost != null) {
      code = fail(streams, "standard output could not be written: " + lost, FAILURE);
    }
    // A reader that still blocks on standard input would hold an ordinary exit up.
    Runtime.getRuntime().halt(code);
  }

  /// Runs one command line to its end and answers the exit code.
  public static int run(Streams streams, Map<String, String> environment, String... words) {
    if (words.length == 1 && (words[0].equals("--version") || words[0].equals("-V"))) {
      streams.out().println("tenon " + Version.withCommit());
      return 0;
    }
    WarmUp.begin(words, environment);
    if (WarmUp.isConversation(words)) {
      TerminalDevice.prepare(environment);
    }
    Arguments arguments;
    try {
      arguments = ArgumentParser.parse(TenonCommandLine.GRAMMAR, RpcCommandLine.translated(words));
    } catch (UsageException wrong) {
      return fail(streams, String.valueOf(wrong.getMessage()), USAGE);
    }
    if (!drivenByPrograms(arguments.command())) {
      Clusters.drawn(TerminalDevice.drawing(environment));
    }
    try {
      return new Main().run(arguments, streams, environment);
    } catch (SetupException problem) {
      return fail(
          streams,
          String.valueOf(problem.getMessage()),
          problem.kind() == SetupException.Kind.USAGE ? USAGE : FAILURE);
    } catch (ConfigException problem) {
      return fail(streams, String.valueOf(problem.getMessage()), USAGE);
    } catch (InterruptedException stopped) {
      return 130;
    } catch (RuntimeException | Error bug) {
      if (arguments.has(TenonCommandLine.DEBUG)) {
        streams.err().trace(bug);
      }
      return fail(
          streams,
          "a bug: " + bug + "; run it again with --debug and report what it shows",
          FAILURE);
    }
  }

  /// Whether nobody sees what it prints.
  private static boolean drivenByPrograms(Command command) {
    return command.equals(TenonCommandLine.RPC) || command.equals(TenonCommandLine.ACP);
  }

  private static int fail(Streams streams, String message, int code) {
    streams.err().note(message);
    return code;
  }

  private int run(Arguments arguments, Streams streams, Map<String, String> environment)
      throws SetupException, ConfigException, InterruptedException {
    Command command = arguments.command();
    if (arguments.has(TenonCommandLine.HELP)) {
      streams.out().print(help(command, environment));
      return 0;
    }
    if (arguments.has(TenonCommandLine.VERSION)) {
      streams.out().println("tenon " + Version.withCommit());
      return 0;
    }
    return switch (command.name()) {
      case "help" -> {
        streams.out().print(help(topic(arguments), environment));
        yield 0;
      }
      case "completion" -> {
        streams
            .out()
            .print(
                Completions.script(TenonCommandLine.GRAMMAR, arguments.operand(0).orElseThrow()));
        yield 0;
      }
      case "demo" -> new DemoCommand(streams, arguments, environment).run();
      default -> configured(arguments, streams, environment);
    };
  }

  private static Command topic(Arguments arguments) throws SetupException {
    String name = arguments.operand(0).orElse("");
    Command wanted = TenonCommandLine.GRAMMAR.command(name);
    if (!name.isEmpty() && wanted == null) {
      throw SetupException.usage("there is no command '" + name + "'; see tenon --help");
    }
    return wanted == null ? TenonCommandLine.MAIN : wanted;
  }

  private static int configured(
      Arguments arguments, Streams streams, Map<String, String> environment)
      throws SetupException, ConfigException, InterruptedException {
    var context = LaunchContext.of(arguments, environment, Path.of("").toAbsolutePath());
    StateVersion.check(context.home());
    if (arguments.command().equals(TenonCommandLine.RPC)) {
      // It reads its own, while the first command comes.
      return new RpcCommand(context, streams).run();
    }
    Configuration configuration = Configuration.load(context.options());
    if (arguments.command().equals(TenonCommandLine.CONFIGURATION)) {
      if (arguments.has(TenonCommandLine.JSON)) {
        streams.out().json(EffectiveReport.json(configuration).pretty());
      } else {
        Output out = streams.out();
        String table = EffectiveReport.table(configuration, out::cell, out.columns());
        out.println(table.stripTrailing());
      }
      return 0;
    }
    if (arguments.command().equals(TenonCommandLine.SESSIONS)) {
      return new SessionsCommand(context, configuration.settings().ui().look(), streams).run();
    }
    if (arguments.command().equals(TenonCommandLine.SKILLS)) {
      return new SkillsCommand(context, configuration.settings(), streams).run();
    }
    if (arguments.command().equals(TenonCommandLine.MCP)) {
      return new McpCommand(context, configuration, streams).run(Main::run);
    }
    if (arguments.command().equals(TenonCommandLine.PLUGIN)) {
      return new PluginCommand(context, configuration, streams).run();
    }
    boolean acp = arguments.command().equals(TenonCommandLine.ACP);
    if (acp && arguments.operand(0).isEmpty()) {
      return new AcpCommand(context, streams).run();
    }
    if (arguments.command().equals(TenonCommandLine.USAGE)) {
      return new UsageCommand(context.home(), arguments, streams).run();
    }
    if (arguments.command().equals(TenonCommandLine.THEMES)) {
      return new ThemesCommand(
              context.home(), configuration.settings().ui().look(), arguments, streams)
          .run();
    }
    if (arguments.command().equals(TenonCommandLine.MAIN)) {
      return new ConversationCommand(context, configuration, streams).run();
    }
    if (arguments.command().equals(TenonCommandLine.MODELS)
        || arguments.command().equals(TenonCommandLine.LOGIN)
        || arguments.command().equals(TenonCommandLine.LOGOUT)
        || arguments.command().equals(TenonCommandLine.DOCTOR)
        || acp) {
      return aboutModels(context, configuration, streams);
    }
    try (var project = Project.open(context.openingOptions(), configuration)) {
      if (arguments.command().equals(TenonCommandLine.TOOL)) {
        return new ToolCommand(project, arguments, streams).run();
      }
      return switch (arguments.command().name()) {
        case "serve" ->
            new ServeCommand(project, configuration.serving(), arguments, environment, streams)
                .run();
        case "permissions" -> new PermissionsCommand(project, arguments, streams).run();
        case "agents" -> new AgentsCommand(project, context, streams).run();
        case "workflow" -> new WorkflowCommand(project, context, streams).run();
        case "hooks" -> new HooksCommand(project, context, streams).run();
        case "discover" -> new DiscoverCommand(project, configuration, context, streams).run();
        case "changes", "undo", "redo", "rollback" ->
            new ChangesCommand(project.journal(), configuration, context, streams).run();
        case "receipts" -> new ReceiptsCommand(project.journal(), context, streams).run();
        case "apply" -> new ApplyCommand(project, configuration, context, streams).run();
        default -> throw new IllegalStateException("no one runs " + arguments.command().name());
      };
    }
  }

  private static int aboutModels(
      LaunchContext context, Configuration configuration, Streams streams)
      throws SetupException, ConfigException, InterruptedException {
    Arguments arguments = context.arguments();
    if (arguments.has(TenonCommandLine.ATTACK)) {
      return new AttackCommand(context.openingOptions(), arguments, streams).run();
    }
    try (var models = new ModelOpener(configuration, context.environment(), Path.of(""))) {
      return switch (arguments.command().name()) {
        case "models" -> new ModelsCommand(models, arguments, streams, models.environment()).run();
        case "login" ->
            new LoginCommand(context, models, streams).login(arguments.operand(0).orElse(""));
        case "acp" -> new LoginCommand(context, models, streams).login("");
        case "logout" -> new LoginCommand(context, models, streams).logout();
        default ->
            new DoctorCommand(context, configuration.settings(), models, arguments, streams).run();
      };
    }
  }

  private static String help(Command command, Map<String, String> environment) {
    int width = 100;
    String columns = environment.get("COLUMNS");
    if (columns != null && columns.matches("[0-9]{1,4}")) {
      width = Integer.parseInt(columns);
    }
    return command.equals(TenonCommandLine.MAIN)
        ? HelpText.of(TenonCommandLine.GRAMMAR, width)
        : HelpText.of(TenonCommandLine.GRAMMAR, command, width);
  }
}

package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.ModelCommand;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.TakenTools;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.EditDialect;
import dev.tenon.tools.ToolLimits;
import dev.tenon.tools.todo.TodoList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// The face with the real loop and tools and the [TrialModel], for a real terminal: `TrialMain ROOT
/// HISTORY_FILE MODE`.
final class TrialMain {
  private TrialMain() {}

  public static void main(String[] arguments) throws IOException {
    var root = Path.of(arguments[0]);
    var mode = new AtomicReference<>(Mode.valueOf(arguments[2]));
    var workspace = Workspace.open(root);
    var settings =
        new FaceSettings(
            new FaceSettings.Banner(
                "0.0-trial", TrialModel.NAME, root.toString(), mode.get().label()),
            FaceSettings.Output.TERMINAL,
            Path.of(arguments[1]),
            System.getenv(),
            Palette.Wish.AUTO,
            DisplayOptions.Thinking.SHORT,
            UsageRenderer.Showing.SILENT,
            (model, usage) -> OptionalDouble.of(0.0123),
            List.of(
                new ModelCommand(new TrialModels()).slash(),
                SlashCommand.of("wait", "Sleep", (argument, context) -> Thread.sleep(60_000)),
                SlashCommand.of("say", "Prompt", (argument, context) -> context.prompt(argument))));
    ConversationOpener opener =
        (events, approver, asker, diagnostics) ->
            open(workspace, mode.get(), events, approver, asker);
    int exit =
        new TerminalFace(settings.start())
            .run(settings, opener, arguments.length > 3 ? arguments[3] : "");
    System.exit(exit);
  }

  static Conversation open(
      Workspace workspace, Mode mode, Consumer<AgentEvent> events, Approver approver, Asker asker) {
    var tools =
        new ArrayList<Tool<?>>(
            BuiltinTools.all(
                new Shell(java.util.Set.of()), ToolLimits.DEFAULT, EditDialect.EDIT_FILE));
    tools.addAll(BuiltinTools.talking(new TodoList(), asker));
    var runner =
        new ToolRunner(
            new ToolShelf(
                tools,
                BuiltinTools.returning(new ReturnPoint()),
                Map.of("monitor", "tools.off names it"),
                new TakenTools()),
            workspace,
            new DirectEditing(workspace, journal(workspace)),
            asking(mode),
            approver,
            OutputBound.DEFAULT);
    return new Conversation(new Setup(new TrialModel(), "", runner, Setup.Limits.DEFAULT), events);
  }

  private static Journal journal(Workspace workspace) {
    try {
      return ProjectJournal.open(
          java.nio.file.Files.createTempDirectory("tenon-trial-"), workspace, "trial");
    } catch (java.io.IOException | CommitException unusable) {
      throw new IllegalStateException(unusable);
    }
  }

  /// The policy of a mode that asks about commands that only read, too: they are what is tried
  /// here.
  private static Policy asking(Mode mode) {
    var policy = new ModePolicy(mode);
    return new Policy() {
      @Override
      public Decision decide(String tool, Access access) {
        return policy.decide(
            tool,
            access instanceof Access.Execute execute && mode != Mode.PLAN
                ? execute.needing(new Need.Writing())
                : access);
      }

      @Override
      public Optional<String> allowed(
          String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
        return policy.allowed(
            tool,
            access instanceof Access.Execute execute ? execute.needing(new Need.Writing()) : access,
            ask,
            answer);
      }
    };
  }
}

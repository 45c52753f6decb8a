package dev.tenon.engine;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.CallHooks;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.tools.BuiltinTools;
import java.util.ArrayList;
import java.util.List;

/// Every tool there is, for someone who calls them without a model. Has a shell of its own.
public final class ManualTools implements AutoCloseable {
  private final Project project;
  private final Shell shell;
  private final ToolRunner runner;

  ManualTools(Project project, ModeGuard guard) {
    this.project = project;
    // Whoever calls one tool after the other reads long output in another run.
    var outputs = new Artifacts(project.outputs(), Artifacts.Limits.DEFAULT);
    this.shell = project.shell(outputs).confinedBy(guard.confinement());
    Addresses addresses = ProjectAddresses.of(project, shell, project.rules(), null);
    var tools = new ArrayList<>(BuiltinTools.everything(shell, project.toolLimits(), addresses));
    tools.addAll(
        BuiltinTools.recipes(project.root(), new CommandRunner(shell), project.toolLimits()));
    this.runner =
        project.runner(
            project.placement().upFront(tools), guard.policy(), Approver.nobody(), CallHooks.NONE);
  }

  /// Every tool there is and where it stands in a conversation.
  public List<ToolListing> listing() {
    return ToolListing.of(project, shell);
  }

  /// Whether a call can be tried: of the tools that there are, those that are off, and those that
  /// belong to a conversation (its jobs, its schedules, its history), cannot be called by hand.
  public boolean canCall(String name) {
    for (ToolSpec spec : runner.specs()) {
      if (spec.name().equals(name)) {
        return true;
      }
    }
    for (ToolListing row : listing()) {
      if (row.tool().name().equals(name)) {
        return false;
      }
    }
    return true;
  }

  public ToolRunner runner() {
    return runner;
  }

  /// Ends what still runs.
  @Override
  public void close() {
    shell.close();
  }
}

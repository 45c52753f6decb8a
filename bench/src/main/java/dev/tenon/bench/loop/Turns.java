package dev.tenon.bench.loop;

import dev.tenon.bench.measure.Scratch;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.EditDialect;
import dev.tenon.tools.ToolLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Prompts through the loop and the real tools, with a scripted model that answers at once.
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Turns {
  static final int TOOL_TURNS = 10;

  private @Nullable Desk desk;

  /// A project and the tools that work on it.
  private static final class Desk {
    final Path folder = Files.createTempDirectory("tenon-bench-turns-");
    final Shell shell = new Shell(Set.of());
    final ToolRunner tools;

    Desk() throws IOException, CommitException {
      Path project = Files.createDirectory(folder.resolve("project"));
      Files.writeString(project.resolve("notes.txt"), "One line.\nAnother line.\n".repeat(20));
      Workspace workspace = Workspace.open(project);
      Journal journal = ProjectJournal.open(folder.resolve("state"), workspace, "bench");
      tools =
          new ToolRunner(
              BuiltinTools.all(shell, ToolLimits.DEFAULT, EditDialect.EDIT_FILE),
              workspace,
              new DirectEditing(workspace, journal),
              new ModePolicy(Mode.FULL),
              Approver.nobody(),
              OutputBound.DEFAULT);
    }
  }

  @org.openjdk.jmh.annotations.Setup
  public void open() throws IOException, CommitException {
    desk = new Desk();
  }

  private Desk desk() {
    if (desk == null) {
      throw new IllegalStateException("open() comes first");
    }
    return desk;
  }

  /// One prompt that the model just answers.
  @Benchmark
  public Outcome answer() throws InterruptedException {
    return prompt(List.of(Step.says("Done.")));
  }

  /// The same after ten turns with one `read_file` each.
  @Benchmark
  public Outcome toolTurns() throws InterruptedException {
    var steps = new ArrayList<Step>();
    for (int i = 0; i < TOOL_TURNS; i++) {
      steps.add(Step.calls("read_file", Json.object().put("path", "notes.txt").build()));
    }
    steps.add(Step.says("Done."));
    return prompt(steps);
  }

  private Outcome prompt(List<Step> steps) throws InterruptedException {
    var model = ScriptedModel.named("scripted/bench", steps);
    var setup = new Setup(model, "Be brief.", desk().tools, Setup.Limits.DEFAULT);
    Outcome outcome = new Conversation(setup, event -> {}).prompt("go");
    if (outcome.ending() != Outcome.Ending.COMPLETED) {
      throw new IllegalStateException("the prompt ended with " + outcome);
    }
    return outcome;
  }

  @TearDown
  public void close() throws IOException {
    desk().shell.close();
    Scratch.delete(desk().folder);
  }
}

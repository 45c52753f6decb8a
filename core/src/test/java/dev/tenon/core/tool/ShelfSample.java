package dev.tenon.core.tool;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Tools on a shelf, and calls to them without a loop.
final class ShelfSample {
  private ShelfSample() {}

  /// A tool with one number, which it doubles.
  record Doubling(String name, String description) implements Tool<Doubling.Parameters> {
    record Parameters(@Doc("What to double.") int number) {}

    static Doubling of(String name) {
      return new Doubling(name, "Double a number with " + name + ". Never anything else.");
    }

    @Override
    public Class<Parameters> parameters() {
      return Parameters.class;
    }

    @Override
    public List<Access> access(Parameters parameters) {
      return List.of();
    }

    @Override
    public String title(Parameters parameters) {
      return "" + parameters.number;
    }

    @Override
    public ToolResult run(Parameters parameters, ToolContext context) {
      return ToolResult.Text.of("" + 2 * parameters.number);
    }
  }

  /// A tool whose schema somebody else wrote; it answers with what it got.
  record Echo(String name, Json.Obj schema) implements SchemaTool {
    @Override
    public String description() {
      return "Answer with the arguments";
    }

    @Override
    public List<Access> access(Arguments arguments) {
      return List.of();
    }

    @Override
    public String title(Arguments arguments) {
      return "";
    }

    @Override
    public ToolResult run(Arguments arguments, ToolContext context) {
      return ToolResult.Text.of(arguments.values().compact());
    }
  }

  static ToolRunner runner(ToolShelf shelf, Path folder) throws IOException {
    Workspace workspace = Workspace.open(folder);
    try {
      return new ToolRunner(
          shelf,
          workspace,
          new DirectEditing(workspace, ProjectJournal.open(folder.resolve("s"), workspace, "test")),
          new ModePolicy(Mode.FULL),
          Approver.nobody(),
          OutputBound.DEFAULT);
    } catch (CommitException unusable) {
      throw new IOException(unusable);
    }
  }

  static Part.Result call(ToolRunner runner, String name, Json.Obj arguments) throws Exception {
    return runner.call(Part.Call.of("c", name, arguments), text -> {}).result();
  }

  static List<String> declared(ToolRunner runner) {
    return runner.specs().stream().map(ToolSpec::name).toList();
  }
}

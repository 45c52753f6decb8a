package dev.tenon.tools;

import dev.tenon.core.edit.patch.EnvelopePatch;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// Applies a patch envelope: several files, all or none. The dialect that OpenAI's models know
/// best.
public final class ApplyPatch implements Tool<ApplyPatch.Parameters> {
  /// The envelope.
  public record Parameters(
      @Doc(
              value = "The patch, from `*** Begin Patch` to `*** End Patch`.",
              aliases = {"patch"})
          String input) {}

  @Override
  public String name() {
    return "apply_patch";
  }

  @Override
  public String description() {
    return """
    Change files with a patch; all of it is applied or nothing. Form:
    *** Begin Patch
    *** Update File: path      (or Add File, whose lines all begin with +, or Delete File)
    *** Move to: new/path      (optional)
    @@ line that stands before the change (optional)
     context line
    -old line
    +new line
    *** End Patch\
    """;
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return paths(parameters.input).stream().<Access>map(Access.Write::new).toList();
  }

  @Override
  public boolean exclusive() {
    return true;
  }

  @Override
  public boolean plansWrites() {
    return true;
  }

  @Override
  public String title(Parameters parameters) {
    return String.join(", ", paths(parameters.input));
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    return EditCommit.run(
        new EnvelopePatch(parameters.input)::plan, name(), context, EditCommit.Latest.LEFT_OUT);
  }

  /// The files that the patch seems to name at a glance. Those that it really changes are asked for
  /// when it has been read.
  private static List<String> paths(String input) {
    return new EnvelopePatch(input).paths();
  }
}

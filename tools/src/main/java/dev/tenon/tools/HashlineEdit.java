package dev.tenon.tools;

import dev.tenon.core.edit.hashline.Hashline;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;

/// Edits lines by the anchors that reads show.
public final class HashlineEdit implements Tool<HashlineEdit.Parameters> {

  /// Sections of operations.
  public record Parameters(
      @Doc(
              value = "One section a file: §PATH, then operations on anchors.",
              aliases = {"edits"})
          String input) {}

  @Override
  public String name() {
    return "hashline_edit";
  }

  @Override
  public String description() {
    return """
    Edit lines by their anchors (such as 12ab) as read_file shows them. Form:
    §path/to/file
    »12ab       insert the lines below after this line (» BOF at the top, » EOF at the end)
    «12ab       insert before
    ≔12ab..15cd replace these lines by the lines below; none deletes them
    Lines of text follow their operation as they are. Stale anchors fail with the present lines.\
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
        new Hashline(parameters.input)::plan, name(), context, EditCommit.Latest.LEFT_OUT);
  }

  /// The files that the input seems to name at a glance. Those that it really changes are asked for
  /// when it has been read.
  private static List<String> paths(String input) {
    var paths = new ArrayList<String>();
    for (String line : input.lines().toList()) {
      if (line.startsWith("§") && !line.substring(1).isBlank()) {
        paths.add(line.substring(1).strip());
      }
    }
    return paths;
  }
}

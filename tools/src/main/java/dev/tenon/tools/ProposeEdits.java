package dev.tenon.tools;

import dev.tenon.core.edit.LineEdits;
import dev.tenon.core.edit.ProposedEdit;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Edits ranges of lines, each with the hash of what should stand there.
public final class ProposeEdits implements Tool<ProposeEdits.Parameters> {

  /// The edits.
  public record Parameters(@Doc("The edits; none may overlap another.") List<Edit> edits) {}

  /// One edit of a range of lines.
  public record Edit(
      @Doc(value = "Name of the edit.", fallback = "e") String editId,
      @Doc(
              value = "Path under the root.",
              aliases = {"path"})
          String filePath,
      @Doc("What to do.") ProposedEdit.Operation operation,
      @Doc("First line, from 1; an insert goes before it.") int startLine,
      @Doc("Last line, included.") @Nullable Integer endLine,
      @Doc("The new lines; none for delete.") @Nullable String newText,
      @Doc("sha256: and the hash of the present lines, joined by LF.") String expectedHash,
      @Doc("Why.") @Nullable String rationale) {}

  @Override
  public String name() {
    return "propose_edits";
  }

  @Override
  public String description() {
    return "Replace, insert or delete ranges of lines. Each edit names the hash of the lines it is"
        + " made for and fails when they have changed; all are applied or none.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return parameters.edits.stream()
        .map(Edit::filePath)
        .distinct()
        .<Access>map(Access.Write::new)
        .toList();
  }

  @Override
  public String title(Parameters parameters) {
    return String.join(", ", parameters.edits.stream().map(Edit::filePath).distinct().toList());
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    var edits = new ArrayList<ProposedEdit>();
    for (int i = 0; i < parameters.edits.size(); i++) {
      Edit edit = parameters.edits.get(i);
      edits.add(
          new ProposedEdit(
              edit.editId.equals("e") ? "e_" + (i + 1) : edit.editId,
              edit.filePath,
              edit.operation,
              edit.startLine,
              edit.endLine,
              edit.newText == null ? "" : edit.newText,
              edit.expectedHash,
              edit.rationale == null ? "" : edit.rationale));
    }
    return Committing.placed(
        source -> new LineEdits(edits).plan(source), name(), context, Committing.Latest.INCLUDED);
  }
}

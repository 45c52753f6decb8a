package dev.tenon.tools;

import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.edit.lines.ProposedEdit;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Edits ranges of lines, each with the hash of what should stand there. A model cannot compute
/// one: where it leaves the hash out, it is that of the lines as the model was last shown them.
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
      @Doc("sha256: and the hex hash of those lines joined by LF; leave it out for lines you read.")
          @Nullable String expectedHash,
      @Doc("Why.") @Nullable String rationale) {}

  @Override
  public String name() {
    return "propose_edits";
  }

  @Override
  public String description() {
    return "Replace, insert or delete ranges of lines; a missing file is created by an insert at"
        + " line 1. All edits of a call use the line numbers before it. Lines you have not"
        + " read, or that changed since, are refused and shown; all edits are made or none.";
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
  public boolean plansWrites() {
    return true;
  }

  @Override
  public String title(Parameters parameters) {
    return String.join(", ", parameters.edits.stream().map(Edit::filePath).distinct().toList());
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
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
              edit.expectedHash == null || edit.expectedHash.isBlank()
                  ? believed(edit, context.workspace())
                  : edit.expectedHash,
              edit.rationale == null ? "" : edit.rationale));
    }
    return EditCommit.run(
        source -> new LineEdits(edits).plan(source), name(), context, EditCommit.Latest.INCLUDED);
  }

  /// The hash of the lines as the model was last shown them; null for lines that it was not.
  private static @Nullable String believed(Edit edit, Workspace workspace) {
    Path real;
    try {
      real = workspace.sandbox().writable(edit.filePath);
    } catch (PathException unusable) {
      // The dialect asks for the file and says what is wrong with it.
      return null;
    }
    boolean insert = edit.operation == ProposedEdit.Operation.INSERT;
    int first = edit.startLine;
    int last = insert || edit.endLine == null ? first : edit.endLine;
    Optional<String> shown = workspace.shown().text(real, first, last);
    if (shown.isPresent()) {
      return ProposedEdit.hash(shown.get());
    }
    // Behind the last line that was shown nothing should be.
    boolean atEnd = first == 1 || workspace.shown().text(real, first - 1, first - 1).isPresent();
    return insert && atEnd ? ProposedEdit.hash("") : null;
  }
}

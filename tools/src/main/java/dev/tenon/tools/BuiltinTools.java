package dev.tenon.tools;

import dev.tenon.core.exec.Shell;
import dev.tenon.core.tool.Tool;
import java.util.ArrayList;
import java.util.List;

/// Every tool that ships with Tenon, in the order in which the model sees them.
public final class BuiltinTools {
  private BuiltinTools() {}

  /// @param dialect how the model is to write its edits
  public static List<Tool<?>> all(Shell shell, ToolLimits limits, EditDialect dialect) {
    return List.of(
        new ReadFile(limits, Presentation.suiting(dialect)),
        new ReadManyFiles(limits, Presentation.suiting(dialect)),
        new ListFiles(limits),
        new GlobFiles(limits),
        new GrepFiles(limits),
        new WriteFile(),
        edit(dialect),
        new Bash(shell, limits));
  }

  /// All tools with all dialects, for someone who calls them by hand.
  public static List<Tool<?>> everything(Shell shell, ToolLimits limits) {
    var tools = new ArrayList<>(all(shell, limits, EditDialect.EDIT_FILE));
    for (EditDialect dialect : EditDialect.values()) {
      if (dialect != EditDialect.EDIT_FILE) {
        tools.add(edit(dialect));
      }
    }
    return tools;
  }

  private static Tool<?> edit(EditDialect dialect) {
    return switch (dialect) {
      case EDIT_FILE -> new EditFile();
      case SAFE_PATCH -> new SafePatchFile();
      case HASHLINE -> new HashlineEdit();
      case APPLY_PATCH -> new ApplyPatch();
      case PROPOSE_EDITS -> new ProposeEdits();
    };
  }
}

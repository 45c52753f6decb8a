package dev.tenon.tools;

import dev.tenon.core.exec.Shell;
import dev.tenon.core.tool.Tool;
import java.util.List;

/// Every tool that ships with Tenon, in the order in which the model sees them.
public final class BuiltinTools {
  private BuiltinTools() {}

  public static List<Tool<?>> all(Shell shell, ToolLimits limits) {
    return List.of(
        new ReadFile(limits), new ListFiles(limits), new WriteFile(), new Bash(shell, limits));
  }
}

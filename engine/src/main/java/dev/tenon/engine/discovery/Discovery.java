package dev.tenon.engine.discovery;

import dev.tenon.engine.content.OtherTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Whether there is anything of other tools in a folder: a few looks at the disk, before anything
/// else of this room is loaded.
public final class Discovery {
  /// The files of settings, each in the project's root.
  static final List<String> CLAUDE =
      List.of(".claude/settings.json", ".claude/settings.local.json");

  static final List<String> OPENCODE =
      List.of(
          "opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc");
  static final String GEMINI = ".gemini/settings.json";
  static final String CODEX = ".codex/config.toml";
  static final String CURSOR = ".cursor/mcp.json";
  static final String VSCODE = ".vscode/mcp.json";
  static final String PI = ".pi/mcp.json";

  private static final String[] TRACES = {
    ".claude",
    ".codex",
    ".cursor",
    ".cursorrules",
    ".github/copilot-instructions.md",
    ".github/instructions",
    ".windsurf",
    ".windsurfrules",
    ".clinerules",
    ".roo",
    ".roorules",
    ".kiro",
    ".gemini",
    ".opencode",
    ".pi",
    ".vscode/mcp.json",
    "opencode.json",
    "opencode.jsonc"
  };

  private Discovery() {}

  /// Whether a folder has a file or folder of another tool.
  public static boolean any(Path folder) {
    for (String trace : TRACES) {
      if (Files.exists(folder.resolve(trace))) {
        return true;
      }
    }
    return false;
  }

  /// The same for a folder and those above it.
  ///
  /// @param top the last one to look into
  public static boolean any(Path folder, Path top) {
    for (Path level = folder; level != null; level = level.getParent()) {
      if (any(level)) {
        return true;
      }
      if (level.equals(top)) {
        break;
      }
    }
    return false;
  }

  static boolean isOn(OtherTool tool, Set<OtherTool> off) {
    return !off.contains(tool);
  }
}

package dev.tenon.engine.content;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Programs whose files in a project are read.
public enum OtherTool {
  CLAUDE,
  CODEX,
  COPILOT,
  CURSOR,
  WINDSURF,
  CLINE,
  ROO,
  KIRO,
  GEMINI,
  OPENCODE,
  PI,
  VSCODE;

  /// How `discovery.off` calls it.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// All labels.
  public static List<String> labels() {
    var labels = new ArrayList<String>();
    for (OtherTool tool : values()) {
      labels.add(tool.label());
    }
    return labels;
  }

  /// Those that a list of labels names.
  public static Set<OtherTool> named(List<String> labels) {
    if (labels.isEmpty()) {
      return Set.of();
    }
    var tools = EnumSet.noneOf(OtherTool.class);
    for (OtherTool tool : values()) {
      if (labels.contains(tool.label())) {
        tools.add(tool);
      }
    }
    return tools;
  }

  /// Whose a path such as `.claude/skills` is; null for nobody's of these.
  public static @Nullable OtherTool of(String path) {
    if (!path.startsWith(".")) {
      return null;
    }
    int slash = path.indexOf('/');
    String word = path.substring(1, slash < 0 ? path.length() : slash);
    if (word.equals("github")) {
      return COPILOT;
    }
    for (OtherTool tool : values()) {
      if (tool.label().equals(word)) {
        return tool;
      }
    }
    return null;
  }
}

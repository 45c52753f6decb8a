package dev.tenon.engine;

import dev.tenon.core.tool.TakenTools;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.QuotedValue;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.ToolLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where the settings want each tool: up front, on the shelf, or off. Off outranks everything.
///
/// @param settings the user's words
record ToolPlacement(Settings.Tools settings) {
  /// Stands for the everyday tools.
  private static final String DEFAULT = "default";

  private static final String OFF = "tools.off names it";

  /// Names of tools that arrive while a conversation goes on; nobody can know them before.
  private static final String OF_SERVERS = "mcp__";

  /// Tools that only jobs of the server have; they can be off too.
  private static final List<String> OF_JOBS = List.of("search_project", "clarify_user");

  /// Puts the tools where they belong. Their order is that of the list, not of the settings.
  ToolShelf place(List<Tool<?>> tools, TakenTools taken) {
    return place(tools, taken, Map.of());
  }

  /// @param lacking further tools that are off, and why
  ToolShelf place(List<Tool<?>> tools, TakenTools taken, Map<String, String> lacking) {
    var upFront = new ArrayList<Tool<?>>();
    var shelved = new ArrayList<Tool<?>>();
    for (Tool<?> tool : tools) {
      (isUpFront(tool.name()) ? upFront : shelved).add(tool);
    }
    Map<String, String> off = new LinkedHashMap<>(lacking);
    off.putAll(off());
    return new ToolShelf(upFront, shelved, off, taken);
  }

  /// The same for work that has no shelf: what is not off stands up front.
  ToolShelf upFront(List<Tool<?>> tools) {
    return new ToolShelf(tools, List.of(), off(), new TakenTools());
  }

  boolean isUpFront(String name) {
    return settings.upFront().contains(name)
        || (settings.upFront().contains(DEFAULT) && BuiltinTools.EVERYDAY.contains(name));
  }

  /// Whether single tools of servers have their places.
  boolean namesServers() {
    return settings.upFront().stream().anyMatch(name -> name.startsWith(OF_SERVERS))
        || settings.off().stream().anyMatch(name -> name.startsWith(OF_SERVERS));
  }

  private Map<String, String> off() {
    Map<String, String> off = new LinkedHashMap<>();
    for (String name : settings.off()) {
      off.put(name, OFF);
    }
    return off;
  }

  /// Names that no tool has.
  List<String> warnings() {
    var warnings = new ArrayList<String>();
    for (String name : settings.upFront()) {
      if (!name.equals(DEFAULT)) {
        warn("tools.upFront", name, warnings);
      }
    }
    for (String name : settings.off()) {
      warn("tools.off", name, warnings);
    }
    return warnings;
  }

  private static void warn(String key, String name, List<String> warnings) {
    var known = new ArrayList<>(BuiltinTools.EVERYDAY);
    known.addAll(BuiltinTools.SHELVED);
    known.add(ToolShelf.MORE_TOOLS);
    known.addAll(OF_JOBS);
    if (!known.contains(name) && !name.startsWith(OF_SERVERS)) {
      warnings.add(
          key
              + " names "
              + QuotedValue.of(name)
              + ", which is no tool"
              + Nearest.hint(name, known)
              + (Nearest.to(name, known).isPresent() ? "" : "; 'tenon tool --list' shows them"));
    }
  }

  /// What the settings allow tools to read, list and run.
  static ToolLimits limits(Settings.Limits limits) {
    return new ToolLimits(
        limits.readLines(),
        limits.readBytes(),
        limits.listEntries(),
        limits.searchMatches(),
        limits.bashTimeoutSeconds(),
        ToolLimits.DEFAULT.bashMaxSeconds());
  }
}

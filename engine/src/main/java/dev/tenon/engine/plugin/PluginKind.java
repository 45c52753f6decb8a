package dev.tenon.engine.plugin;

import java.util.Locale;

/// What a plugin can bring along.
public enum PluginKind {
  COMMAND("commands", "commands"),
  AGENT("agents", "agents"),
  SKILL("skills", "skills"),
  HOOK("hooks", "hooks/hooks.json"),
  SERVER("mcpServers", ".mcp.json"),
  RULE("rules", "rules"),
  THEME("themes", "themes"),

  /// Code, which runs inside the program.
  JAR("jars", PluginJar.FILE);

  private final String key;
  private final String customary;

  PluginKind(String key, String customary) {
    this.key = key;
    this.customary = customary;
  }

  /// The key of a manifest that names further places.
  String key() {
    return key;
  }

  /// Where such parts lie when the manifest says nothing.
  String customary() {
    return customary;
  }

  /// Whether the manifest itself may hold them.
  boolean isInline() {
    return this == HOOK || this == SERVER;
  }

  /// Whether a path may name a file of them.
  boolean isFile() {
    return !isFolder() || this == COMMAND || this == AGENT;
  }

  /// Whether a path may name a folder of them.
  boolean isFolder() {
    return !isInline() && this != JAR;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Several of them, for counts.
  public String plural() {
    return label() + "s";
  }
}

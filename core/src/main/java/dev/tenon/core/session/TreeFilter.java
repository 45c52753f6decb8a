package dev.tenon.core.session;

/// Which entries a tree shows.
public enum TreeFilter {
  /// Without what only keeps the books.
  DEFAULT("default"),
  /// Without results of tools, too.
  NO_TOOLS("no-tools"),
  /// Only what the person said.
  USER_ONLY("user-only"),
  /// Only what has a label.
  LABELED_ONLY("labeled-only"),
  /// Everything.
  ALL("all");

  private final String label;

  TreeFilter(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public TreeFilter next() {
    return switch (this) {
      case DEFAULT -> NO_TOOLS;
      case NO_TOOLS -> USER_ONLY;
      case USER_ONLY -> LABELED_ONLY;
      case LABELED_ONLY -> ALL;
      case ALL -> DEFAULT;
    };
  }

  public TreeFilter previous() {
    return switch (this) {
      case DEFAULT -> ALL;
      case NO_TOOLS -> DEFAULT;
      case USER_ONLY -> NO_TOOLS;
      case LABELED_ONLY -> USER_ONLY;
      case ALL -> LABELED_ONLY;
    };
  }

  boolean shows(SessionTree.Item item) {
    if (this == ALL) {
      return true;
    }
    if (item.callsOnly() && !item.leaf()) {
      return false;
    }
    return switch (this) {
      case DEFAULT -> !bookkeeping(item.type());
      case NO_TOOLS -> !bookkeeping(item.type()) && !item.role().equals("toolResult");
      case USER_ONLY -> item.role().equals("user");
      case LABELED_ONLY -> item.label() != null;
      case ALL -> true;
    };
  }

  private static boolean bookkeeping(String type) {
    return switch (type) {
      case "label",
          "custom",
          "model_change",
          "thinking_level_change",
          "mode_change",
          "mcp_tool_selection" ->
          true;
      default -> false;
    };
  }
}

package dev.tenon.cli;

import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a conversation has beside the tools for files and commands.
///
/// @param tools more tools
/// @param rules watch what the model says; null for none
/// @param returnPoint where `checkpoint` and `rewind` meet the loop; null without them
public record Extras(
    List<Tool<?>> tools, @Nullable StreamRules rules, @Nullable ReturnPoint returnPoint) {
  static final Extras NONE = new Extras(List.of(), null, null);

  public Extras {
    tools = List.copyOf(tools);
  }
}

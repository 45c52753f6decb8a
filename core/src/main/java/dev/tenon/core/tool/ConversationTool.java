package dev.tenon.core.tool;

import dev.tenon.core.permission.Access;
import java.util.List;

/// A tool that acts on the conversation alone: it touches no file and starts nothing, so that no
/// policy has to decide, and it runs alone and in order.
public interface ConversationTool<P extends Record> extends Tool<P> {
  @Override
  default List<Access> access(P parameters) {
    return List.of();
  }

  @Override
  default boolean exclusive() {
    return true;
  }
}

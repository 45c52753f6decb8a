package dev.tenon.sdk;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.tool.Tool;
import java.nio.file.Path;
import java.util.List;

/// A plugin of the program `tenon` that is made of code: a jar with a public class of this kind,
/// and its name in `META-INF/services/dev.tenon.sdk.TenonPlugin`. A person installs it with `tenon
/// plugin add JAR`.
///
/// Each conversation makes one of its own, with the constructor without parameters, and closes it
/// at its end. A plugin runs inside the program with the rights of the person. What it throws is
/// told to them, and costs the conversation nothing but what was thrown.
public interface TenonPlugin extends AutoCloseable {
  /// The tools that it brings, asked for once. One whose name another tool has is left out.
  ///
  /// @param folder of the project, as a real path
  List<Tool<?>> tools(Path folder);

  /// Hears all events of the conversation, one at a time. Must not block.
  default void hear(AgentEvent event) {}

  /// The conversation is over.
  @Override
  default void close() {}
}

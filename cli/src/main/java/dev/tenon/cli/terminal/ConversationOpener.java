package dev.tenon.cli.terminal;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.Asker;
import java.util.function.Consumer;

/// Makes the conversation that a face drives.
@FunctionalInterface
public interface ConversationOpener {

  /// @param events where all events of the conversation go
  /// @param approver asks the person at this face
  /// @param asker puts the model's questions to the person at this face
  /// @param diagnostics shows a line for developers (`--debug`) without disturbing the screen
  Conversation open(
      Consumer<AgentEvent> events, Approver approver, Asker asker, Consumer<String> diagnostics);
}

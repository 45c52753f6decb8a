package dev.tenon.core.helper;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Finish;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Peers;
import dev.tenon.core.tool.Tool;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Puts together the conversation of a helper: its model, its tools behind their gate, its session.
public interface HelperOpener {

  /// What a helper is opened with.
  ///
  /// @param context what its caller tells all of them; empty on a resume
  /// @param schema what its result has to look like; null for anything
  /// @param finish ends its prompts when the tool has yielded
  /// @param tools that it has beside those of its agent: the one that yields
  /// @param helpers its own, null when it may have none
  /// @param events hears its conversation, after the session
  /// @param peers the ids of those that work beside it
  /// @param room where it reaches them
  record Opening(
      HelperNode helper,
      String context,
      @Nullable OutputSchema schema,
      Finish finish,
      List<Tool<?>> tools,
      @Nullable Helpers helpers,
      Consumer<AgentEvent> events,
      List<String> peers,
      Peers room) {
    public Opening {
      tools = List.copyOf(tools);
      peers = List.copyOf(peers);
    }
  }

  /// A helper's conversation and what lives with it. Closing ends its processes; its session stays.
  interface Opened extends AutoCloseable {
    Conversation conversation();

    /// The full name of its model.
    String model();

    /// The files that it has changed so far.
    List<String> touched();

    /// Notes how it ended.
    void ended(Helpers.Ending ending);

    @Override
    void close();
  }

  /// Opens a new one.
  ///
  /// @throws IOException when its session cannot be made
  /// @throws UnusableException when its agent cannot be used
  Opened open(Opening opening) throws IOException, UnusableException;

  /// Opens one that has ended, with everything that it knew.
  Opened reopen(Opening opening) throws IOException, UnusableException;

  /// Brings what one that has ended and is closed did into the project, if it worked apart from it.
  /// Answers what its caller should know of that.
  Helpers.Merged merge(HelperNode helper, Helpers.Ending ending);

  /// What is known of one that has ended.
  ///
  /// @param ending [Helpers.Ending#INTERRUPTED] where nothing says how
  /// @param schema what its result has to look like; null for anything
  /// @param isolation on what it worked, and goes on to work
  record Known(
      String agent,
      String description,
      Helpers.Ending ending,
      @Nullable OutputSchema schema,
      AgentDefinition.Isolation isolation) {}

  /// The session that the conversation is in at this moment; empty where it has none.
  String session();

  /// Looks at one that has ended.
  Known look(String id) throws IOException, UnusableException;

  /// A helper cannot be had, for a reason that its caller can do something about.
  final class UnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnusableException(String message) {
      super(message);
    }
  }
}

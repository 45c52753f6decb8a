package dev.tenon.core.agent;

import dev.tenon.core.model.Request;
import java.util.Optional;
import java.util.function.Consumer;

/// Keeps a conversation inside the window of its model. Called on the thread of the prompt, before
/// each request; must be quick when there is nothing to do.
public interface Compactor {

  /// A shorter history, if it is time for one. A model that cannot summarise is no failure: the
  /// result is then poorer and says so.
  ///
  /// @param start asked once the work is about to begin, since it takes a while
  Optional<CompactedHistory> compact(Occasion occasion, Situation situation, Start start)
      throws InterruptedException;

  /// Whether the work may begin.
  @FunctionalInterface
  interface Start {
    /// @param tokens of the history as it is
    boolean begins(long tokens) throws InterruptedException;
  }

  /// Never shortens anything.
  static Compactor none() {
    return (occasion, situation, start) -> Optional.empty();
  }

  /// Why room is made.
  sealed interface Occasion {
    /// A request is about to be made; only a history that comes near to the window is shortened.
    record Routine() implements Occasion {
      public static final Routine VALUE = new Routine();
    }

    /// The provider said that the request is too large.
    record Overflow() implements Occasion {
      public static final Overflow VALUE = new Overflow();
    }

    /// The person asked for it.
    ///
    /// @param focus what the summary should keep above all; may be empty
    /// @param refused is told why, when somebody does not want it
    record Asked(String focus, Consumer<String> refused) implements Occasion {
      public Asked(String focus) {
        this(focus, why -> {});
      }
    }
  }

  /// What there is to shorten.
  ///
  /// @param request what would be sent; its messages are the history
  /// @param historyBytes roughly the size of the messages
  /// @param measuredTokens what the provider counted for the first `measuredMessages` messages with
  ///   everything before them, or 0
  /// @param previous what came of the last time, if it was in this conversation
  record Situation(
      Request request,
      long historyBytes,
      long measuredTokens,
      int measuredMessages,
      Optional<CompactedHistory> previous) {}
}

package dev.tenon.core.agent;

import dev.tenon.core.model.Message;
import java.util.Optional;

/// Makes the message of what a person typed, for example with the files that it mentions. Called on
/// the thread of the prompt, so that stopping the prompt interrupts it.
@FunctionalInterface
public interface PromptReader {
  /// @throws RefusedException when it is not to be sent
  Message.User read(String text) throws RefusedException, InterruptedException;

  /// Something that was said while the model was at work; empty when it is not to be heard. Whoever
  /// keeps it back tells the person.
  default Optional<Message.User> steered(Message.User said) throws InterruptedException {
    return Optional.of(said);
  }

  /// The text as it is.
  static PromptReader plain() {
    return Message.User::of;
  }

  /// A prompt that is not sent. The message says why, to the person.
  final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
      super(message);
    }
  }
}

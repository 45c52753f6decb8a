package dev.tenon.core.agent;

import dev.tenon.core.model.Message;

/// Makes the message of what a person typed, for example with the files that it mentions.
@FunctionalInterface
public interface PromptReader {
  Message.User read(String text) throws InterruptedException;

  /// The text as it is.
  static PromptReader plain() {
    return Message.User::of;
  }
}

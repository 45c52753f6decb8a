package dev.tenon.core.permission;

/// One thing that a tool call is about to touch. Paths are as the model gave them; the sandbox
/// resolves them at the time of use.
public sealed interface Access {

  record Read(String path) implements Access {}

  record Write(String path) implements Access {}

  record Execute(String command) implements Access {}

  record Connect(String host) implements Access {}

  /// Whether this access leaves everything as it is.
  default boolean readOnly() {
    return this instanceof Read;
  }

  /// The access in a few words, for questions and refusals.
  default String describe() {
    return switch (this) {
      case Read read -> "read " + read.path();
      case Write write -> "write " + write.path();
      case Execute execute -> "run: " + execute.command();
      case Connect connect -> "connect to " + connect.host();
    };
  }
}

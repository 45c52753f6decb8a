package dev.tenon.core.permission;

import java.util.Map;

/// One thing that a tool call is about to touch. Paths are as the model gave them; the sandbox
/// resolves them at the time of use.
public sealed interface Access {

  record Read(String path) implements Access {}

  record Write(String path) implements Access {}

  /// A command line for a shell.
  ///
  /// @param folder where it runs, as the model gave it
  /// @param environment what is set for it beyond the usual
  record Execute(String command, String folder, Map<String, String> environment) implements Access {
    public Execute {
      environment = Map.copyOf(environment);
    }

    public Execute(String command) {
      this(command, ".", Map.of());
    }

    public Execute(String command, String folder) {
      this(command, folder, Map.of());
    }
  }

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

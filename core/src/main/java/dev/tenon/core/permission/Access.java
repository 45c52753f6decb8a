package dev.tenon.core.permission;

import dev.tenon.core.exec.shell.Need;
import java.util.Map;
import java.util.Optional;

/// One thing that a tool call is about to touch. Paths are as the model gave them; the sandbox
/// resolves them at the time of use.
public sealed interface Access {

  record Read(String path) implements Access {}

  record Write(String path) implements Access {}

  /// A command line for a shell.
  ///
  /// @param folder where it runs, as the model gave it
  /// @param environment what is set for it beyond the usual
  /// @param need what it turned out to lack when it ran with less
  record Execute(
      String command, String folder, Map<String, String> environment, Optional<Need> need)
      implements Access {
    public Execute {
      environment = Map.copyOf(environment);
    }

    public Execute(String command, String folder, Map<String, String> environment) {
      this(command, folder, environment, Optional.empty());
    }

    public Execute(String command) {
      this(command, ".", Map.of());
    }

    public Execute(String command, String folder) {
      this(command, folder, Map.of());
    }

    /// The same command, which turned out to need more.
    public Execute needing(Need more) {
      return new Execute(command, folder, environment, Optional.of(more));
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
      case Execute execute ->
          (execute.need().isEmpty() ? "run: " : "run again, since it " + words(execute) + ": ")
              + execute.command();
      case Connect connect -> "connect to " + connect.host();
    };
  }

  private static String words(Execute execute) {
    return execute.need().map(Need::describe).orElse("");
  }
}

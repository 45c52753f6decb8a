package dev.tenon.core.permission;

import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.http.guard.Host;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
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

    /// The command as it would have to be typed to get the same variables.
    public String line() {
      var line = new StringBuilder();
      environment.forEach((name, value) -> line.append(name).append('=').append(value).append(' '));
      return line.append(command).toString();
    }

    /// Whether it begins in the root itself.
    public boolean inRoot() {
      return folder.isEmpty() || folder.equals(".");
    }

    /// The same command with its folder as people name it: from the root on, if it is within that.
    public Execute seenFrom(Path root) {
      Path place;
      try {
        place = root.resolve(folder).normalize();
      } catch (InvalidPathException nowhere) {
        return this;
      }
      String within = place.startsWith(root) ? root.relativize(place).toString() : place.toString();
      return new Execute(command, within.isEmpty() ? "." : within, environment, need);
    }

    /// The same command, which turned out to need more.
    public Execute needing(Need more) {
      return new Execute(command, folder, environment, Optional.of(more));
    }
  }

  /// A connection that the tool makes itself. What commands connect to is the wall's matter.
  ///
  /// @param host in the one spelling in which hosts are compared, if it is one at all
  record Connect(String host, int port) implements Access {
    public Connect {
      String canonical = Host.canonical(host);
      host = canonical == null ? host.strip() : canonical;
    }

    /// Whether there can be such a host and port.
    boolean isPossible() {
      return Host.canonical(host) != null && port > 0 && port < 1 << 16;
    }

    /// Both as people write them, IPv6 in brackets.
    public String address() {
      return HostPattern.written(host, port);
    }
  }

  /// A call to a tool of a server outside, such as one that speaks MCP.
  ///
  /// @param effect what the server says of its tool; nobody has checked it
  record Outside(String server, String tool, Effect effect) implements Access {
    /// What a tool is said to do.
    public enum Effect {
      READS,
      CHANGES
    }

    public String name() {
      return server + "/" + tool;
    }
  }

  /// More helpers than usual for one prompt. What each of them touches is asked for by itself.
  ///
  /// @param helpers so many for the prompt, those that ran before included
  record Delegate(int helpers) implements Access {
    Decision in(Mode mode) {
      return mode == Mode.FULL
          ? new Decision.Allow("mode full asks nothing", List.of())
          : new Decision.Ask(
              describe(),
              "--max-helpers " + helpers + " allows so many",
              "each helper costs a conversation of its own",
              List.of(),
              List.of());
    }
  }

  /// A tool that touches nothing, about which somebody wants the person asked all the same. No
  /// policy decides about it.
  record Use(String tool) implements Access {}

  /// Whether this access leaves everything as it is.
  default boolean readOnly() {
    return this instanceof Read
        || this instanceof Delegate
        || (this instanceof Outside outside && outside.effect() == Outside.Effect.READS);
  }

  /// The access in a few words, for questions and refusals.
  default String describe() {
    return switch (this) {
      case Read read -> "read " + read.path();
      case Write write -> "write " + write.path();
      case Execute execute ->
          (execute.need().isEmpty() ? "run: " : "run again, since it " + words(execute) + ": ")
              + execute.command();
      case Connect connect -> "connect to " + connect.address();
      case Outside outside -> "call the outside tool " + outside.name();
      case Use use -> "use " + use.tool();
      case Delegate delegate -> "let " + delegate.helpers() + " helpers work for one prompt";
    };
  }

  /// All of it, for a person who decides: of a command also its variables, and its folder unless it
  /// is the root.
  default String asked() {
    if (!(this instanceof Execute execute)) {
      return describe();
    }
    return (execute.need().isEmpty() ? "run" : "run again, since it " + words(execute))
        + (execute.inRoot() ? "" : execute.need().isEmpty() ? " in " : ", in ")
        + (execute.inRoot() ? "" : execute.folder())
        + ": "
        + execute.line();
  }

  private static String words(Execute execute) {
    return execute.need().map(Need::describe).orElse("");
  }
}

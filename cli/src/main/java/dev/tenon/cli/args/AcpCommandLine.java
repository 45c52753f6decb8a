package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon acp` takes.
final class AcpCommandLine {
  private AcpCommandLine() {}

  static Command of(Option review) {
    return new Command(
        "acp",
        "Work for an editor over the Agent Client Protocol",
        "An editor starts this and speaks with it over the standard streams, one JSON message a"
            + " line; nothing else goes to standard output, and the end of standard input ends it."
            + " Each session works in the folder that the editor names. Model, mode and every"
            + " setting are those of the command line and the configuration; the editor can choose"
            + " others for a session. docs/editors.md shows how editors are set up.",
        List.of(
            Operand.optional(
                    "ACTION",
                    "login: store the key of a provider, as 'tenon login' does; an editor runs this"
                        + " in a terminal")
                .oneOf(List.of("login"))),
        List.of(review),
        List.of(
            new Example("tenon acp", "What an editor starts"),
            new Example("tenon acp --permission-mode ask", "Ask before every change"),
            new Example("tenon acp login", "What an editor runs when nobody is logged in")));
  }
}

package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon hooks` takes.
final class HooksCommandLine {
  private HooksCommandLine() {}

  static Command of(Option json) {
    return new Command(
        "hooks",
        "List the hooks that would run here, or try those of an event",
        "A hook is a program, or a question to a model, that has a say when something happens:"
            + " before a call, at the end of a prompt. They stand below hooks in config.yml, and in"
            + " Claude Code's settings files, where each is used after you have agreed to it in a"
            + " conversation, or with --trust for one run.",
        List.of(
            Operand.optional("ACTION", "list (when left out) or test"),
            Operand.repeated("WHAT", "For test: the event, and a file with its input as JSON")),
        List.of(json),
        List.of(
            new Example("tenon hooks", "What runs when, and from which file"),
            new Example(
                "tenon hooks test PreToolUse call.json", "Run the hooks that match this input")));
  }
}

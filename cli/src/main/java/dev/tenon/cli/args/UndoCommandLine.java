package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon undo`, `redo` and `rollback` take.
final class UndoCommandLine {
  private UndoCommandLine() {}

  static Command undo(Option yes) {
    return new Command(
        "undo",
        "Take back what the latest prompt or command changed, or the given changes",
        "Later edits survive where they do not overlap; a file where they do is left alone and"
            + " named. Exits with 1 when a file had to be left alone.",
        List.of(
            Operand.optional(
                "ID",
                "A change, prompt or session, by the beginning of its id; all; or hunks of a"
                    + " change: ID#1,3")),
        List.of(yes),
        List.of(new Example("tenon undo", "Take back the latest prompt")));
  }

  static Command redo() {
    return new Command(
        "redo", "Bring back what the latest undo took away", "", List.of(), List.of(), List.of());
  }

  static Command rollback() {
    return new Command(
        "rollback",
        "Bring files back to what they were before a prompt, later edits included",
        "Every file that was changed since the prompt becomes what it was before, whatever"
            + " happened to it later. 'tenon redo' takes it back.",
        List.of(Operand.required("PROMPT", "The prompt, by the beginning of its id")),
        List.of(),
        List.of());
  }
}

package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What proves that work is done: the options of a conversation with a goal, and `tenon receipts`.
public final class WorkCommandLine {
  public static final Option GOAL =
      Option.text("goal", "TEXT", "Work until this is reached and proved; see --check");
  public static final Option CHECK =
      Option.texts(
          "check",
          "COMMAND",
          "A command that has to pass, repeatable: it proves the goal; with apply, it runs on a"
              + " view of the project with the hunks, which are applied only then");
  public static final Option PLAN =
      Option.file("plan", "Carry out this approved plan, as mode plan printed it");
  public static final Option VERIFY =
      Option.flag("verify", "Say which kept receipts differ from journal and checks; exit 1 then");

  private WorkCommandLine() {}

  static Command receipts(Option json) {
    return new Command(
        "receipts",
        "Show what each prompt changed and what was checked after that",
        "A receipt is made of the journal and of the commands that ran, never of what the model"
            + " says. This command makes all of them again and shows those.",
        List.of(
            Operand.optional(
                "SESSION", "By the beginning of its id, or its file; all when left out")),
        List.of(json, VERIFY),
        List.of(
            new Example("tenon receipts --verify", "Whether what was kept is still true"),
            new Example("tenon receipts 3f2a --json", "Those of one session, for scripts")));
  }
}

package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon skills` takes.
final class SkillsCommandLine {
  private SkillsCommandLine() {}

  static Command of(Option json) {
    return new Command(
        "skills",
        "List the skills of this project and of yours, or check a folder of them",
        "A skill is a folder with a SKILL.md: instructions that the model loads when it needs"
            + " them. Those of a project are used after you have agreed to them in a conversation,"
            + " or with --trust for one run.",
        List.of(
            Operand.optional("ACTION", "list (when left out), or check DIR"),
            Operand.repeated("WHAT", "What the action is about")),
        List.of(json),
        List.of(
            new Example("tenon skills check .claude/skills", "What is wrong with these, by line")));
  }
}

package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon completion` takes.
final class CompletionCommandLine {
  private CompletionCommandLine() {}

  static Command of(List<String> shells) {
    return new Command(
        "completion",
        "Print a completion script for a shell",
        "",
        List.of(Operand.required("SHELL", "bash, zsh or fish").oneOf(shells)),
        List.of(),
        List.of(
            new Example("source <(tenon completion bash)", "In ~/.bashrc"),
            new Example("source <(tenon completion zsh)", "In ~/.zshrc, after compinit"),
            new Example("tenon completion fish | source", "In ~/.config/fish/config.fish")));
  }
}

package dev.tenon.core.exec.sandbox;

import java.nio.file.Path;
import java.util.List;

/// What becomes of the programs that rules deny: the files that a wall closes, and the rules that
/// no file can be closed for, so that only a reading of the command's text keeps them.
public record ClosedPrograms(List<Closed> closed, List<Open> open) {
  public static final ClosedPrograms NONE = new ClosedPrograms(List.of(), List.of());

  /// @param name what a command would call it
  /// @param file where it is, with links resolved
  /// @param rule the rule that denies it, for people: `deny bash(curl)`
  public record Closed(String name, Path file, String rule) {}

  /// @param reason why it stays, for people
  public record Open(String rule, String reason) {}

  public ClosedPrograms {
    closed = List.copyOf(closed);
    open = List.copyOf(open);
  }
}

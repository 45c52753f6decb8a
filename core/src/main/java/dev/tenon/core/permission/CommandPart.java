package dev.tenon.core.permission;

import java.util.Optional;

/// One of the things that a command line does, as it was judged.
///
/// @param kind what it is
/// @param text the command, path or variable as it reads after quoting is undone
/// @param because the rule or the mode that decided, as a phrase
/// @param rule the rule that decided, if one did
public record CommandPart(
    Kind kind, String text, Verdict verdict, String because, Optional<Rule> rule) {

  /// What a part of a command line is.
  public enum Kind {
    /// A program or builtin with its arguments.
    COMMAND,
    /// A file that a redirect or an option writes.
    WRITE,
    /// A file that a redirect reads.
    READ,
    /// A variable that is set.
    VARIABLE,
    /// Something that could not be understood.
    UNKNOWN
  }
}

package dev.tenon.core.change.journal;

import org.jspecify.annotations.Nullable;

/// To whom a change is attributed: who, with which tool, in which call.
///
/// @param reason what was said about it when it was made; empty if nothing was, or it is not known
public record Attribution(Origin origin, String tool, @Nullable String callId, String reason) {
  public Attribution(Origin origin, String tool, @Nullable String callId) {
    this(origin, tool, callId, "");
  }

  /// The same with what was said about it.
  public Attribution because(String said) {
    return new Attribution(origin, tool, callId, said);
  }

  /// A person at the keyboard, through one of Tenon's commands.
  public static Attribution user(String command) {
    return new Attribution(Origin.USER, command, null);
  }
}

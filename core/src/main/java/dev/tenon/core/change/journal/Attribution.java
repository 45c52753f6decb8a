package dev.tenon.core.change.journal;

import org.jspecify.annotations.Nullable;

/// To whom a change is attributed: who, with which tool, in which call.
///
/// @param reason what was said about it when it was made; empty if nothing was, or it is not known
/// @param helper the id of the helper that did it; null for the conversation itself
public record Attribution(
    Origin origin, String tool, @Nullable String callId, String reason, @Nullable String helper) {
  public Attribution(Origin origin, String tool, @Nullable String callId) {
    this(origin, tool, callId, "", null);
  }

  public Attribution(Origin origin, String tool, @Nullable String callId, String reason) {
    this(origin, tool, callId, reason, null);
  }

  /// The same with what was said about it.
  public Attribution because(String said) {
    return new Attribution(origin, tool, callId, said, helper);
  }

  /// A person at the keyboard, through one of Tenon's commands.
  public static Attribution user(String command) {
    return new Attribution(Origin.USER, command, null);
  }

  /// The same by a helper.
  public Attribution by(String id) {
    return new Attribution(origin, tool, callId, reason, id);
  }
}

package dev.tenon.core.change.journal;

import org.jspecify.annotations.Nullable;

/// To whom a change is attributed: who, with which tool, in which call.
public record Attribution(Origin origin, String tool, @Nullable String callId) {
  /// A person at the keyboard, through one of Tenon's commands.
  public static Attribution user(String command) {
    return new Attribution(Origin.USER, command, null);
  }
}

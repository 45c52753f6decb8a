package dev.tenon.core.permission;

/// Whether the operating system keeps commands inside the roots. [Mode#AUTO] runs commands unasked
/// only where it does.
public sealed interface Enforcement {

  /// @param label what keeps them there, for people: `bubblewrap`
  record Sandboxed(String label) implements Enforcement {}

  /// @param reason why nothing does: a phrase
  record None(String reason) implements Enforcement {}
}

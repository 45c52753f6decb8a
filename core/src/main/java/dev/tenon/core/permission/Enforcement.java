package dev.tenon.core.permission;

/// Whether the operating system keeps commands inside the roots. [Mode#AUTO] runs commands unasked
/// only where it does.
public sealed interface Enforcement {

  /// @param label what keeps them there, for people: `bubblewrap`
  record Sandboxed(String label) implements Enforcement {}

  /// Commands are kept from the programs and paths that rules deny, and from nothing else. What a
  /// rule says about arguments is still a matter of the text.
  ///
  /// @param label what keeps them from it, for people
  record Closing(String label) implements Enforcement {}

  /// @param reason why nothing does: a phrase
  record None(String reason) implements Enforcement {}
}

package dev.tenon.core.permission;

import java.util.Optional;

/// Decides about each access before it happens. Implementations are safe for several threads and
/// never ask a person themselves; that is the [Approver]'s part.
@FunctionalInterface
public interface Policy {
  Decision decide(String tool, Access access);

  /// Whether the tool may be used at all; asked before its accesses.
  default Decision decide(String tool) {
    return Decision.Allow.VALUE;
  }

  /// The files whose reading by the tool is asked each time; see [AskedPaths].
  default AskedPaths askedReads(String tool) {
    return AskedPaths.NONE;
  }

  /// Whether a rule keeps the network from this command, or wants that asked.
  default boolean keepsOffline(String tool, Access.Execute command) {
    return false;
  }

  /// A person said yes to this, and not only for once.
  ///
  /// @return what the person should know of it, if anything
  default Optional<String> allowed(
      String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
    return Optional.empty();
  }
}

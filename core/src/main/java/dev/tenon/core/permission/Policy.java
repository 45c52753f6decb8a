package dev.tenon.core.permission;

/// Decides about each access before a tool runs. Implementations are safe for several threads and
/// never ask a person themselves; that is the [Approver]'s part.
@FunctionalInterface
public interface Policy {
  Decision decide(String tool, Access access);
}

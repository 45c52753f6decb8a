package dev.tenon.core.permission;

/// What a policy says to one access. A refusal is a decision, not an exception.
public sealed interface Decision {
  record Allow() implements Decision {
    public static final Allow VALUE = new Allow();
  }

  /// A person has to say yes first. `wayOut` tells how to allow it beforehand.
  record Ask(String reason, String wayOut) implements Decision {}

  record Deny(String reason) implements Decision {}
}

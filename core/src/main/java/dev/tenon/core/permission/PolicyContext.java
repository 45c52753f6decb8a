package dev.tenon.core.permission;

/// What a policy judges by: the mode, the rules, where paths lead, and whether a wall stands.
/// Immutable.
record PolicyContext(Mode mode, Rules rules, ProtectedPaths paths, Enforcement enforcement) {

  /// Whether the operating system keeps commands inside the roots.
  boolean sandboxed() {
    return mode == Mode.AUTO && enforcement instanceof Enforcement.Sandboxed;
  }

  /// What becomes of a command that no rule speaks of. In mode plan it depends on the command.
  Verdict commands() {
    return switch (mode) {
      case PLAN -> Verdict.DENY;
      case ASK, EDIT -> Verdict.ASK;
      case AUTO -> sandboxed() ? Verdict.ALLOW : Verdict.ASK;
      case FULL -> Verdict.ALLOW;
    };
  }

  String commandsBecause() {
    return switch (mode) {
      case PLAN -> "mode plan runs only what provably reads";
      case ASK, EDIT -> "mode " + mode.label() + " asks before commands";
      case AUTO ->
          switch (enforcement) {
            case Enforcement.Sandboxed sandbox ->
                "mode auto runs what the sandbox (" + sandbox.label() + ") keeps inside";
            case Enforcement.Closing closing ->
                "mode auto asks where only rules are held to by " + closing.label();
            case Enforcement.None none ->
                "mode auto asks without a sandbox of the system: " + none.reason();
          };
      case FULL -> "mode full asks nothing";
    };
  }

  /// What becomes of an edit inside the roots that no rule speaks of.
  Verdict edits() {
    return switch (mode) {
      case PLAN -> Verdict.DENY;
      case ASK -> Verdict.ASK;
      case EDIT, AUTO, FULL -> Verdict.ALLOW;
    };
  }

  String editsBecause() {
    return switch (mode) {
      case PLAN -> "mode plan is read-only";
      case ASK -> "mode ask asks before changes";
      case EDIT, AUTO -> "mode " + mode.label() + " lets edits inside the roots happen";
      case FULL -> "mode full asks nothing";
    };
  }

  /// What becomes of something that no permission covers by itself.
  Verdict risky() {
    return commands();
  }

  /// What becomes of something that a rule wants asked: nobody is asked in mode plan.
  Verdict floor() {
    return mode == Mode.PLAN ? Verdict.DENY : Verdict.ASK;
  }
}

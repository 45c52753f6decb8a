package dev.tenon.core.permission;

/// What a policy judges by: the mode, the rules, where paths lead, and whether a wall stands.
/// Immutable.
record PolicyContext(Mode mode, Rules rules, ProtectedPaths paths, Enforcement enforcement) {

  /// Whether the operating system keeps commands to what the mode allows.
  boolean sandboxed() {
    return mode != Mode.FULL && enforcement instanceof Enforcement.Sandboxed;
  }

  /// Whether the operating system keeps denied programs and paths closed, whatever names them.
  boolean closesDenied() {
    return !(enforcement instanceof Enforcement.None);
  }

  /// Whether only what provably reads may run, because no wall keeps the rest from writing.
  boolean provesReading() {
    return mode == Mode.PLAN && !sandboxed();
  }

  /// Whether commands that provably read run unasked while others are asked.
  boolean readsUnasked() {
    return mode == Mode.ASK || mode == Mode.EDIT || (mode == Mode.AUTO && !sandboxed());
  }

  /// Who keeps the promise when a command is allowed as the mode has it.
  Decision.By by() {
    return sandboxed() && (mode == Mode.PLAN || mode == Mode.AUTO)
        ? Decision.By.WALL
        : Decision.By.TEXT;
  }

  /// What becomes of a command that no rule speaks of. Without a wall, in mode plan it depends on
  /// the command.
  Verdict commands() {
    return switch (mode) {
      case PLAN -> sandboxed() ? Verdict.ALLOW : Verdict.DENY;
      case ASK, EDIT -> Verdict.ASK;
      case AUTO -> sandboxed() ? Verdict.ALLOW : Verdict.ASK;
      case FULL -> Verdict.ALLOW;
    };
  }

  String commandsBecause() {
    return switch (mode) {
      case PLAN ->
          enforcement instanceof Enforcement.Sandboxed sandbox
              ? "mode plan runs everything behind a read-only sandbox (" + sandbox.label() + ")"
              : "mode plan runs only what provably reads where there is no sandbox";
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

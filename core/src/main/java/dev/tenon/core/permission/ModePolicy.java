package dev.tenon.core.permission;

/// The policy of a [Mode]. Commands that destroy a machine are refused in every mode.
public final class ModePolicy implements Policy {
  private final Mode mode;

  public ModePolicy(Mode mode) {
    this.mode = mode;
  }

  @Override
  public Decision decide(String tool, Access access) {
    if (access instanceof Access.Execute execute) {
      var danger = CommandGuard.danger(execute.command());
      if (danger.isPresent()) {
        return new Decision.Deny(
            "the command was refused: " + danger.get() + ". Run it yourself if you mean it");
      }
    }
    if (access.readOnly() || mode == Mode.FULL) {
      return Decision.Allow.VALUE;
    }
    return switch (mode) {
      case PLAN -> new Decision.Deny("mode plan is read-only; cannot " + access.describe());
      case ASK -> ask(access, "edit");
      case EDIT -> access instanceof Access.Write ? Decision.Allow.VALUE : ask(access, "full");
      case AUTO -> access instanceof Access.Write ? Decision.Allow.VALUE : ask(access, "full");
      case FULL -> Decision.Allow.VALUE;
    };
  }

  private Decision ask(Access access, String mode) {
    String wider = access instanceof Access.Write ? mode : "full";
    return new Decision.Ask(access.describe(), "start with --mode " + wider + " to allow it");
  }
}

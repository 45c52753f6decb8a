package dev.tenon.engine.workflow;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.AskedPaths;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.engine.command.ModeGuard;
import java.util.Optional;
import java.util.function.Supplier;

/// The guard of a conversation while something holds it: a workflow that only thinks, or a command
/// that names its tools. It only narrows: what the person's mode denies stays denied.
public final class HeldGuard implements Policy, Supplier<Confinement> {
  private final PromptHold hold;
  private final ModeGuard usual;
  private final Supplier<ModeGuard> planning;

  /// @param planning the guard of mode plan, made when it is needed
  public HeldGuard(PromptHold hold, ModeGuard usual, Supplier<ModeGuard> planning) {
    this.hold = hold;
    this.usual = usual;
    this.planning = planning;
  }

  private ModeGuard now() {
    return hold.plans() ? planning.get() : usual;
  }

  /// The confinement of the moment.
  @Override
  public Confinement get() {
    return now().confinement();
  }

  @Override
  public Decision decide(String tool, Access access) {
    Decision refused = hold.refusal(tool, access);
    if (refused != null) {
      return refused;
    }
    Decision decided = now().policy().decide(tool, access);
    return decided instanceof Decision.Deny deny && hold.plans()
        ? new Decision.Deny(deny.reason() + " (" + hold.why() + ")", deny.because(), deny.parts())
        : decided;
  }

  @Override
  public Decision decide(String tool) {
    Decision refused = hold.refusal(tool);
    return refused == null ? now().policy().decide(tool) : refused;
  }

  @Override
  public AskedPaths askedReads(String tool) {
    return now().policy().askedReads(tool);
  }

  @Override
  public Optional<String> allowed(
      String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
    return now().policy().allowed(tool, access, ask, answer);
  }
}

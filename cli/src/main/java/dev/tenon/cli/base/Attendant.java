package dev.tenon.cli.base;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.Asker;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Who hears and answers a run without a terminal: a program that drives it from within. Where
/// there is none, what would be asked is refused.
///
/// @param asker null: the model cannot ask anything
public record Attendant(Approver approver, @Nullable Asker asker, Consumer<AgentEvent> events) {
  private static final Attendant NOBODY = new Attendant(Approver.nobody(), null, event -> {});
  private static final ScopedValue<Attendant> CURRENT = ScopedValue.newInstance();

  /// The one of the run on this thread.
  public static Attendant current() {
    return CURRENT.isBound() ? CURRENT.get() : NOBODY;
  }

  /// Runs something in the presence of this one.
  public int during(ScopedValue.CallableOp<Integer, RuntimeException> run) {
    return ScopedValue.where(CURRENT, this).call(run);
  }
}

package dev.tenon.core.agent;

import dev.tenon.core.evidence.Receipt;
import java.util.Optional;

/// Sees to it that a prompt does not end with words alone: it may object when the model wants to
/// end, and it makes the receipt of what the prompt changed. Called by the loop on its thread, one
/// prompt at a time.
public interface EndGuard {

  /// A prompt begins.
  void began();

  /// What the model still has to hear before the prompt may end; empty if it may. It is asked again
  /// when the model has answered, and has to come to an end by itself.
  Optional<String> objection() throws InterruptedException;

  /// What the prompt changed and what was checked since; empty if it changed nothing.
  Optional<Receipt> receipt();
}

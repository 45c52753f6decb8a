package dev.tenon.engine.workflow;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import org.jspecify.annotations.Nullable;

/// What holds the prompt of now: a workflow that changes nothing, or the tools of a command from a
/// file. It ends with the person's next prompt. Safe for several threads.
public final class PromptHold {
  private volatile String planning = "";
  private volatile @Nullable Narrowing narrowing;

  /// Judges what a command from a file allows.
  ///
  /// @param name of the command
  /// @param commands decides about commands; null when all are as allowed as they are
  public record Narrowing(String name, AgentDefinition.Tools tools, @Nullable Policy commands) {}

  /// The person has said something: nothing is held.
  public void release() {
    planning = "";
    narrowing = null;
  }

  /// Nothing is changed until the person says something.
  ///
  /// @param why for whoever is refused
  void plan(String why) {
    planning = why;
  }

  void planNoMore() {
    planning = "";
  }

  public boolean plans() {
    return !planning.isEmpty();
  }

  String why() {
    return planning;
  }

  /// Only these tools until the person says something.
  public void narrow(Narrowing to) {
    narrowing = to;
  }

  @Nullable Decision refusal(String tool) {
    Narrowing now = narrowing;
    return now == null || now.tools.has(tool)
        ? null
        : new Decision.Deny(
            "the command /"
                + now.name
                + " allows only "
                + String.join(", ", now.tools.allowed())
                + " for this prompt");
  }

  @Nullable Decision refusal(String tool, Access access) {
    Narrowing now = narrowing;
    if (now == null || now.commands == null || !(access instanceof Access.Execute)) {
      return null;
    }
    return now.commands.decide(tool, access) instanceof Decision.Allow
        ? null
        : new Decision.Deny(
            "the command /" + now.name + " does not list this command in its allowed-tools");
  }
}

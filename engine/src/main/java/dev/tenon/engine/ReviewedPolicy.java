package dev.tenon.engine;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import java.util.Optional;

/// What a job of the server may do: no more than its own policy says, and nothing that a rule
/// denies. A write that a rule would ask about is staged, because a person decides about every hunk
/// anyway; a read that it would ask about is refused where there is nobody to ask.
///
/// @param own what jobs may do at all
/// @param ruled what the person's rules say
record ReviewedPolicy(Policy own, Policy ruled) implements Policy {

  @Override
  public Decision decide(String tool) {
    return ruled.decide(tool);
  }

  @Override
  public Optional<String> allowed(
      String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
    return ruled.allowed(tool, access, ask, answer);
  }

  @Override
  public Decision decide(String tool, Access access) {
    Decision first = own.decide(tool, access);
    if (!(first instanceof Decision.Allow)) {
      return first;
    }
    Decision second = ruled.decide(tool, access);
    return second instanceof Decision.Ask && access instanceof Access.Write ? first : second;
  }
}

package dev.tenon.server.job.run;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;

/// What a job may do: read the project and stage edits. Nothing is run, nothing is written, nobody
/// is called.
final class ProposalPolicy implements Policy {

  @Override
  public Decision decide(String tool, Access access) {
    if (access instanceof Access.Read || access instanceof Access.Write) {
      return Decision.Allow.VALUE;
    }
    return new Decision.Deny("a job of the server cannot " + access.describe());
  }
}

package dev.tenon.server.job.run;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.server.job.record.CommandUse;

/// What a job may do at all: read the project, stage edits and, where its session allows that, run
/// commands on what is staged, and call helpers that do the same; the rules decide about each.
/// Nothing is written, nobody is called.
record ProposalPolicy(CommandUse commands) implements Policy {

  @Override
  public Decision decide(String tool, Access access) {
    boolean runs = access instanceof Access.Execute && commands != CommandUse.OFF;
    boolean stages = access instanceof Access.Read || access instanceof Access.Write;
    if (runs || stages || access instanceof Access.Delegate) {
      return Decision.Allow.VALUE;
    }
    return new Decision.Deny("a job of the server cannot " + access.describe());
  }
}

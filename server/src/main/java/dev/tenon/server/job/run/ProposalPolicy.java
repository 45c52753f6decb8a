package dev.tenon.server.job.run;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.PlanUse;

/// What a job may do at all: read the project, stage edits and, where its session allows that, run
/// commands on what is staged, and call helpers that do the same; the rules decide about each.
/// Nothing is written, nobody is called.
///
/// @param plan while a plan comes first nothing is staged either
record ProposalPolicy(CommandUse commands, PlanUse plan) implements Policy {

  @Override
  public Decision decide(String tool, Access access) {
    if (plan.plans() && access instanceof Access.Write) {
      return new Decision.Deny(
          "the job only plans until its plan is approved: hand it over with plan_ready");
    }
    boolean runs = access instanceof Access.Execute && commands != CommandUse.OFF;
    boolean stages = access instanceof Access.Read || access instanceof Access.Write;
    if (runs || stages || access instanceof Access.Delegate) {
      return Decision.Allow.VALUE;
    }
    return new Decision.Deny("a job of the server cannot " + access.describe());
  }
}

package dev.tenon.server.job.run;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Rule;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.record.Approval;
import java.util.ArrayList;

/// Asks the person through the job, without a timeout; the time of waiting is not the model's.
record JobApprover(LiveJob job, AttemptTimeout timeout) implements Approver {

  @Override
  public Answer ask(Question question) throws InterruptedException {
    return timeout.paused(() -> job.askApproval(approval(question)));
  }

  private static Approval approval(Question question) {
    String command = "";
    String folder = "";
    var what = new ArrayList<String>();
    var reasons = new ArrayList<String>();
    for (Question.Item item : question.items()) {
      if (item.access() instanceof Access.Execute execute) {
        command = execute.line();
        folder = execute.folder();
      }
      what.add(item.access().asked());
      String because = item.ask().because();
      reasons.add(because.isEmpty() ? item.ask().reason() : because);
    }
    what.addAll(question.details());
    return new Approval(
        "",
        question.helper(),
        question.tool(),
        command,
        folder,
        what,
        String.join("; ", reasons),
        question.offers().stream().map(Rule::text).toList(),
        question.canLast(),
        null);
  }
}
